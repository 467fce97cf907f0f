/**
 * OpenAI's own models, through its Responses API rather than chat completions: only there do the
 * thinking models hand their (encrypted) reasoning back between the calls of a tool loop, and some
 * models are reached in no other way. Nothing is stored at OpenAI (`store = false`), so the whole
 * conversation goes along each time.
 *
 * @module
 */

import type { OpenAILanguageModelResponsesOptions } from "@ai-sdk/openai";
import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { JsonObject } from "../../core/conversation/mod.ts";
import { callOptions, ownParameters } from "./call_options.ts";
import {
  type Dialect,
  type EndpointOptions,
  eventStream,
  type StreamTraits,
  unifiedUsage,
} from "./dialect.ts";
import { effortOf, type Reasoning, reasoningOf } from "./reasoning.ts";
import { sdkModel } from "./sdk_model.ts";
import { isRecord } from "./server_words.ts";
import type { Model, ModelRequest } from "./types.ts";

/** Models that keep a prompt for a day when they are asked to; the others refuse to be asked. */
const LONG_CACHE = /^gpt-(4\.1|5)/;

/** Loads the provider package, so that a later request does not wait for it (tens of ms). */
export async function preloadOpenAI(): Promise<void> {
  await import("@ai-sdk/openai");
}

/**
 * The model.
 *
 * @throws {ProviderError} `config` when the key's variable is unset or the base URL is none.
 */
export function openAIModel(options: EndpointOptions): Model {
  return sdkModel(options, dialectOf(options.model));
}

const SAMPLE: readonly JsonObject[] = [
  { type: "response.created", response: { id: "r", created_at: 1, model: "m" } },
  {
    type: "response.output_item.added",
    output_index: 0,
    item: { type: "message", id: "m", status: "in_progress", role: "assistant", content: [] },
  },
  { type: "response.output_text.delta", item_id: "m", delta: "." },
];

function dialectOf(name: string): Dialect {
  return {
    stream: TRAITS,
    sample: eventStream(SAMPLE),
    continuation: "instruction",
    load: async ({ model, baseUrl, key, fetch }) => {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI({ baseURL: baseUrl, apiKey: key, fetch }).responses(model);
    },
    call: (request, signal) => ({
      ...callOptions(request, signal, { reasoning: "all", prefill: false }),
      ...options(request, name),
    }),
    body: ({ parameters }) => ownParameters(parameters),
    chains: () => false,
  };
}

function options(
  { parameters, cache }: ModelRequest,
  name: string,
): Pick<LanguageModelV4CallOptions, "reasoning" | "providerOptions"> {
  const { reasoning, ...summary } = thinking(reasoningOf(parameters));
  const openai: OpenAILanguageModelResponsesOptions = {
    store: false,
    // Schemas come from people; the strict kind refuses most of them.
    strictJsonSchema: false,
    ...summary,
    ...(cache === "long" && LONG_CACHE.test(name) ? { promptCacheRetention: "24h" } : {}),
  };
  return { reasoning, providerOptions: { openai: { ...openai } } };
}

function thinking(
  reasoning: Reasoning,
):
  & Pick<LanguageModelV4CallOptions, "reasoning">
  & Pick<OpenAILanguageModelResponsesOptions, "reasoningSummary" | "forceReasoning"> {
  switch (reasoning.kind) {
    case "default":
      return {};
    case "off":
      return { reasoning: "none", reasoningSummary: null };
    case "auto":
      return { reasoningSummary: "auto" };
    case "effort":
    case "budget": {
      const { kind, exclude } = reasoning;
      return {
        reasoning: kind === "effort" ? reasoning.effort : effortOf(reasoning.tokens),
        // Some accounts may not see summaries: those can be left out.
        reasoningSummary: exclude ? null : "auto",
        // Of a model that it does not know, the package would leave the wish out and say nothing.
        forceReasoning: true,
      };
    }
  }
}

const TRAITS: StreamTraits = {
  closesBlocks: true,
  // The parts of a summary are `ITEM:0`, `ITEM:1`, …
  blockOf: (id) => id.replace(/:\d+$/, ""),
  // What is encrypted comes with the end of the whole.
  ends: (kind, metadata) =>
    kind === "text" || metadata?.openai?.reasoningEncryptedContent !== undefined,
  // Without the ids of items, that nothing refers to where nothing is stored.
  keep: (kind, { openai }): JsonObject | null => {
    if (!isRecord(openai)) return null;
    const { reasoningEncryptedContent: encrypted, phase } = openai;
    switch (kind) {
      case "reasoning":
        return typeof encrypted === "string"
          ? { openai: { reasoningEncryptedContent: encrypted } }
          : null;
      case "text":
        return typeof phase === "string" ? { openai: { phase } } : null;
      case "tool_call":
        return null;
    }
  },
  usage: unifiedUsage,
};
