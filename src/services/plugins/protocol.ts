/**
 * Version 1 of the plugin protocol: what the two sides say, one JSON object a line. Pure: lines in,
 * messages out, and every line that is none becomes a complaint to be sent back.
 *
 * Source: RFD 072, reference-facts 8.2, interrupts.md "Plugins".
 *
 * @module
 */

import type { JsonObject } from "../../core/conversation/mod.ts";

/** The version spoken, in `init`. */
export const PROTOCOL_VERSION = 1;

/** Echoed in the answer to the request that had it. */
export type CorrelationId = string | number;

/** Where a plugin prints. */
export const PRINT_CHANNELS = ["content", "chrome"] as const;
/** What the text it prints is. */
export const PRINT_FORMATS = ["plain", "markdown", "code", "json"] as const;
/** How important a line of its log is. */
export const LOG_LEVELS = ["error", "warning", "info", "debug", "trace"] as const;
/** How it may have the user asked. */
export const COMPOSE_KINDS = ["line", "buffer", "select"] as const;

/** Something to show. */
export interface PrintRequest {
  readonly text: string;
  readonly channel: (typeof PRINT_CHANNELS)[number];
  readonly format: (typeof PRINT_FORMATS)[number];
  /** Of code. */
  readonly language: string | null;
}

/** One of several answers. */
export interface ComposeOption {
  readonly value: string;
  readonly label: string;
  /** One character that takes it at once; null: it is chosen from a list. */
  readonly key: string | null;
}

/** A question to the user. */
export interface ComposeRequest {
  readonly kind: (typeof COMPOSE_KINDS)[number];
  readonly message: string;
  /** Lines above the question. */
  readonly preamble: readonly string[];
  /** What the text begins with, or the value selected first. */
  readonly text: string;
  /** Of a select, at least one. */
  readonly options: readonly ComposeOption[];
}

/** What a plugin says of itself. */
export interface PluginDescription {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** The words it is called with. */
  readonly command: readonly string[];
  readonly author: string | null;
  readonly help: string | null;
  readonly repository: string | null;
}

/** What comes from a plugin. */
export type PluginMessage =
  & { readonly id: CorrelationId | null }
  & (
    | { readonly type: "ready" }
    | { readonly type: "list_conversations" }
    | { readonly type: "read_events"; readonly conversation: string }
    | { readonly type: "read_config"; readonly path: string | null }
    | { readonly type: "print"; readonly print: PrintRequest }
    | {
      readonly type: "log";
      readonly level: (typeof LOG_LEVELS)[number];
      readonly message: string;
      readonly fields: JsonObject;
    }
    | { readonly type: "describe"; readonly description: PluginDescription }
    | { readonly type: "compose"; readonly compose: ComposeRequest }
    | { readonly type: "terminal"; readonly action: "acquire" | "release" }
    | { readonly type: "exit"; readonly code: number; readonly reason: string | null }
  );

/** A line that is no message: what to tell the plugin. */
export interface Complaint {
  readonly id: CorrelationId | null;
  /** The type it gave, if it gave one. */
  readonly request: string | null;
  readonly message: string;
}

/** What a line turned out to be. */
export type ParsedMessage =
  | { readonly kind: "message"; readonly message: PluginMessage }
  | { readonly kind: "malformed"; readonly complaint: Complaint };

/** Reads a line. */
export function parseMessage(line: string): ParsedMessage {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return malformed(null, null, "not a line of JSON");
  }
  if (!isObject(value)) return malformed(null, null, "not a JSON object");
  const { type } = value;
  const id = typeof value.id === "string" || typeof value.id === "number" ? value.id : null;
  const request = typeof type === "string" ? type : null;
  try {
    if (value.id !== undefined && value.id !== null && id === null) {
      throw new Wrong("id has to be a string or a number");
    }
    if (request === null) throw new Wrong("type is missing");
    return { kind: "message", message: { id, ...read(request, value) } };
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    return malformed(id, request, error.message);
  }
}

/** A message to the plugin as its line. */
export function encodeMessage(message: JsonObject): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(message)}\n`);
}

/** The members that echo a request's id. */
export function echo(id: CorrelationId | null): { readonly id?: CorrelationId } {
  return id === null ? {} : { id };
}

/** The message that says what was wrong. */
export function errorMessage({ id, request, message }: Complaint): JsonObject {
  return { type: "error", ...echo(id), ...(request === null ? {} : { request }), message };
}

class Wrong extends Error {}

type Fields = Readonly<Record<string, unknown>>;
type Body = PluginMessage extends infer M ? M extends unknown ? Omit<M, "id"> : never : never;

function read(type: string, fields: Fields): Body {
  switch (type) {
    case "ready":
    case "list_conversations":
      return { type };
    case "read_events":
      return { type, conversation: text(fields, "conversation") };
    case "read_config":
      return { type, path: maybeText(fields, "path") };
    case "print":
      return {
        type,
        print: {
          text: text(fields, "text"),
          channel: oneOf(fields, "channel", PRINT_CHANNELS, "content"),
          format: oneOf(fields, "format", PRINT_FORMATS, "plain"),
          language: maybeText(fields, "language"),
        },
      };
    case "log":
      return {
        type,
        level: fields.level === "warn" ? "warning" : oneOf(fields, "level", LOG_LEVELS, "info"),
        message: text(fields, "message"),
        fields: isObject(fields.fields) ? fields.fields as JsonObject : {},
      };
    case "describe":
      return {
        type,
        description: {
          name: text(fields, "name"),
          version: maybeText(fields, "version") ?? "",
          description: maybeText(fields, "description") ?? "",
          command: texts(fields, "command"),
          author: maybeText(fields, "author"),
          help: maybeText(fields, "help"),
          repository: maybeText(fields, "repository"),
        },
      };
    case "compose":
      return { type, compose: compose(fields) };
    case "terminal":
      return { type, action: oneOf(fields, "action", ["acquire", "release"] as const, null) };
    case "exit":
      return { type, code: status(fields), reason: maybeText(fields, "reason") };
    default:
      throw new Wrong("there is no message of that type in protocol 1");
  }
}

function compose(fields: Fields): ComposeRequest {
  const kind = oneOf(fields, "kind", COMPOSE_KINDS, null);
  const options = kind === "select" ? composeOptions(fields.options) : [];
  return {
    kind,
    message: text(fields, "message"),
    preamble: texts(fields, "preamble"),
    text: maybeText(fields, "text") ?? "",
    options,
  };
}

function composeOptions(given: unknown): ComposeOption[] {
  if (!Array.isArray(given) || given.length === 0) {
    throw new Wrong("options has to be a list of at least one answer");
  }
  return given.map((each: unknown): ComposeOption => {
    if (typeof each === "string") return { value: each, label: each, key: null };
    if (!isObject(each)) throw new Wrong("an option is a string, or has value, label and key");
    const value = text(each, "value");
    const key = maybeText(each, "key");
    if (key !== null && [...key].length !== 1) throw new Wrong("key has to be one character");
    if (key === "?" || key === "b") throw new Wrong(`the key ${key} has a meaning of its own`);
    return { value, label: maybeText(each, "label") ?? value, key };
  });
}

function status(fields: Fields): number {
  const { code = 0 } = fields;
  if (typeof code === "number" && Number.isInteger(code) && code >= 0 && code <= 255) return code;
  throw new Wrong("code has to be a whole number from 0 to 255");
}

function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === "string") return value;
  throw new Wrong(`${name} has to be a string`);
}

function maybeText(fields: Fields, name: string): string | null {
  const value = fields[name] ?? null;
  return value === null ? null : text(fields, name);
}

function texts(fields: Fields, name: string): string[] {
  const value = fields[name] ?? [];
  if (Array.isArray(value) && value.every((each): each is string => typeof each === "string")) {
    return value;
  }
  throw new Wrong(`${name} has to be a list of strings`);
}

function oneOf<const T extends string>(
  fields: Fields,
  name: string,
  choices: readonly T[],
  fallback: NoInfer<T> | null,
): T {
  const value = fields[name] ?? fallback;
  const found = choices.find((choice) => choice === value);
  if (found !== undefined) return found;
  throw new Wrong(`${name} has to be one of ${choices.join(", ")}`);
}

function malformed(
  id: CorrelationId | null,
  request: string | null,
  message: string,
): ParsedMessage {
  return { kind: "malformed", complaint: { id, request, message } };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> & JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
