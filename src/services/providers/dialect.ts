/**
 * What has to be known about one kind of provider to ask it through its package. The rest of the
 * folder is the same for all of them.
 *
 * @module
 */

import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from "@ai-sdk/provider";
import type { Continuation, JsonObject, Usage } from "../../core/conversation/mod.ts";
import type { Fetch } from "./guarded_fetch.ts";
import type { Growing } from "./joined_deltas.ts";
import type { Timer } from "./timer.ts";
import type { ModelRequest } from "./types.ts";

/** Which model, where, and with what key. */
export interface EndpointOptions {
  /** The provider's name in the configuration. */
  readonly provider: string;
  /** The model's name at the provider. */
  readonly model: string;
  /** `https://host/v1`: what the path of a request is appended to. */
  readonly baseUrl: string;
  /** The environment variable that holds the key; null for a server that wants none. */
  readonly apiKeyEnv: string | null;
  /** An environment variable. */
  readonly env: (name: string) => string | undefined;
  /** Bounds the wait for an error's body. */
  readonly timer: Timer;
  /** Makes the requests. */
  readonly fetch: Fetch;
}

/** What a package is given to make one request with. */
export interface Connection {
  readonly model: string;
  readonly baseUrl: string;
  /** A stand-in when there is none: packages look for one by themselves otherwise. */
  readonly key: string;
  readonly fetch: Fetch;
}

/** One kind of provider. */
export interface Dialect {
  readonly stream: StreamTraits;
  /** Events that are read as one when several are there; absent where each is read by itself. */
  readonly growing?: Growing;
  /**
   * The shortest answer there is, as the server sends it, of a package that takes its time with the
   * first answer it reads.
   */
  readonly sample?: string;
  /** Gathers what the package leaves out of one stream; absent where that is nothing. */
  aside?(): Aside;
  readonly continuation: Continuation;
  /** Loads the package, with the first request and not before, and makes its model. */
  load(connection: Connection): Promise<LanguageModelV4>;
  /**
   * The call.
   *
   * @throws {ProviderError} `config` for a parameter that is not what it has to be.
   */
  call(request: ModelRequest, signal: AbortSignal): LanguageModelV4CallOptions;
  /** Members of the request's body that the package has no option for. */
  body(request: ModelRequest): JsonObject;
  /** Whether an answer that reached the limit of tokens is to be gone on with. */
  chains(request: ModelRequest): boolean;
}

/** How its stream is read. */
export interface StreamTraits {
  /**
   * Whether the end of a block is the provider's own word. Otherwise the package says it, also when
   * the stream broke off, and it counts once something good has followed.
   */
  readonly closesBlocks: boolean;
  /** Parts with the same result belong to one block. */
  blockOf(id: string): string;
  /** Whether this end of a part ends its block. */
  ends(kind: Block, metadata: SharedV4ProviderMetadata | undefined): boolean;
  /** What the provider wants back to accept a closed block again; null for nothing. */
  keep(kind: Block | "tool_call", metadata: SharedV4ProviderMetadata): JsonObject | null;
  /** Tokens as the provider counted them; null when it did not. */
  usage(usage: LanguageModelV4Usage): Usage | null;
}

/** What comes beside the parts of a stream, and belongs to the thoughts in it. */
export interface Aside {
  /** A chunk as the server sent it, before the parts that were made of it. */
  see(chunk: unknown): void;
  /** What has come since the last time, as it is kept; null for nothing. */
  take(): JsonObject | null;
}

/** What an answer is made of, besides tool calls. */
export type Block = "text" | "reasoning";

/** Events as a server sends them. */
export function eventStream(events: readonly JsonObject[]): string {
  return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
}

/** The numbers as the packages unify them; what they fill in as zero is left out. */
export function unifiedUsage(
  { raw, inputTokens, outputTokens }: LanguageModelV4Usage,
): Usage | null {
  if (raw === undefined) return null;
  const named: [keyof Usage, number | undefined][] = [
    ["input_tokens", inputTokens.total],
    ["output_tokens", outputTokens.total],
    ["reasoning_tokens", outputTokens.reasoning || undefined],
    ["cached_tokens", inputTokens.cacheRead || undefined],
  ];
  const counted = named.filter(([, value]) => value !== undefined);
  return counted.length === 0 ? null : Object.fromEntries(counted);
}
