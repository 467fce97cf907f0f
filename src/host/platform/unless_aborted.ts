/**
 * Waiting for what cannot be called off: a read of a pipe that nobody writes, a file on a server
 * that is away.
 *
 * @module
 */

/**
 * What the promise comes to, unless the signal aborts first.
 *
 * @throws the signal's reason as soon as it aborts; the promise is then left to itself, and nobody
 * hears of its failure.
 */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  promise.catch(() => {});
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
