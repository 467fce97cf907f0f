/**
 * The timer that models are paced and bounded with.
 *
 * @module
 */

import type { Clock } from "../../../host/platform/port.ts";
import type { Timer } from "../../../services/providers/mod.ts";

/** A timer on the process's clock. */
export function platformTimer(clock: Clock): Timer {
  return { now: () => clock.now(), sleep };
}

/** Resolves after `ms`; rejects with the signal's reason as soon as it aborts. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
