/**
 * The one consumer of the process's signals. It takes each press through the ladder and carries
 * the outcome to where it belongs: a scope, the prompt on screen, the shutdown token, the end. It
 * runs nobody's handler and draws nothing.
 *
 * Source: RFD 045, RFD 092; interrupts.md "Router", "Lifecycle".
 *
 * @module
 */

import {
  DEFAULT_SETTINGS,
  type EndSignal,
  initialLadder,
  type LadderEffect,
  type LadderEvent,
  type LadderSettings,
  type LadderState,
  nextRung,
  type OnScreen,
  type ShutdownReason,
} from "../../core/ladder/mod.ts";
import type { Platform } from "../platform/port.ts";
import { claim } from "./claim.ts";
import { RouterError } from "./errors.ts";
import { die, killRegistered, lastWords, sayAtOnce, takeBackAtOnce } from "./last_words.ts";
import { type Scope, ScopeStack } from "./scopes.ts";
import { type RecordedSignal, REGISTRY_SLOTS, SharedMemory } from "./shared_memory.ts";
import { terminalOwner } from "./terminal_owner.ts";
import { TypedAhead } from "./typed_ahead.ts";

/** What the shutdown token's reason is. */
export class Shutdown extends Error {
  /** Tells it from other errors. */
  override readonly name = "Shutdown";
  /** What began the shutdown. */
  readonly reason: ShutdownReason;

  /** A shutdown for a reason. */
  constructor(reason: ShutdownReason) {
    super(`graceful shutdown (${reason})`);
    this.reason = reason;
  }
}

/** A prompt that is on screen: told when a press concerns it. */
export interface Shown extends Disposable {
  /** Aborted when a press interrupts this prompt: a reply, or a prompt to be swapped for a menu. */
  readonly interrupted: AbortSignal;
}

/** The terminal's presses, given to an editor or a plugin until disposed. */
export interface LentPresses extends Disposable {
  /** A Ctrl-C ended the borrower: our own copy of it may come only now, and is not a press on us. */
  diedOfPress(): void;
}

/** How the router's owner makes the two messages visible. */
export interface RouterVoice {
  /** Says that the shutdown has begun; may be asynchronous. */
  shuttingDown(): void;
  /** What has to be written to say it at once, when nothing more is written after it. */
  lastLine(message: "shutting down" | "terminating"): string;
}

/** How a router is made. */
export interface RouterOptions {
  /** Whether there is a controlling terminal to ask on (interrupts.md, Interactive). */
  readonly interactive: boolean;
  /** Cooldown and deadline; the defaults when left out. */
  readonly settings?: LadderSettings;
  /** Memory shared with a sentinel; a private one serves when there is none. */
  readonly memory?: SharedMemory;
}

const SIGNALS: readonly RecordedSignal[] = ["SIGINT", "SIGTERM", "SIGQUIT", "SIGHUP"];
const BEAT_MS = 100;

/** The router; make one per process, first of all. Dispose it to give the signals back. */
export class Router implements Disposable {
  /** What it shares with the sentinel. */
  readonly memory: SharedMemory;
  /** The signals listened to: those that were not ignored when the process started. */
  readonly signals: readonly RecordedSignal[];
  readonly #platform: Platform;
  readonly #startedBy: number;
  readonly #token = new AbortController();
  readonly #scopes: ScopeStack;
  readonly #listeners: Disposable[] = [];
  readonly #typedAhead: TypedAhead;
  #shown: { screen: OnScreen; controller: AbortController }[] = [];
  #voice: RouterVoice;
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  #sentinelRecords = false;
  #beat: ReturnType<typeof setInterval> | undefined;

  /** Listens from here on. One for a process. */
  constructor(platform: Platform, options: RouterOptions) {
    this.#platform = platform;
    this.#startedBy = platform.system.getppid();
    this.memory = options.memory ?? new SharedMemory();
    this.memory.ladder = initialLadder(options.interactive, options.settings ?? DEFAULT_SETTINGS);
    this.#scopes = new ScopeStack(() => this.dispatch({ kind: "declined" }));
    this.#voice = {
      shuttingDown: () =>
        sayAtOnce(platform.system, lastWords(platform.system, this.memory, "shutting down")),
      lastLine: (message) => lastWords(platform.system, this.memory, message),
    };

    const { system } = platform;
    const wanted = platform.os === "windows" ? ["SIGINT", "SIGBREAK"] : SIGNALS;
    const ignored = new Set(SIGNALS.filter((signal) => system.isIgnored(signal)));
    this.signals = SIGNALS.filter((signal) => !ignored.has(signal));
    for (const name of wanted) {
      if (ignored.has(name as RecordedSignal)) continue;
      // Ctrl-Break means what SIGTERM means.
      const signal = name === "SIGBREAK" ? "SIGTERM" : name as RecordedSignal;
      this.#listeners.push(platform.onSignal(name, () => this.#heard(signal)));
    }
    this.keepIgnored();
    this.#typedAhead = new TypedAhead(platform, this.memory);
    this.#beat = setInterval(() => {
      this.memory.beat();
      if (!this.#sentinelRecords) this.#typedAhead.look();
    }, BEAT_MS);
  }

  /** The shutdown token; its reason is a {@linkcode Shutdown}. */
  get shutdown(): AbortSignal {
    return this.#token.signal;
  }

  /** The ladder as it stands. */
  get state(): LadderState {
    return this.memory.ladder;
  }

  /** Whether what started us is gone: xargs and npx die of a press that we ask about. */
  get orphaned(): boolean {
    return this.#platform.system.getppid() !== this.#startedBy;
  }

  /** The rung that a press made now would be. */
  get nextRung(): 1 | 2 | 3 {
    return nextRung(this.state, this.#platform.clock.now());
  }

  /** The scope a first press would reach now. */
  get topScope(): Scope | null {
    return this.#scopes.top;
  }

  /** Puts a scope on top of the stack: `using scope = router.enter("streaming")`. */
  enter(name: string): Scope {
    return this.#scopes.enter(name);
  }

  /** Says the two messages through `voice` from now on, in the format of the run. */
  speakThrough(voice: RouterVoice, json: boolean): void {
    this.#voice = voice;
    this.memory.jsonMessages = json;
  }

  /** Applies `[interrupt]` once it is known. */
  applySettings(settings: LadderSettings): void {
    this.dispatch({ kind: "settings", settings });
  }

  /** Tells the ladder what is on screen until disposed; `using shown = router.show("menu")`. */
  show(screen: Exclude<OnScreen, "nothing">): Shown {
    const entry = { screen, controller: new AbortController() };
    this.#shown = [...this.#shown, entry];
    this.dispatch({ kind: "screen", screen });
    return {
      interrupted: entry.controller.signal,
      [Symbol.dispose]: () => {
        if (!this.#shown.includes(entry)) return;
        this.#shown = this.#shown.filter((other) => other !== entry);
        this.dispatch({ kind: "screen", screen: this.#shown.at(-1)?.screen ?? "nothing" });
      },
    };
  }

  /** The user chose: the next press is a first press. */
  answer(): void {
    this.dispatch({ kind: "answer" });
  }

  /** A Ctrl-C that arrived as input rather than as a signal. */
  pressKey(): void {
    this.dispatch({ kind: "press", key: true });
  }

  /** Ctrl-\ that arrived as input. */
  quitKey(): void {
    this.dispatch({ kind: "quit" });
  }

  /** Ctrl-Z that arrived as input: stops what the terminal would have stopped. */
  stopKey(): void {
    const { system } = this.#platform;
    system.kill(-system.getpgrp(), "SIGTSTP");
  }

  /** The terminal is gone: what a hang-up means. */
  hangUp(): void {
    this.dispatch({ kind: "hup" });
  }

  /** An editor or a plugin has the terminal, and its presses, until disposed. */
  lend(): LentPresses {
    this.dispatch({ kind: "lent" });
    let byPress = false;
    return {
      diedOfPress: () => byPress = true,
      [Symbol.dispose]: () => this.dispatch({ kind: "taken back", byPress }),
    };
  }

  /**
   * Teardown is complete: ends the process as its parent is to see it.
   *
   * @param end `byKey`: a press led here that nobody around us has seen.
   */
  finishShutdown(end: { readonly byKey: boolean } = { byKey: false }): void {
    this.dispatch({ kind: "finished", ...end });
  }

  /**
   * Registers a process group that rung 3 kills, until disposed. It may be registered before it
   * exists.
   *
   * @throws {RouterError} when the table is full: what was started would outlive us, and is the
   * caller's to end.
   */
  registerGroup(group: number): Disposable {
    if (!this.memory.registerGroup(group)) throw new RouterError(REGISTRY_SLOTS);
    return { [Symbol.dispose]: () => this.memory.unregisterGroup(group) };
  }

  /**
   * Registers a child of our own group that rung 3 kills, until disposed.
   *
   * @throws {RouterError} when the table is full.
   */
  registerProcess(pid: number): Disposable {
    return this.registerGroup(-pid);
  }

  /** Takes what has been recorded, and `event`, through the ladder and carries the outcome out. */
  dispatch(event: LadderEvent | null): void {
    const at = this.#platform.clock.now();
    const owner = () => terminalOwner(this.#platform.system, this.#platform.os, this.memory);
    const timed = event === null ? null : { event, at };
    const { effects } = claim(this.memory, "main", owner, timed);
    this.memory.stuck = false;
    const ends = effects.some(({ kind }) => kind === "end");
    for (const effect of effects) this.#carryOut(effect, ends);
    this.#catchUp();
  }

  /** The sentinel has recorded something, or acted while this thread was busy. */
  wake(): void {
    this.dispatch(null);
  }

  /**
   * From now on only the sentinel records signals. Called when its first message is here: signals
   * from before it listened have reached this thread by the end of the same turn of the loop.
   */
  leaveRecordingToSentinel(): void {
    setTimeout(() => {
      this.#sentinelRecords = this.memory.sentinelReady && this.#platform.workersGetSignals;
    });
  }

  /** The sentinel is gone or going: this thread records what it hears, as before it came. */
  recordAlone(): void {
    this.memory.sentinelReady = false;
    this.#sentinelRecords = false;
  }

  /**
   * Has the kernel ignore again what was ignored when the process started (`nohup`, `jp &` in a
   * script): the runtime's first listener takes several signals over at once.
   */
  keepIgnored(): void {
    for (const signal of SIGNALS) {
      if (!this.signals.includes(signal)) this.#platform.system.ignore(signal);
    }
  }

  /** Stops listening. Scopes and the token stay as they are. */
  [Symbol.dispose](): void {
    for (const listener of this.#listeners.splice(0)) listener[Symbol.dispose]();
    clearTimeout(this.#watchdog);
    clearInterval(this.#beat);
  }

  #heard(signal: RecordedSignal): void {
    // Recorded by the sentinel, maybe before this call, maybe after it: it sends a message, too.
    if (this.#sentinelRecords) return this.wake();
    const at = this.#platform.clock.now();
    if (this.memory.sentinelReady && this.#platform.workersGetSignals) {
      this.memory.recordFirst(signal, at);
    } else {
      if (signal === "SIGINT") this.#typedAhead.pressed();
      this.memory.record(signal, at);
    }
    this.wake();
  }

  #carryOut(effect: LadderEffect, ends: boolean): void {
    switch (effect.kind) {
      case "notify":
        return this.#scopes.notifyTop();
      case "swap":
        // The prompt steps aside first; the menu of the topmost scope takes its place.
        this.#shown.at(-1)?.controller.abort();
        return this.#scopes.notifyTop();
      case "interrupt reply":
        return this.#shown.at(-1)?.controller.abort();
      case "say":
        if (!ends) return this.#voice.shuttingDown();
        // What is on the screen goes first, so that the message stands on a row of its own.
        takeBackAtOnce(this.#platform.system, this.#platform.os, this.memory);
        return sayAtOnce(this.#platform.system, this.#voice.lastLine(effect.message));
      case "arm":
        return this.#arm(effect.deadline);
      case "shut down":
        return this.#token.abort(new Shutdown(effect.reason));
      case "end":
        return this.#end(effect.signal, effect.wholeGroup);
    }
  }

  // The sentinel may have begun a shutdown while this thread was busy; its state says so.
  #catchUp(): void {
    const { phase, deadline } = this.memory.ladder;
    if (phase !== "shutting down" || this.#token.signal.aborted) return;
    this.#arm(deadline);
    this.#token.abort(new Shutdown(this.memory.shutdownReason));
  }

  #arm(deadline: number): void {
    clearTimeout(this.#watchdog);
    const left = deadline - this.#platform.clock.now();
    this.#watchdog = setTimeout(() => {
      // A timer may fire a little early; the ladder knows only the time.
      if (this.#platform.clock.now() < deadline) return this.#arm(deadline);
      this.dispatch({ kind: "tick" });
    }, Math.max(0, Math.ceil(left)));
  }

  #end(signal: EndSignal, wholeGroup: boolean): void {
    const { system, os } = this.#platform;
    takeBackAtOnce(system, os, this.memory);
    killRegistered(system, this.memory);
    die(system, this.memory, signal, wholeGroup);
  }
}
