/**
 * The log is only ever added to, so taking something back is an event too. This decides which
 * events still count.
 *
 * @module
 */

import { isKnown } from "./codec.ts";
import type { ConversationEvent } from "./events.ts";

/**
 * The events that count, without the discarded ones and the `discard` events themselves.
 *
 * A discard reaches back over as many events of the log as it says, but never past the start of
 * the turn it follows: a line that was lost to damage cannot make it eat into an earlier turn.
 */
export function withoutDiscarded(events: readonly ConversationEvent[]): ConversationEvent[] {
  const kept: { readonly index: number; readonly event: ConversationEvent }[] = [];
  events.forEach((event, index) => {
    if (!isKnown(event) || event.type !== "discard") {
      kept.push({ index, event });
      return;
    }
    const first = index - event.events;
    for (let last = kept.at(-1); last !== undefined && last.index >= first; last = kept.at(-1)) {
      kept.pop();
      if (last.event.type === "turn_start") break;
    }
  });
  return kept.map(({ event }) => event);
}
