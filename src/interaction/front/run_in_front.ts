/**
 * A program that gets the terminal while we wait for it: nothing of ours reads or writes it
 * meanwhile, and its Ctrl-C is its own. Owns the borrowing and giving back; which program it is,
 * and what its end means, is the caller's.
 *
 * Source: interrupts.md "External editor".
 *
 * @module
 */

import type { Platform, SpawnCommand } from "../../host/platform/port.ts";
import type { Printer } from "../../host/printer/mod.ts";
import type { Router } from "../../host/signals/mod.ts";
import type { Terminal } from "../../host/terminal/mod.ts";

/** What a shell around a program makes of one that a Ctrl-C killed. */
const EXIT_OF_SIGINT = 130;

/** What the terminal is borrowed from. */
export interface FrontStage {
  /** The machine. */
  readonly platform: Pick<Platform, "spawn" | "system">;
  /** Lent to the program whole. */
  readonly terminal: Terminal;
  /** Held meanwhile. */
  readonly printer: Printer;
  /** Counts no press meanwhile: they are the program's. */
  readonly router: Router;
}

/** How it ended; 128 and more for a signal, as shells say. Aborted: by us, or never started. */
export type FrontEnding =
  | { readonly kind: "ended"; readonly code: number }
  | { readonly kind: "aborted" };

/**
 * Runs it to its end, with the terminal if that is ours, else with none. An abort ends it (SIGTERM).
 *
 * @throws {FsError} when it does not start.
 */
export async function runInFront(
  { terminal, printer, router, platform }: FrontStage,
  command: SpawnCommand,
  signal: AbortSignal,
): Promise<FrontEnding> {
  using _turn = await terminal.takeTurn(signal);
  if (signal.aborted) return { kind: "aborted" };
  // Asked now: a prompt that was on the screen until a moment ago has given its modes back.
  const onTerminal = router.state.interactive && terminal.owner === "us";
  using hold = await printer.hold(signal);
  using lent = onTerminal ? router.lend() : null;
  using loan = onTerminal ? terminal.lend() : null;
  if (signal.aborted) return { kind: "aborted" };
  // It may leave anything where the screen was.
  if (onTerminal) hold.used(Infinity);
  const child = await platform.spawn(command, onTerminal ? "terminal" : "none");
  using _killed = router.registerProcess(child.pid);
  const onAbort = (): void => void platform.system.kill(child.pid, "SIGTERM");
  signal.addEventListener("abort", onAbort, { once: true });
  // It may have come while the program was started.
  if (signal.aborted) onAbort();
  try {
    const { code, signal: killedBy } = await child.ended;
    if (killedBy !== null) loan?.wasKilled();
    if (killedBy === "SIGINT" || code === EXIT_OF_SIGINT) lent?.diedOfPress();
    if (signal.aborted) return { kind: "aborted" };
    return { kind: "ended", code: killedBy === null ? code : Math.max(code, 128) };
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
