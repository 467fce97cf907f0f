/**
 * A process on the ladder: output and terminal come up, the fallback menu listens beside the work,
 * and the process ends the way its parent is to see it. What the work is, is the caller's; `jp` and
 * programs that use the library run through the same lines.
 *
 * @module
 */

import type { ShutdownSettings } from "../core/ladder/mod.ts";
import { notice } from "../core/notices/mod.ts";
import type { Platform } from "../host/platform/port.ts";
import {
  channelStyle,
  type ColorChoice,
  type FormatChoice,
  isJson,
  Printer,
} from "../host/printer/mod.ts";
import { showCountdown } from "../host/shutdown/mod.ts";
import type { Router, Scope } from "../host/signals/mod.ts";
import { cellWidth, Terminal, terminalFeatures } from "../host/terminal/mod.ts";
import { Gate } from "../interaction/gate/mod.ts";
import type { Stage } from "../interaction/widgets/mod.ts";

/** At rung 2 the last output is waited for as long as something moves within this time. */
const FLUSH_STALL_MS = 1000;
/** A channel that has stalled has this long more, while the countdown is taken off the other. */
const FLUSH_LAST_MS = 50;
/** At a normal end progress is looked at this often; a slow reader is waited for. */
const FLUSH_LOOK_MS = 250;

/** By then a command has sent its request and waits. */
const PRELOAD_MS = 150;

/** The one line after a turn that went on without its reader. */
const UNREAD = "Nobody read the answer: what stdout went to has ended.";

/** A press so near to the end of stdout's reader is what ended it. */
const PRESS_NEAR_MS = 100;

/** A child in a process group of its own, which the terminal's Ctrl-Z does not reach. */
export interface StopsWithUs {
  /** We are about to stop. */
  stop(): void;
  /** We have been continued. */
  goOn(): void;
}

/** What the work gets. */
export interface RunningProcess {
  readonly platform: Platform;
  readonly router: Router;
  readonly printer: Printer;
  readonly terminal: Terminal;
  readonly stage: Stage;
  /** Passed before every step that somebody could see. */
  readonly gate: Gate;
  /** Aborted when the work is to wind up: shutdown, or nobody reads stdout any more. */
  readonly signal: AbortSignal;
  /** Told of Ctrl-Z. */
  readonly stopsWithUs: Set<StopsWithUs>;
  /**
   * What the work has run has died of the user's Ctrl-C: once the work is done, so does this process,
   * and says nothing.
   *
   * @param alone nobody else has had that press: those who wait for us have to be told.
   */
  diedOfPress(alone: boolean): void;
}

/** How its output looks and how its shutdown is shown. */
export interface ProcessOptions {
  readonly format: FormatChoice;
  readonly color: ColorChoice;
  /** `[interrupt.shutdown]` as it is known at that moment. */
  readonly shutdown: () => ShutdownSettings;
  /** Where what stdout did not take can be seen all the same; null: nowhere. */
  readonly kept: () => string | null;
}

/** The reader of stdout is gone: stop asking for more, save, die by SIGPIPE. */
export class ReaderGone extends Error {
  override readonly name = "ReaderGone";

  constructor() {
    super("nobody reads stdout any more");
  }
}

/** Stdout could not be written for another reason than a closed pipe: a full disk, say. */
export class WriteFailed extends Error {
  override readonly name = "WriteFailed";

  constructor(code: string) {
    super(`cannot write to stdout: ${code}`);
  }
}

/**
 * Runs `work` to its exit status and ends the process. `work` rejects only with the reason of its
 * signal. Returns only if the process could not be ended.
 */
export async function runProcess(
  platform: Platform,
  router: Router,
  fallback: Scope,
  options: ProcessOptions,
  work: (process: RunningProcess) => Promise<number>,
): Promise<void> {
  const terminal = new Terminal(platform, router.memory);
  const outFailed = new AbortController();
  let unread = false;
  let readerGone: Promise<void> = Promise.resolve();
  const printer = openPrinter(platform, terminal, router, options, (code) => {
    if (code !== "EPIPE") return outFailed.abort(new WriteFailed(code));
    // The press that ends the reader may reach us a moment before or after the end does.
    const at = platform.clock.now();
    readerGone = later(PRESS_NEAR_MS).then(() => {
      if (router.state.interactive && router.state.lastPress > at - PRESS_NEAR_MS) unread = true;
      else outFailed.abort(new ReaderGone());
    });
  });
  const gate = new Gate();
  const stage: Stage = {
    terminal,
    printer,
    router,
    onSignal: (signal, listener) => platform.onSignal(signal, listener),
    // In `jp … | jq` the press that opened the menu has reached the reader as well, and most die of
    // it. Who chose to go on wants the turn in the conversation, read or not.
    goingOn: () => {
      if (unread || !isGone(platform)) return;
      unread = true;
      printer.close("out");
    },
  };
  const stopsWithUs = new Set<StopsWithUs>();
  using _jobControl = followJobControl(platform, terminal, printer, stopsWithUs);
  router.speakThrough({
    shuttingDown: () => printer.notice(notice("shutting down")),
    lastLine: (message) => printer.lastLine(notice(message)),
  }, isJson(printer.err.format));
  // In a pipeline the terminal's modes are the reader's as well: less would save ours, and put them
  // back when we are gone. The echo is then erased by what is drawn over it.
  const echoes = router.state.interactive && terminal.device !== null;
  if (echoes && platform.stdout.isTerminal()) terminal.holdQuietEcho();
  const countdown = showCountdown(router, printer, platform.clock, options.shutdown);
  const menu = serveFallback(stage, fallback, gate, router.shutdown);

  const signal = AbortSignal.any([router.shutdown, outFailed.signal]);
  let ofPress: { readonly byKey: boolean } | null = null as { readonly byKey: boolean } | null;
  const diedOfPress = (alone: boolean): void => {
    ofPress = { byKey: alone };
  };
  const running = { platform, router, printer, terminal, stage, gate, signal, stopsWithUs };
  let code = await work({ ...running, diedOfPress });
  // Work that is done while a menu is up waits for the answer: nothing happens behind it.
  await gate.pass(router.shutdown).catch(() => {});
  await flushed(printer, router);
  await readerGone;
  const failed: unknown = outFailed.signal.reason;
  if (failed instanceof WriteFailed) {
    const help = options.kept() ?? "Nothing of it is kept; run it again where it can be written.";
    printer.notice(notice(`${failed.message}\n${help}`));
    code ||= 1;
  }
  if (router.shutdown.aborted) {
    await menu;
    const flush = await printer.flush(FLUSH_STALL_MS);
    countdown[Symbol.dispose]();
    // What has stalled is not waited for a second time; the other channel writes in a moment.
    await printer.flush(flush === "stalled" ? FLUSH_LAST_MS : FLUSH_STALL_MS);
    return router.finishShutdown();
  }
  if (unread) printer.notice(notice([UNREAD, options.kept() ?? ""].join(" ").trim()));
  await printer.flush(FLUSH_STALL_MS);
  if (ofPress !== null) router.finishShutdown(ofPress);
  terminal[Symbol.dispose]();
  if (unread || failed instanceof ReaderGone) platform.system.dieBy("SIGPIPE");
  platform.exit(code);
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function isGone({ stdout, system }: Platform): boolean {
  return !stdout.isTerminal() && system.poll(stdout.fd).gone;
}

/** The menu's code is loaded beside the work, or when a press asks for it, whichever is first. */
async function serveFallback(
  stage: Stage,
  scope: Scope,
  gate: Gate,
  signal: AbortSignal,
): Promise<void> {
  const idle = Promise.withResolvers<void>();
  const timer = setTimeout(idle.resolve, PRELOAD_MS);
  await Promise.race([scope.notified(signal).catch(() => {}), idle.promise]);
  clearTimeout(timer);
  if (signal.aborted) return;
  const { runFallbackMenu } = await import("../interaction/menus/mod.ts");
  await runFallbackMenu(stage, scope, gate, signal);
}

async function flushed(printer: Printer, router: Router): Promise<void> {
  while (!router.shutdown.aborted && await printer.flush(FLUSH_LOOK_MS) === "stalled");
}

function openPrinter(
  platform: Platform,
  terminal: Terminal,
  router: Router,
  options: ProcessOptions,
  outGone: (code: string) => void,
): Printer {
  const style = (isTerminal: boolean) =>
    channelStyle({
      format: options.format,
      color: options.color,
      terminal: isTerminal,
      term: platform.env("TERM"),
      noColor: platform.env("NO_COLOR"),
    });
  let alone: Promise<boolean> | undefined;
  return new Printer({
    stdout: platform.stdout,
    stderr: platform.stderr,
    oneDestination: platform.outputsAreOne(),
    out: style(platform.stdout.isTerminal()),
    err: style(platform.stderr.isTerminal()),
    size: () => terminal.size,
    reflows: () => terminal.reflow !== "none",
    alone: () => alone ??= isAlone(platform),
    synchronizes: terminalFeatures(platform.env).synchronizes,
    measure: cellWidth,
    onGone: (channel, code) => {
      if (code === "EIO") router.hangUp();
      else if (channel === "out") outGone(code);
    },
  });
}

/** Whether no reader of ours, at the other end of a pipe, may write to the terminal. */
async function isAlone({ stdout, fs, os }: Platform): Promise<boolean> {
  if (stdout.isTerminal() || os === "windows") return true;
  const info = await fs.info("/dev/stdout").catch(() => null);
  return info?.kind === "file" || info?.device === true;
}

/** Ctrl-Z stops us with the terminal as we found it; being continued takes it again. */
function followJobControl(
  platform: Platform,
  terminal: Terminal,
  printer: Printer,
  stopsWithUs: ReadonlySet<StopsWithUs>,
): Disposable {
  const { system } = platform;
  using stack = new DisposableStack();
  if (system.available && !system.isIgnored("SIGTSTP")) {
    stack.use(platform.onSignal("SIGTSTP", () => {
      for (const child of stopsWithUs) child.stop();
      terminal.suspend();
      system.stopSelf();
      terminal.resume();
      for (const child of stopsWithUs) child.goOn();
    }));
    stack.use(platform.onSignal("SIGCONT", () => {
      terminal.resume();
      printer.moved();
      for (const child of stopsWithUs) child.goOn();
    }));
  }
  return stack.move();
}
