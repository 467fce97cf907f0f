/**
 * The menu while a conversation is waited for that another process writes to. The same question
 * answers a press and comes up by itself when the wait has taken too long.
 *
 * Source: interrupts.md "Scopes and their rung 1" (lock wait), reference-facts 7.4.
 *
 * @module
 */

import type { Scope } from "../../host/signals/mod.ts";
import { type InlineSelect, showSelect, type Stage } from "../widgets/mod.ts";

/** What the user wants instead of waiting on. */
export type LockDecision = "wait" | "new" | "fork" | "quit";

/** What can be offered beside waiting and giving up. */
export type LockOffer = "new" | "fork";

/** Why it is asked: a press, or the end of the wait. */
export type LockAsked = "pressed" | "waited";

/** The question; `whose` says who has the conversation. */
export function lockMenu(whose: string, offers: readonly LockOffer[]): InlineSelect {
  return {
    message: whose,
    choices: [
      { key: "c", label: "Continue waiting" },
      ...(offers.includes("new") ? [{ key: "n", label: "Start a new conversation" }] : []),
      ...(offers.includes("fork") ? [{ key: "f", label: "Fork this conversation" }] : []),
      { key: "q", label: "Give up" },
    ],
  };
}

const DECISIONS: Readonly<Record<string, LockDecision>> = {
  c: "wait",
  n: "new",
  f: "fork",
  q: "quit",
};

/**
 * Asks. Null when there is nobody to ask; throws the signal's reason when the run winds up first.
 *
 * As the menu of a press, Ctrl-C in it is rung 2. Come up by itself it is an ordinary prompt: the
 * first press is its rung 1, for which it stays, and the next is rung 2.
 */
export async function askWhileLocked(
  stage: Stage,
  scope: Scope,
  menu: InlineSelect,
  asked: LockAsked,
  signal: AbortSignal,
): Promise<LockDecision | null> {
  let screen: "menu" | "prompt" = asked === "pressed" ? "menu" : "prompt";
  using _place = screen === "prompt" ? await stage.terminal.takePlace(signal) : null;
  for (;;) {
    signal.throwIfAborted();
    // A press that came while it was being opened is the one it stays for.
    if (scope.take()) screen = "menu";
    const outcome = await showSelect(stage, menu, { screen, signal });
    switch (outcome.kind) {
      case "chosen":
      case "cancelled": {
        const decision = outcome.kind === "chosen" ? DECISIONS[outcome.key] ?? "wait" : "wait";
        if (decision !== "quit") stage.goingOn?.();
        return decision;
      }
      case "swapped":
        // It may reach the scope a moment after the prompt has heard of it.
        await scope.notified(signal);
        break;
      case "aborted":
        signal.throwIfAborted();
        return "wait";
      case "unavailable":
        if (screen === "menu") {
          // Another program has the terminal since, so the press was meant for it.
          if (stage.terminal.owner === "other") stage.router.answer();
          else stage.router.dispatch({ kind: "declined" });
        }
        return null;
      case "gone":
        stage.router.hangUp();
        return "wait";
    }
  }
}
