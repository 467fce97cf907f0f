/**
 * Claude, through Anthropic's Messages API.
 *
 * @module
 */

import type { AnthropicLanguageModelOptions } from "@ai-sdk/anthropic";
import type { LanguageModelV4CallOptions, SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { JsonObject } from "../../core/conversation/mod.ts";
import { callOptions, ownParameters } from "./call_options.ts";
import {
  type Dialect,
  type EndpointOptions,
  eventStream,
  type StreamTraits,
  unifiedUsage,
} from "./dialect.ts";
import { anthropicGrowing } from "./growing.ts";
import { numberParameter } from "./parameters.ts";
import { type Reasoning, reasoningOf } from "./reasoning.ts";
import { sdkModel } from "./sdk_model.ts";
import { isRecord } from "./server_words.ts";
import type { Model, PromptCache } from "./types.ts";

/** Which model, where, and with what key. */
export interface AnthropicOptions extends EndpointOptions {
  /** `chain_on_max_tokens`: go on with an answer that reached the model's own limit. */
  readonly chainOnMaxTokens: boolean;
  /** `beta_headers`: beta features asked for. */
  readonly betaHeaders: readonly string[];
}

/** Claude 3 and the first of Claude 4; later ones refuse a prompt that ends in an answer. */
const PREFILL = /claude-(2|3|instant|(opus|sonnet)-4(-[01])?(-\d{8})?$)/;

/** Those that think within a number of tokens only; later ones choose by themselves how much. */
const BUDGET_ONLY = /claude-(2|3|instant|(opus|sonnet|haiku)-4(-[015])?(-\d{8})?$)/;

/** Loads the provider package, so that a later request does not wait for it (tens of ms). */
export async function preloadAnthropic(): Promise<void> {
  await import("@ai-sdk/anthropic");
}

/**
 * The model.
 *
 * @throws {ProviderError} `config` when the key's variable is unset or the base URL is none.
 */
export function anthropicModel(options: AnthropicOptions): Model {
  return sdkModel(options, dialectOf(options));
}

const SAMPLE: readonly JsonObject[] = [
  {
    type: "message_start",
    message: {
      id: "m",
      type: "message",
      role: "assistant",
      model: "m",
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    },
  },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "." } },
  { type: "content_block_stop", index: 0 },
  { type: "message_stop" },
];

function dialectOf({ model, chainOnMaxTokens, betaHeaders }: AnthropicOptions): Dialect {
  const prefill = PREFILL.test(model);
  return {
    stream: TRAITS,
    growing: anthropicGrowing,
    sample: eventStream(SAMPLE),
    continuation: prefill ? "prefill" : "instruction",
    load: async ({ model, baseUrl, key, fetch }) => {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic({ baseURL: baseUrl, apiKey: key, fetch })(model);
    },
    call: (request, signal) => {
      const reasoning = reasoningOf(request.parameters);
      const thinks = reasoning.kind !== "default" && reasoning.kind !== "off";
      return {
        ...callOptions(request, signal, {
          reasoning: "all",
          // Thinking and a beginning that is given exclude each other.
          prefill: prefill && !thinks,
          cacheMark: cacheMark(request.cache),
        }),
        ...thinking(reasoning, model, betaHeaders),
      };
    },
    body: ({ parameters }) => ownParameters(parameters),
    // A limit that was asked for is meant.
    chains: ({ parameters, schema }) =>
      chainOnMaxTokens && schema === undefined &&
      numberParameter(parameters, "max_tokens") === undefined,
  };
}

function cacheMark(cache: PromptCache | undefined): SharedV4ProviderOptions | undefined {
  if (cache === undefined || cache === "off") return undefined;
  const ttl = cache === "long" ? { ttl: "1h" } : {};
  return { anthropic: { cacheControl: { type: "ephemeral", ...ttl } } };
}

function thinking(
  reasoning: Reasoning,
  model: string,
  betaHeaders: readonly string[],
): Pick<LanguageModelV4CallOptions, "reasoning" | "providerOptions"> {
  const of = (options: Pick<AnthropicLanguageModelOptions, "thinking">) => ({
    providerOptions: {
      anthropic: {
        ...options,
        ...(betaHeaders.length === 0 ? {} : { anthropicBeta: [...betaHeaders] }),
      },
    },
  });
  const adaptive = !BUDGET_ONLY.test(model);
  switch (reasoning.kind) {
    case "default":
      return of({});
    case "off":
      return { reasoning: "none", ...of({}) };
    case "auto":
      return adaptive
        ? of({ thinking: { type: "adaptive", display: "summarized" } })
        : { reasoning: "medium", ...of({}) };
    case "effort":
      return {
        reasoning: reasoning.effort,
        ...of(
          adaptive
            ? {
              thinking: {
                type: "adaptive",
                display: reasoning.exclude ? "omitted" : "summarized",
              },
            }
            : {},
        ),
      };
    case "budget":
      return of({ thinking: { type: "enabled", budgetTokens: reasoning.tokens } });
  }
}

const TRAITS: StreamTraits = {
  closesBlocks: true,
  blockOf: (id) => id,
  ends: () => true,
  keep: (kind, { anthropic }): JsonObject | null => {
    if (kind !== "reasoning" || !isRecord(anthropic)) return null;
    const { signature, redactedData } = anthropic;
    if (typeof signature === "string" && signature !== "") return { anthropic: { signature } };
    return typeof redactedData === "string" ? { anthropic: { redactedData } } : null;
  },
  usage: unifiedUsage,
};
