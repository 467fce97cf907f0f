/**
 * What a conversation is made of: one event a line in `events.jsonl`, in the order things happened.
 * Types only; how they are stored, repaired and sent to a model lies beside this file.
 *
 * @module
 */

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** What every event carries. */
export interface EventBase {
  /** UTC, `2026-04-10T17:04:20.531Z`. */
  readonly timestamp: string;
}

/** A turn begins. */
export interface TurnStart extends EventBase {
  readonly type: "turn_start";
}

/** The user's message. On disk before the request goes out. */
export interface ChatRequest extends EventBase {
  readonly type: "chat_request";
  readonly content: string;
  /** A JSON schema the answer has to match. */
  readonly schema?: JsonObject;
}

/** What the model said: exactly one of `message`, `reasoning` and `data` is there. */
export interface ChatResponse extends EventBase {
  readonly type: "chat_response";
  readonly message?: string;
  readonly reasoning?: string;
  readonly data?: Json;
  /** The text was cut short: by the user, an error or a kill. */
  readonly interrupted?: boolean;
  /** What the provider needs to accept a reasoning block again (signatures, ids). */
  readonly provider?: JsonObject;
  /** `provider/name` of the model that wrote it. */
  readonly model?: string;
}

/** The model asks for a tool. */
export interface ToolCallRequest extends EventBase {
  readonly type: "tool_call_request";
  readonly id: string;
  readonly name: string;
  readonly arguments: JsonObject;
  readonly provider?: JsonObject;
}

/** What the tool, the user or the repair pass answered; one for each request. */
export interface ToolCallResponse extends EventBase {
  readonly type: "tool_call_response";
  readonly id: string;
  readonly content: string;
  readonly is_error: boolean;
  /** How the call ended, where that was not the tool's doing. */
  readonly ended?: CallEnd;
}

/** It was not run, its result is kept from the model, or it was stopped. */
export type CallEnd = "skipped" | "withheld" | "cancelled";

/** A model was asked what a tool wanted to know, in the user's place. */
export interface InquiryRequest extends EventBase {
  readonly type: "inquiry_request";
  /** `CALL.QUESTION`. */
  readonly id: string;
  readonly question: string;
}

/** What it answered. */
export interface InquiryResponse extends EventBase {
  readonly type: "inquiry_response";
  /** That of the request. */
  readonly id: string;
  readonly answer: Json;
}

/** Settings that hold from here on in this conversation. */
export interface ConfigDelta extends EventBase {
  readonly type: "config_delta";
  readonly delta: JsonObject;
}

/** The answer of the running cycle was discarded by the user; the log itself is never cut. */
export interface Discard extends EventBase {
  readonly type: "discard";
  /** How many events directly before this one no longer count. */
  readonly events: number;
}

/** How a turn ended. */
export interface TurnEnd extends EventBase {
  readonly type: "turn_end";
  readonly reason: TurnEndReason;
  readonly usage?: Usage;
}

/** `complete`: the model finished. The others: somebody or something stopped it. */
export type TurnEndReason = "complete" | "stopped" | "aborted" | "interrupted" | "error";

/** Tokens as the provider counted them; a member it did not name is absent. */
export interface Usage {
  readonly input_tokens?: number;
  readonly output_tokens?: number;
  readonly reasoning_tokens?: number;
  readonly cached_tokens?: number;
}

/** An event of a type this version does not know; kept as it is. */
export interface UnknownEvent extends EventBase {
  readonly type: string & { readonly __unknown?: never };
  readonly [key: string]: unknown;
}

/** The events this version understands. */
export type KnownEvent =
  | TurnStart
  | ChatRequest
  | ChatResponse
  | ToolCallRequest
  | ToolCallResponse
  | InquiryRequest
  | InquiryResponse
  | ConfigDelta
  | Discard
  | TurnEnd;

/** One line of a conversation. */
export type ConversationEvent = KnownEvent | UnknownEvent;
