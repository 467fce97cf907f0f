/**
 * Milliseconds since the epoch with sub-millisecond resolution. `performance.now()` alone starts at
 * 0 in every thread and process, so times taken in a server, a pty driver and a program under test
 * could not be compared.
 */
export function epochMs(): number {
  return performance.timeOrigin + performance.now();
}

/**
 * Lets so many milliseconds pass: for a time in which nothing may happen, and where the time is
 * itself what is tested. What is to happen is waited for by `expect` or `eventually`.
 */
export function elapse(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Lets everything run that is ready to run: one turn of the event loop, whatever time it takes. */
export function settle(): Promise<void> {
  return elapse(0);
}
