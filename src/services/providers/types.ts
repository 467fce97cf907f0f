/**
 * The one streaming shape every model is read through, whatever speaks on the wire.
 *
 * @module
 */

import type {
  Continuation,
  Json,
  JsonObject,
  PromptMessage,
  Usage,
} from "../../core/conversation/mod.ts";

export type { AssistantPart, PromptMessage } from "../../core/conversation/mod.ts";

/** A tool offered to the model. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly parameters: JsonObject;
}

/** One request to a model. */
export interface ModelRequest {
  readonly system: string | null;
  readonly messages: readonly PromptMessage[];
  readonly tools: readonly ToolDefinition[];
  readonly toolChoice: "auto" | "none" | "required" | { readonly tool: string };
  /** `max_tokens`, `temperature`, `top_p`, … and provider-specific ones, as configured. */
  readonly parameters: JsonObject;
  /**
   * `assistant.request.cache`: how long the provider is asked to keep the prompt, where it can be
   * asked. Left out: not at all.
   */
  readonly cache?: PromptCache;
  /** A JSON Schema the answer has to match; it then arrives as `data`, not as `text`. */
  readonly schema?: JsonObject;
}

/** Minutes, or an hour and more; what exactly is the provider's to say. */
export type PromptCache = "off" | "short" | "long";

/** What arrives, in order, each as soon as it is on the socket. */
export type ModelEvent =
  /** Headers are here: the wait is now for the first token. */
  | { readonly kind: "connected" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "reasoning"; readonly text: string }
  /** The provider closed a block; `provider` is what it wants back to accept it again. */
  | {
    readonly kind: "block_end";
    readonly block: "text" | "reasoning";
    readonly provider?: JsonObject;
  }
  /** A piece of an answer to a schema: JSON that is not whole yet. Nothing to keep or to show. */
  | { readonly kind: "data_part"; readonly text: string }
  /** The answer to a schema, whole. */
  | { readonly kind: "data"; readonly data: Json }
  | { readonly kind: "tool_call_start"; readonly id: string; readonly name: string }
  | { readonly kind: "tool_call_arguments"; readonly id: string; readonly text: string }
  | {
    readonly kind: "tool_call";
    readonly id: string;
    readonly name: string;
    readonly arguments: JsonObject;
    readonly provider?: JsonObject;
  }
  | { readonly kind: "usage"; readonly usage: Usage }
  | { readonly kind: "finish"; readonly reason: FinishReason };

/** Why the model stopped by itself. */
export type FinishReason = "complete" | "tool_calls" | "max_tokens" | "refused" | "other";

/** A model that can be asked. */
export interface Model {
  /** `provider/name`. */
  readonly id: string;
  /**
   * How it takes up a cut-off answer. A model of kind `instruction` that is given a prompt ending in
   * an answer nevertheless is asked to go on, as it would refuse that prompt.
   */
  readonly continuation: Continuation;
  /**
   * Starts one request. The iterator ends after `finish`.
   *
   * @throws {ProviderError} from the iterator: for each fault, with the partial events before it.
   * When `signal` aborts, iteration ends by throwing the signal's reason, at once, also while the
   * connection is being made.
   *
   * @param activity called at every sign of life from the server, also those that become no event
   * (keep-alive comments), so that a slow thinker is not taken for a dead connection (RFD 091).
   */
  stream(
    request: ModelRequest,
    signal: AbortSignal,
    activity?: () => void,
  ): AsyncIterable<ModelEvent>;
}

/** What kind of fault it was: decides the wording and whether asking again can help. */
export type ProviderErrorCode =
  | "timeout"
  | "connect"
  | "rate_limit"
  | "server"
  | "quota"
  | "auth"
  | "not_found"
  | "too_large"
  | "bad_request"
  | "bad_response"
  | "config";

/** A request that failed, in words a person can act on; never holds a key. */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
  readonly code: ProviderErrorCode;
  /** What to do about it, one line. */
  readonly help: string;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** How long the server asked to wait, in ms; null when it did not say. */
  readonly retryAfterMs: number | null;
  /**
   * What of the configuration is at fault: the name of the model, wherever it was taken from, or
   * the key of that path; null for anything else.
   */
  readonly about: "model" | readonly string[] | null;

  constructor(
    code: ProviderErrorCode,
    message: string,
    options: {
      help: string;
      retryable: boolean;
      retryAfterMs?: number | null;
      about?: ProviderError["about"];
      cause?: unknown;
    },
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.about = options.about ?? null;
    this.help = options.help;
    this.retryable = options.retryable;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}
