/**
 * The arguments of a local tool as JSON Schema.
 *
 * @module
 */

import type { Json, JsonObject } from "../../../core/conversation/mod.ts";
import type { ToolConfig } from "../../config/mod.ts";
import { isObject } from "../schema_check.ts";

/** The schema of the object of all arguments. */
export function argumentSchema(parameters: ToolConfig["parameters"]): JsonObject {
  const properties = Object.entries(parameters);
  return {
    type: "object",
    properties: Object.fromEntries(properties.map(([name, each]) => [name, schemaOf({ ...each })])),
    required: properties.filter(([, { required }]) => required).map(([name]) => name),
    additionalProperties: false,
  };
}

/** One argument, or a part of one: our words for it become the standard's. */
function schemaOf(given: { readonly [name: string]: Json }): JsonObject {
  const { summary, description, required, properties, items, examples, ...rest } = given;
  const text = [summary, description].filter((part) => typeof part === "string").join("\n\n");
  const members = isObject(properties) ? Object.entries(properties) : [];
  const needed = members.filter(([, member]) => isObject(member) && member.required === true)
    .map(([name]) => name);
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null)),
    ...(text === "" ? {} : { description: text }),
    ...(Array.isArray(examples) && examples.length > 0 ? { examples } : {}),
    ...(isObject(items) && Object.keys(items).length > 0 ? { items: schemaOf(items) } : {}),
    ...(members.length === 0 ? {} : {
      properties: Object.fromEntries(
        members.map(([name, member]) => [name, isObject(member) ? schemaOf(member) : {}]),
      ),
    }),
    // In a schema that is one already, `required` is the list of members.
    ...(Array.isArray(required) ? { required } : needed.length > 0 ? { required: needed } : {}),
  };
}
