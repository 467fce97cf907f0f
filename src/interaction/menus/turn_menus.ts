/**
 * The menus of a turn: what a first press offers while an answer streams and between the steps of a
 * turn, and the loop that turns it into a decision. Choices are data; the effects are the turn's.
 *
 * Source: RFD 092 "A menu at every rung 1", interrupts.md "Scopes and their rung 1".
 *
 * @module
 */

import { type InlineSelect, showSelect, type Stage } from "../widgets/mod.ts";

/** What a press in a turn may come to. */
export type MenuDecision =
  | { readonly kind: "continue" }
  | { readonly kind: "stop" }
  | { readonly kind: "abort" }
  | { readonly kind: "reply"; readonly text: string };

/** `interrupt.streaming.action` and `interrupt.turn.action`. */
export type MenuAction = "prompt" | "continue" | "stop" | "abort" | "reply";

/** Asks for a reply; null when there is none: emptied, backed out of, or an editor given up. */
export type AskReply = () => Promise<string | null>;

/** The menu while an answer streams. */
export const STREAMING_MENU: InlineSelect = {
  message: "Interrupted",
  choices: [
    { key: "c", label: "Continue" },
    { key: "r", label: "Reply (stop & respond)" },
    { key: "s", label: "Stop (save & exit)" },
    { key: "a", label: "Abort (discard & exit)" },
  ],
};

/** The menu between the steps of a turn; there is nothing unsaved to discard. */
export const TURN_MENU: InlineSelect = {
  message: "Interrupted",
  choices: [
    { key: "c", label: "Continue turn" },
    { key: "r", label: "Reply (inject a message, continue)" },
    { key: "s", label: "Stop (save & exit)" },
  ],
};

const ACTIONS: Readonly<Record<string, Exclude<MenuAction, "prompt">>> = {
  c: "continue",
  r: "reply",
  s: "stop",
  a: "abort",
};

/**
 * Asks, or does what is configured. Resolves to continue when the ladder goes on without an answer:
 * the shutdown is then heard elsewhere.
 */
export async function askInTurn(
  stage: Stage,
  menu: InlineSelect,
  action: MenuAction,
  reply: AskReply,
  signal: AbortSignal,
): Promise<MenuDecision> {
  const decision = await decisionOf(stage, menu, action, reply, signal);
  if (decision.kind === "continue" || decision.kind === "reply") stage.goingOn?.();
  return decision;
}

async function decisionOf(
  stage: Stage,
  menu: InlineSelect,
  action: MenuAction,
  reply: AskReply,
  signal: AbortSignal,
): Promise<MenuDecision> {
  // A configured action replaces the menu and is no answer: the ladder goes on counting.
  if (action !== "prompt") return await decisionFor(action, reply) ?? { kind: "continue" };
  while (!signal.aborted) {
    const outcome = await showSelect(stage, menu, { screen: "menu", signal });
    switch (outcome.kind) {
      case "aborted":
        return { kind: "continue" };
      case "swapped":
        // Never: a press on a menu is rung 2.
        break;
      case "cancelled":
        return { kind: "continue" };
      case "chosen": {
        const decision = await decisionFor(ACTIONS[outcome.key] ?? "continue", reply);
        if (decision !== null) return decision;
        // Backed out of the reply: one level up, to the menu.
        break;
      }
      case "unavailable":
        // Another program has the terminal since, so the press was meant for it; else there is
        // nobody to ask, and the press asks for what it would without a terminal.
        if (stage.terminal.owner === "other") stage.router.answer();
        else stage.router.dispatch({ kind: "declined" });
        return { kind: "continue" };
      case "gone":
        stage.router.hangUp();
        return { kind: "continue" };
    }
  }
  return { kind: "continue" };
}

async function decisionFor(
  action: Exclude<MenuAction, "prompt">,
  reply: AskReply,
): Promise<MenuDecision | null> {
  if (action !== "reply") return { kind: action };
  const text = await reply();
  return text === null ? null : { kind: "reply", text };
}
