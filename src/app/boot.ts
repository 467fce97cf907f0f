/**
 * From a router to a finished process: output and terminal come up, the fallback menu listens, the
 * command runs beside it, and the process ends the way its parent is to see it.
 *
 * @module
 */

import { notice } from "../core/notices/mod.ts";
import type { Platform } from "../host/platform/port.ts";
import { channelStyle, isJson, Printer } from "../host/printer/mod.ts";
import { showCountdown } from "../host/shutdown/mod.ts";
import type { Router, Scope, Sentinel } from "../host/signals/mod.ts";
import { cellWidth, Terminal } from "../host/terminal/mod.ts";
import { Gate, runFallbackMenu } from "../interaction/menus/mod.ts";
import type { Stage } from "../interaction/widgets/mod.ts";
import { type App, ReaderGone } from "./app.ts";
import type { Command, Globals } from "./cli/mod.ts";
import { reportFailure } from "./failure.ts";
import { lazyServices, ShutdownView } from "./services.ts";
import { versionLine } from "./version.ts";

/** At rung 2 the last output is waited for as long as something moves within this time. */
const FLUSH_STALL_MS = 1000;

/** Runs the program. Returns only if the process could not be ended. */
export async function boot(
  platform: Platform,
  router: Router,
  fallback: Scope,
  sentinel: Sentinel,
): Promise<void> {
  const [first] = platform.args;
  if (first === "--version" || first === "-V") {
    await writeAll(platform.stdout, versionLine(platform) + "\n");
    return platform.exit(0);
  }
  const { parseArguments } = await import("./cli/mod.ts");
  const parsed = await parseArguments(platform.args);
  switch (parsed.kind) {
    case "version":
      await writeAll(platform.stdout, versionLine(platform) + "\n");
      return platform.exit(0);
    case "help":
      await writeAll(platform.stdout, parsed.text);
      return platform.exit(0);
    case "usage":
      await writeAll(platform.stderr, `jp: ${parsed.message}\n${parsed.help}\n`);
      return platform.exit(2);
    case "run":
      return await run(platform, router, fallback, sentinel, parsed.globals, parsed.command);
  }
}

async function run(
  platform: Platform,
  router: Router,
  fallback: Scope,
  sentinel: Sentinel,
  globals: Globals,
  command: Command,
): Promise<void> {
  const terminal = new Terminal(platform, router.memory);
  const readerGone = new AbortController();
  const printer = openPrinter(platform, terminal, router, globals, readerGone);
  const gate = new Gate();
  const stage: Stage = {
    terminal,
    printer,
    router,
    parent: () => platform.system.getppid(),
    onSignal: (signal, listener) => platform.onSignal(signal, listener),
  };
  using _jobControl = followJobControl(platform, terminal);
  const shutdown = new ShutdownView();
  router.speakThrough({
    shuttingDown: () => printer.notice(notice("shutting down")),
    terminating: () => printer.lastLine(notice("terminating")),
  }, isJson(printer.err.format));
  if (router.state.interactive && terminal.device !== null) terminal.holdQuietEcho();
  const countdown = showCountdown(router, printer, platform.clock, () => shutdown.effective());
  const menu = runFallbackMenu(stage, fallback, gate, router.shutdown);

  const signal = AbortSignal.any([router.shutdown, readerGone.signal]);
  const app: App = {
    platform,
    globals,
    printer,
    terminal,
    stage,
    router,
    sentinel,
    gate,
    signal,
    ...lazyServices(platform, globals, router, shutdown, signal),
  };
  const code = await status(app, command);
  if (router.shutdown.aborted) await menu;
  // A command that is done while a menu is up waits for the answer: nothing happens behind it.
  else await gate.pass(router.shutdown).catch(() => {});
  if (!router.shutdown.aborted) await flushed(printer, router);
  countdown[Symbol.dispose]();
  if (router.shutdown.aborted) {
    await printer.flush(FLUSH_STALL_MS);
    return router.finishShutdown();
  }
  terminal[Symbol.dispose]();
  if (readerGone.signal.aborted) platform.system.dieBy("SIGPIPE");
  platform.exit(code);
}

async function status(app: App, command: Command): Promise<number> {
  try {
    const { runCommand } = await import("./commands/mod.ts");
    return await runCommand(app, command);
  } catch (error) {
    // What a shutdown interrupts is no failure; its ending is the ladder's.
    if (app.signal.aborted && error === app.signal.reason) return 0;
    return await reportFailure(app, error);
  }
}

// At a normal end a slow reader is waited for; a press then still opens the menu.
async function flushed(printer: Printer, router: Router): Promise<void> {
  while (!router.shutdown.aborted && await printer.flush(250) === "stalled");
}

function openPrinter(
  platform: Platform,
  terminal: Terminal,
  router: Router,
  globals: Globals,
  readerGone: AbortController,
): Printer {
  const style = (isTerminal: boolean) =>
    channelStyle({
      format: globals.format,
      color: globals.color,
      terminal: isTerminal,
      term: platform.env("TERM"),
      noColor: platform.env("NO_COLOR"),
    });
  return new Printer({
    stdout: platform.stdout,
    stderr: platform.stderr,
    out: style(platform.stdout.isTerminal()),
    err: style(platform.stderr.isTerminal()),
    size: () => terminal.size,
    measure: cellWidth,
    onGone: (channel, code) => {
      if (channel === "out" && code === "EPIPE") readerGone.abort(new ReaderGone());
      else if (code === "EIO") router.hangUp();
      else if (channel === "out") readerGone.abort(new WriteFailed(code));
    },
  });
}

/** Stdout could not be written for another reason than a closed pipe: a full disk, say. */
class WriteFailed extends Error {
  override readonly name = "WriteFailed";
  constructor(code: string) {
    super(`cannot write to stdout: ${code}`);
  }
}

/** Ctrl-Z stops us with the terminal as we found it; being continued takes it again. */
function followJobControl(platform: Platform, terminal: Terminal): Disposable {
  const { system } = platform;
  using stack = new DisposableStack();
  if (system.available && !system.isIgnored("SIGTSTP")) {
    stack.use(platform.onSignal("SIGTSTP", () => {
      terminal.suspend();
      system.stopSelf();
      terminal.resume();
    }));
    stack.use(platform.onSignal("SIGCONT", () => void terminal.resume()));
  }
  return stack.move();
}

async function writeAll(stream: Platform["stdout"], text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  for (let done = 0; done < bytes.length;) {
    try {
      done += await stream.write(bytes.subarray(done));
    } catch {
      // Nobody reads it: there is nothing else to do here.
      return;
    }
  }
}
