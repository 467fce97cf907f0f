/**
 * The gate a command passes before each step that somebody could see: a write, a request, a
 * deletion. While a menu is up the gate is closed, so nothing happens behind the menu.
 *
 * Source: interrupts.md "Menu contract".
 *
 * @module
 */

/** Open unless somebody holds it closed. */
export class Gate {
  #closed = 0;
  #waiting: (() => void)[] = [];

  /** Whether a step may be taken now. */
  get open(): boolean {
    return this.#closed === 0;
  }

  /** Closes the gate until disposed; several may hold it at one time. */
  close(): Disposable {
    this.#closed++;
    let held = true;
    return {
      [Symbol.dispose]: () => {
        if (!held) return;
        held = false;
        this.#closed--;
        if (this.#closed === 0) { for (const go of this.#waiting.splice(0)) go(); }
      },
    };
  }

  /** Resolves when the gate is open; rejects with the signal's reason when that aborts. */
  async pass(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    while (this.#closed > 0) {
      await new Promise<void>((resolve) => {
        const go = (): void => {
          signal.removeEventListener("abort", go);
          resolve();
        };
        this.#waiting.push(go);
        signal.addEventListener("abort", go, { once: true });
      });
      signal.throwIfAborted();
    }
  }
}
