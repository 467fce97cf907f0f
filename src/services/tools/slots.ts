/**
 * How many programs of tools run at one time. Each needs a place in the table of what is killed at
 * rung 3, and a machine has its limits, too.
 *
 * @module
 */

/** The table has 64 places, and servers and an editor need some. */
const PROGRAMS = 24;

/** Hands out places in the order in which they were asked for. */
export class Slots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number = PROGRAMS) {
    this.#free = count;
  }

  /** A place, until disposed; null when `signal` aborts first. */
  async take(signal: AbortSignal): Promise<Disposable | null> {
    while (!signal.aborted) {
      if (this.#free > 0) {
        this.#free--;
        let held = true;
        return {
          [Symbol.dispose]: () => {
            if (!held) return;
            held = false;
            this.#free++;
            const [next] = this.#waiting;
            next?.();
          },
        };
      }
      await this.#turn(signal);
    }
    return null;
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.#waiting.delete(done);
        signal.removeEventListener("abort", done);
        resolve();
      };
      this.#waiting.add(done);
      signal.addEventListener("abort", done, { once: true });
    });
  }
}
