/**
 * OpenRouter's `reasoning_details`: the thoughts in the form of the provider behind it, signed or
 * encrypted, which wants them back unchanged within a tool loop. The package leaves them out, so
 * they are gathered from the chunks as they came.
 *
 * @module
 */

import type { SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { Json, JsonObject } from "../../core/conversation/mod.ts";
import type { Aside } from "./dialect.ts";
import type { LiftedParts } from "./sdk_prompt.ts";
import { isRecord } from "./server_words.ts";

/** Members that arrive in pieces. */
const GROWING = ["text", "summary", "data"] as const;

/** Formats in which a thought without its signature is refused. */
const SIGNED = /^(anthropic|google)/;

/** Gathers the details of one stream. */
export class ReasoningDetails implements Aside {
  #details: Record<string, Json>[] = [];

  /** A chunk as the server sent it. */
  see(chunk: unknown): void {
    for (const detail of detailsIn(chunk)) this.#add(detail);
  }

  /** What has come since the last time, in the form it is kept in; null for nothing. */
  take(): JsonObject | null {
    const whole = this.#details.filter(isAccepted);
    this.#details = [];
    return whole.length === 0 ? null : { openrouter: { reasoning_details: whole } };
  }

  #add(detail: JsonObject): void {
    const last = this.#details.at(-1);
    if (last === undefined || !goesOn(last, detail)) {
      this.#details.push({ ...detail });
      return;
    }
    for (const [name, value] of Object.entries(detail)) {
      const before = last[name];
      const grows = GROWING.some((each) => each === name);
      if (grows && typeof before === "string" && typeof value === "string") {
        last[name] = before + value;
      } else if (value !== null) last[name] = value;
    }
  }
}

function goesOn(last: JsonObject, next: JsonObject): boolean {
  // What is encrypted comes whole, each under an id of its own.
  return last.type === next.type && last.index === next.index &&
    (next.type !== "reasoning.encrypted" || (next.id === last.id && next.id !== undefined));
}

function isAccepted({ type, format, signature }: JsonObject): boolean {
  return type !== "reasoning.text" || typeof format !== "string" || !SIGNED.test(format) ||
    (typeof signature === "string" && signature !== "");
}

function detailsIn(chunk: unknown): readonly JsonObject[] {
  const choices = isRecord(chunk) && Array.isArray(chunk.choices) ? chunk.choices : [];
  const first: unknown = choices[0];
  const delta = isRecord(first) && isRecord(first.delta) ? first.delta : {};
  const details: readonly unknown[] = Array.isArray(delta.reasoning_details)
    ? delta.reasoning_details
    : [];
  // They came out of a JSON parser.
  return details.filter(isRecord) as readonly JsonObject[];
}

/** Kept details go back as a member of their message, in place of the thoughts' text. */
export const LIFTED_DETAILS: LiftedParts = {
  of: (part) => {
    if (part.kind !== "reasoning") return null;
    const own = part.provider?.openrouter;
    const details = isRecord(own) ? own.reasoning_details : undefined;
    return Array.isArray(details) ? details as readonly Json[] : null;
  },
  // The name under which the package puts members into a message.
  as: (details): SharedV4ProviderOptions => ({
    openaiCompatible: { reasoning_details: [...details] },
  }),
};
