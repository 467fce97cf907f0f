/**
 * Arguments as a tool takes them: defaults filled in, JSON that came as text read, and anything
 * that does not fit refused in words a model can act on.
 *
 * Source: reference-facts.md 9.2.
 *
 * @module
 */

import type { Json, JsonObject } from "../../core/conversation/mod.ts";
import { ToolError } from "./types.ts";

const MAX_COMPLAINTS = 5;

/**
 * The arguments, checked against the JSON Schema of an object.
 *
 * @throws {ToolError} `arguments` with everything that is wrong with them.
 */
export async function checkArguments(
  tool: string,
  schema: JsonObject,
  given: JsonObject,
): Promise<JsonObject> {
  const args = completed(schema, given);
  const properties = objectOf(schema.properties);
  const complaints = [
    ...textsOf(schema.required).filter((name) => !Object.hasOwn(args, name))
      .map((name) => `${name} is missing`),
    ...(schema.additionalProperties === false
      ? Object.keys(args).filter((name) => !Object.hasOwn(properties, name))
        .map((name) => `there is no argument ${JSON.stringify(name)}`)
      : []),
  ];
  if (complaints.length === 0) complaints.push(...await violations(schema, args));
  if (complaints.length === 0) return args;
  const more = complaints.length - MAX_COMPLAINTS;
  const names = Object.keys(properties);
  throw new ToolError(
    "arguments",
    `The arguments do not fit ${tool}: ${complaints.slice(0, MAX_COMPLAINTS).join("; ")}` +
      `${more > 0 ? `; and ${more} more` : ""}. ` +
      (names.length === 0 ? "It takes none." : `It takes ${names.join(", ")}.`),
  );
}

async function violations(schema: JsonObject, args: JsonObject): Promise<string[]> {
  const { Validator } = await import("@cfworker/json-schema");
  try {
    const { valid, errors } = new Validator(schema, "2020-12", false).validate(args);
    if (valid) return [];
    // The outer ones only say that an inner one failed.
    const inner = errors.filter(({ keyword }) => keyword !== "properties" && keyword !== "items");
    return (inner.length > 0 ? inner : errors).map(({ instanceLocation, error }) =>
      `${instanceLocation.replace(/^#\/?/, "") || "the whole"}: ${error.replace(/\.$/, "")}`
    );
  } catch {
    // A schema of somebody else's that cannot be read checks nothing; the tool itself will.
    return [];
  }
}

/** With defaults, and with text that stands for something else read as such, all the way down. */
function completed(schema: JsonObject, given: JsonObject): JsonObject {
  const properties = objectOf(schema.properties);
  const required = textsOf(schema.required);
  const entries = Object.entries(given).flatMap(([name, value]): [string, Json][] => {
    const inner = Object.hasOwn(properties, name) ? objectOf(properties[name]) : {};
    // Many a model spells out what it leaves out.
    const leftOut = value === null && !required.includes(name) && refusesNull(inner);
    return leftOut ? [] : [[name, coerced(inner, value)]];
  });
  const there = new Set(entries.map(([name]) => name));
  for (const [name, inner] of Object.entries(properties)) {
    const fallback = objectOf(inner).default;
    if (fallback !== undefined && !there.has(name)) entries.push([name, fallback]);
  }
  return Object.fromEntries(entries);
}

function refusesNull({ type }: JsonObject): boolean {
  const types = typeof type === "string" ? [type] : textsOf(type);
  return types.length > 0 && !types.includes("null");
}

function coerced(schema: JsonObject, value: Json): Json {
  const types = typeof schema.type === "string" ? [schema.type] : textsOf(schema.type);
  const read = typeof value === "string" && types.length > 0 && !types.includes("string")
    ? parsed(value, types)
    : value;
  if (isObject(read)) return schema.properties === undefined ? read : completed(schema, read);
  if (Array.isArray(read) && isObject(schema.items)) {
    const { items } = schema;
    return read.map((item) => coerced(items, item));
  }
  return read;
}

function parsed(text: string, types: readonly string[]): Json {
  try {
    const value = JSON.parse(text) as Json;
    const type = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
    const fits = types.includes(type) ||
      (type === "number" && types.includes("integer") && Number.isInteger(value));
    return fits ? value : text;
  } catch {
    return text;
  }
}

/** An object, or an empty one. */
export function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** Whether it is an object. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textsOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
