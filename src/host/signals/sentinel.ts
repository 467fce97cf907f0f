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
import { die, killRegistered, lastWords, restoreAtOnce, sayAtOnce } from "./last_words.ts";
import { type RecordedSignal, SharedMemory } from "./shared_memory.ts";
import { terminalOwner } from "./terminal_owner.ts";

const TICK_MS = 25;
/** This many ticks without a move of the main thread, 200 ms, and the sentinel takes over. */
const PATIENCE = 8;
/** The main thread has this long after the deadline to end the process itself. */
const DEADLINE_GRACE_MS = 5;
/** Beats come every 100 ms, and eight missed ones mean that the main thread is stuck. */
const BEAT_TICK_MS = 100;

interface Orders {
  readonly buffer: SharedArrayBuffer;
  readonly signals: readonly string[];
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
  if (platform.workersGetSignals) watchSignals(platform, memory, data.signals as RecordedSignal[]);
  else keepDeadline(platform, memory);
  watchBeats(platform, memory);
  worker.postMessage("ready");
};

function watchSignals(
  platform: Platform,
  memory: SharedMemory,
  signals: readonly RecordedSignal[],
): void {
  const { system, clock, os } = platform;
  const owner = () => terminalOwner(system, os, memory);
  let timer: ReturnType<typeof setInterval> | null = null;
  let deadlineTimer: ReturnType<typeof setTimeout> | undefined;
  let deadlineOf = Infinity;
  let patience = PATIENCE;

  const carryOut = (effects: readonly LadderEffect[]): void => {
    for (const effect of effects) carryOutEffect(platform, memory, effect);
  };

  const tick = (): void => {
    const { phase, deadline } = memory.ladder;
    const now = clock.now();
    if (phase === "shutting down" && now >= deadline + DEADLINE_GRACE_MS) {
      carryOut(claim(memory, "sentinel", owner, { event: { kind: "tick" }, at: now }).effects);
    } else if (phase === "shutting down" && deadline !== deadlineOf) {
      deadlineOf = deadline;
      clearTimeout(deadlineTimer);
      deadlineTimer = setTimeout(tick, deadline + DEADLINE_GRACE_MS - now);
    }
    const waiting = memory.waiting();
    if (waiting.length === 0) {
      patience = PATIENCE;
      if (phase === "running" && timer !== null) {
        clearInterval(timer);
        timer = null;
      }
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
    carryOut(effects);
  };

  for (const signal of signals) {
    platform.onSignal(signal, () => {
      memory.record(signal, clock.now());
      worker.postMessage("signal");
      timer ??= setInterval(tick, TICK_MS);
      if (memory.stuck) tick();
    });
  }
  memory.sentinelReady = true;
  // A shutdown that began without a signal (a menu, a key) has a deadline all the same.
  worker.onmessage = () => {
    timer ??= setInterval(tick, TICK_MS);
    tick();
  };
  if (memory.ladder.phase === "shutting down") timer ??= setInterval(tick, TICK_MS);
}

/**
 * Bun's workers get no signals. All that can be done from here when the main thread is stuck: let
 * the next press be a true death by SIGINT, and keep the deadline.
 */
function keepDeadline(platform: Platform, memory: SharedMemory): void {
  const { system, clock, os } = platform;
  const owner = () => terminalOwner(system, os, memory);
  setInterval(() => {
    const { phase, deadline } = memory.ladder;
    if (phase !== "shutting down" || clock.now() < deadline + DEADLINE_GRACE_MS) return;
    const tick = { event: { kind: "tick" }, at: clock.now() } as const;
    const { effects } = claim(memory, "sentinel", owner, tick);
    for (const effect of effects) carryOutEffect(platform, memory, effect);
  }, BEAT_TICK_MS);
}

/**
 * With the main thread stuck, a key that comes as input is read by nobody, and on Bun no signal is
 * heard either. The terminal then gets its ordinary modes back, so that Ctrl-C is a signal, and on
 * Bun that signal its default action. Both are undone when the main thread moves again.
 */
function watchBeats(platform: Platform, memory: SharedMemory): void {
  const { system, os, pid, workersGetSignals } = platform;
  let beats = memory.beats;
  let missed = 0;
  let stuck = false;
  let saved: Uint8Array | null = null;
  setInterval(() => {
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

function carryOutEffect(
  { system, os }: Platform,
  memory: SharedMemory,
  effect: LadderEffect,
): void {
  if (effect.kind === "say") {
    if (effect.message === "terminating") restoreAtOnce(system, os, memory);
    sayAtOnce(system, lastWords(system, memory, effect.message));
  } else if (effect.kind === "end") {
    restoreAtOnce(system, os, memory);
    killRegistered(system, memory);
    die(system, memory, effect.signal, effect.wholeGroup);
  }
}
