/**
 * The ladder for other programs: one call gives a command-line tool the menu, the graceful
 * shutdown, the hard end and the exit convention that `jp` has.
 *
 * @module
 */

import { DEFAULT_SETTINGS, type ShutdownSettings } from "../core/ladder/mod.ts";
import { type Notice, notice } from "../core/notices/mod.ts";
import { openPlatform } from "../host/platform/port.ts";
import type { ColorChoice, FormatChoice } from "../host/printer/mod.ts";
import {
  isInteractive,
  Router,
  type Scope,
  type SentinelWorker,
  startSentinel,
} from "../host/signals/mod.ts";
import { runProcess } from "./run_process.ts";

/** What the work of a program on the ladder can do. */
export interface Ladder {
  /**
   * Aborted when the work is to wind up: at the second press, at SIGTERM, or when nobody reads
   * stdout any more. The reason says which.
   */
  readonly signal: AbortSignal;
  /**
   * Call it before each step that somebody could see: it waits while a menu is up, and throws the
   * signal's reason once the work is to wind up.
   */
  pass(): Promise<void>;
  /** Prints on stdout. Held while a menu is up; never lost, never out of order. */
  print(text: string): void;
  /** Says something on stderr, in the channel's format. */
  say(message: string, fields?: Notice["fields"]): void;
  /** Puts a scope of your own on the stack: first presses then notify it instead of the menu. */
  enter(name: string): Scope;
  /** Registers a process group that is killed when the process is ended the hard way. */
  killWithUs(group: number): Disposable;
}

/** How a program on the ladder is set up; everything has a default. */
export interface LadderOptions {
  /** How output is framed. Default `auto`: pretty on a terminal, plain elsewhere. */
  readonly format?: FormatChoice;
  /** When colour is used. Default `auto`. */
  readonly color?: ColorChoice;
  /** Milliseconds within which a second press is one; 0: only in a menu. Default 2000. */
  readonly cooldownMs?: number;
  /** The graceful shutdown: its countdown and its hard deadline. Default 10 s, shown after 1 s. */
  readonly shutdown?: ShutdownSettings;
  /**
   * The worker that watches while the main thread is busy. Default: made from this library's file,
   * which works from source; a compiled program makes it from its entry file and hands it in.
   */
  readonly sentinel?: SentinelWorker;
}

const SHUTDOWN: ShutdownSettings = {
  show: true,
  delaySecs: 1,
  intervalMs: 100,
  timeoutSecs: DEFAULT_SETTINGS.timeoutMs / 1000,
};

/**
 * Runs `work` on the ladder and ends the process: with the status it returns (0 for none), 1 when
 * it throws, by SIGINT when it was interrupted.
 */
export async function runWithLadder(
  work: (ladder: Ladder) => Promise<number | void>,
  options: LadderOptions = {},
): Promise<void> {
  const platform = await openPlatform();
  const shutdown = options.shutdown ?? SHUTDOWN;
  using router = new Router(platform, {
    interactive: isInteractive(platform),
    settings: {
      cooldownMs: options.cooldownMs ?? DEFAULT_SETTINGS.cooldownMs,
      timeoutMs: shutdown.timeoutSecs * 1000,
    },
  });
  using fallback = router.enter("fallback");
  using _sentinel = startSentinel(options.sentinel ?? ownSentinel(), router);
  const { format = "auto", color = "auto" } = options;
  const look = { format, color, shutdown: () => shutdown, kept: () => null };
  await runProcess(platform, router, fallback, look, async ({ signal, gate, printer }) => {
    try {
      const status = await work({
        signal,
        pass: () => gate.pass(signal),
        print: (text) => printer.text(text),
        say: (message, fields) => printer.notice(notice(message, fields)),
        enter: (name) => router.enter(name),
        killWithUs: (group) => router.registerGroup(group),
      });
      return status ?? 0;
    } catch (error) {
      if (signal.aborted && error === signal.reason) return 0;
      printer.notice(notice(error instanceof Error ? error.stack ?? error.message : String(error)));
      return 1;
    }
  });
}

function ownSentinel(): SentinelWorker {
  const url = new URL("../host/signals/sentinel.ts", import.meta.url);
  return new Worker(url.href, { type: "module" });
}
