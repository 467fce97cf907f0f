/**
 * Shows an inline select on the terminal until it is answered.
 *
 * @module
 */

import type { OnScreen } from "../../core/ladder/mod.ts";
import {
  type Choice,
  type InlineSelect,
  OPENED,
  type SelectOutcome,
  type SelectState,
  updateSelect,
  viewSelect,
} from "./inline_select.ts";
import { plainLines } from "./plain_text.ts";
import { runWidget } from "./run_widget.ts";
import type { Stage } from "./stage.ts";
import { BRACKETED_PASTE, type PlainStep, type Widget } from "./widget.ts";

/** How showing it ended: an answer, or a reason from outside. */
export type ShownOutcome =
  | Extract<SelectOutcome, { readonly kind: "chosen" | "cancelled" }>
  /** A press swapped this prompt for the menu of the topmost scope; it is to be shown again. */
  | { readonly kind: "swapped" }
  /** The signal aborted: the ladder went on without an answer. */
  | { readonly kind: "aborted" }
  /** There is no terminal, or it is somebody else's: nothing was shown. */
  | { readonly kind: "unavailable" }
  /** The terminal went away while it was shown. */
  | { readonly kind: "gone" };

/** What a menu offers beside its own when it stands in for a prompt. */
export const BACK: Choice = { key: "b", label: "Back to prompt" };

/** The select as a widget. Real signals for Ctrl-C: also with a busy main thread. */
export function selectWidget(asked: () => InlineSelect): Widget<SelectState, SelectOutcome> {
  return {
    discipline: "cbreak",
    // No kitty flags: with them Ctrl-C would be an escape sequence and no signal.
    privateModes: () => [BRACKETED_PASTE],
    initial: OPENED,
    update: (state, event, context) => updateSelect(asked(), state, event, context),
    view: (state, context) => viewSelect(asked(), state, context),
    plain: {
      question: (state) => plainLines(viewSelect(asked(), state).lines).slice(0, -1),
      answer: (state, line) => plainAnswer(asked(), state, line),
    },
  };
}

/**
 * Asks, and resolves to the answer; the screen is as before when it does. A menu that stands in for
 * a prompt has `b` besides, which means what Continue does: the prompt comes back by itself.
 */
export async function showSelect(
  stage: Stage,
  select: InlineSelect,
  options: { readonly screen: Exclude<OnScreen, "nothing">; readonly signal: AbortSignal },
): Promise<ShownOutcome> {
  const { terminal } = stage;
  // Looked at when it is drawn: the prompt may be on its way out only now.
  const asked = (): InlineSelect =>
    options.screen === "menu" && terminal.promptStands
      ? { ...select, choices: [...select.choices, BACK] }
      : select;
  const widget = selectWidget(asked);
  const run = await runWidget(stage, widget, { ...options, answers: () => true });
  if (run.kind !== "ended") return { kind: run.kind };
  const { outcome } = run;
  // The keys for the process never end a run.
  return outcome.kind === "chosen" || outcome.kind === "cancelled" ? outcome : { kind: "aborted" };
}

function plainAnswer(
  select: InlineSelect,
  state: SelectState,
  line: string | null,
): PlainStep<SelectState, SelectOutcome> {
  const done = (outcome: SelectOutcome) => ({ kind: "done", outcome } as const);
  if (line === null) return done({ kind: "cancelled" });
  const word = line.trim();
  if (word === "" && select.enter !== undefined) {
    return done({ kind: "chosen", key: select.enter });
  }
  const choice = select.choices.find(({ key }) => key === word);
  if (choice !== undefined) return done({ kind: "chosen", key: choice.key });
  return word === "?"
    ? { kind: "again", state: { ...state, help: true }, why: "" }
    : { kind: "again", state, why: "Type one of the keys, or ? for what they do." };
}
