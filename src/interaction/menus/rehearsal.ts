/**
 * A menu played through where nobody sees it. Code that runs for the first time takes several times
 * as long as later, and a press usually is a process's first: without this it would wait for the
 * runtime to get ready (interrupts.md "How fast"). Halves the time from a press to its menu.
 *
 * @module
 */

import { blankPlatform, type Platform, type TerminalModes } from "../../host/platform/port.ts";
import { type ChannelStyle, Printer } from "../../host/printer/mod.ts";
import { Router, SharedMemory } from "../../host/signals/mod.ts";
import { cellWidth, Terminal } from "../../host/terminal/mod.ts";
import type { Stage } from "../widgets/mod.ts";
import { askInTurn, type MenuDecision, STREAMING_MENU } from "./turn_menus.ts";

/** Most is gained by the first time; more of them than this gain nothing that can be measured. */
const TIMES = 3;

const CONTINUE = new TextEncoder().encode("c");

/** What it is played on. */
export interface RehearsalOptions {
  /** The process's own; only its clock and environment are used. */
  readonly platform: Platform;
  /** Of the real terminal; null where there are none. */
  readonly modes: TerminalModes | null;
  /** The style of answers. */
  readonly style: ChannelStyle;
  /** Lets whatever waits have the thread. */
  readonly pause: () => Promise<void>;
}

/**
 * Presses and goes on, a few times, and resolves to what was decided. Nothing is written, read, sent
 * or ended.
 *
 * @param signal ends it early.
 */
export async function rehearseMenu(
  { platform, modes, style, pause }: RehearsalOptions,
  signal: AbortSignal,
): Promise<readonly MenuDecision[]> {
  const blank = blankPlatform(platform, modes, CONTINUE);
  const memory = new SharedMemory();
  using router = new Router(blank, { interactive: true, memory });
  using terminal = new Terminal(blank, memory);
  const printer = new Printer({
    stdout: blank.stdout,
    stderr: blank.stderr,
    oneDestination: true,
    out: style,
    err: style,
    size: () => terminal.size,
    measure: cellWidth,
    onGone: () => {},
  });
  const stage: Stage = { terminal, printer, router, onSignal: blank.onSignal };
  using scope = router.enter("rehearsal");
  const decisions: MenuDecision[] = [];
  for (let time = 0; time < TIMES && !signal.aborted; time++) {
    printer.text("what a model says ");
    router.pressKey();
    await scope.notified(signal);
    scope.take();
    const nothing = () => Promise.resolve({ kind: "cancelled" } as const);
    decisions.push(await askInTurn(stage, STREAMING_MENU, "prompt", nothing, signal));
    printer.text("and goes on to say ");
    await pause();
  }
  return decisions;
}
