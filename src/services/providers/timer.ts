/**
 * The clock and the timer this folder works with; both are handed in by the composition.
 *
 * @module
 */

/** Time, as services see it. */
export interface Timer {
  /** Milliseconds since the epoch; never runs backwards within the process. */
  now(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}
