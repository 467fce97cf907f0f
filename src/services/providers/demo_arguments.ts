/**
 * Makes up arguments for a tool from its JSON Schema, for the demo's tool calls. Only what a schema
 * demands, plus the few optional members that make the call show something.
 *
 * @module
 */

import type { Json, JsonObject } from "../../core/conversation/mod.ts";
import type { ToolDefinition } from "./types.ts";

/** What the demo knows when it makes a call. */
export interface ArgumentHints {
  /** A file that exists, if one was seen. */
  readonly file: string | null;
}

/** Values by tool and property, for the tools that come with jp. */
function known(tool: string, property: string, hints: ArgumentHints): Json | undefined {
  switch (`${tool}.${property}`) {
    case "fs_list.path":
      return ".";
    case "fs_read.path":
    case "fs_edit.path":
      return hints.file ?? "README.md";
    case "fs_search.pattern":
    case "fs_search.query":
      return "TODO";
    case "fs_write.path":
      return "jp-demo.txt";
    case "fs_write.content":
      return "Written by jp's built-in demo. You can delete this file.\n";
    case "ask_user.question":
      return "What is your favourite colour?";
    case "shell.command":
      return "echo hello from the jp demo";
  }
}

/** Arguments that satisfy the schema of `tool`, as far as a schema can be satisfied by guessing. */
export function argumentsFor(tool: ToolDefinition, hints: ArgumentHints): JsonObject {
  const properties = objectOf(tool.parameters.properties);
  const required = Array.isArray(tool.parameters.required) ? tool.parameters.required : [];
  const result: Record<string, Json> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const value = known(tool.name, name, hints);
    if (value !== undefined) result[name] = value;
    else if (required.includes(name)) result[name] = guess(name, objectOf(schema), hints);
  }
  return result;
}

function guess(name: string, schema: JsonObject, hints: ArgumentHints): Json {
  const given = [schema.const, schema.default, firstOf(schema.enum), firstOf(schema.examples)]
    .find((value) => value !== undefined);
  if (given !== undefined) return given;
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case "integer":
    case "number":
      return typeof schema.minimum === "number" ? schema.minimum : 1;
    case "boolean":
      return false;
    case "array":
      return [];
    case "object":
      return Object.fromEntries(
        Object.entries(objectOf(schema.properties)).map((
          [key, inner],
        ) => [key, guess(key, objectOf(inner), hints)]),
      );
    case "null":
      return null;
  }
  return /path|file/i.test(name) ? hints.file ?? "." : "demo";
}

function firstOf(value: Json | undefined): Json | undefined {
  return Array.isArray(value) ? value[0] : undefined;
}

function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
