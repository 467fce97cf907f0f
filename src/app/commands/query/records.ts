/**
 * What `--format json` prints for an event: one record, its details under `metadata`.
 *
 * Source: reference-facts 6.3.
 *
 * @module
 */

import type { KnownEvent } from "../../../core/conversation/mod.ts";

/** The record of an event, or null for events that are not printed. */
export function jsonRecord(event: KnownEvent): Record<string, unknown> | null {
  const head = { timestamp: recordTime(event.timestamp), type: event.type };
  switch (event.type) {
    case "chat_request": {
      const { content, schema } = event;
      return { ...head, content, ...(schema ? { schema } : {}), metadata: {} };
    }
    case "chat_response": {
      const { message, reasoning, data, interrupted, model } = event;
      return {
        ...head,
        ...(message === undefined ? {} : { message }),
        ...(reasoning === undefined ? {} : { reasoning }),
        ...(data === undefined ? {} : { data }),
        metadata: { ...(model ? { model } : {}), ...(interrupted ? { interrupted } : {}) },
      };
    }
    case "tool_call_request":
      return {
        ...head,
        id: event.id,
        name: event.name,
        arguments: event.arguments,
        metadata: {},
      };
    case "tool_call_response":
      return {
        ...head,
        id: event.id,
        content: event.content,
        is_error: event.is_error,
        metadata: event.ended === undefined ? {} : { ended: event.ended },
      };
    case "inquiry_request":
      return { ...head, id: event.id, question: event.question, metadata: {} };
    case "inquiry_response":
      return { ...head, id: event.id, answer: event.answer, metadata: {} };
    case "turn_start":
    case "config_delta":
    case "discard":
    // Printed by the command, with what only it knows, as the last record.
    case "turn_end":
      return null;
  }
}

/** `2026-04-10T17:04:20.531Z` as `2026-04-10 17:04:20.531000`. */
function recordTime(timestamp: string): string {
  const match = /^(\S+)T([\d:]+)(?:\.(\d+))?Z$/.exec(timestamp);
  if (match === null) return timestamp;
  return `${match[1]} ${match[2]}.${(match[3] ?? "").padEnd(6, "0").slice(0, 6)}`;
}
