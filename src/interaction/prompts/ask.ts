/**
 * A standalone question with one key for a command that has nothing else to ask.
 *
 * Source: RFD 092 "Ctrl-C inside active prompts".
 *
 * @module
 */

import type { Gate } from "../gate/mod.ts";
import type { InlineSelect, Stage } from "../widgets/mod.ts";
import { TerminalPrompts } from "./terminal_prompts.ts";

/** How a standalone single-key prompt ended. */
export type Answer =
  | { readonly kind: "chosen"; readonly key: string }
  /** ESC: backed out. */
  | { readonly kind: "cancelled" }
  /** Nobody can be asked: there is no terminal, or it is not ours. */
  | { readonly kind: "unavailable" };

/**
 * Asks; throws the signal's reason when the run is to wind up before there is an answer.
 */
export async function ask(
  stage: Stage,
  gate: Gate,
  select: InlineSelect,
  signal: AbortSignal,
): Promise<Answer> {
  const prompts = new TerminalPrompts(stage, gate);
  const answer = await prompts.inlineSelect(select, { as: "prompt", signal });
  signal.throwIfAborted();
  switch (answer.kind) {
    case "chosen":
    case "cancelled":
    case "unavailable":
      return answer;
    case "aborted":
    case "gone":
      return { kind: "unavailable" };
  }
}
