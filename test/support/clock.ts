/**
 * Milliseconds since the epoch with sub-millisecond resolution. `performance.now()` alone starts at
 * 0 in every thread and process, so times taken in a server, a pty driver and a program under test
 * could not be compared.
 */
export function epochMs(): number {
  return performance.timeOrigin + performance.now();
}
