/**
 * Turns the provider package's stream parts into our events, one by one and without waiting.
 * Decides what a broken stream may still deliver: never a tool call, never the end of a block.
 *
 * @module
 */

import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
import type { JsonObject, Usage } from "../../core/conversation/mod.ts";
import { OPTIONS_KEY } from "./call_options.ts";
import { faultOf, toolArgumentsFault, truncatedFault } from "./errors.ts";
import type { FaultContext } from "./fault_context.ts";
import { payloadFault } from "./http_faults.ts";
import { isRecord } from "./server_words.ts";
import type { FinishReason, ModelEvent } from "./types.ts";

type Part = LanguageModelV4StreamPart;
type ToolCallPart = Extract<Part, { type: "tool-call" }>;
type FinishPart = Extract<Part, { type: "finish" }>;
type Block = "text" | "reasoning";

/** Servers that think aloud want it back within a tool loop; this marks the block as replayable. */
const REASONING_PROVIDER: JsonObject = { [OPTIONS_KEY]: { reasoning_content: true } };

/** The state of one stream. */
export class StreamParts {
  readonly #context: FaultContext;
  #open: Block | null = null;
  /**
   * Whether the end of the open block was announced. The package ends blocks and calls also when
   * the stream broke off, just before it says so; an end counts once something good follows it. In
   * a whole stream that is in the same chunk, so nothing is late.
   */
  #ending = false;
  readonly #calls: ToolCallPart[] = [];

  constructor(context: FaultContext) {
    this.#context = context;
  }

  /**
   * The events of one part, often none.
   *
   * @throws {ProviderError} when the part reports a fault.
   */
  take(part: Part): ModelEvent[] {
    switch (part.type) {
      case "text-delta":
        return [...this.#enter("text"), { kind: "text", text: part.delta }];
      case "reasoning-delta":
        return [...this.#enter("reasoning"), { kind: "reasoning", text: part.delta }];
      case "text-end":
      case "reasoning-end":
        this.#ending = true;
        return [];
      case "tool-input-start":
        return [
          ...this.#enter(null),
          { kind: "tool_call_start", id: part.id, name: part.toolName },
        ];
      case "tool-input-delta":
        return part.delta === ""
          ? []
          : [{ kind: "tool_call_arguments", id: part.id, text: part.delta }];
      case "tool-call":
        this.#calls.push(part);
        return [];
      case "error":
        throw faultOf(part.error, this.#context);
      case "finish":
        return this.#finish(part);
      default:
        // Metadata, sources and files have no event of their own.
        return [];
    }
  }

  /** Begins a block, ending the one before it; null for a tool call, which is not a block. */
  #enter(block: Block | null): ModelEvent[] {
    if (this.#open === block && !this.#ending) return [];
    const ended = this.#close();
    this.#open = block;
    return ended;
  }

  #close(): ModelEvent[] {
    const block = this.#open;
    this.#open = null;
    this.#ending = false;
    if (block === null) return [];
    return [
      block === "text"
        ? { kind: "block_end", block }
        : { kind: "block_end", block, provider: REASONING_PROVIDER },
    ];
  }

  #finish(part: FinishPart): ModelEvent[] {
    const { unified, raw } = part.finishReason;
    if (unified === "interrupted") throw truncatedFault(this.#context);
    if (unified === "error" || raw === "error") {
      throw payloadFault({ error: {} }, this.#context);
    }
    const calls = this.#calls.flatMap((call) => this.#toolCall(call, unified));
    const usage = usageOf(part.usage);
    return [
      ...this.#close(),
      ...calls,
      ...(usage === null ? [] : [{ kind: "usage" as const, usage }]),
      { kind: "finish", reason: reasonOf(unified, calls.length > 0) },
    ];
  }

  #toolCall(call: ToolCallPart, reason: FinishPart["finishReason"]["unified"]): ModelEvent[] {
    const cutOff = reason === "length" || reason === "content-filter";
    const args = argumentsOf(call.input, !cutOff);
    if (args === null) {
      // Cut off in its arguments, the last call is no call at all.
      if (cutOff) return [];
      throw toolArgumentsFault(call.toolName, this.#context);
    }
    const provider = jsonOf(call.providerMetadata);
    return [{
      kind: "tool_call",
      id: call.toolCallId,
      name: call.toolName,
      arguments: args,
      ...(provider === null ? {} : { provider }),
    }];
  }
}

/** A tool without parameters is often called with an empty text instead of `{}`. */
function argumentsOf(input: string, emptyIsWhole: boolean): JsonObject | null {
  if (input.trim() === "") return emptyIsWhole ? {} : null;
  try {
    return jsonOf(JSON.parse(input));
  } catch {
    return null;
  }
}

/** `value` as JSON if it is an object; it came out of a JSON parser, so its members are JSON. */
function jsonOf(value: unknown): JsonObject | null {
  return isRecord(value) ? value as JsonObject : null;
}

/** The provider's own numbers: the package fills what is missing with zeros, we leave it out. */
function usageOf(usage: LanguageModelV4Usage): Usage | null {
  const raw = usage.raw;
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

function reasonOf(
  unified: Exclude<FinishPart["finishReason"]["unified"], "error" | "interrupted">,
  calls: boolean,
): FinishReason {
  switch (unified) {
    case "length":
      return "max_tokens";
    case "content-filter":
      return "refused";
    case "tool-calls":
      // Named but without a call in it, there is nothing to run.
      return calls ? "tool_calls" : "complete";
    case "stop":
    case "other":
      // Some servers say `stop` although they call tools.
      return calls ? "tool_calls" : unified === "stop" ? "complete" : "other";
  }
}
