/**
 * One turn as a pure machine: what happened in, what to record, show, request and wait for out. It
 * owns what belongs in the conversation and in which order; the loop beside it does the waiting.
 *
 * @module
 */

import type {
  ChatResponse,
  ConversationEvent,
  JsonObject,
  TurnEndReason,
  Usage,
} from "../../core/conversation/mod.ts";
import type { ModelEvent } from "../../services/providers/mod.ts";

/** Where the turn is. */
export type Phase = "idle" | "streaming" | "backing off" | "complete";

/** A block that the model has begun and not closed. */
interface OpenBlock {
  readonly kind: "message" | "reasoning";
  readonly text: string;
}

/** What the machine remembers. */
export interface TurnState {
  readonly phase: Phase;
  readonly model: string;
  readonly open: OpenBlock | null;
  /** Calls of this cycle; each gets exactly one answer. */
  readonly calls: readonly { readonly id: string; readonly name: string }[];
  /** What the turn's requests have cost so far. */
  readonly usage: Usage | undefined;
  /** Repetitions since the last content. */
  readonly attempts: number;
  /** Requests made because of tool calls. */
  readonly cycles: number;
  /** Whether the model has said anything to the user. */
  readonly spoke: boolean;
  /** Events recorded since the running request was made: what an abort takes back. */
  readonly sinceRequest: number;
}

/** Something that happened, with its time as the conversation stores it. */
export type TurnInput =
  | { readonly kind: "begin"; readonly content: string }
  | { readonly kind: "event"; readonly event: ModelEvent }
  /** The request failed; `delayMs` says when to repeat it, null not to. */
  | { readonly kind: "failed"; readonly message: string; readonly delayMs: number | null }
  /** The wait before a repetition is over. */
  | { readonly kind: "retry" }
  /** The user cuts in: what there is of the answer stays, and the model is asked with this. */
  | { readonly kind: "reply"; readonly content: string }
  /** The user takes the running answer back and ends the turn. */
  | { readonly kind: "abort" }
  /** Somebody or something ends the turn. */
  | { readonly kind: "stop"; readonly reason: Exclude<TurnEndReason, "complete"> };

/** What the loop has to do, in order. */
export type TurnEffect =
  | {
    readonly kind: "record";
    readonly events: readonly ConversationEvent[];
    readonly sync: boolean;
  }
  | { readonly kind: "show"; readonly block: "message" | "reasoning"; readonly text: string }
  /** A reply, to be shown the way the conversation is. */
  | { readonly kind: "echo"; readonly text: string }
  /** The block is whole. One that was cut off has no end: what follows may go on from it. */
  | { readonly kind: "block end" }
  /** `goOn`: an earlier one broke off, and what there is of its answer is to be continued. */
  | { readonly kind: "request"; readonly goOn: boolean }
  | { readonly kind: "wait"; readonly ms: number; readonly why: string; readonly attempt: number }
  | { readonly kind: "notice"; readonly text: string }
  | { readonly kind: "end"; readonly reason: TurnEndReason };

/** A model that keeps calling tools there are none of is stopped after this many answers. */
const MAX_CYCLES = 8;
const NO_TOOL =
  "There is no such tool here. Do not call it again; answer without it as well as you can.";

/** A turn that has not begun. */
export function newTurn(model: string): TurnState {
  return {
    phase: "idle",
    model,
    open: null,
    calls: [],
    usage: undefined,
    attempts: 0,
    cycles: 0,
    spoke: false,
    sinceRequest: 0,
  };
}

/**
 * The next state and what to do. An input that cannot happen in this phase (a late event of a
 * stream that has failed, anything after the end) changes nothing.
 */
export function stepTurn(state: TurnState, input: TurnInput, timestamp: string): Result {
  if (!ACCEPTED[state.phase].includes(input.kind)) return { state, effects: [] };
  const result = accept(state, input, timestamp);
  let sinceRequest = state.sinceRequest;
  for (const effect of result.effects) {
    if (effect.kind === "record") sinceRequest += effect.events.length;
    // What came before a repetition is a part of the same answer; a new question begins one.
    if (effect.kind === "request" && !effect.goOn) sinceRequest = 0;
  }
  return { state: { ...result.state, sinceRequest }, effects: result.effects };
}

function accept(state: TurnState, input: TurnInput, timestamp: string): Result {
  switch (input.kind) {
    case "begin":
      return {
        state: { ...state, phase: "streaming" },
        effects: [
          record([
            { type: "turn_start", timestamp },
            { type: "chat_request", timestamp, content: input.content },
          ], true),
          { kind: "request", goOn: false },
        ],
      };
    case "event":
      return onEvent(state, input.event, timestamp);
    case "failed":
      return onFailure(state, input.message, input.delayMs, timestamp);
    case "retry":
      return {
        state: { ...state, phase: "streaming" },
        effects: [{ kind: "request", goOn: true }],
      };
    case "reply":
      return {
        state: { ...state, phase: "streaming", open: null, calls: [], attempts: 0, spoke: false },
        effects: [
          ...closeBlock(state, timestamp, { interrupted: true }),
          ...answerCalls(state, timestamp, "The user answered before the tool was run."),
          { kind: "echo", text: input.content },
          record([{ type: "chat_request", timestamp, content: input.content }], true),
          { kind: "request", goOn: false },
        ],
      };
    case "abort": {
      // Nothing is cut from the log; a record says what no longer counts.
      const discard: ConversationEvent = {
        type: "discard",
        timestamp,
        events: state.sinceRequest,
      };
      return finish(
        { ...state, open: null, calls: [] },
        state.sinceRequest > 0 ? [record([discard], false)] : [],
        "aborted",
        timestamp,
      );
    }
    case "stop": {
      const effects = closeBlock(state, timestamp, { interrupted: true });
      const orphans = answerCalls(state, timestamp, "The turn ended before the tool was run.");
      return finish(
        { ...state, open: null, calls: [] },
        [...effects, ...orphans],
        input.reason,
        timestamp,
      );
    }
  }
}

type Result = { readonly state: TurnState; readonly effects: readonly TurnEffect[] };

const ACCEPTED: Readonly<Record<Phase, readonly TurnInput["kind"][]>> = {
  idle: ["begin"],
  streaming: ["event", "failed", "reply", "abort", "stop"],
  "backing off": ["retry", "reply", "abort", "stop"],
  complete: [],
};

function onEvent(state: TurnState, event: ModelEvent, timestamp: string): Result {
  switch (event.kind) {
    case "connected":
      return { state, effects: [] };
    case "text":
      return addText(state, "message", event.text, timestamp);
    case "reasoning":
      return addText(state, "reasoning", event.text, timestamp);
    case "block_end":
      return onBlockEnd(state, event, timestamp);
    case "data_part":
    case "tool_call_start":
    case "tool_call_arguments":
      return { state, effects: [] };
    case "data":
      return {
        state: { ...state, open: null, attempts: 0, spoke: true },
        effects: [
          ...closeBlock(state, timestamp, {}),
          record(
            [{ type: "chat_response", timestamp, data: event.data, model: state.model }],
            false,
          ),
        ],
      };
    case "tool_call": {
      const { id, name, provider } = event;
      const request: ConversationEvent = {
        type: "tool_call_request",
        timestamp,
        id,
        name,
        arguments: event.arguments,
        ...(provider ? { provider } : {}),
      };
      return {
        state: { ...state, open: null, attempts: 0, calls: [...state.calls, { id, name }] },
        effects: [...closeBlock(state, timestamp, {}), record([request], false)],
      };
    }
    case "usage":
      return { state: { ...state, usage: sum(state.usage, event.usage) }, effects: [] };
    case "finish":
      return onFinish(state, event.reason, timestamp);
  }
}

function onBlockEnd(
  state: TurnState,
  { block, provider }: Extract<ModelEvent, { kind: "block_end" }>,
  timestamp: string,
): Result {
  const extra = provider ? { provider } : {};
  const closed = { ...state, open: null };
  // Thoughts that are kept secret have no text, and the provider wants them back all the same.
  if (state.open === null && block === "reasoning" && provider) {
    const secret: ChatResponse = {
      type: "chat_response",
      timestamp,
      reasoning: "",
      ...extra,
      model: state.model,
    };
    return { state: closed, effects: [record([secret], false)] };
  }
  return { state: closed, effects: closeBlock(state, timestamp, extra) };
}

function addText(
  state: TurnState,
  kind: OpenBlock["kind"],
  text: string,
  timestamp: string,
): Result {
  if (text === "") return { state, effects: [] };
  const same = state.open?.kind === kind;
  const before = same || state.open === null ? [] : closeBlock(state, timestamp, {});
  const open = { kind, text: (same ? state.open?.text ?? "" : "") + text };
  return {
    state: { ...state, open, attempts: 0, spoke: state.spoke || kind === "message" },
    effects: [...before, { kind: "show", block: kind, text }],
  };
}

function onFinish(
  state: TurnState,
  reason: Extract<ModelEvent, { kind: "finish" }>["reason"],
  timestamp: string,
): Result {
  const effects = [...closeBlock(state, timestamp, {})];
  const closed: TurnState = { ...state, open: null };
  if (state.calls.length > 0 && state.cycles < MAX_CYCLES) {
    return {
      state: { ...closed, calls: [], cycles: state.cycles + 1 },
      effects: [
        ...effects,
        ...answerCalls(state, timestamp, NO_TOOL),
        { kind: "request", goOn: false },
      ],
    };
  }
  effects.push(...answerCalls(state, timestamp, NO_TOOL));
  const words = FINISH_NOTICES[reason] ??
    (state.spoke ? undefined : "The model ended its answer without saying anything.");
  if (words !== undefined) effects.push({ kind: "notice", text: words });
  return finish({ ...closed, calls: [] }, effects, "complete", timestamp);
}

const FINISH_NOTICES: Readonly<Record<string, string>> = {
  max_tokens: "The answer was cut off: the model reached its limit of tokens.",
  refused: "The provider refused to answer.",
  other: "The provider ended the answer for a reason of its own.",
};

function onFailure(
  state: TurnState,
  message: string,
  delayMs: number | null,
  timestamp: string,
): Result {
  const effects = closeBlock(state, timestamp, { interrupted: true });
  const orphans = answerCalls(state, timestamp, "The connection was lost before the tool was run.");
  const next: TurnState = { ...state, open: null, calls: [] };
  if (delayMs === null) return finish(next, [...effects, ...orphans], "error", timestamp);
  return {
    state: { ...next, phase: "backing off", attempts: state.attempts + 1 },
    effects: [
      ...effects,
      ...orphans,
      { kind: "wait", ms: delayMs, why: message, attempt: state.attempts + 1 },
    ],
  };
}

function closeBlock(
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
  return extra.interrupted ? [kept] : [{ kind: "block end" }, kept];
}

function answerCalls(state: TurnState, timestamp: string, content: string): TurnEffect[] {
  if (state.calls.length === 0) return [];
  return [record(
    state.calls.map(({ id }) => ({
      type: "tool_call_response",
      timestamp,
      id,
      content,
      is_error: true,
    })),
    true,
  )];
}

/** A member that no request named stays unnamed. */
function sum(before: Usage | undefined, more: Usage): Usage {
  const total: Record<string, number> = { ...before };
  for (const [name, count] of Object.entries(more)) total[name] = (total[name] ?? 0) + count;
  return total;
}

function finish(
  state: TurnState,
  effects: readonly TurnEffect[],
  reason: TurnEndReason,
  timestamp: string,
): Result {
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

function record(events: readonly ConversationEvent[], sync: boolean): TurnEffect {
  return { kind: "record", events, sync };
}
