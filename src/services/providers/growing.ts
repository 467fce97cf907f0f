/**
 * Which events of each wire format only add to a text: what {@linkcode JoinedDeltas} may put
 * together. Strict: an event that could say anything else is none of them.
 *
 * @module
 */

import type { Growing } from "./joined_deltas.ts";
import { isRecord } from "./server_words.ts";

/** Chat completions: a delta with nothing in it but a piece of text, or of thoughts. */
export const compatibleGrowing: Growing = {
  members: ["content", "reasoning_content", "reasoning"],
  textOf: (event, member) => {
    if (!isRecord(event) || isThere(event.usage) || isThere(event.error)) return null;
    if (!Array.isArray(event.choices) || event.choices.length !== 1) return null;
    const choice: unknown = event.choices[0];
    if (!isRecord(choice) || isThere(choice.finish_reason) || isThere(choice.logprobs)) return null;
    if (!isRecord(choice.delta)) return null;
    const { role: _, [member]: text, ...others } = choice.delta;
    return typeof text !== "string" || Object.values(others).some(isThere) ? null : text;
  },
};

/** Anthropic's Messages API: a delta of a block of text or of thoughts. */
export const anthropicGrowing: Growing = {
  members: ["text", "thinking"],
  textOf: (event, member) => {
    if (!isRecord(event) || event.type !== "content_block_delta") return null;
    if (!isRecord(event.delta)) return null;
    const { type, [member]: text, ...others } = event.delta;
    const alone = type === `${member}_delta` && Object.keys(others).length === 0;
    return alone && typeof text === "string" ? text : null;
  },
};

/** Whether a member says anything. */
function isThere(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "" &&
    !(Array.isArray(value) && value.length === 0);
}
