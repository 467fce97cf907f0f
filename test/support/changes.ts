/**
 * Waiting for something to become true: a probe is run again each time somebody says that something
 * changed, until it answers or the time is up. The only clock here is the one that gives up.
 */

export const DEFAULT_TIMEOUT_MS = 30_000;

/** An expectation that was not met. The message carries what was seen instead. */
export class ExpectationError extends Error {
  override readonly name = "ExpectationError";
}

export interface WaitOptions {
  /** Milliseconds before the wait fails. */
  timeoutMs?: number;
}

export class Changes {
  #waiting: (() => void)[] = [];

  /** Makes every waiter look again. */
  notify(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  /**
   * The first value of `probe` that is not undefined. What the probe throws ends the wait (the
   * program is gone, say); `failure` words the error when the time is up.
   */
  async until<T>(
    probe: () => T | undefined | Promise<T | undefined>,
    failure: (why: string) => string | Promise<string>,
    { timeoutMs = DEFAULT_TIMEOUT_MS }: WaitOptions = {},
  ): Promise<T> {
    let expired = false;
    const timer = setTimeout(() => {
      expired = true;
      this.notify();
    }, timeoutMs);
    try {
      for (;;) {
        // Taken before the probe, so that a change during an asynchronous probe is not missed.
        const changed = new Promise<void>((wake) => this.#waiting.push(wake));
        const value = await probe();
        if (value !== undefined) return value;
        if (expired) throw new ExpectationError(await failure(`not seen within ${timeoutMs} ms`));
        await changed;
      }
    } finally {
      clearTimeout(timer);
    }
  }
}

/**
 * For what nobody announces (a process that has stopped, a file another program makes): looks
 * again every few milliseconds. The last resort; prefer a line of output to wait for.
 */
export async function eventually<T>(
  probe: () => T | undefined | Promise<T | undefined>,
  what: string,
  options?: WaitOptions,
): Promise<T> {
  const changes = new Changes();
  const looks = setInterval(() => changes.notify(), 5);
  try {
    return await changes.until(probe, (why) => `expected ${what}: ${why}`, options);
  } finally {
    clearInterval(looks);
  }
}
