/**
 * The menu at the bottom of the stack: whatever the program is doing, a first Ctrl-C that nobody
 * else answers asks here. It has no configuration: it is the floor of the ladder.
 *
 * Source: RFD 092 "Generic fallback menu".
 *
 * @module
 */

import type { Scope } from "../../host/signals/mod.ts";
import { type InlineSelect, showSelect, type Stage } from "../widgets/mod.ts";
import type { Gate } from "../gate/mod.ts";

/** The fallback menu's question. */
export const FALLBACK_MENU: InlineSelect = {
  message: "Interrupted",
  choices: [
    { key: "c", label: "Continue" },
    { key: "q", label: "Quit gracefully" },
  ],
};

/** Answers the presses that reach `scope` until the signal aborts. Never rejects. */
export async function runFallbackMenu(
  stage: Stage,
  scope: Scope,
  gate: Gate,
  signal: AbortSignal,
): Promise<void> {
  await serveMenu(stage, scope, gate, signal, FALLBACK_MENU, (key) => {
    if (key === "q") stage.router.dispatch({ kind: "leave" });
    else stage.goingOn?.();
  });
}

/**
 * Shows `select` for each press that reaches `scope`, until the signal aborts. `answered` gets the
 * key, or null for ESC; while the menu is up the gate is closed. Never rejects.
 */
export async function serveMenu(
  stage: Stage,
  scope: Scope,
  gate: Gate,
  signal: AbortSignal,
  select: InlineSelect,
  answered: (key: string | null) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await scope.notified(signal);
    } catch {
      return;
    }
    // The command stops at its next visible step for as long as this is held.
    using _closed = gate.close();
    scope.take();
    const outcome = await showSelect(stage, select, { screen: "menu", signal });
    switch (outcome.kind) {
      case "aborted":
        return;
      case "swapped":
        // Never: a press on a menu is rung 2.
        break;
      case "chosen":
        answered(outcome.key);
        break;
      case "cancelled":
        answered(null);
        break;
      case "unavailable":
        // Another program has the terminal since, so the press was meant for it; else there is
        // nobody to ask, and the press asks for what it would without a terminal.
        if (stage.terminal.owner === "other") stage.router.answer();
        else stage.router.dispatch({ kind: "declined" });
        break;
      case "gone":
        stage.router.hangUp();
    }
  }
}
