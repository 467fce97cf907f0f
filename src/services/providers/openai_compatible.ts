/**
 * Models behind an OpenAI-compatible endpoint (chat completions): OpenRouter, Ollama, llama.cpp and
 * whatever else is configured so. What these servers know beyond OpenAI's own is sent as it is.
 *
 * @module
 */

import type { LanguageModelV4Usage, SharedV4ProviderMetadata } from "@ai-sdk/provider";
import type { JsonObject, Usage } from "../../core/conversation/mod.ts";
import { callOptions, ownParameters } from "./call_options.ts";
import type { Dialect, EndpointOptions, StreamTraits } from "./dialect.ts";
import { baseUrlOf } from "./endpoint.ts";
import { compatibleGrowing } from "./growing.ts";
import { countParameter } from "./parameters.ts";
import { LIFTED_DETAILS, ReasoningDetails } from "./reasoning_details.ts";
import { effortOf, reasoningOf } from "./reasoning.ts";
import { sdkModel } from "./sdk_model.ts";
import { isRecord } from "./server_words.ts";
import type { Model, ModelRequest, PromptCache } from "./types.ts";

/** Where servers of this kind differ. */
export type CompatibleFlavour = "plain" | "openrouter";

/** Which model, where, and with what key. */
export interface OpenAICompatibleOptions extends EndpointOptions {
  /** `plain` when left out. */
  readonly flavour?: CompatibleFlavour;
}

/** The name our options go by within the package; must not be one it gives a meaning to. */
const OPTIONS_KEY = "jp";

/** OpenAI's own service differs from what is compatible with it. */
const OPENAI_HOST = "api.openai.com";

/** Loads the provider package, so that a later request does not wait for it (tens of ms). */
export async function preloadOpenAICompatible(): Promise<void> {
  await import("@ai-sdk/openai-compatible");
}

/**
 * The model.
 *
 * @throws {ProviderError} `config` when the key's variable is unset or the base URL is none.
 */
export function openAICompatibleModel(options: OpenAICompatibleOptions): Model {
  const openAI = baseUrlOf(options).host === OPENAI_HOST;
  return sdkModel(options, dialectOf(options, openAI));
}

function dialectOf(options: OpenAICompatibleOptions, openAI: boolean): Dialect {
  const openRouter = options.flavour === "openrouter";
  const own = openRouter ? openRouterBody : plainBody;
  return {
    stream: TRAITS,
    growing: compatibleGrowing,
    ...(openRouter ? { aside: () => new ReasoningDetails() } : {}),
    // Whether a server goes on inside an answer depends on the model it runs.
    continuation: "instruction",
    load: async ({ model, baseUrl, key, fetch }) => {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      return createOpenAICompatible({
        name: OPTIONS_KEY,
        baseURL: baseUrl,
        apiKey: key,
        includeUsage: true,
        supportsStructuredOutputs: true,
        fetch,
        transformRequestBody: openAI ? withoutMaxTokens : undefined,
      }).chatModel(model);
    },
    call: (request, signal) => ({
      ...callOptions(request, signal, {
        reasoning: openAI ? "none" : "loop",
        prefill: false,
        ...(openRouter ? { lifted: LIFTED_DETAILS } : {}),
      }),
      includeRawChunks: openRouter,
      topK: undefined,
      providerOptions: { [OPTIONS_KEY]: bodyOf(request, own(request, options.model)) },
    }),
    // The package has a way of its own for these.
    body: () => ({}),
    chains: () => false,
  };
}

function bodyOf(request: ModelRequest, own: JsonObject): JsonObject {
  const topK = countParameter(request.parameters, "top_k");
  return {
    ...own,
    ...(topK === undefined ? {} : { top_k: topK }),
    ...ownParameters(request.parameters),
  };
}

function plainBody({ parameters }: ModelRequest): JsonObject {
  const reasoning = reasoningOf(parameters);
  switch (reasoning.kind) {
    case "default":
    case "auto":
      return {};
    case "off":
      return { reasoning_effort: "none" };
    case "effort":
      return { reasoning_effort: reasoning.effort };
    case "budget":
      return { reasoning_effort: effortOf(reasoning.tokens) };
  }
}

function openRouterBody({ parameters, cache }: ModelRequest, model: string): JsonObject {
  return { ...openRouterReasoning(parameters), ...openRouterCache(cache, model) };
}

function openRouterReasoning(parameters: JsonObject): JsonObject {
  const reasoning = reasoningOf(parameters);
  switch (reasoning.kind) {
    case "default":
      return {};
    case "off":
      return { reasoning: { enabled: false } };
    case "auto":
      return { reasoning: { enabled: true } };
    case "effort": {
      const { effort, exclude } = reasoning;
      return { reasoning: { effort: effort === "max" ? "xhigh" : effort, exclude } };
    }
    case "budget":
      return { reasoning: { max_tokens: reasoning.tokens, exclude: reasoning.exclude } };
  }
}

/** OpenRouter passes it on to Anthropic; the other providers behind it cache by themselves. */
function openRouterCache(cache: PromptCache | undefined, model: string): JsonObject {
  if (cache === undefined || cache === "off" || !model.startsWith("anthropic/")) return {};
  return { cache_control: { type: "ephemeral", ...(cache === "long" ? { ttl: "1h" } : {}) } };
}

/** Servers that think aloud want it back within a tool loop; this marks the block as replayable. */
const REASONING_PROVIDER: JsonObject = { [OPTIONS_KEY]: { reasoning_content: true } };

const TRAITS: StreamTraits = {
  closesBlocks: false,
  blockOf: (id) => id,
  ends: () => true,
  keep: (kind, metadata) => {
    switch (kind) {
      case "text":
        return null;
      case "reasoning":
        return metadata.openrouter === undefined
          ? REASONING_PROVIDER
          : { openrouter: asJson(metadata.openrouter) };
      case "tool_call":
        return Object.keys(metadata).length === 0 ? null : asJson(metadata);
    }
  },
  usage: usageOf,
};

/** It came out of a JSON parser. */
function asJson(metadata: SharedV4ProviderMetadata[string] | SharedV4ProviderMetadata): JsonObject {
  return metadata as JsonObject;
}

/** The provider's own numbers: the package fills what is missing with zeros, we leave it out. */
function usageOf({ raw }: LanguageModelV4Usage): Usage | null {
  if (!isRecord(raw)) return null;
  const named: [keyof Usage, unknown][] = [
    ["input_tokens", raw.prompt_tokens],
    ["output_tokens", raw.completion_tokens],
    ["reasoning_tokens", memberOf(raw.completion_tokens_details, "reasoning_tokens")],
    ["cached_tokens", memberOf(raw.prompt_tokens_details, "cached_tokens")],
  ];
  const counted = named.filter(([, value]) => typeof value === "number");
  return counted.length === 0 ? null : Object.fromEntries(counted);
}

function memberOf(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined;
}

/** OpenAI's newer models refuse `max_tokens`; all of them know its successor. */
function withoutMaxTokens(body: Record<string, unknown>): Record<string, unknown> {
  const { max_tokens, ...rest } = body;
  return max_tokens === undefined ? rest : { max_completion_tokens: max_tokens, ...rest };
}
