/**
 * One event, one line: how an event is written and how a line is judged when it is read back.
 * A line is either an event, kept exactly as it stands, or a problem; it is never guessed at.
 *
 * @module
 */

import type { ConversationEvent, JsonObject, KnownEvent } from "./events.ts";

/** Why a line is not an event. */
export type LineFault =
  /** Not JSON: cut short, overwritten or edited by hand. */
  | "not_json"
  /** JSON, but without the `type` and `timestamp` strings every event has. */
  | "not_an_event"
  /** A type this version knows, with members it cannot use. */
  | "malformed";

/** What a line turned out to be. */
export type ParsedLine =
  | { readonly kind: "event"; readonly event: ConversationEvent }
  | { readonly kind: "problem"; readonly fault: LineFault };

type Fields = { readonly [key: string]: unknown };

const END_REASONS: ReadonlySet<unknown> = new Set([
  "complete",
  "stopped",
  "aborted",
  "interrupted",
  "error",
]);

// What the code relies on, and no more: an unknown member of a known event is kept, not judged.
const CHECKS: { readonly [T in KnownEvent["type"]]: (fields: Fields) => boolean } = {
  turn_start: () => true,
  chat_request: (f) => text(f.content) && (f.schema === undefined || object(f.schema)),
  chat_response: (f) =>
    Number(f.message !== undefined) + Number(f.reasoning !== undefined) +
          Number(f.data !== undefined) === 1 &&
    (f.message === undefined || text(f.message)) &&
    (f.reasoning === undefined || text(f.reasoning)) &&
    (f.provider === undefined || object(f.provider)) &&
    (f.interrupted === undefined || typeof f.interrupted === "boolean") &&
    (f.model === undefined || text(f.model)),
  tool_call_request: (f) =>
    text(f.id) && text(f.name) && object(f.arguments) &&
    (f.provider === undefined || object(f.provider)),
  tool_call_response: (f) => text(f.id) && text(f.content) && typeof f.is_error === "boolean",
  inquiry_request: (f) => text(f.id) && text(f.question),
  inquiry_response: (f) => text(f.id) && f.answer !== undefined,
  config_delta: (f) => object(f.delta),
  discard: (f) => Number.isSafeInteger(f.events) && Number(f.events) >= 0,
  turn_end: (f) => END_REASONS.has(f.reason) && (f.usage === undefined || object(f.usage)),
};

/** Whether this version understands the event; narrows away {@linkcode UnknownEvent}. */
export function isKnown(event: ConversationEvent): event is KnownEvent {
  return Object.hasOwn(CHECKS, event.type);
}

/** The event as its line, the newline included. */
export function encodeEvent(event: ConversationEvent): string {
  return `${JSON.stringify(event)}\n`;
}

/** The events as one buffer, ready to be appended with one write. */
export function encodeEvents(events: readonly ConversationEvent[]): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(events.map(encodeEvent).join(""));
}

/** Judges one line (without its newline). Never throws. */
export function parseLine(line: string): ParsedLine {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { kind: "problem", fault: "not_json" };
  }
  if (!object(value) || !text(value.type) || !text(value.timestamp)) {
    return { kind: "problem", fault: "not_an_event" };
  }
  const event = value as unknown as ConversationEvent;
  if (isKnown(event) && !CHECKS[event.type](value)) return { kind: "problem", fault: "malformed" };
  return { kind: "event", event };
}

function text(value: unknown): value is string {
  return typeof value === "string";
}

function object(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
