/**
 * A conversation as turns: what was asked, what came of it, and parts of it picked out by turn.
 *
 * @module
 */

import { isKnown } from "./codec.ts";
import { withoutDiscarded } from "./discard.ts";
import type { ChatRequest, ConversationEvent, TurnEnd } from "./events.ts";

/** One turn, from its `turn_start` up to the next. */
export interface Turn {
  /** Counted from 1. */
  readonly number: number;
  readonly events: readonly ConversationEvent[];
  /** What the user asked first; null when the turn was cut off before. */
  readonly request: ChatRequest | null;
  /** How it ended; null when it is running or was killed. */
  readonly end: TurnEnd | null;
}

/** A conversation cut into turns. */
export interface Turns {
  /** What stands before the first turn: settings. */
  readonly before: readonly ConversationEvent[];
  readonly turns: readonly Turn[];
}

/** Which turns to keep; counts from either end, times as in the events. Unset keeps all. */
export interface TurnSelection {
  /** The first so many. */
  readonly first?: number;
  /** The last so many. */
  readonly last?: number;
  /** Turns that began at this time or later. */
  readonly from?: string;
  /** Turns that began before this time. */
  readonly until?: string;
}

/** Cuts a log into turns, discarded events left out, empty turns too. */
export function splitTurns(log: readonly ConversationEvent[]): Turns {
  const before: ConversationEvent[] = [];
  const groups: ConversationEvent[][] = [];
  let group = before;
  for (const event of withoutDiscarded(log)) {
    // A log from elsewhere may lack turn_start: its first request begins a turn all the same.
    const begins = event.type === "turn_start" ||
      (event.type === "chat_request" && group === before);
    if (begins) groups.push(group = []);
    group.push(event);
  }
  const turns = groups.filter((events) => events.length > 1 || events[0]?.type !== "turn_start")
    .map((events, index) => turnOf(events, index + 1));
  return { before, turns };
}

function turnOf(events: readonly ConversationEvent[], number: number): Turn {
  let request: ChatRequest | null = null;
  let end: TurnEnd | null = null;
  for (const event of events) {
    if (!isKnown(event)) continue;
    if (event.type === "chat_request") request ??= event;
    if (event.type === "turn_end") end = event;
  }
  return { number, events, request, end };
}

/**
 * The events of some turns, for a fork. Settings made in the turns left out before them still hold,
 * so those stay.
 */
export function selectTurns(
  log: readonly ConversationEvent[],
  selection: TurnSelection,
): readonly ConversationEvent[] {
  const { before, turns } = splitTurns(log);
  const { first = Infinity, last = Infinity, from, until } = selection;
  const inTime = turns.filter((turn) => {
    const began = turn.events[0]?.timestamp ?? "";
    return (from === undefined || began >= from) && (until === undefined || began < until);
  });
  const counted = new Set(
    inTime.filter((_, index) => index < first && index >= inTime.length - last),
  );
  const events = [...before];
  let reached = false;
  for (const turn of turns) {
    if (counted.has(turn)) {
      reached = true;
      for (const event of turn.events) events.push(event);
    } else if (!reached) {
      events.push(...turn.events.filter((event) => event.type === "config_delta"));
    }
  }
  return events;
}

/** The last request that counts, answered or not; null when there is none. */
export function lastRequest(log: readonly ConversationEvent[]): ChatRequest | null {
  const last = withoutDiscarded(log).findLast((event) =>
    isKnown(event) && event.type === "chat_request"
  );
  return last === undefined ? null : last as ChatRequest;
}

/**
 * The last request that got no answer at all, or null: what `query -E` sends again. An answer that
 * was cut off counts as one.
 */
export function unansweredRequest(log: readonly ConversationEvent[]): ChatRequest | null {
  let open: ChatRequest | null = null;
  for (const event of withoutDiscarded(log)) {
    if (!isKnown(event)) continue;
    if (event.type === "chat_request") open = event;
    else if (event.type === "chat_response" || event.type === "tool_call_request") open = null;
  }
  return open;
}
