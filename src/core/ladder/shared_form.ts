/**
 * The ladder's state as a fixed row of numbers, so that two threads can hold it in shared memory.
 * Encoding then decoding is the identity; nothing else may depend on the order.
 *
 * @module
 */

import type { LadderState, OnScreen } from "./types.ts";

/** How many numbers a state takes. */
export const STATE_SLOTS = 13;

const SCREENS: readonly OnScreen[] = ["nothing", "menu", "reply", "prompt"];
const PHASES = ["running", "shutting down", "ended"] as const;

/** Writes `state` into the first {@linkcode STATE_SLOTS} places of `slots`. */
export function encodeState(state: LadderState, slots: Float64Array): void {
  slots.set([
    state.settings.cooldownMs,
    state.settings.timeoutMs,
    state.interactive ? 1 : 0,
    PHASES.indexOf(state.phase),
    SCREENS.indexOf(state.screen),
    state.lent ? 1 : 0,
    state.presses,
    state.lastPress,
    state.shutdownAt,
    state.deadline,
    state.endSignal === "SIGHUP" ? 1 : 0,
    state.byKey ? 1 : 0,
    state.lateUntil,
  ]);
}

/** Reads what {@linkcode encodeState} wrote. */
export function decodeState(slots: Float64Array): LadderState {
  const at = (index: number): number => slots[index] ?? 0;
  return {
    settings: { cooldownMs: at(0), timeoutMs: at(1) },
    interactive: at(2) === 1,
    phase: PHASES[at(3)] ?? "running",
    screen: SCREENS[at(4)] ?? "nothing",
    lent: at(5) === 1,
    presses: at(6),
    lastPress: at(7),
    shutdownAt: at(8),
    deadline: at(9),
    endSignal: at(10) === 1 ? "SIGHUP" : "SIGINT",
    byKey: at(11) === 1,
    lateUntil: at(12),
  };
}
