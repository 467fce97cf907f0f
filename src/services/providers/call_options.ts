/**
 * Our request in the shape the provider package takes. Owns the meaning of the model parameters
 * (`assistant.model.parameters`) for OpenAI-compatible servers; what it does not know goes into the
 * request body as it is.
 *
 * @module
 */

import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";
import type { Json, JsonObject } from "../../core/conversation/mod.ts";
import { numberParameter } from "./parameters.ts";
import type { AssistantPart, ModelRequest, PromptMessage, ToolDefinition } from "./types.ts";

/** The name our options go by within the package; must not be one it gives a meaning to. */
export const OPTIONS_KEY = "jp";

/**
 * Builds the call; `replayReasoning` is false for servers that refuse reasoning in a prompt.
 *
 * @throws {ProviderError} `config` for a parameter that is not what it has to be.
 */
export function callOptions(
  request: ModelRequest,
  signal: AbortSignal,
  replayReasoning: boolean,
): LanguageModelV4CallOptions {
  const { max_tokens: _m, temperature: _t, top_p: _p, stop_words, reasoning, other, ...rest } =
    request.parameters;
  const body: JsonObject = { ...rest, ...(isObject(other) ? other : {}), ...effortOf(reasoning) };
  return {
    prompt: promptOf(request, replayReasoning),
    maxOutputTokens: numberParameter(request.parameters, "max_tokens"),
    temperature: numberParameter(request.parameters, "temperature"),
    topP: numberParameter(request.parameters, "top_p"),
    stopSequences: wordsOf(stop_words),
    tools: request.tools.map(toolOf),
    toolChoice: typeof request.toolChoice === "string"
      ? { type: request.toolChoice }
      : { type: "tool", toolName: request.toolChoice.tool },
    providerOptions: { [OPTIONS_KEY]: body },
    abortSignal: signal,
  };
}

function toolOf(tool: ToolDefinition): LanguageModelV4FunctionTool {
  return {
    type: "function",
    name: tool.name,
    description: tool.description,
    inputSchema: tool.parameters,
  };
}

/** `reasoning = "off" | "auto" | EFFORT | { effort, … }` as these servers spell it. */
function effortOf(reasoning: Json | undefined): JsonObject {
  const effort = isObject(reasoning) ? reasoning.effort : reasoning;
  if (typeof effort !== "string" || effort === "auto") return {};
  return { reasoning_effort: effort === "off" ? "none" : effort };
}

function promptOf(request: ModelRequest, replayReasoning: boolean): LanguageModelV4Prompt {
  const { system, messages } = request;
  // Reasoning belongs to the tool loop it was part of: within one, servers want it back; from
  // earlier turns some refuse it.
  const turn = messages.findLastIndex((message) => message.role === "user");
  const prompt: LanguageModelV4Prompt = system === null || system === ""
    ? []
    : [{ role: "system", content: system }];
  messages.forEach((message, index) => {
    const converted = messageOf(message, replayReasoning && index > turn);
    if (converted.content.length > 0) prompt.push(converted);
  });
  return prompt;
}

function messageOf(message: PromptMessage, reasoning: boolean): LanguageModelV4Message {
  switch (message.role) {
    case "user":
      return { role: "user", content: [{ type: "text", text: message.text }] };
    case "assistant":
      return {
        role: "assistant",
        content: message.parts
          .filter((part) => part.kind !== "reasoning" || reasoning)
          .filter((part) => part.kind === "tool_call" || part.text !== "")
          .map(partOf),
      };
    case "tool":
      return {
        role: "tool",
        content: message.results.map((result) => ({
          type: "tool-result",
          toolCallId: result.id,
          toolName: result.name,
          output: { type: result.isError ? "error-text" : "text", value: result.content },
        })),
      };
  }
}

type AssistantContent = Extract<LanguageModelV4Message, { role: "assistant" }>["content"][number];

function partOf(part: AssistantPart): AssistantContent {
  switch (part.kind) {
    case "text":
      return { type: "text", text: part.text };
    case "reasoning":
      return { type: "reasoning", text: part.text, ...optionsOf(part.provider) };
    case "tool_call":
      return {
        type: "tool-call",
        toolCallId: part.id,
        toolName: part.name,
        input: part.arguments,
        ...optionsOf(part.provider),
      };
  }
}

/** What a provider gave us to hand back; another provider's members are ignored by the package. */
function optionsOf(
  provider: JsonObject | undefined,
): { providerOptions?: SharedV4ProviderOptions } {
  if (provider === undefined) return {};
  const options: SharedV4ProviderOptions = {};
  for (const [key, value] of Object.entries(provider)) {
    if (isObject(value)) options[key] = value;
  }
  return { providerOptions: options };
}

function wordsOf(value: Json | undefined): string[] | undefined {
  if (typeof value === "string") return [value];
  if (!Array.isArray(value)) return undefined;
  const words = value.filter((word) => typeof word === "string");
  return words.length === 0 ? undefined : words;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
