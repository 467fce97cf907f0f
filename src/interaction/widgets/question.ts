/**
 * The lines a prompt opens with: what it is about, and the question itself.
 *
 * @module
 */

import type { Line } from "../../core/frame/mod.ts";

/** What a prompt is given to say. */
export interface Question {
  /** The question. Of several lines the last one is where the answer goes. */
  readonly message: string;
  /** What it is about, such as a diff: lines above the question that come and go with it. */
  readonly preamble?: readonly Line[];
  /** What was wrong with the answer before; a line just above the last one. */
  readonly error?: Line;
}

/** The lines above the answer, and the text before it. */
export function splitQuestion(
  { message, preamble = [], error }: Question,
): { readonly head: readonly Line[]; readonly prompt: string } {
  const above = message.split("\n");
  const prompt = above.pop() ?? "";
  const rest = above.map((text): Line => [{ text }]);
  return { head: [...preamble, ...rest, ...(error === undefined ? [] : [error])], prompt };
}
