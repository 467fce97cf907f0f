/**
 * Turns at something that one at a time may have, first come, first served.
 *
 * @module
 */

/** A queue of turns. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /**
   * Resolves when it is the caller's turn, which ends when disposed. Resolves also when `signal`
   * aborts; then it is nobody's turn, and the caller has to look at its signal.
   */
  async take(signal?: AbortSignal): Promise<Disposable> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = before.then(() => promise);
    const aborted = Promise.withResolvers<void>();
    const onAbort = (): void => {
      resolve();
      aborted.resolve();
    };
    if (signal?.aborted) onAbort();
    signal?.addEventListener("abort", onAbort, { once: true });
    await Promise.race([before, aborted.promise]);
    signal?.removeEventListener("abort", onAbort);
    return { [Symbol.dispose]: resolve };
  }
}
