/**
 * A stored conversation, as it was seen when it happened: the same view fed with the events.
 *
 * @module
 */

import type { ChatResponse, KnownEvent, ToolCallResponse } from "../../core/conversation/mod.ts";
import type { ConversationView } from "./conversation_view.ts";
import type { WholeResult } from "./tool_view.ts";
import type { WholeResults } from "./whole_results.ts";

/**
 * Shows events in their order, those that no longer count left out.
 *
 * @param results where the whole of results is that are cut.
 * @param each awaited before every event.
 */
export async function showEvents(
  view: ConversationView,
  events: readonly KnownEvent[],
  results: Pick<WholeResults, "find">,
  each: () => Promise<void>,
): Promise<void> {
  let speaker: string | null | undefined;
  for (const event of events) {
    await each();
    switch (event.type) {
      case "chat_request":
        speaker = undefined;
        view.request(event.content);
        break;
      case "chat_response": {
        const model = event.model ?? null;
        if (speaker !== model && view.shows(event)) view.answerer(model);
        speaker = view.shows(event) ? model : speaker;
        showResponse(view, event);
        break;
      }
      case "tool_call_request":
        view.tools.requested(event);
        break;
      case "tool_call_response":
        view.tools.answered(event, await wholeOf(view, event, results));
        break;
    }
  }
  view.end();
}

async function wholeOf(
  view: ConversationView,
  event: ToolCallResponse,
  results: Pick<WholeResults, "find">,
): Promise<WholeResult | null> {
  const link = view.tools.linkFor(event);
  const path = link === null ? null : await results.find(event.content);
  return link === null || path === null ? null : { link, path };
}

// One that was cut off has no end: what comes next may go on from it.
function showResponse(view: ConversationView, event: ChatResponse): void {
  const { message, reasoning, data, interrupted } = event;
  if (message !== undefined) view.message(message);
  if (reasoning !== undefined) view.reasoning(reasoning);
  if (data !== undefined) view.data(data);
  if (interrupted) view.interrupted();
  else view.blockEnd();
}
