/**
 * The steps that others are made of: a block that closes, a reply, the end. Pure.
 *
 * @module
 */

import type {
  ChatRequest,
  ChatResponse,
  ConversationEvent,
  JsonObject,
  TurnEndReason,
} from "../../core/conversation/mod.ts";
import { type Due, finishAll, isUnderWay } from "./calls.ts";
import type { Step, TurnEffect, TurnState } from "./types.ts";

/** Records the block that is open; one that was interrupted has no end. */
export function closeBlock(
  state: TurnState,
  timestamp: string,
  extra: { readonly interrupted?: boolean; readonly provider?: JsonObject },
): TurnEffect[] {
  if (state.open === null) return [];
  const { kind, text } = state.open;
  const response: ChatResponse = {
    type: "chat_response",
    timestamp,
    ...(kind === "message" ? { message: text } : { reasoning: text }),
    ...extra,
    model: state.model,
  };
  const kept = record([response], false);
  // What is shown may take its time, and must not be lost meanwhile.
  return extra.interrupted ? [kept] : [kept, { kind: "block end" }];
}

/** What the user says, and what the answer has to match. */
export function chatRequest(
  { schema }: TurnState,
  content: string,
  timestamp: string,
): ChatRequest {
  return { type: "chat_request", timestamp, content, ...(schema ? { schema } : {}) };
}

/** The user speaks in the middle of the turn: what there is stays, and the model is asked. */
export function reply(state: TurnState, content: string, timestamp: string): Step {
  const left = finishAll(
    state.calls,
    (call) => isUnderWay(call) ? call.cancelled : "The user answered before the tool was run.",
  );
  return {
    state: { ...state, phase: "streaming", open: null, calls: [], attempts: 0, spoke: false },
    effects: [
      ...closeBlock(state, timestamp, { interrupted: true }),
      ...recordResults(left, timestamp),
      { kind: "echo", text: content },
      record([chatRequest(state, content, timestamp)], true),
      { kind: "request", goOn: false },
    ],
  };
}

/** Records results, and shows those that calls came to by themselves. */
export function recordResults(due: readonly Due[], timestamp: string): TurnEffect[] {
  if (due.length === 0) return [];
  const events = due.map(({ response, shown }) => ({ shown, event: { ...response, timestamp } }));
  return [
    record(events.map(({ event }) => event), true),
    ...events.flatMap(({ shown, event }): TurnEffect[] =>
      shown ? [{ kind: "show result", event }] : []
    ),
  ];
}

/** What leads to a result comes before what it leads to. */
export function after(effects: readonly TurnEffect[], result: Step): Step {
  return { state: result.state, effects: [...effects, ...result.effects] };
}

/** Ends the turn. */
export function finish(
  state: TurnState,
  effects: readonly TurnEffect[],
  reason: TurnEndReason,
  timestamp: string,
): Step {
  const end: ConversationEvent = {
    type: "turn_end",
    timestamp,
    reason,
    ...(state.usage ? { usage: state.usage } : {}),
  };
  return {
    state: { ...state, phase: "complete" },
    effects: [...effects, record([end], true), { kind: "end", reason }],
  };
}

/** Keeps events. */
export function record(events: readonly ConversationEvent[], sync: boolean): TurnEffect {
  return { kind: "record", events, sync };
}
