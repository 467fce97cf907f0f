/**
 * The tool calls of one answer as data: where each is on its way from the model's request to its one
 * result. Pure; which results are recorded when is decided here, so that every call has exactly one
 * and ids that are used twice stay apart.
 *
 * Source: reference-facts 3.3, RFD 092 (tool scope); PR-013, PR-038.
 *
 * @module
 */

import {
  type CallEnd,
  INTERRUPTED_RESULT,
  type Json,
  type JsonObject,
  type ToolCallResponse,
} from "../../core/conversation/mod.ts";

/** Where a call is. */
export type CallPhase =
  /** Whether it may run is being found out. */
  | "deciding"
  /** It will run once the answer is whole. */
  | "approved"
  | "running"
  /** It has asked something; it runs again with the answer. */
  | "awaiting input"
  /** It has run; what the model reads of it is being decided. */
  | "awaiting result edit"
  /** Its result is known and not yet recorded. */
  | "settled"
  /** Its result is recorded. */
  | "answered";

/** What the model is told. */
export interface CallResult {
  readonly content: string;
  readonly isError: boolean;
  /** How the call ended, where that was not the tool's doing. */
  readonly ended?: CallEnd;
}

/** A question of a tool's that a model answered. */
export interface Inquiry {
  /** `CALL.QUESTION`. */
  readonly id: string;
  readonly question: string;
  readonly answer: Json;
}

/** What the model asked for. */
export interface CallRequest {
  readonly id: string;
  readonly name: string;
  readonly arguments: JsonObject;
}

/** Whether a call runs. */
export type CallDecision =
  /**
   * `cancelled`: what the model is told when it is then cancelled without a word. `edited`: what it
   * runs with, where that is not what the model gave.
   */
  | { readonly kind: "run"; readonly cancelled: string; readonly edited?: JsonObject }
  | { readonly kind: "answer" } & CallResult;

/** One call. Its number is its index: ids may be used twice in one answer (PR-038). */
export interface Call extends CallRequest {
  readonly phase: CallPhase;
  readonly result: CallResult | null;
  readonly cancelled: string;
}

/** A call that has just arrived. */
export function newCall({ id, name, arguments: args }: CallRequest): Call {
  return { id, name, arguments: args, phase: "deciding", result: null, cancelled: "" };
}

/** The calls with one of them changed. */
export function changed(
  calls: readonly Call[],
  number: number,
  change: Partial<Call>,
): readonly Call[] {
  return calls.map((call, index) => index === number ? { ...call, ...change } : call);
}

/** The calls with one decided. */
export function decided(
  calls: readonly Call[],
  number: number,
  decision: CallDecision,
): readonly Call[] {
  switch (decision.kind) {
    case "run":
      return changed(calls, number, { phase: "approved", cancelled: decision.cancelled });
    case "answer": {
      const { kind: _, ...result } = decision;
      return changed(calls, number, { phase: "settled", result });
    }
  }
}

/** The first call that nobody has decided on; -1 if there is none. */
export function firstUndecided(calls: readonly Call[]): number {
  return calls.findIndex(({ phase }) => phase === "deciding");
}

/** Whether a call has begun and has no result yet. */
export function isUnderWay({ phase }: Call): boolean {
  return phase === "running" || phase === "awaiting input" || phase === "awaiting result edit";
}

/** The calls that were allowed, or had begun, made anew: they are decided on again. */
export function again(calls: readonly Call[]): readonly Call[] {
  return calls.map((call): Call =>
    isUnderWay(call) || call.phase === "approved" ? { ...call, phase: "deciding" } : call
  );
}

/** A result to be recorded, and shown if the call came to it by itself. */
export interface Due {
  readonly response: Omit<ToolCallResponse, "timestamp">;
  readonly shown: boolean;
}

/**
 * Takes the results that can be recorded now. One whose id an earlier call without a result has as
 * well waits for that: results find their calls by id, in order.
 */
export function takeResults(
  calls: readonly Call[],
): { readonly calls: readonly Call[]; readonly due: readonly Due[] } {
  const held = new Set<string>();
  const due: Due[] = [];
  const next = calls.map((call): Call => {
    if (call.phase === "answered") return call;
    if (call.phase !== "settled" || call.result === null || held.has(call.id)) {
      held.add(call.id);
      return call;
    }
    due.push(dueOf(call, call.result, true));
    return { ...call, phase: "answered" };
  });
  return { calls: next, due };
}

/** The results of all calls that have none recorded; `left` makes one up for a call without. */
export function finishAll(
  calls: readonly Call[],
  left: (call: Call) => string,
): readonly Due[] {
  return calls.filter(({ phase }) => phase !== "answered").map((call) => {
    if (call.result !== null) return dueOf(call, call.result, true);
    const ended = isUnderWay(call) ? "cancelled" : "skipped";
    return dueOf(call, { content: left(call), isError: true, ended }, false);
  });
}

/** What the model is told of a call that the end of the turn cut off. */
export function leftAtEnd(call: Call, byUser: boolean): string {
  if (!isUnderWay(call)) return "The turn ended before the tool was run.";
  return byUser ? call.cancelled : INTERRUPTED_RESULT;
}

function dueOf({ id }: Call, { content, isError, ended }: CallResult, shown: boolean): Due {
  const response: Due["response"] = {
    type: "tool_call_response",
    id,
    content,
    is_error: isError,
    ...(ended === undefined ? {} : { ended }),
  };
  return { response, shown };
}
