/**
 * The sentinel: a worker that listens to signals while the main thread may be busy. It records
 * each one, and acts only when the main thread has stood still: the deadline first, then the
 * message, then the end, by the same ladder. With a healthy main thread it does nothing visible.
 *
 * Entry file of a worker; it must stay free of npm packages and of anything slow to load.
 * Source: interrupts.md "The sentinel".
 *
 * @module
 */

import { openPlatform, type Os, type Platform, termiosLayoutOf } from "../platform/port.ts";
import type { LadderEffect } from "../../core/ladder/mod.ts";
import { claim } from "./claim.ts";
import {
  die,
  killRegistered,
  lastWords,
  restoreAtOnce,
  sayAtOnce,
  takeBackAtOnce,
} from "./last_words.ts";
import { type RecordedSignal, SharedMemory } from "./shared_memory.ts";
import { terminalOwner } from "./terminal_owner.ts";
import { TypedAhead } from "./typed_ahead.ts";

const TICK_MS = 25;
/** This many ticks without a move of the main thread, 200 ms, and the sentinel takes over. */
const PATIENCE = 8;
/** The main thread has this long after the deadline to end the process itself. */
const DEADLINE_GRACE_MS = 15;
/** Beats come every 100 ms, and eight missed ones mean that the main thread is stuck. */
const BEAT_TICK_MS = 100;

interface Orders {
  readonly buffer: SharedArrayBuffer;
  readonly signals: readonly RecordedSignal[];
}

interface WorkerScope {
  onmessage: ((event: { data: Orders | "shutdown" }) => void) | null;
  postMessage(message: "ready" | "signal"): void;
}
const worker = globalThis as unknown as WorkerScope;

worker.onmessage = async ({ data }) => {
  if (data === "shutdown") return;
  const platform = await openPlatform();
  const memory = new SharedMemory(data.buffer);
  const deadline = new Deadline(platform, memory);
  const typedAhead = platform.workersGetSignals ? new TypedAhead(platform, memory) : null;
  if (typedAhead !== null) watchSignals(platform, memory, data.signals, typedAhead);
  watchBeats(platform, memory, deadline, typedAhead);
  // A shutdown may begin without a signal: by a menu, by a key.
  worker.onmessage = () => deadline.look();
  deadline.look();
  worker.postMessage("ready");
};

/** Ends the process at the deadline if the main thread has not. */
class Deadline {
  readonly #platform: Platform;
  readonly #memory: SharedMemory;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #armed = Infinity;

  constructor(platform: Platform, memory: SharedMemory) {
    this.#platform = platform;
    this.#memory = memory;
  }

  /** Looks whether there is a deadline, or an earlier one. */
  look(): void {
    const { phase, deadline } = this.#memory.ladder;
    if (phase !== "shutting down" || deadline >= this.#armed) return;
    this.#armed = deadline;
    clearTimeout(this.#timer);
    const left = deadline + DEADLINE_GRACE_MS - this.#platform.clock.now();
    this.#timer = setTimeout(() => this.#expire(), Math.max(0, left));
  }

  #expire(): void {
    const { system, os, clock } = this.#platform;
    const owner = () => terminalOwner(system, os, this.#memory);
    const tick = { event: { kind: "tick" }, at: clock.now() } as const;
    const { effects } = claim(this.#memory, "sentinel", owner, tick);
    carryOut(this.#platform, this.#memory, effects);
  }
}

function watchSignals(
  platform: Platform,
  memory: SharedMemory,
  signals: readonly RecordedSignal[],
  typedAhead: TypedAhead,
): void {
  const { system, clock, os } = platform;
  const owner = () => terminalOwner(system, os, memory);
  let timer: ReturnType<typeof setInterval> | undefined;
  let patience = PATIENCE;

  const tick = (): void => {
    const waiting = memory.waiting();
    if (waiting.length === 0) {
      patience = PATIENCE;
      clearInterval(timer);
      timer = undefined;
      return;
    }
    const urgent = waiting.some(({ signal }) => signal === "SIGQUIT");
    // Missed ticks are counted, not time: after a suspend or a laptop's sleep both threads get
    // their turn before anybody is called stuck.
    if (patience > 0) patience--;
    if (patience > 0 && !urgent && !memory.stuck) return;
    // A first press only asks, and asking needs the main thread: it stays there for it.
    const { effects } = claim(
      memory,
      "sentinel",
      owner,
      null,
      (wouldBe) => wouldBe.some(({ kind }) => kind === "say" || kind === "arm" || kind === "end"),
    );
    if (effects.length === 0) return;
    memory.stuck = true;
    carryOut(platform, memory, effects);
  };

  for (const signal of signals) {
    platform.onSignal(signal, () => {
      if (signal === "SIGINT") typedAhead.pressed();
      memory.recordUnlessCopy(signal, clock.now());
      worker.postMessage("signal");
      timer ??= setInterval(tick, TICK_MS);
      if (memory.stuck) tick();
    });
  }
  memory.sentinelReady = true;
}

/**
 * With the main thread stuck, a key that comes as input is read by nobody, and on Bun no signal is
 * heard either. The terminal then gets its ordinary modes back, so that Ctrl-C is a signal, and on
 * Bun that signal its default action. Both are undone when the main thread moves again.
 */
function watchBeats(
  platform: Platform,
  memory: SharedMemory,
  deadline: Deadline,
  typedAhead: TypedAhead | null,
): void {
  const { system, os, pid, workersGetSignals } = platform;
  let beats = memory.beats;
  let missed = 0;
  let stuck = false;
  let saved: Uint8Array | null = null;
  setInterval(() => {
    deadline.look();
    typedAhead?.look();
    const now = memory.beats;
    missed = now === beats ? missed + 1 : 0;
    beats = now;
    if (missed >= PATIENCE && !stuck) {
      stuck = !workersGetSignals || keysComeAsInput(os, memory);
      if (!stuck) return;
      restoreAtOnce(system, os, memory);
      if (workersGetSignals || system.isIgnored("SIGINT")) return;
      saved = system.disposition("SIGINT");
      system.setDefault("SIGINT");
      memory.intIsDefault = true;
    } else if (missed === 0 && stuck) {
      stuck = false;
      if (saved !== null) system.restore("SIGINT", saved);
      saved = null;
      memory.intIsDefault = false;
      // As after a stop: whoever holds the terminal takes its modes again and redraws.
      if (memory.restored) system.kill(pid, "SIGCONT");
    }
  }, BEAT_TICK_MS);
}

function keysComeAsInput(os: Os, memory: SharedMemory): boolean {
  return os !== "windows" && (memory.modesUndo.local.mask & termiosLayoutOf(os).local.ISIG) !== 0;
}

function carryOut(
  { system, os }: Platform,
  memory: SharedMemory,
  effects: readonly LadderEffect[],
): void {
  for (const effect of effects) {
    if (effect.kind === "say") {
      if (effect.message === "terminating") takeBackAtOnce(system, os, memory);
      sayAtOnce(system, lastWords(system, memory, effect.message));
    } else if (effect.kind === "end") {
      takeBackAtOnce(system, os, memory);
      killRegistered(system, memory);
      die(system, memory, effect.signal, effect.wholeGroup);
    }
  }
}
