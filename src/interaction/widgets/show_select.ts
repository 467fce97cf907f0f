/**
 * Shows an inline select on the terminal until it is answered.
 *
 * @module
 */

import type { OnScreen } from "../../core/ladder/mod.ts";
import {
  type InlineSelect,
  OPENED,
  type SelectOutcome,
  type SelectState,
  updateSelect,
  viewSelect,
} from "./inline_select.ts";
import { runWidget } from "./run_widget.ts";
import type { Stage } from "./stage.ts";
import type { Widget } from "./widget.ts";

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

/** The select as a widget. Real signals for Ctrl-C: also with a busy main thread. */
export function selectWidget(select: InlineSelect): Widget<SelectState, SelectOutcome> {
  return {
    discipline: "cbreak",
    privateModes: () => [],
    initial: OPENED,
    update: (state, event) => updateSelect(select, state, event),
    view: (state) => viewSelect(select, state),
  };
}

/** Asks, and resolves to the answer; the screen is as before when it does. */
export async function showSelect(
  stage: Stage,
  select: InlineSelect,
  options: { readonly screen: Exclude<OnScreen, "nothing">; readonly signal: AbortSignal },
): Promise<ShownOutcome> {
  const run = await runWidget(stage, selectWidget(select), { ...options, answers: () => true });
  if (run.kind !== "ended") return { kind: run.kind };
  const { outcome } = run;
  // The keys for the process never end a run.
  return outcome.kind === "chosen" || outcome.kind === "cancelled" ? outcome : { kind: "aborted" };
}
