/**
 * When the countdown line of a graceful shutdown shows and what it says, as data: the watchdog's
 * driver asks and draws. Display only; the deadline is the ladder's.
 *
 * Source: RFD 092 "Shutdown watchdog", the table of zero values.
 *
 * @module
 */

/** `[interrupt.shutdown]` as configured. */
export interface ShutdownSettings {
  /** Whether the countdown line is drawn; never whether the watchdog is armed. */
  readonly show: boolean;
  /** Seconds of silence before the line appears; 0 = at once. */
  readonly delaySecs: number;
  /** Milliseconds between updates. */
  readonly intervalMs: number;
  /** Seconds until the hard end; 0 = at once. */
  readonly timeoutSecs: number;
}

/** The settings in milliseconds, with the clamps applied. */
export interface ShutdownDisplay {
  readonly show: boolean;
  readonly delayMs: number;
  readonly intervalMs: number;
}

/** Updates are never more frequent than this, whatever is configured (10 ms = 100 a second). */
export const MIN_INTERVAL_MS = 10;

/** Applies the clamps of the RFD's table. */
export function shutdownDisplay(settings: ShutdownSettings): ShutdownDisplay {
  return {
    show: settings.show,
    delayMs: Math.max(0, settings.delaySecs * 1000),
    intervalMs: Math.max(MIN_INTERVAL_MS, settings.intervalMs),
  };
}

/** What to draw at `now` and when to look again (ms from now). */
export function countdownPlan(
  display: ShutdownDisplay,
  startedAt: number,
  deadline: number,
  now: number,
): { readonly line: string | null; readonly nextMs: number } {
  if (!display.show || now >= deadline) return { line: null, nextMs: Math.max(0, deadline - now) };
  const appearsAt = startedAt + display.delayMs;
  if (now < appearsAt) return { line: null, nextMs: Math.min(appearsAt, deadline) - now };
  return {
    line: `⏱ Shutting down… ${((deadline - now) / 1000).toFixed(1)}s`,
    nextMs: Math.min(display.intervalMs, deadline - now),
  };
}
