/**
 * Turns the provider package's stream parts into our events, one by one and without waiting.
 * Decides what a broken stream may still deliver: never the end of a block that the provider has
 * not closed, and no tool call that may have been cut off.
 *
 * @module
 */

import type { LanguageModelV4StreamPart, SharedV4ProviderMetadata } from "@ai-sdk/provider";
import type { JsonObject } from "../../core/conversation/mod.ts";
import type { Aside, Block, StreamTraits } from "./dialect.ts";
import { brokenCallFault, faultOf, toolArgumentsFault, truncatedFault } from "./errors.ts";
import type { FaultContext } from "./fault_context.ts";
import { payloadFault } from "./http_faults.ts";
import { isRecord } from "./server_words.ts";
import type { StructuredAnswer } from "./structured_answer.ts";
import type { FinishReason, ModelEvent } from "./types.ts";

type Part = LanguageModelV4StreamPart;
type ToolCallPart = Extract<Part, { type: "tool-call" }>;
type FinishPart = Extract<Part, { type: "finish" }>;

interface OpenBlock {
  readonly kind: Block;
  readonly key: string;
  readonly metadata: SharedV4ProviderMetadata;
  /** Something of it was told. */
  spoken: boolean;
  /** Its end was announced. */
  ending: boolean;
}

/** Between the parts of one block of reasoning. */
const PARAGRAPH = "\n\n";

/** The state of one stream. */
export class StreamParts {
  readonly #context: FaultContext;
  readonly #traits: StreamTraits;
  readonly #structured: StructuredAnswer | null;
  readonly #aside: Aside | null;
  #open: OpenBlock | null = null;
  #calls: ToolCallPart[] = [];
  #called = false;
  /** Something of the answer was told. */
  #begun = false;
  #rawReason: string | null = null;
  #finished = false;

  /**
   * @param structured gathers an answer to a schema; null when the answer is text.
   * @param aside gathers what comes beside the parts; null where nothing does.
   */
  constructor(
    context: FaultContext,
    traits: StreamTraits,
    structured: StructuredAnswer | null = null,
    aside: Aside | null = null,
  ) {
    this.#context = context;
    this.#traits = traits;
    this.#structured = structured;
    this.#aside = aside;
  }

  /**
   * No more parts will come. Returns why, in the provider's own word; null when it used none.
   *
   * @throws {ProviderError} when the provider has not said that it is done.
   */
  end(): string | null {
    if (!this.#finished) throw truncatedFault(this.#context);
    return this.#rawReason;
  }

  /**
   * The events of one part, often none.
   *
   * @throws {ProviderError} when the part reports a fault.
   */
  take(part: Part): ModelEvent[] {
    const events = this.#take(part);
    this.#begun ||= events.length > 0;
    return events;
  }

  #take(part: Part): ModelEvent[] {
    switch (part.type) {
      case "text-start":
        return this.#begin("text", part.id, part.providerMetadata);
      case "reasoning-start":
        return this.#begin("reasoning", part.id, part.providerMetadata);
      case "text-delta":
        return this.#add("text", part.id, part.delta, part.providerMetadata);
      case "reasoning-delta":
        return this.#add("reasoning", part.id, part.delta, part.providerMetadata);
      case "text-end":
        return this.#end("text", part.id, part.providerMetadata);
      case "reasoning-end":
        return this.#end("reasoning", part.id, part.providerMetadata);
      case "tool-input-start":
        return [
          ...this.#close(),
          { kind: "tool_call_start", id: part.id, name: part.toolName },
        ];
      case "tool-input-delta":
        return part.delta === ""
          ? []
          : [{ kind: "tool_call_arguments", id: part.id, text: part.delta }];
      case "tool-call":
        this.#calls.push(part);
        return [];
      case "raw":
        this.#aside?.see(part.rawValue);
        return [];
      case "error":
        throw faultOf(part.error, this.#context, this.#begun ? "within" : "before");
      case "finish":
        return this.#finish(part);
      default:
        // Metadata, sources and files have no event of their own.
        return [];
    }
  }

  #begin(kind: Block, id: string, metadata?: SharedV4ProviderMetadata): ModelEvent[] {
    const key = this.#traits.blockOf(id);
    const same = this.#open;
    if (same !== null && same.kind === kind && same.key === key && !same.ending) {
      merge(same.metadata, metadata);
      return same.spoken && kind === "reasoning" ? [{ kind, text: PARAGRAPH }] : [];
    }
    // Thoughts come before what they lead to.
    const secret = kind === "text" && this.#open?.kind !== "reasoning" ? this.#secret() : [];
    const before = [...this.#close(), ...secret, ...this.#wholeCalls()];
    this.#open = { kind, key, metadata: {}, spoken: false, ending: false };
    merge(this.#open.metadata, metadata);
    return before;
  }

  #add(kind: Block, id: string, text: string, metadata?: SharedV4ProviderMetadata): ModelEvent[] {
    const open = this.#open;
    const key = this.#traits.blockOf(id);
    const goesOn = open !== null && open.kind === kind && open.key === key && !open.ending;
    const before = goesOn ? [] : this.#begin(kind, id);
    if (this.#open !== null) merge(this.#open.metadata, metadata);
    if (text === "") return before;
    if (this.#structured !== null && kind === "text") {
      this.#structured.add(text);
      return [...before, { kind: "data_part", text }];
    }
    if (this.#open !== null) this.#open.spoken = true;
    return [...before, { kind, text }];
  }

  #end(kind: Block, id: string, metadata?: SharedV4ProviderMetadata): ModelEvent[] {
    const open = this.#open;
    if (open === null || open.kind !== kind || open.key !== this.#traits.blockOf(id)) return [];
    merge(open.metadata, metadata);
    if (!this.#traits.ends(kind, metadata)) return [];
    open.ending = true;
    return this.#traits.closesBlocks ? this.#close() : [];
  }

  #close(): ModelEvent[] {
    const open = this.#open;
    this.#open = null;
    if (open === null) return [];
    if (open.kind === "reasoning") Object.assign(open.metadata, this.#aside?.take());
    // One that only something else has ended may be cut short: it is not to be sent back (PR-045).
    const whole = open.ending || !this.#traits.closesBlocks;
    const provider = whole ? this.#traits.keep(open.kind, open.metadata) : null;
    if (!open.spoken && provider === null) return [];
    return [{ kind: "block_end", block: open.kind, ...(provider === null ? {} : { provider }) }];
  }

  /** Thoughts of which nothing was told; the provider wants them back all the same. */
  #secret(): ModelEvent[] {
    const provider = this.#aside?.take() ?? null;
    return provider === null ? [] : [{ kind: "block_end", block: "reasoning", provider }];
  }

  /** Calls that something else has followed: where the provider closes blocks, those are whole. */
  #wholeCalls(): ModelEvent[] {
    if (!this.#traits.closesBlocks) return [];
    const calls = this.#calls;
    this.#calls = [];
    return calls.flatMap((call) => this.#toolCall(call, "tool-calls"));
  }

  #finish(part: FinishPart): ModelEvent[] {
    const { unified, raw } = part.finishReason;
    this.#rawReason = raw ?? null;
    if (unified === "interrupted") throw truncatedFault(this.#context);
    if (raw === "MALFORMED_FUNCTION_CALL") throw brokenCallFault(this.#context);
    if (unified === "error" || raw === "error") {
      throw payloadFault({ error: {} }, this.#context);
    }
    const closed = [...this.#close(), ...this.#secret()];
    const calls = this.#calls.flatMap((call) => this.#toolCall(call, unified));
    const reason = reasonOf(unified, this.#called);
    this.#finished = true;
    const usage = this.#traits.usage(part.usage);
    return [
      ...closed,
      ...(this.#structured?.finish(reason, this.#context) ?? []),
      ...calls,
      ...(usage === null ? [] : [{ kind: "usage" as const, usage }]),
      { kind: "finish", reason },
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
    this.#called = true;
    const provider = this.#traits.keep("tool_call", call.providerMetadata ?? {});
    return [{
      kind: "tool_call",
      id: call.toolCallId,
      name: call.toolName,
      arguments: args,
      ...(provider === null ? {} : { provider }),
    }];
  }
}

function merge(
  into: SharedV4ProviderMetadata,
  more: SharedV4ProviderMetadata | undefined,
): void {
  for (const [name, members] of Object.entries(more ?? {})) {
    into[name] = { ...into[name], ...members };
  }
}

/** A tool without parameters is often called with an empty text instead of `{}`. */
function argumentsOf(input: string, emptyIsWhole: boolean): JsonObject | null {
  if (input.trim() === "") return emptyIsWhole ? {} : null;
  try {
    const value: unknown = JSON.parse(input);
    // It came out of a JSON parser, so its members are JSON.
    return isRecord(value) ? value as JsonObject : null;
  } catch {
    return null;
  }
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
