/**
 * How long to wait before asking again. Pure: the turn loop owns the waiting and the counting.
 *
 * @module
 */

import type { ProviderError } from "./types.ts";

/** What a timer can count to; a longer wait would fire at once. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** `assistant.request.*`, as far as retries go. */
export interface RetrySettings {
  /** How often the same request is repeated at most. */
  readonly maxRetries: number;
  /** Wait before the first repetition, ms. */
  readonly baseBackoffMs: number;
  /** Ceiling of our own waits, ms; a server that names a time is believed. */
  readonly maxBackoffMs: number;
}

/**
 * Milliseconds to wait before repetition number `attempt` (1 is the first), or null when the
 * request should not be repeated: base × 2^(n−1) up to the cap, or what the server asked for.
 */
export function retryDelay(
  attempt: number,
  error: ProviderError,
  settings: RetrySettings,
): number | null {
  if (!error.retryable || attempt < 1 || attempt > settings.maxRetries) return null;
  if (error.retryAfterMs !== null) return Math.min(error.retryAfterMs, LONGEST_WAIT_MS);
  // 2^1024 is Infinity, and 0 × Infinity is NaN.
  return Math.min(settings.baseBackoffMs * 2 ** Math.min(attempt - 1, 52), settings.maxBackoffMs);
}
