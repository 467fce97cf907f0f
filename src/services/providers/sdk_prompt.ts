/**
 * The conversation in the shape the provider packages take. Decides nothing about what belongs into
 * a prompt (core/conversation does), only which earlier reasoning a kind of server wants to see.
 *
 * @module
 */

import type {
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";
import { CONTINUE_INSTRUCTION, type Json, type JsonObject } from "../../core/conversation/mod.ts";
import { isRecord } from "./server_words.ts";
import type { AssistantPart, ModelRequest, PromptMessage, ToolDefinition } from "./types.ts";

/** What differs from server to server. */
export interface PromptStyle {
  /**
   * Earlier reasoning that goes along: all of it, or that of the tool loop under way (some servers
   * refuse it from earlier turns), or none.
   */
  readonly reasoning: "all" | "loop" | "none";
  /** Whether it goes on writing an answer the prompt ends in. */
  readonly prefill: boolean;
  /** Parts that go along as a member of their message. */
  readonly lifted?: LiftedParts;
  /** Marks the ends of what is to be cached: the system prompt and the last message. */
  readonly cacheMark?: SharedV4ProviderOptions;
}

/** See {@linkcode PromptStyle.lifted}. */
export interface LiftedParts {
  /** What a part adds to the member; null when it stays where it is. */
  of(part: AssistantPart): readonly Json[] | null;
  /** The member. */
  as(all: readonly Json[]): SharedV4ProviderOptions;
}

/** The system prompt and the messages. */
export function promptOf(request: ModelRequest, style: PromptStyle): LanguageModelV4Prompt {
  const { system, messages } = request;
  const turn = messages.findLastIndex((message) => message.role === "user");
  const prompt: LanguageModelV4Prompt = system === null || system === ""
    ? []
    : [{ role: "system", content: system }];
  messages.forEach((message, index) => {
    const reasoning = style.reasoning === "all" || (style.reasoning === "loop" && index > turn);
    const converted = messageOf(message, reasoning, style.lifted);
    if (converted.content.length > 0) prompt.push(converted);
  });
  if (prompt.at(-1)?.role === "assistant" && !style.prefill) {
    prompt.push({ role: "user", content: [{ type: "text", text: CONTINUE_INSTRUCTION }] });
  }
  return style.cacheMark === undefined ? prompt : marked(prompt, style.cacheMark);
}

/** A tool as it is offered. */
export function toolOf(tool: ToolDefinition): LanguageModelV4FunctionTool {
  return {
    type: "function",
    name: tool.name,
    description: tool.description,
    inputSchema: tool.parameters,
  };
}

/** Whether some earlier reasoning would go along. */
export function hasReasoning(request: ModelRequest): boolean {
  return request.messages.some((message) =>
    message.role === "assistant" && message.parts.some((part) => part.kind === "reasoning")
  );
}

/** The request without any earlier reasoning. */
export function withoutReasoning(request: ModelRequest): ModelRequest {
  return {
    ...request,
    messages: request.messages.map((message) =>
      message.role === "assistant"
        ? { ...message, parts: message.parts.filter((part) => part.kind !== "reasoning") }
        : message
    ),
  };
}

function marked(
  prompt: LanguageModelV4Prompt,
  providerOptions: SharedV4ProviderOptions,
): LanguageModelV4Prompt {
  return prompt.map((message, index) =>
    message.role === "system" || index === prompt.length - 1
      ? { ...message, providerOptions }
      : message
  );
}

function messageOf(
  message: PromptMessage,
  reasoning: boolean,
  lifted: LiftedParts | undefined,
): LanguageModelV4Message {
  switch (message.role) {
    case "user":
      return { role: "user", content: [{ type: "text", text: message.text }] };
    case "assistant": {
      const parts = message.parts
        .filter((part) => part.kind !== "reasoning" || reasoning)
        // A block without text may still be one the provider wants back.
        .filter((part) => part.kind === "tool_call" || part.text !== "" || part.provider);
      const taken = parts.flatMap((part) => lifted?.of(part) ?? []);
      return {
        role: "assistant",
        content: parts.filter((part) => !lifted?.of(part)).map(partOf),
        ...(lifted && taken.length > 0 ? { providerOptions: lifted.as(taken) } : {}),
      };
    }
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
      return { type: "text", text: part.text, ...optionsOf(part.provider) };
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
    if (isRecord(value)) options[key] = value as JsonObject;
  }
  return { providerOptions: options };
}
