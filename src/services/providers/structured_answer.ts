/**
 * An answer that has to match a JSON schema: gathered as it arrives, and told when it is whole. The
 * schema itself is the provider's to hold the model to; that it is JSON at all is checked here.
 *
 * @module
 */

import type { Json } from "../../core/conversation/mod.ts";
import { noJsonFault } from "./errors.ts";
import type { FaultContext } from "./fault_context.ts";
import type { FinishReason, ModelEvent } from "./types.ts";

/** Models without a grammar to hold them put JSON into a code block now and then. */
const FENCED = /^```\w*\s*\n([\s\S]*)\n\s*```$/;

/** The state of one answer. */
export class StructuredAnswer {
  #text = "";

  /** A piece of it. */
  add(text: string): void {
    this.#text += text;
  }

  /**
   * What is told at the end: the value; nothing when it was cut off or refused; the words when the
   * model calls a tool first.
   *
   * @throws {ProviderError} `bad_response` when a whole answer is not JSON.
   */
  finish(reason: FinishReason, context: FaultContext): ModelEvent[] {
    const text = this.#text.trim();
    switch (reason) {
      case "tool_calls":
        return text === ""
          ? []
          : [{ kind: "text", text: this.#text }, { kind: "block_end", block: "text" }];
      case "max_tokens":
      case "refused":
        return [];
      case "complete":
      case "other":
        return [{ kind: "data", data: jsonOf(FENCED.exec(text)?.[1] ?? text, context) }];
    }
  }
}

function jsonOf(text: string, context: FaultContext): Json {
  try {
    return JSON.parse(text);
  } catch {
    throw noJsonFault(context);
  }
}
