/**
 * What was said so far, for a person who composes the next query: newest first, as Markdown. Pure.
 *
 * Source: reference-facts 5.3.
 *
 * @module
 */

import {
  type ChatRequest,
  type ChatResponse,
  type ConversationEvent,
  isKnown,
  type KnownEvent,
  type ToolCallRequest,
  type ToolCallResponse,
  withoutDiscarded,
} from "../../../../core/conversation/mod.ts";

const ENTRIES = 10;

type AnswerEvent = ChatResponse | ToolCallRequest | ToolCallResponse;

/** One request, or all that came in answer to one. */
type HistoryEntry =
  | { readonly kind: "you"; readonly request: ChatRequest }
  | { readonly kind: "assistant"; readonly events: AnswerEvent[] };

/** The last entries of a conversation under their heading. */
export function historySection(events: readonly ConversationEvent[]): string {
  const entries = entriesOf(events).slice(-ENTRIES).reverse().map(shown);
  return [`# Conversation History (last ${ENTRIES} entries)`, ...entries].join("\n\n");
}

function entriesOf(events: readonly ConversationEvent[]): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  for (const each of withoutDiscarded(events)) {
    if (!isKnown(each)) continue;
    const event = each as KnownEvent;
    switch (event.type) {
      case "chat_request":
        entries.push({ kind: "you", request: event });
        break;
      case "chat_response":
      case "tool_call_request":
      case "tool_call_response": {
        const last = entries.at(-1);
        if (last?.kind === "assistant") last.events.push(event);
        else entries.push({ kind: "assistant", events: [event] });
        break;
      }
      case "turn_start":
      case "turn_end":
      case "config_delta":
      case "discard":
        break;
    }
  }
  return entries;
}

function shown(entry: HistoryEntry): string {
  if (entry.kind === "you") {
    const { timestamp, content } = entry.request;
    return `## You on ${time(timestamp)}\n\n${content.trim()}`;
  }
  const [first] = entry.events;
  const model = entry.events.map((event) => event.type === "chat_response" ? event.model : null)
    .find((name) => name);
  const heading = `## Assistant${model ? ` (${model})` : ""} on ${time(first?.timestamp ?? "")}`;
  return [heading, ...entry.events.flatMap(sections)].join("\n\n");
}

function sections(event: AnswerEvent): string[] {
  switch (event.type) {
    case "chat_response": {
      const { reasoning, message, data, interrupted } = event;
      return [
        ...(reasoning === undefined ? [] : [`### Reasoning\n\n${reasoning.trim()}`]),
        ...(message === undefined ? [] : [message.trim()]),
        ...(data === undefined ? [] : [`### Structured data\n\n${fenced(json(data), "json")}`]),
        ...(interrupted === true ? ["(interrupted)"] : []),
      ];
    }
    case "tool_call_request":
      return [`### Tool call: ${event.name}\n\n${fenced(json(event.arguments), "json")}`];
    case "tool_call_response":
      return [`### Tool ${event.is_error ? "error" : "result"}\n\n${fenced(event.content)}`];
  }
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** A fence longer than any in the text. */
function fenced(text: string, language = ""): string {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}

/** `2026-04-10T17:04:20.531Z` as `2026-04-10 17:04:20 UTC`. */
function time(timestamp: string): string {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/.exec(timestamp);
  return match === null ? timestamp : `${match[1]} ${match[2]} UTC`;
}
