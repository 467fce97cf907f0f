/**
 * One turn as a pure machine: what happened in, what to record, show, request, decide, run and wait
 * for out. It owns what belongs in the conversation and in which order; the loop beside it does the
 * waiting. A call of a tool goes: arrives, is decided on (the stream waits), and when the answer is
 * whole all that were allowed run at once; each ends with exactly one recorded result.
 *
 * @module
 */

import type { ChatResponse, ConversationEvent, Usage } from "../../core/conversation/mod.ts";
import type { ModelEvent } from "../../services/providers/mod.ts";
import { type Call, type CallResult, changed, finishAll, leftAtEnd } from "./calls.ts";
import { after, chatRequest, closeBlock, finish, record, recordResults, reply } from "./steps.ts";
import {
  execute,
  inquired,
  isUnderWayAt,
  onCall,
  onDecided,
  onRespond,
  onResult,
  prepareAgain,
} from "./tool_steps.ts";
import type { OpenBlock, Phase, Step, TurnInput, TurnState } from "./types.ts";

/**
 * The next state and what to do. An input that cannot happen in this phase (a late event of a
 * stream that has failed, anything after the end) changes nothing.
 */
export function stepTurn(state: TurnState, input: TurnInput, timestamp: string): Step {
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

function accept(state: TurnState, input: TurnInput, timestamp: string): Step {
  switch (input.kind) {
    case "begin":
      return {
        state: { ...state, phase: "streaming" },
        effects: [
          record([
            { type: "turn_start", timestamp },
            chatRequest(state, input.content, timestamp),
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
    case "decided":
      return onDecided(state, input.call, input.decision, timestamp);
    case "call":
      return isUnderWayAt(state, input.call)
        ? {
          state: { ...state, calls: changed(state.calls, input.call, { phase: input.phase }) },
          effects: [],
        }
        : { state, effects: [] };
    case "inquired":
      return {
        state,
        effects: isUnderWayAt(state, input.call) ? inquired(input.exchange, timestamp) : [],
      };
    case "result":
      return onResult(state, input.call, input.result, timestamp);
    case "restart":
      return prepareAgain(state);
    case "respond":
      return onRespond(state, input.message, timestamp);
    case "reply":
      return reply(state, input.content, timestamp);
    case "abort":
      return abort(state, timestamp);
    case "stop": {
      const effects = closeBlock(state, timestamp, { interrupted: true });
      const byUser = input.reason === "stopped";
      const left = finishAll(state.calls, (call) => leftAtEnd(call, byUser));
      return finish(
        { ...state, open: null, calls: [] },
        [...effects, ...recordResults(left, timestamp)],
        input.reason,
        timestamp,
      );
    }
  }
}

const ACCEPTED: Readonly<Record<Phase, readonly TurnInput["kind"][]>> = {
  idle: ["begin"],
  streaming: ["event", "failed", "respond", "reply", "abort", "stop"],
  deciding: ["decided", "failed", "reply", "abort", "stop"],
  "backing off": ["retry", "reply", "abort", "stop"],
  preparing: ["decided", "reply", "abort", "stop"],
  executing: ["call", "inquired", "result", "restart", "respond", "reply", "abort", "stop"],
  complete: [],
};

function onEvent(state: TurnState, event: ModelEvent, timestamp: string): Step {
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
    case "tool_call":
      return onCall(state, event, timestamp);
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
): Step {
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
): Step {
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
): Step {
  const effects = [...closeBlock(state, timestamp, {})];
  const closed: TurnState = { ...state, open: null };
  if (state.calls.length > 0) return after(effects, execute(closed, timestamp));
  const words = FINISH_NOTICES[reason] ??
    (state.spoke ? undefined : SILENT);
  if (words !== undefined) effects.push({ kind: "notice", text: words });
  return finish(closed, effects, "complete", timestamp);
}

const FINISH_NOTICES: Readonly<Record<string, string>> = {
  max_tokens:
    "The answer was cut off: the model reached its limit of tokens. Ask it to go on, or " +
    "raise the limit (-p max_tokens=N).",
  refused: "The provider refused to answer. Put the request differently, or choose another model " +
    "(-m).",
  other: "The provider ended the answer for a reason of its own. Try again, or choose another " +
    "model (-m).",
};

const SILENT = "The model ended its answer without saying anything. Try again, or choose another " +
  "model (-m).";

function onFailure(
  state: TurnState,
  message: string,
  delayMs: number | null,
  timestamp: string,
): Step {
  const effects = closeBlock(state, timestamp, { interrupted: true });
  const closed: TurnState = { ...state, open: null };
  if (delayMs !== null && state.calls.some(({ phase }) => phase === "approved")) {
    // What was allowed is run: somebody may have decided on it while the connection was lost.
    const calls = state.calls.map((call): Call =>
      call.phase === "deciding" ? { ...call, phase: "settled", result: LOST } : call
    );
    return after(
      [...effects, { kind: "notice", text: message }],
      execute({ ...closed, calls }, timestamp),
    );
  }
  const left = finishAll(state.calls, () => LOST.content);
  const next: TurnState = { ...closed, calls: [] };
  const all = [...effects, ...recordResults(left, timestamp)];
  if (delayMs === null) return finish(next, all, "error", timestamp);
  return {
    state: { ...next, phase: "backing off", attempts: state.attempts + 1 },
    effects: [...all, { kind: "wait", ms: delayMs, why: message, attempt: state.attempts + 1 }],
  };
}

const LOST: CallResult = {
  content: "The connection was lost before the tool was run.",
  isError: true,
  ended: "skipped",
};

function abort(state: TurnState, timestamp: string): Step {
  const next: TurnState = { ...state, open: null, calls: [] };
  if (state.phase === "executing" || state.phase === "preparing") {
    // What tools have done is done, and the model has to know of it.
    const left = finishAll(state.calls, (call) => leftAtEnd(call, true));
    return finish(next, recordResults(left, timestamp), "aborted", timestamp);
  }
  // Nothing is cut from the log; a record says what no longer counts.
  const discard: ConversationEvent = { type: "discard", timestamp, events: state.sinceRequest };
  const effects = state.sinceRequest > 0 ? [record([discard], false)] : [];
  return finish(next, effects, "aborted", timestamp);
}

/** A member that no request named stays unnamed. */
function sum(before: Usage | undefined, more: Usage): Usage {
  const total: Record<string, number> = { ...before };
  for (const [name, count] of Object.entries(more)) total[name] = (total[name] ?? 0) + count;
  return total;
}
