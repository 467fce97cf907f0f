/**
 * Gemini, through Google's Generative Language API.
 *
 * @module
 */

import type { GoogleLanguageModelOptions } from "@ai-sdk/google";
import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { callOptions, ownParameters } from "./call_options.ts";
import {
  type Dialect,
  type EndpointOptions,
  eventStream,
  type StreamTraits,
  unifiedUsage,
} from "./dialect.ts";
import { type Reasoning, reasoningOf } from "./reasoning.ts";
import { sdkModel } from "./sdk_model.ts";
import { isRecord } from "./server_words.ts";
import type { Model } from "./types.ts";

/** Loads the provider package, so that a later request does not wait for it (tens of ms). */
export async function preloadGoogle(): Promise<void> {
  await import("@ai-sdk/google");
}

/**
 * The model.
 *
 * @throws {ProviderError} `config` when the key's variable is unset or the base URL is none.
 */
export function googleModel(options: EndpointOptions): Model {
  return sdkModel(options, DIALECT);
}

const TRAITS: StreamTraits = {
  closesBlocks: false,
  blockOf: (id) => id,
  ends: () => true,
  // A signature may come with any part of an answer, and belongs to the very part it came with.
  keep: (_kind, { google }) => {
    const signature = isRecord(google) ? google.thoughtSignature : undefined;
    return typeof signature === "string" ? { google: { thoughtSignature: signature } } : null;
  },
  usage: unifiedUsage,
};

const SAMPLE = [{ candidates: [{ content: { role: "model", parts: [{ text: "." }] }, index: 0 }] }];

const DIALECT: Dialect = {
  stream: TRAITS,
  sample: eventStream(SAMPLE),
  continuation: "instruction",
  load: async ({ model, baseUrl, key, fetch }) => {
    const { createGoogle } = await import("@ai-sdk/google");
    return createGoogle({ baseURL: baseUrl, apiKey: key, fetch })(model);
  },
  call: (request, signal) => ({
    ...callOptions(request, signal, { reasoning: "all", prefill: false }),
    ...thinking(reasoningOf(request.parameters)),
  }),
  // Prompts are cached there without being asked for it.
  body: ({ parameters }) => ownParameters(parameters),
  chains: () => false,
};

function thinking(
  reasoning: Reasoning,
): Pick<LanguageModelV4CallOptions, "reasoning" | "providerOptions"> {
  const of = (thinkingConfig: GoogleLanguageModelOptions["thinkingConfig"]) => ({
    providerOptions: { google: { thinkingConfig: { ...thinkingConfig } } },
  });
  switch (reasoning.kind) {
    case "default":
      return {};
    case "off":
      return { reasoning: "none" };
    case "auto":
      return of({ includeThoughts: true });
    case "effort":
      return { reasoning: reasoning.effort, ...of({ includeThoughts: !reasoning.exclude }) };
    case "budget":
      return of({ thinkingBudget: reasoning.tokens, includeThoughts: !reasoning.exclude });
  }
}
