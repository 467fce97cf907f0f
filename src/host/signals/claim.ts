/**
 * Taking recorded signals through the ladder, under the lock. The main thread and the sentinel
 * both use it; neither keeps ladder state of its own.
 *
 * @module
 */

import {
  type LadderEffect,
  type LadderEvent,
  type LadderState,
  step,
  type TerminalOwner,
} from "../../core/ladder/mod.ts";
import type { Recorded, SharedMemory, Side } from "./shared_memory.ts";

/** What a claim led to. */
export interface Claim {
  readonly state: LadderState;
  readonly effects: readonly LadderEffect[];
}

/** The ladder's event for a recorded signal. */
export function eventOf(recorded: Recorded, terminal: TerminalOwner): LadderEvent {
  switch (recorded.signal) {
    case "SIGINT":
      return { kind: "press", key: false, terminal };
    case "SIGTERM":
      return { kind: "term" };
    case "SIGQUIT":
      return { kind: "quit" };
    case "SIGHUP":
      return { kind: "hup" };
  }
}

/**
 * Takes everything that is waiting, then `event` if there is one, through the ladder. Signals that
 * came before the event are counted before it: a menu's answer never swallows a press.
 *
 * @param wanted looks at what the claim would lead to; when it says no, nothing is taken.
 */
export function claim(
  memory: SharedMemory,
  side: Side,
  owner: () => TerminalOwner,
  event: { readonly event: LadderEvent; readonly at: number } | null,
  wanted: (effects: readonly LadderEffect[]) => boolean = () => true,
): Claim {
  const work = (): Claim => {
    const waiting = memory.waiting();
    const terminal = waiting.length > 0 ? owner() : "us";
    const steps = waiting.map((recorded) => ({
      event: eventOf(recorded, terminal),
      at: recorded.at,
    }));
    const before = memory.ladder;
    const result = run(before, event === null ? steps : [...steps, event]);
    if (!wanted(result.effects)) return { state: before, effects: [] };
    memory.take(waiting.length);
    store(memory, result);
    return result;
  };
  const done = memory.withLock(side, work);
  if (done !== null) return done;
  // Whoever held it for so long is not coming back. The sentinel looks again; an event of the main
  // thread must not be lost.
  return side === "main" ? work() : { state: memory.ladder, effects: [] };
}

function run(
  start: LadderState,
  steps: readonly { readonly event: LadderEvent; readonly at: number }[],
): Claim {
  let state = start;
  const effects: LadderEffect[] = [];
  for (const { event, at } of steps) {
    const result = step(state, event, at);
    state = result.state;
    effects.push(...result.effects);
  }
  return { state, effects };
}

function store(memory: SharedMemory, result: Claim): void {
  memory.ladder = result.state;
  for (const effect of result.effects) {
    if (effect.kind === "shut down") memory.shutdownReason = effect.reason;
  }
}
