/**
 * Shows a widget until it ends: waits its turn, then draws it, or asks in plain lines on a terminal
 * that understands nothing else. What is asked and what an answer means is the caller's; which rung
 * a press is, is the ladder's.
 *
 * Source: interrupts.md "Menu contract", "Prompts", "The key".
 *
 * @module
 */

import { SHOWN_MS } from "../../host/printer/mod.ts";
import { drawnRun } from "./drawn_run.ts";
import { plainRun } from "./plain_run.ts";
import type { Ending, Run, RunOptions } from "./run.ts";
import type { Stage } from "./stage.ts";
import type { Widget } from "./widget.ts";

/** Shows it; the screen is as before when this resolves, but for what was asked in plain lines. */
export async function runWidget<S, O extends Ending>(
  stage: Stage,
  widget: Widget<S, O>,
  options: RunOptions<S, O>,
): Promise<Run<S, O>> {
  const { terminal, printer } = stage;
  const { signal, screen } = options;
  const state = options.state ?? widget.initial;
  if (terminal.device === null) return { kind: "unavailable", state };
  // A menu that a press asked for waits for nothing; a question stands below what it is about.
  if (screen === "prompt") await printer.shown(SHOWN_MS, signal);
  using _turn = await terminal.takeTurn(signal);
  if (signal.aborted) return { kind: "aborted", state };
  // Asked now, not before: an editor that had the terminal until a moment ago may have made it raw.
  if (terminal.owner !== "us") return { kind: "unavailable", state };
  return await (terminal.isDumb ? plainRun : drawnRun)(stage, widget, options);
}
