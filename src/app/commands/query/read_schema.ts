/**
 * `--schema`: a JSON schema as it stands, a file with one, or the short form.
 *
 * Source: reference-facts 1.3.
 *
 * @module
 */

import type { Json, JsonObject } from "../../../core/conversation/mod.ts";
import { jsonFault } from "../../../core/json/mod.ts";
import { ProviderError, type SchemaCheck, schemaCheck } from "../../../services/providers/mod.ts";
import { type App, CommandError } from "../../app.ts";
import { readTextFile } from "./read_file.ts";

/** What an answer has to match, and what says whether it does. */
export interface AnswerShape {
  readonly schema: JsonObject;
  readonly check: SchemaCheck;
}

/** What was asked for. @throws {CommandError} when it cannot be read or is no schema. */
export async function readSchema(app: App, given: string): Promise<AnswerShape> {
  const schema = await schemaIn(app, given.trim());
  try {
    return { schema, check: await schemaCheck(schema) };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new CommandError(error.message, { help: error.help, code: 2 });
  }
}

async function schemaIn(app: App, text: string): Promise<JsonObject> {
  if (text.startsWith("@")) {
    const path = text.slice(1);
    const content = await readTextFile(app, path, "@PATH names a file with a JSON schema.");
    return parsed(content, `${path} holds`);
  }
  return text.startsWith("{") ? parsed(text, "--schema is") : shortSchema(text);
}

function parsed(text: string, what: string): JsonObject {
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    throw wrong(`${what} no JSON: ${jsonFault(text)}`);
  }
  if (typeof value === "object" && value !== null && !isArray(value)) return value;
  throw wrong(`${what} JSON, but no object`);
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

const TYPES: Readonly<Record<string, string>> = {
  str: "string",
  string: "string",
  text: "string",
  int: "integer",
  integer: "integer",
  float: "number",
  number: "number",
  bool: "boolean",
  boolean: "boolean",
};

/** `NAME [TYPE[\[\]]] [: DESCRIPTION]` */
const FIELD = /^([A-Za-z_]\w*)(?:\s+([a-z]+)(\[\])?)?\s*(?::\s*(.+))?$/;

/**
 * The short form: fields, each required, with a comma or a line between them:
 * `name, age int, tags str[]: what it is about`. A field without a type is text.
 *
 * @throws {CommandError} for a field that is not understood.
 */
export function shortSchema(text: string): JsonObject {
  const properties: Record<string, JsonObject> = {};
  for (const field of text.split(/[,\n]/).map((each) => each.trim())) {
    if (field === "") continue;
    const [, name, word = "string", list, description] = FIELD.exec(field) ?? [];
    const type = TYPES[word];
    if (name === undefined || type === undefined) {
      throw wrong(`"${field}" is no field of a schema`);
    }
    properties[name] = {
      ...(list === undefined ? { type } : { type: "array", items: { type } }),
      ...(description === undefined ? {} : { description }),
    };
  }
  const required = Object.keys(properties);
  if (required.length === 0) throw wrong("--schema is empty");
  return { type: "object", properties, required, additionalProperties: false };
}

function wrong(what: string): CommandError {
  return new CommandError(what, {
    help: 'Give a JSON schema, a file with one (@PATH), or fields: "name, age int, tags str[]".',
    code: 2,
  });
}
