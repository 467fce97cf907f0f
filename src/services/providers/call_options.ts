/**
 * Our request in the shape the provider packages take. Owns the parameters that mean the same to
 * every provider (`assistant.model.parameters`); what is left over is a provider's own.
 *
 * @module
 */

import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { Json, JsonObject } from "../../core/conversation/mod.ts";
import { countParameter, numberParameter } from "./parameters.ts";
import { promptOf, type PromptStyle, toolOf } from "./sdk_prompt.ts";
import { isRecord } from "./server_words.ts";
import type { ModelRequest } from "./types.ts";

/** What the answer to a schema is called where it needs a name. */
const SCHEMA_NAME = "answer";

/**
 * Builds what all kinds of call have in common.
 *
 * @throws {ProviderError} `config` for a parameter that is not what it has to be.
 */
export function callOptions(
  request: ModelRequest,
  signal: AbortSignal,
  style: PromptStyle,
): LanguageModelV4CallOptions {
  const { parameters, toolChoice, schema } = request;
  return {
    prompt: promptOf(request, style),
    maxOutputTokens: numberParameter(parameters, "max_tokens"),
    temperature: numberParameter(parameters, "temperature"),
    topP: numberParameter(parameters, "top_p"),
    topK: countParameter(parameters, "top_k"),
    stopSequences: wordsOf(parameters.stop_words),
    tools: request.tools.map(toolOf),
    toolChoice: typeof toolChoice === "string"
      ? { type: toolChoice }
      : { type: "tool", toolName: toolChoice.tool },
    ...(schema === undefined
      ? {}
      : { responseFormat: { type: "json", name: SCHEMA_NAME, schema } }),
    abortSignal: signal,
  };
}

/** The parameters without a common meaning: they go into the request as they are. */
export function ownParameters(parameters: JsonObject): JsonObject {
  const {
    max_tokens: _m,
    temperature: _t,
    top_p: _p,
    top_k: _k,
    stop_words: _s,
    reasoning: _r,
    other,
    ...rest
  } = parameters;
  return { ...rest, ...(isRecord(other) ? other as JsonObject : {}) };
}

function wordsOf(value: Json | undefined): string[] | undefined {
  if (typeof value === "string") return [value];
  if (!Array.isArray(value)) return undefined;
  const words = value.filter((word) => typeof word === "string");
  return words.length === 0 ? undefined : words;
}
