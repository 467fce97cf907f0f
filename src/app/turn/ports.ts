/**
 * What a turn is run with: the model, the conversation, the screen, the tools, the presses.
 *
 * @module
 */

import type {
  ConversationEvent,
  JsonObject,
  ToolCallRequest,
  ToolCallResponse,
} from "../../core/conversation/mod.ts";
import type { Scope } from "../../host/signals/mod.ts";
import type { ModelEvent, ProviderError } from "../../services/providers/mod.ts";
import type { Waiting } from "../show/mod.ts";
import type { CallDecision, CallRequest, CallResult, Inquiry } from "./calls.ts";

/** What a turn is run with; every wait takes the signal. */
export interface TurnPorts {
  /** `provider/name`. */
  readonly model: string;
  /** What the answer has to match; left out for text. */
  readonly schema?: JsonObject;
  /** Asks the model, with the conversation as it is now. */
  request(goOn: boolean, signal: AbortSignal): AsyncIterable<ModelEvent>;
  /** Keeps events, on the disk if it can; never throws for a disk that cannot. */
  record(events: readonly ConversationEvent[], sync: boolean): Promise<void>;
  show(block: "message" | "reasoning", text: string): Promise<void>;
  /** What was shown of a block is the whole of it; resolves when the next thing may be shown. */
  blockEnd(): Promise<void>;
  notice(text: string): void;
  /** What is being waited for, or null when something has arrived. */
  waiting(what: Waiting | null): void;
  /** A provider's fault as such, or null for anything else. */
  asProviderError(error: unknown): ProviderError | null;
  /** Milliseconds before repetition `attempt`, or null not to repeat. */
  retryDelay(attempt: number, error: ProviderError): number | null;
  /** How often a request is repeated at most. */
  readonly maxRetries: number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Resolves when the next visible step may be taken. */
  pass(signal: AbortSignal): Promise<void>;
  /** The time as the conversation stores it. */
  timestamp(): string;
  /** Shows a reply that was given in the middle of the turn. */
  echo?(text: string): void;
  /** Shows a call of a tool, before anybody is asked about it. */
  showCall?(event: ToolCallRequest): Promise<void>;
  /** Shows what a call came to. */
  showResult?(event: ToolCallResponse): Promise<void>;
  /** Without it there are none. */
  readonly tools?: TurnTools;
  readonly interrupts?: TurnInterrupts;
}

/** What the user decides about a turn that a press has paused. */
export type Decision =
  | { readonly kind: "continue" }
  | { readonly kind: "stop" }
  | { readonly kind: "abort" }
  | { readonly kind: "reply"; readonly text: string }
  /** Has the tools that are running run once more. */
  | { readonly kind: "restart" }
  /** Cancels them; the model reads this in place of each result. Null: no word. */
  | { readonly kind: "respond"; readonly message: string | null };

/** The scopes of a turn. */
export type TurnScope = "turn" | "streaming" | "tool";

/** What can be done with the calls of a turn. */
export interface TurnTools {
  /** A turn begins: what the user wanted remembered for the last one is forgotten. */
  begin(): void;
  /**
   * Finds out whether a call runs, and asks if need be.
   *
   * @throws the signal's reason when that aborts: then nobody has decided.
   */
  decide(call: NumberedCall, signal: AbortSignal): Promise<CallDecision>;
  /**
   * Runs a call that was allowed, to its result. Settles soon after an abort.
   *
   * @throws the signal's reason when that aborts before there is a result.
   */
  run(call: NumberedCall, news: CallNews, signal: AbortSignal): Promise<CallResult>;
}

/** Told what becomes of a call meanwhile. */
export interface CallNews {
  at(phase: "running" | "awaiting input" | "awaiting result edit"): void;
  inquired(exchange: Inquiry): void;
}

/** A call with its number among those of one answer. */
export interface NumberedCall extends CallRequest {
  readonly number: number;
  /** What of it stands right above what is shown next: that it is made, or all it was given, too. */
  readonly seen?: "call" | "all" | undefined;
}

/** How presses reach a turn; without it they are somebody else's. */
export interface TurnInterrupts {
  /** Puts a scope on the stack. */
  enter(scope: TurnScope): Scope;
  /** Holds every visible step until disposed. */
  close(): Disposable;
  /** Asks, or does what is configured instead. */
  decide(scope: TurnScope): Promise<Decision>;
}
