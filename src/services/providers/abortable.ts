/**
 * An asynchronous iteration that an AbortSignal ends at once, whatever its source is waiting for.
 * Every model is read through this; a plain async generator would finish its pending await first.
 *
 * @module
 */

/**
 * Iterates over what `start` produces. When `signal` aborts, the pending or next `next()` throws
 * the signal's reason in the same tick, and the signal given to `start` aborts so that the source
 * lets go of its connection. Leaving the loop early lets go of it as well.
 */
export function abortable<T>(
  signal: AbortSignal,
  start: (signal: AbortSignal) => AsyncGenerator<T>,
): AsyncIterable<T> {
  return { [Symbol.asyncIterator]: () => new AbortableIterator(signal, start) };
}

class AbortableIterator<T> implements AsyncIterator<T> {
  readonly #signal: AbortSignal;
  readonly #inner = new AbortController();
  readonly #source: AsyncGenerator<T>;
  readonly #onAbort = () => this.#abort();
  /** Rejects the pending `next()`, while there is one. */
  #interrupt: ((reason: unknown) => void) | null = null;

  constructor(signal: AbortSignal, start: (signal: AbortSignal) => AsyncGenerator<T>) {
    this.#signal = signal;
    this.#source = start(this.#inner.signal);
    signal.addEventListener("abort", this.#onAbort, { once: true });
  }

  next(): Promise<IteratorResult<T>> {
    if (this.#signal.aborted) {
      this.#abort();
      return Promise.reject(this.#signal.reason);
    }
    return new Promise((resolve, reject) => {
      this.#interrupt = reject;
      this.#source.next().then(
        (result) => {
          this.#interrupt = null;
          if (result.done === true) this.#unlisten();
          resolve(result);
        },
        (error) => {
          this.#interrupt = null;
          this.#unlisten();
          reject(error);
        },
      );
    });
  }

  return(): Promise<IteratorResult<T>> {
    this.#release(new DOMException("The reader has left.", "AbortError"));
    return Promise.resolve({ done: true, value: undefined });
  }

  #abort(): void {
    this.#interrupt?.(this.#signal.reason);
    this.#interrupt = null;
    this.#release(this.#signal.reason);
  }

  /** Lets the source go without waiting for it: its last await may never settle. */
  #release(reason: unknown): void {
    this.#unlisten();
    if (this.#inner.signal.aborted) return;
    this.#inner.abort(reason);
    this.#source.return(undefined).catch(() => {});
  }

  #unlisten(): void {
    this.#signal.removeEventListener("abort", this.#onAbort);
  }
}
