/**
 * Puts a conversation into the order every provider insists on: each tool call followed by exactly
 * one result, nothing before the first request. Whatever moment the program was killed at, what
 * comes out can be sent (PR-038). The log itself is not touched.
 *
 * @module
 */

import { isKnown } from "./codec.ts";
import { withoutDiscarded } from "./discard.ts";
import type { ConversationEvent, ToolCallRequest, ToolCallResponse } from "./events.ts";

/** What stands in for the result of a call that never got one. */
export const INTERRUPTED_RESULT = "Tool call was interrupted.";

/** A conversation in order, and what it took. */
export interface Repaired {
  /** Without discarded events; the results of each batch of calls follow it in the calls' order. */
  readonly events: readonly ConversationEvent[];
  /**
   * Results that were made up, with the timestamps of their calls. Appended to the log, in this
   * order, they make the repair lasting.
   */
  readonly missing: readonly ToolCallResponse[];
  /** Events left out: results nobody asked for, answers before the first request. */
  readonly dropped: readonly ConversationEvent[];
}

interface Call {
  readonly request: ToolCallRequest;
  response: ToolCallResponse | null;
}

/** What the model said in one go, with the calls it made. */
interface Batch {
  readonly events: ConversationEvent[];
  readonly calls: Call[];
}

/** Repairs a conversation. `interrupted` is the text of results that are missing. */
export function repair(
  log: readonly ConversationEvent[],
  interrupted: string = INTERRUPTED_RESULT,
): Repaired {
  const items: (ConversationEvent | Batch)[] = [];
  const dropped: ConversationEvent[] = [];
  const open = new OpenCalls();
  let batch: Batch | null = null;
  let asked = false;
  for (const event of withoutDiscarded(log)) {
    if (!isKnown(event) || event.type === "config_delta") {
      // Settings and unknown events keep their place, inside a batch too.
      (batch?.events ?? items).push(event);
      continue;
    }
    switch (event.type) {
      case "chat_request":
      case "turn_start":
      case "turn_end":
        asked ||= event.type === "chat_request";
        batch = null;
        items.push(event);
        break;
      case "chat_response":
      case "tool_call_request":
        if (!asked) {
          dropped.push(event);
          break;
        }
        if (batch === null) {
          batch = { events: [], calls: [] };
          items.push(batch);
        }
        batch.events.push(event);
        if (event.type === "tool_call_request") open.add(event, batch);
        break;
      case "inquiry_request":
      case "inquiry_response":
        // What a tool was told meanwhile is nothing the model said or reads.
        (batch?.events ?? items).push(event);
        break;
      case "tool_call_response":
        if (!open.answer(event)) dropped.push(event);
        batch = null;
        break;
    }
  }
  return { ...flatten(items, interrupted), dropped };
}

function flatten(
  items: readonly (ConversationEvent | Batch)[],
  interrupted: string,
): Pick<Repaired, "events" | "missing"> {
  const events: ConversationEvent[] = [];
  const missing: ToolCallResponse[] = [];
  for (const item of items) {
    if (!isBatch(item)) {
      events.push(item);
      continue;
    }
    for (const event of item.events) events.push(event);
    for (const { request, response } of item.calls) {
      if (response !== null) {
        events.push(response);
        continue;
      }
      const made: ToolCallResponse = {
        type: "tool_call_response",
        timestamp: request.timestamp,
        id: request.id,
        content: interrupted,
        is_error: true,
      };
      missing.push(made);
      events.push(made);
    }
  }
  while (events.at(-1)?.type === "turn_start") events.pop();
  return { events, missing };
}

function isBatch(item: ConversationEvent | Batch): item is Batch {
  return !("type" in item);
}

/**
 * Which call a result belongs to when ids are used again: the first open call of that id in the
 * latest batch that has one. Providers number their calls from zero in every answer (PR-038).
 */
class OpenCalls {
  readonly #byId = new Map<
    string,
    { readonly batch: Batch; readonly calls: Call[]; next: number }[]
  >();

  add(request: ToolCallRequest, batch: Batch): void {
    const call: Call = { request, response: null };
    batch.calls.push(call);
    const queues = this.#byId.get(request.id) ?? [];
    if (queues.length === 0) this.#byId.set(request.id, queues);
    const last = queues.at(-1);
    if (last?.batch === batch) last.calls.push(call);
    else queues.push({ batch, calls: [call], next: 0 });
  }

  /** False when no call waits for it. */
  answer(response: ToolCallResponse): boolean {
    const queues = this.#byId.get(response.id);
    const last = queues?.at(-1);
    const call = last?.calls[last.next];
    if (queues === undefined || last === undefined || call === undefined) return false;
    call.response = response;
    last.next += 1;
    if (last.next === last.calls.length) queues.pop();
    return true;
  }
}
