/**
 * The shapes of a turn: what it remembers, what can happen to it, what is to be done.
 *
 * @module
 */

import type {
  ConversationEvent,
  JsonObject,
  ToolCallRequest,
  ToolCallResponse,
  TurnEndReason,
  Usage,
} from "../../core/conversation/mod.ts";
import type { ModelEvent } from "../../services/providers/mod.ts";
import type { Call, CallDecision, CallRequest, CallResult, Inquiry } from "./calls.ts";

/** Where the turn is. */
export type Phase =
  | "idle"
  | "streaming"
  /** A call has arrived; the stream waits until it is decided on. */
  | "deciding"
  | "backing off"
  /** Calls that are to run again are decided on anew. */
  | "preparing"
  | "executing"
  | "complete";

/** A block that the model has begun and not closed. */
export interface OpenBlock {
  readonly kind: "message" | "reasoning";
  readonly text: string;
}

/** What the machine remembers. */
export interface TurnState {
  readonly phase: Phase;
  readonly model: string;
  /** What every answer of the turn has to match; undefined for text. */
  readonly schema: JsonObject | undefined;
  readonly open: OpenBlock | null;
  /** Calls of this cycle; each gets exactly one result. */
  readonly calls: readonly Call[];
  /** What the turn's requests have cost so far. */
  readonly usage: Usage | undefined;
  /** Repetitions since the last content. */
  readonly attempts: number;
  /** Requests made because of tool calls. */
  readonly cycles: number;
  /** Cycles in a row in which no call came to run. */
  readonly fruitless: number;
  /** Whether a call of this cycle came to run. */
  readonly ran: boolean;
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
  /** It is known whether a call runs. */
  | { readonly kind: "decided"; readonly call: number; readonly decision: CallDecision }
  /** Where a call that has begun is now. */
  | {
    readonly kind: "call";
    readonly call: number;
    readonly phase: "running" | "awaiting input" | "awaiting result edit";
  }
  /** A model answered what a call that has begun asked, in the user's place. */
  | { readonly kind: "inquired"; readonly call: number; readonly exchange: Inquiry }
  /** What a call that has begun came to. */
  | { readonly kind: "result"; readonly call: number; readonly result: CallResult }
  /** The user has the calls that have no result run once more. */
  | { readonly kind: "restart" }
  /** The user cancels the calls; the model reads this in place of each result (null: no word). */
  | { readonly kind: "respond"; readonly message: string | null }
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
  /** A call, before anybody is asked about it. */
  | { readonly kind: "show call"; readonly event: ToolCallRequest }
  /** What a call came to. */
  | { readonly kind: "show result"; readonly event: ToolCallResponse }
  /** Finds out whether a call runs; nothing else happens until then. */
  | { readonly kind: "decide"; readonly call: number; readonly request: CallRequest }
  /** Runs calls, all at once. */
  | { readonly kind: "run"; readonly calls: readonly number[] }
  /** A reply, to be shown the way the conversation is. */
  | { readonly kind: "echo"; readonly text: string }
  /** The block is whole. One that was cut off has no end: what follows may go on from it. */
  | { readonly kind: "block end" }
  /** `goOn`: an earlier one broke off, and what there is of its answer is to be continued. */
  | { readonly kind: "request"; readonly goOn: boolean }
  | { readonly kind: "wait"; readonly ms: number; readonly why: string; readonly attempt: number }
  | { readonly kind: "notice"; readonly text: string }
  | { readonly kind: "end"; readonly reason: TurnEndReason };

/** A step: the state after it, and what to do, in order. */
export interface Step {
  readonly state: TurnState;
  readonly effects: readonly TurnEffect[];
}

/** A turn that has not begun. */
export function newTurn(model: string, schema?: JsonObject): TurnState {
  return {
    phase: "idle",
    model,
    schema,
    open: null,
    calls: [],
    usage: undefined,
    attempts: 0,
    cycles: 0,
    fruitless: 0,
    ran: false,
    spoke: false,
    sinceRequest: 0,
  };
}
