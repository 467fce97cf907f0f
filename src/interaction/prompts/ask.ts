/**
 * A standalone prompt: a question a command asks by itself. A Ctrl-C in it is a first press: the
 * prompt makes way for the menu of the topmost scope and comes back, unanswered and unchanged, when
 * that is answered with Continue.
 *
 * Source: RFD 092 "Ctrl-C inside active prompts".
 *
 * @module
 */

import type { Gate } from "../gate/mod.ts";
import { type InlineSelect, showSelect, type Stage } from "../widgets/mod.ts";

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
  const { router } = stage;
  if (!router.state.interactive) return { kind: "unavailable" };
  for (;;) {
    await pressesAnswered(stage, gate, signal);
    const outcome = await showSelect(stage, select, { screen: "prompt", signal });
    switch (outcome.kind) {
      case "chosen":
      case "cancelled":
      case "unavailable":
        return outcome;
      case "gone":
        router.hangUp();
        break;
      case "swapped":
      case "aborted":
        break;
    }
    signal.throwIfAborted();
  }
}

// A press that came just before the prompt is drawn is answered first, and so is a swap.
async function pressesAnswered(stage: Stage, gate: Gate, signal: AbortSignal): Promise<void> {
  for (;;) {
    await gate.pass(signal);
    if (stage.router.topScope?.pending !== true) return;
    // The scope has been told and is about to close the gate.
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}
