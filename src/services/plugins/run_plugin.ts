/**
 * Runs a command plugin from its start to the end of its last process, on the ladder: the first
 * press is the plugin's, the shutdown token has it asked to end and then killed, and whatever it
 * does, we are neither left waiting nor without the terminal.
 *
 * Source: RFD 092 "Plugin scope", interrupts.md "Plugins".
 *
 * @module
 */

import type { JsonObject } from "../../core/conversation/mod.ts";
import type { Clock, GroupedProcess, System } from "../../host/platform/port.ts";
import { type PluginExit, type PluginPorts, Session } from "./session.ts";
import { type PluginDescription } from "./protocol.ts";
import { type PluginStatus, RunningPlugin } from "./running_plugin.ts";
import { type LoanStage, TerminalLoans } from "./terminal_loans.ts";

/** It is killed this long before the watchdog would end us, ms. */
const BEFORE_DEADLINE_MS = 150;
/** When it is over and the other end of its pipe is still open, this much silence is the end, ms. */
const SILENCE_MS = 250;
/** What a shell makes of a child that a Ctrl-C killed. */
const EXIT_OF_SIGINT = 130;

/** What running takes of the process. */
export interface PluginStage extends LoanStage {
  readonly clock: Clock;
  readonly system: System;
  /** Told of the terminal's Ctrl-Z. */
  readonly stopsWithUs: Set<{ stop(): void; goOn(): void }>;
}

/** One run. */
export interface PluginRun {
  readonly start: () => Promise<GroupedProcess>;
  /** What it is sent first: `init`, or `describe`. */
  readonly greeting: JsonObject;
  readonly ports: PluginPorts;
  /** `plugins.shutdown_timeout_secs`, ms. */
  readonly graceMs: number;
  /** By then it has said `ready`, or `describe`. */
  readonly readyMs: number;
}

/** How a run ended. */
export type PluginEnd =
  | { readonly kind: "exited"; readonly exit: PluginExit }
  | { readonly kind: "described"; readonly description: PluginDescription }
  /** The user's Ctrl-C was its end; `alone`: it had the terminal, and nobody else has had that press. */
  | { readonly kind: "died of press"; readonly alone: boolean }
  /** The run is winding up. */
  | { readonly kind: "shut down" }
  /** It could not be executed: no program, or none for its first line. */
  | { readonly kind: "not executed" }
  | { readonly kind: "not ready"; readonly firstWords: string | null }
  /** It is over, or has closed its output, without a word of its end. */
  | {
    readonly kind: "broke off";
    readonly status: PluginStatus | null;
    readonly firstWords: string | null;
    readonly lastWords: readonly string[];
  };

type Cause =
  | { readonly kind: "over"; readonly status: PluginStatus }
  | { readonly kind: "exit"; readonly exit: PluginExit }
  | { readonly kind: "described"; readonly description: PluginDescription }
  | { readonly kind: "silent" }
  | { readonly kind: "not ready" }
  | { readonly kind: "aborted" };

/**
 * @throws {FsError} when no process can be started. @throws {RouterError} when there is no room for
 * it among those that are killed with us.
 */
export async function runPlugin(
  run: PluginRun,
  stage: PluginStage,
  signal: AbortSignal,
): Promise<PluginEnd> {
  const { router, system } = stage;
  using scope = router.enter("plugin");
  await using plugin = new RunningPlugin(await run.start(), system, router);
  const until = AbortSignal.any([signal, plugin.over]);
  using loans = new TerminalLoans(stage, plugin, until);
  const session = new Session(plugin, run.ports, loans, until);
  using _presses = forwardPresses(scope, plugin);
  stage.stopsWithUs.add(plugin);
  using _follows = { [Symbol.dispose]: () => void stage.stopsWithUs.delete(plugin) };

  const reading = session.read();
  void plugin.send(run.greeting);
  const cause = await firstCause(run, { plugin, session, loans, reading }, signal);
  // While it had the terminal, the press that ended it was its alone.
  const alone = loans.lent;
  const after = plugin.ended.then((status) => loans.ended(status.signal));
  switch (cause.kind) {
    case "aborted":
      // It keeps the terminal for its last words, if it has it.
      await plugin.shutDown(graceNow(run.graceMs, stage));
      break;
    case "exit":
    case "described":
    case "silent":
      plugin.child.closeInput();
      await endedOrAborted(run, plugin, stage, signal);
      break;
    case "not ready":
      plugin.kill();
      break;
    case "over":
      break;
  }
  plugin.kill();
  await after;
  await readToEnd(plugin, session, reading);
  if (signal.aborted) return { kind: "shut down" };
  const end = await endOf(cause, plugin, session, alone);
  // What a plugin makes of a press that it understands as its end.
  const ofPress = end.kind === "exited" && end.exit.code === EXIT_OF_SIGINT && plugin.interrupted;
  return ofPress ? { kind: "died of press", alone: false } : end;
}

async function endOf(
  cause: Cause,
  plugin: RunningPlugin,
  session: Session,
  alone: boolean,
): Promise<PluginEnd> {
  const { firstWords, lastWords } = session;
  switch (cause.kind) {
    case "exit":
    case "described":
      return cause.kind === "exit" ? { kind: "exited", exit: cause.exit } : cause;
    case "not ready":
      return { kind: "not ready", firstWords };
    case "aborted":
      return { kind: "shut down" };
    case "silent":
    case "over": {
      // Its last line may have been read only after its end was seen.
      const said = await Promise.race([session.exit, Promise.resolve(null)]);
      if (said !== null) return { kind: "exited", exit: said };
      const described = await Promise.race([session.described, Promise.resolve(null)]);
      if (described !== null) return { kind: "described", description: described };
      if (plugin.child.notExecuted) return { kind: "not executed" };
      const status = cause.kind === "over" ? cause.status : null;
      const ofInterrupt = status?.signal === "SIGINT" || status?.code === EXIT_OF_SIGINT;
      // Before it had a group it was in ours, and the key's press may be heard of only after its end.
      const ofOurs = status?.signal === "SIGINT" && plugin.group === null;
      if (ofInterrupt && (alone || ofOurs || plugin.interrupted)) {
        return { kind: "died of press", alone };
      }
      return { kind: "broke off", status, firstWords, lastWords };
    }
  }
}

function firstCause(
  run: PluginRun,
  { plugin, session, loans, reading }: {
    readonly plugin: RunningPlugin;
    readonly session: Session;
    readonly loans: TerminalLoans;
    readonly reading: Promise<void>;
  },
  signal: AbortSignal,
): Promise<Cause> {
  return new Promise((resolve, reject) => {
    // Who has the terminal may be waiting for the user.
    const late = (): void => {
      if (loans.lent) timer = setTimeout(late, run.readyMs);
      else resolve({ kind: "not ready" });
    };
    let timer = setTimeout(late, run.readyMs);
    const abort = (): void => resolve({ kind: "aborted" });
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    void session.ready.then(() => clearTimeout(timer));
    void session.exit.then((exit) => resolve({ kind: "exit", exit }));
    void session.described.then((description) => resolve({ kind: "described", description }));
    // A process that ends closes its output as well: its end is the better news.
    let silence: ReturnType<typeof setTimeout> | undefined;
    reading.then(() => {
      if (plugin.over.aborted) return;
      silence = setTimeout(() => resolve({ kind: "silent" }), SILENCE_MS);
    }, reject);
    void plugin.ended.then((status) => {
      clearTimeout(timer);
      clearTimeout(silence);
      signal.removeEventListener("abort", abort);
      resolve({ kind: "over", status });
    });
  });
}

/** It has said its last word: it gets its time to end, unless the run is to wind up before. */
async function endedOrAborted(
  run: PluginRun,
  plugin: RunningPlugin,
  stage: PluginStage,
  signal: AbortSignal,
): Promise<void> {
  const aborted = Promise.withResolvers<void>();
  const abort = (): void => aborted.resolve();
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  await Promise.race([plugin.endWithin(run.graceMs), aborted.promise]);
  signal.removeEventListener("abort", abort);
  if (!plugin.over.aborted) await plugin.endWithin(graceNow(run.graceMs, stage));
}

function graceNow(graceMs: number, { router, clock }: PluginStage): number {
  return Math.min(graceMs, router.state.deadline - clock.now() - BEFORE_DEADLINE_MS);
}

/** What it has said is read to the end, but for a pipe that somebody else keeps open. */
async function readToEnd(
  plugin: RunningPlugin,
  session: Session,
  reading: Promise<void>,
): Promise<void> {
  let read = false;
  const done = reading.then(() => session.settled()).then(() => {
    read = true;
  });
  while (!read) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, SILENCE_MS);
    });
    await Promise.race([done, late]).finally(() => clearTimeout(timer));
    if (!read && session.waiting) plugin.child.release();
  }
}

/** Passes each first press on to the plugin; where that cannot be, it is the next scope's. */
function forwardPresses(scope: Scope, plugin: RunningPlugin): Disposable {
  const stop = new AbortController();
  const forward = async (): Promise<void> => {
    for (;;) {
      await scope.notified(stop.signal);
      if (await plugin.interrupt()) scope.take();
      else scope.decline();
    }
  };
  forward().catch(() => {});
  return { [Symbol.dispose]: () => stop.abort() };
}

type Scope = ReturnType<LoanStage["router"]["enter"]>;
