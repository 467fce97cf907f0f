/**
 * What the main thread and the sentinel both need, in one SharedArrayBuffer: recorded signals, the
 * ladder's state, how to restore the terminal, and whom to kill. Signals are recorded with their
 * time in the order they came; whoever holds the lock takes them through the ladder, so each
 * counts once and exactly one side acts on it. No posted message carries any of this: the order of
 * messages against signals is undefined.
 *
 * @module
 */

import type { BitChange, ModeChange, TerminalModes } from "../platform/port.ts";
import {
  decodeState,
  encodeState,
  type LadderState,
  type ShutdownReason,
  STATE_SLOTS,
} from "../../core/ladder/mod.ts";

/** The signals that are recorded. */
export type RecordedSignal = "SIGINT" | "SIGTERM" | "SIGQUIT" | "SIGHUP";

/** A signal that came and has not been through the ladder. */
export interface Recorded {
  /** Which it was. */
  readonly signal: RecordedSignal;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Which side is acting. */
export type Side = "main" | "sentinel";

const SIGNALS: readonly RecordedSignal[] = ["SIGINT", "SIGTERM", "SIGQUIT", "SIGHUP"];
const REASONS: readonly ShutdownReason[] = [
  "second-press",
  "menu",
  "sigterm",
  "sighup",
  "declined",
  "no-terminal",
];

/** Process groups that may be registered at one time. */
export const REGISTRY_SLOTS = 64;
const RING = 64;
/** The two threads' calls for one signal were 110 ms apart at most on a machine busy to the brim. */
const COPY_MS = 250;
const RESTORE_BYTES = 1024;
const LOAN_BYTES = 128;
const CLEARS = 256;

// Places in the Int32 part.
const LOCK = 0;
const WRITTEN = 1;
const TAKEN = 2;
const READY = 3;
const BEATS = 4;
const STUCK = 5;
const REASON = 6;
const JSON_MESSAGES = 7;
const TERMINAL_FD = 8;
const HELD = 9;
const UNDO = 10; // six words of masks and values, then has-control, min, time
const RESTORE_LENGTH = 19;
const SAVED_INT = 20;
const RESTORED = 21;
const LOAN_GROUP = 22;
const LOAN_LENGTH = 23; // of the modes, and CLEARS
const FIRST = 24; // a signal the main thread recorded and the sentinel has yet to hear
const KINDS = 25;
const REGISTRY = KINDS + RING;
const INTS = REGISTRY + REGISTRY_SLOTS;

const FIRST_AT = STATE_SLOTS + RING;
const FLOATS = FIRST_AT + 1;
const FLOAT_OFFSET = Math.ceil((INTS * 4) / 8) * 8;
const BYTE_OFFSET = FLOAT_OFFSET + FLOATS * 8;
const SIZE = BYTE_OFFSET + RESTORE_BYTES + LOAN_BYTES;

/** The terminal as it was when somebody else got it whole. */
export interface LentTerminal {
  /** The borrower's process group; ours for an editor. */
  readonly group: number;
  /** The modes it had. */
  readonly modes: TerminalModes;
  /** Whether it understands the sequences that end a full-screen program's modes. */
  readonly clears: boolean;
}

/** Both threads' view of the shared buffer. */
export class SharedMemory {
  /** What is handed to the other thread. */
  readonly buffer: SharedArrayBuffer;
  readonly #ints: Int32Array;
  readonly #floats: Float64Array;
  readonly #bytes: Uint8Array;

  /** A new one, or the one that the other thread made. */
  constructor(buffer: SharedArrayBuffer = new SharedArrayBuffer(SIZE)) {
    this.buffer = buffer;
    this.#ints = new Int32Array(buffer, 0, INTS);
    this.#floats = new Float64Array(buffer, FLOAT_OFFSET, FLOATS);
    this.#bytes = new Uint8Array(buffer, BYTE_OFFSET, RESTORE_BYTES + LOAN_BYTES);
  }

  /**
   * Runs `work` while the other side stays out. The work is a few microseconds of arithmetic, so
   * the wait is a spin; it gives up (returns null) after `spins` tries.
   */
  withLock<T>(side: Side, work: () => T, spins: number = 10_000_000): T | null {
    const mark = side === "main" ? 1 : 2;
    for (let tries = 0; Atomics.compareExchange(this.#ints, LOCK, 0, mark) !== 0; tries++) {
      if (tries >= spins) return null;
    }
    try {
      return work();
    } finally {
      Atomics.store(this.#ints, LOCK, 0);
    }
  }

  /** Records a signal; the other side will see it. */
  record(signal: RecordedSignal, at: number): void {
    this.#fill(Atomics.add(this.#ints, WRITTEN, 1), signal, at);
  }

  /**
   * Records a signal only if none has been recorded yet: all that the main thread's listener may
   * do in the moment between the sentinel's first listener and its first message. Its call may be
   * for a signal from before the sentinel listened, or for one that the sentinel has counted.
   */
  recordFirst(signal: RecordedSignal, at: number): void {
    if (Atomics.compareExchange(this.#ints, WRITTEN, 0, 1) !== 0) return;
    this.#floats[FIRST_AT] = at;
    Atomics.store(this.#ints, FIRST, SIGNALS.indexOf(signal) + 1);
    this.#fill(0, signal, at);
  }

  /**
   * Records a signal that the sentinel hears, unless it is the one of {@linkcode recordFirst}: both
   * threads listened to that, and on a busy machine one hears it much later than the other.
   */
  recordUnlessCopy(signal: RecordedSignal, at: number): void {
    const first = Atomics.exchange(this.#ints, FIRST, 0);
    const isCopy = SIGNALS[first - 1] === signal && at - (this.#floats[FIRST_AT] ?? 0) < COPY_MS;
    // With a menu on the screen somebody has seen the first one and means this.
    if (!isCopy || this.ladder.screen !== "nothing") this.record(signal, at);
  }

  #fill(index: number, signal: RecordedSignal, at: number): void {
    this.#floats[STATE_SLOTS + index % RING] = at;
    Atomics.store(this.#ints, KINDS + index % RING, SIGNALS.indexOf(signal) + 1);
  }

  /** The signals not yet taken, oldest first. Only under the lock when they are to be taken. */
  waiting(): readonly Recorded[] {
    const written = Atomics.load(this.#ints, WRITTEN);
    const waiting: Recorded[] = [];
    for (let index = Atomics.load(this.#ints, TAKEN); index < written; index++) {
      const kind = Atomics.load(this.#ints, KINDS + index % RING);
      const signal = SIGNALS[kind - 1];
      // Reserved a moment ago by the other side and not filled yet: it comes with the next look.
      if (signal === undefined) break;
      waiting.push({ signal, at: this.#floats[STATE_SLOTS + index % RING] ?? 0 });
    }
    return waiting;
  }

  /** Marks the oldest `count` waiting signals as taken; under the lock. */
  take(count: number): void {
    const from = Atomics.load(this.#ints, TAKEN);
    for (let index = from; index < from + count; index++) {
      Atomics.store(this.#ints, KINDS + index % RING, 0);
    }
    Atomics.store(this.#ints, TAKEN, from + count);
  }

  /** How many signals have been recorded so far. */
  get recorded(): number {
    return Atomics.load(this.#ints, WRITTEN);
  }

  /** The ladder's state; read under the lock when it is going to be replaced. */
  get ladder(): LadderState {
    return decodeState(this.#floats.subarray(0, STATE_SLOTS));
  }

  set ladder(state: LadderState) {
    encodeState(state, this.#floats.subarray(0, STATE_SLOTS));
  }

  /** Why the shutdown began, for the side that did not begin it. */
  get shutdownReason(): ShutdownReason {
    return REASONS[Atomics.load(this.#ints, REASON)] ?? "second-press";
  }

  set shutdownReason(reason: ShutdownReason) {
    Atomics.store(this.#ints, REASON, REASONS.indexOf(reason));
  }

  /** Whether the sentinel listens to signals. */
  get sentinelReady(): boolean {
    return Atomics.load(this.#ints, READY) !== 0;
  }

  set sentinelReady(ready: boolean) {
    Atomics.store(this.#ints, READY, ready ? 1 : 0);
  }

  /** The main thread's heartbeat: a number that changes while its event loop turns. */
  get beats(): number {
    return Atomics.load(this.#ints, BEATS);
  }

  /** One more heartbeat. */
  beat(): void {
    Atomics.add(this.#ints, BEATS, 1);
  }

  /** Whether the sentinel has had to act for the main thread, which has not moved since. */
  get stuck(): boolean {
    return Atomics.load(this.#ints, STUCK) !== 0;
  }

  set stuck(stuck: boolean) {
    Atomics.store(this.#ints, STUCK, stuck ? 1 : 0);
  }

  /** Whether the two messages are JSON records on stderr. */
  get jsonMessages(): boolean {
    return Atomics.load(this.#ints, JSON_MESSAGES) !== 0;
  }

  set jsonMessages(json: boolean) {
    Atomics.store(this.#ints, JSON_MESSAGES, json ? 1 : 0);
  }

  /** Whether SIGINT has its default action for now because the main thread is stuck (Bun). */
  get intIsDefault(): boolean {
    return Atomics.load(this.#ints, SAVED_INT) !== 0;
  }

  set intIsDefault(isDefault: boolean) {
    Atomics.store(this.#ints, SAVED_INT, isDefault ? 1 : 0);
  }

  /** Whether the terminal has been put back by a thread that could not tell its owner. */
  get restored(): boolean {
    return Atomics.load(this.#ints, RESTORED) !== 0;
  }

  set restored(restored: boolean) {
    Atomics.store(this.#ints, RESTORED, restored ? 1 : 0);
  }

  /** The terminal's descriptor, or -1. Stored off by one, so that fresh memory means none. */
  get terminalFd(): number {
    return Atomics.load(this.#ints, TERMINAL_FD) - 1;
  }

  set terminalFd(fd: number) {
    Atomics.store(this.#ints, TERMINAL_FD, fd + 1);
  }

  /** How many of our guards have changed the terminal's line discipline. */
  get modesHeld(): number {
    return Atomics.load(this.#ints, HELD);
  }

  set modesHeld(count: number) {
    Atomics.store(this.#ints, HELD, count);
  }

  /** The change of modes that undoes everything we hold. */
  get modesUndo(): ModeChange {
    const at = (index: number): number => Atomics.load(this.#ints, UNDO + index);
    const bits = (index: number): BitChange => ({
      mask: at(index) >>> 0,
      value: at(index + 1) >>> 0,
    });
    return {
      input: bits(0),
      output: bits(2),
      local: bits(4),
      control: at(6) === 0 ? null : { min: at(7), time: at(8) },
    };
  }

  set modesUndo(change: ModeChange) {
    const { input, output, local, control } = change;
    [
      input.mask,
      input.value,
      output.mask,
      output.value,
      local.mask,
      local.value,
      control === null ? 0 : 1,
      control?.min ?? 0,
      control?.time ?? 0,
    ].forEach((value, index) => Atomics.store(this.#ints, UNDO + index, value));
  }

  /** The bytes that put cursor, paste mode, keyboard flags and colours back. */
  get restoreBytes(): Uint8Array {
    const length = Atomics.load(this.#ints, RESTORE_LENGTH);
    return this.#bytes.slice(0, length);
  }

  set restoreBytes(bytes: Uint8Array) {
    const length = Math.min(bytes.length, RESTORE_BYTES);
    // Never a half of the old and a half of the new: nothing is written while they change.
    Atomics.store(this.#ints, RESTORE_LENGTH, 0);
    this.#bytes.set(bytes.subarray(0, length));
    Atomics.store(this.#ints, RESTORE_LENGTH, length);
  }

  /** The terminal's loan, for whoever ends the process before it is given back; null when it is ours. */
  get loan(): LentTerminal | null {
    const group = Atomics.load(this.#ints, LOAN_GROUP);
    if (group === 0) return null;
    const length = Atomics.load(this.#ints, LOAN_LENGTH);
    const end = RESTORE_BYTES + (length & (CLEARS - 1));
    return { group, modes: this.#bytes.slice(RESTORE_BYTES, end), clears: length >= CLEARS };
  }

  set loan(loan: LentTerminal | null) {
    Atomics.store(this.#ints, LOAN_GROUP, 0);
    if (loan === null) return;
    this.#bytes.set(loan.modes.subarray(0, LOAN_BYTES), RESTORE_BYTES);
    const length = Math.min(loan.modes.length, LOAN_BYTES);
    Atomics.store(this.#ints, LOAN_LENGTH, length + (loan.clears ? CLEARS : 0));
    Atomics.store(this.#ints, LOAN_GROUP, loan.group);
  }

  /**
   * Registers a process group (or, negative, a single process) to be killed at rung 3; false when
   * the table is full.
   */
  registerGroup(group: number): boolean {
    for (let slot = 0; slot < REGISTRY_SLOTS; slot++) {
      if (Atomics.compareExchange(this.#ints, REGISTRY + slot, 0, group) === 0) return true;
    }
    return false;
  }

  /** Takes a group off the table. */
  unregisterGroup(group: number): void {
    for (let slot = 0; slot < REGISTRY_SLOTS; slot++) {
      if (Atomics.compareExchange(this.#ints, REGISTRY + slot, group, 0) === group) return;
    }
  }

  /** What `kill` takes for each registered group and process: groups are negative. */
  killTargets(): readonly number[] {
    return [...this.#ints.subarray(REGISTRY, REGISTRY + REGISTRY_SLOTS)]
      .filter((entry) => entry !== 0).map((entry) => -entry);
  }
}
