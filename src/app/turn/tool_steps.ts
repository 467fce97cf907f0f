/**
 * The steps of a turn that tools make: a call arrives, is decided on, runs, is answered; and what
 * the user may do to running ones. Pure.
 *
 * Source: reference-facts 3.3, interrupts.md "Scopes and their rung 1"; PR-013.
 *
 * @module
 */

import type { ToolCallRequest } from "../../core/conversation/mod.ts";
import type { ModelEvent } from "../../services/providers/mod.ts";
import {
  again,
  type Call,
  type CallDecision,
  type CallResult,
  changed,
  decided,
  finishAll,
  firstUndecided,
  type Inquiry,
  isUnderWay,
  newCall,
  takeResults,
} from "./calls.ts";
import { after, closeBlock, finish, record, recordResults, reply } from "./steps.ts";
import type { Step, TurnEffect, TurnState } from "./types.ts";

/** Requests that tool calls lead to, in one turn. */
const MAX_CYCLES = 100;
/** A model whose calls never come to run (unknown, refused) is stopped after this many answers. */
const MAX_FRUITLESS = 8;
const TOO_MANY = "No more tools are run in this turn. Answer with what you know.";

export function onCall(
  state: TurnState,
  event: Extract<ModelEvent, { kind: "tool_call" }>,
  timestamp: string,
): Step {
  const { id, name, provider } = event;
  const request: ToolCallRequest = {
    type: "tool_call_request",
    timestamp,
    id,
    name,
    arguments: event.arguments,
    ...(provider ? { provider } : {}),
  };
  const effects: TurnEffect[] = [
    ...closeBlock(state, timestamp, {}),
    record([request], false),
    { kind: "show call", event: request },
  ];
  const next = { ...state, open: null, attempts: 0 };
  const number = state.calls.length;
  const calls = [...state.calls, newCall(event)];
  if (isExhausted(state)) {
    const refused = { kind: "answer", content: TOO_MANY, isError: true } as const;
    return { state: { ...next, calls: decided(calls, number, refused) }, effects };
  }
  return {
    state: { ...next, calls, phase: "deciding" },
    effects: [...effects, decide(calls, number)],
  };
}

export function onDecided(
  state: TurnState,
  number: number,
  decision: CallDecision,
  timestamp: string,
): Step {
  if (state.calls[number]?.phase !== "deciding") return { state, effects: [] };
  const calls = decided(state.calls, number, decision);
  const next = { ...state, calls };
  if (state.phase === "deciding") return { state: { ...next, phase: "streaming" }, effects: [] };
  const undecided = firstUndecided(calls);
  return undecided >= 0
    ? { state: next, effects: [decide(calls, undecided)] }
    : execute(next, timestamp);
}

/** Runs what was allowed; with nothing left to run the model is asked. */
export function execute(state: TurnState, timestamp: string): Step {
  const { calls, due } = takeResults(state.calls);
  const running = calls.map((call): Call =>
    call.phase === "approved" ? { ...call, phase: "running" } : call
  );
  const started = calls.flatMap(({ phase }, number) => phase === "approved" ? [number] : []);
  const next: TurnState = {
    ...state,
    calls: running,
    phase: "executing",
    ran: state.ran || started.length > 0,
  };
  const effects = recordResults(due, timestamp);
  if (started.length > 0) {
    return { state: next, effects: [...effects, { kind: "run", calls: started }] };
  }
  return after(effects, askOn(next, timestamp));
}

export function onResult(
  state: TurnState,
  number: number,
  result: CallResult,
  timestamp: string,
): Step {
  if (!isUnderWayAt(state, number)) return { state, effects: [] };
  const settled = changed(state.calls, number, { phase: "settled", result });
  const { calls, due } = takeResults(settled);
  const effects = recordResults(due, timestamp);
  const next: TurnState = { ...state, calls };
  if (calls.some(({ phase }) => phase !== "answered")) return { state: next, effects };
  return after(effects, askOn(next, timestamp));
}

/** Question and answer together: one without the other says nothing. */
export function inquired({ id, question, answer }: Inquiry, timestamp: string): TurnEffect[] {
  return [record([
    { type: "inquiry_request", timestamp, id, question },
    { type: "inquiry_response", timestamp, id, answer },
  ], false)];
}

/** Every call has its result: the model is to read them. */
function askOn(state: TurnState, timestamp: string): Step {
  const next: TurnState = {
    ...state,
    phase: "streaming",
    calls: [],
    cycles: state.cycles + 1,
    fruitless: state.ran ? 0 : state.fruitless + 1,
    ran: false,
  };
  if (!isExhausted(state)) return { state: next, effects: [{ kind: "request", goOn: false }] };
  const text = "The model goes on asking for tools; the turn ends here.";
  return finish(next, [{ kind: "notice", text }], "complete", timestamp);
}

function isExhausted({ cycles, fruitless }: TurnState): boolean {
  return cycles >= MAX_CYCLES || fruitless >= MAX_FRUITLESS;
}

export function prepareAgain(state: TurnState): Step {
  const calls = again(state.calls);
  const undecided = firstUndecided(calls);
  return undecided < 0 ? { state, effects: [] } : {
    state: { ...state, calls, phase: "preparing" },
    effects: [decide(calls, undecided)],
  };
}

export function onRespond(state: TurnState, message: string | null, timestamp: string): Step {
  if (state.phase !== "executing") {
    // The last result came while it was typed: it is said all the same.
    return message === null ? { state, effects: [] } : reply(state, message, timestamp);
  }
  const words = message === null ? null : `The user cancelled this tool call, and says: ${message}`;
  const left = finishAll(state.calls, (call) => words ?? call.cancelled);
  const echo: TurnEffect[] = message === null ? [] : [{ kind: "echo", text: message }];
  const effects = [...recordResults(left, timestamp), ...echo];
  return after(effects, askOn(state, timestamp));
}

function decide(calls: readonly Call[], number: number): TurnEffect {
  const { id, name, arguments: args } = calls[number] as Call;
  return { kind: "decide", call: number, request: { id, name, arguments: args } };
}

export function isUnderWayAt({ calls }: TurnState, number: number): boolean {
  const call = calls[number];
  return call !== undefined && isUnderWay(call);
}
