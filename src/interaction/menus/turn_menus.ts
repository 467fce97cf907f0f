/**
 * The menus of a turn: what a first press offers while an answer streams, while tools run and
 * between the steps of a turn, and the loop that turns it into a decision. Choices are data; the
 * effects are the turn's.
 *
 * Source: RFD 092 "A menu at every rung 1", interrupts.md "Scopes and their rung 1" and
 * "compose_in_editor".
 *
 * @module
 */

import type { ReplyResult } from "../prompts/mod.ts";
import { type InlineSelect, type ShownOutcome, showSelect, type Stage } from "../widgets/mod.ts";

/** What a press in a turn may come to. */
export type MenuDecision =
  | { readonly kind: "continue" }
  | { readonly kind: "stop" }
  | { readonly kind: "abort" }
  | { readonly kind: "reply"; readonly text: string }
  | { readonly kind: "restart" }
  /** Null: what the model is told of a call that was cancelled without a word. */
  | { readonly kind: "respond"; readonly message: string | null };

/** `interrupt.*.action`, all that there are. */
export type MenuAction =
  | "prompt"
  | "continue"
  | "stop"
  | "abort"
  | "reply"
  | "restart"
  | "respond";

/** What asking for a reply came to. */
export type Words =
  | { readonly kind: "reply"; readonly text: string }
  /** Enter on nothing. */
  | { readonly kind: "empty" }
  /** Backed out of, or an editor given up. */
  | { readonly kind: "cancelled" };

/** What a reply means to the menu it was asked from. */
export function wordsOf(result: ReplyResult): Words {
  switch (result.kind) {
    case "reply":
      return { kind: "reply", text: result.text };
    case "empty":
      return result;
    default:
      return { kind: "cancelled" };
  }
}

/** Asks for a reply. */
export type AskReply = () => Promise<Words>;

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

/** The menu while tools run. */
export const TOOL_MENU: InlineSelect = {
  message: "Interrupted",
  choices: [
    { key: "c", label: "Continue" },
    { key: "r", label: "Stop & respond" },
    { key: "s", label: "Stop (cancel & exit)" },
    { key: "t", label: "Restart" },
  ],
};

const TOOL_ACTIONS: Actions = { c: "continue", r: "respond", s: "stop", t: "restart" };
const ACTIONS: Actions = {
  c: "continue",
  r: "reply",
  s: "stop",
  a: "abort",
};

type Actions = Readonly<Record<string, Exclude<MenuAction, "prompt">>>;

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
  const decision = await decideInTurn(
    {
      show: () => showSelect(stage, menu, { screen: "menu", signal }),
      unavailable: () => {
        // Another program has the terminal since, so the press was meant for it; else there is
        // nobody to ask, and the press asks for what it would without a terminal.
        if (stage.terminal.owner === "other") stage.router.answer();
        else stage.router.dispatch({ kind: "declined" });
      },
      gone: () => stage.router.hangUp(),
    },
    menu,
    action,
    reply,
    signal,
  );
  if (decision.kind !== "stop" && decision.kind !== "abort") stage.goingOn?.();
  return decision;
}

/** How a menu is shown, and what happens when it cannot be. */
export interface MenuPorts {
  show(): Promise<ShownOutcome>;
  /** There is no terminal for it. */
  unavailable(): void;
  /** The terminal went away under it. */
  gone(): void;
}

/** The loop of {@linkcode askInTurn}, whatever shows the menu. */
export async function decideInTurn(
  ports: MenuPorts,
  menu: InlineSelect,
  action: MenuAction,
  reply: AskReply,
  signal: AbortSignal,
): Promise<MenuDecision> {
  // A configured action replaces the menu and is no answer: the ladder goes on counting.
  if (action !== "prompt") return await decisionFor(action, reply) ?? insteadOf(action);
  while (!signal.aborted) {
    const outcome = await ports.show();
    switch (outcome.kind) {
      case "aborted":
        return { kind: "continue" };
      case "swapped":
        // Never: a press on a menu is rung 2.
        break;
      case "cancelled":
        return { kind: "continue" };
      case "chosen": {
        const actions = menu === TOOL_MENU ? TOOL_ACTIONS : ACTIONS;
        const decision = await decisionFor(actions[outcome.key] ?? "continue", reply);
        if (decision !== null) return decision;
        // Backed out of the reply: one level up, to the menu.
        break;
      }
      case "unavailable":
        ports.unavailable();
        return { kind: "continue" };
      case "gone":
        ports.gone();
        return { kind: "continue" };
    }
  }
  return { kind: "continue" };
}

/** What an action without a menu falls back to when the reply is backed out of. */
function insteadOf(action: MenuAction): MenuDecision {
  return action === "respond" ? { kind: "respond", message: null } : { kind: "continue" };
}

/** Null: one level up. An empty reply is one only where it means the canned message. */
async function decisionFor(
  action: Exclude<MenuAction, "prompt">,
  reply: AskReply,
): Promise<MenuDecision | null> {
  if (action !== "reply" && action !== "respond") return { kind: action };
  const words = await reply();
  switch (words.kind) {
    case "reply":
      return action === "reply"
        ? { kind: "reply", text: words.text }
        : { kind: "respond", message: words.text };
    case "empty":
      return action === "respond" ? { kind: "respond", message: null } : null;
    case "cancelled":
      return null;
  }
}
