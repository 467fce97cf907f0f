/**
 * The stack of scopes: who is asked first when the user presses Ctrl-C. A scope is told, not
 * called: its own loop waits for the notification beside its other sources and shows its menu in
 * its own context. Owns who is next; never what a press means.
 *
 * Source: RFD 045 (router), interrupts.md "Router".
 *
 * @module
 */

/** A place in the program that can answer a first press. Dispose it when the place is left. */
export interface Scope extends Disposable {
  /** Unique among the scopes of one router, in order of entry. */
  readonly id: number;
  /** What the scope is for, as in `streaming`. */
  readonly name: string;
  /** Whether a press waits to be taken. */
  readonly pending: boolean;
  /**
   * Resolves when a press waits, at once if one does already; rejects with the signal's reason
   * when that aborts. The press stays pending until {@linkcode take} or {@linkcode decline}.
   */
  notified(signal?: AbortSignal): Promise<void>;
  /** Takes the pending press: a choice is about to be shown for it. False when there is none. */
  take(): boolean;
  /** Passes the pending press to the next scope down; with none left, a graceful shutdown. */
  decline(): void;
}

interface Entry extends Scope {
  notify(): void;
}

/** A LIFO of scopes. Removal is by identity, in any order. */
export class ScopeStack {
  #entries: Entry[] = [];
  #nextId = 1;
  readonly #exhausted: () => void;

  /**
   * An empty stack.
   *
   * @param exhausted called when a press found no scope that wanted it.
   */
  constructor(exhausted: () => void) {
    this.#exhausted = exhausted;
  }

  /** The scope that a press would reach now. */
  get top(): Scope | null {
    return this.#entries.at(-1) ?? null;
  }

  /** Puts a scope on top until it is disposed. */
  enter(name: string): Scope {
    const id = this.#nextId++;
    let pending = false;
    let waiters: (() => void)[] = [];
    const entry: Entry = {
      id,
      name,
      get pending() {
        return pending;
      },
      notify: () => {
        pending = true;
        const woken = waiters;
        waiters = [];
        for (const wake of woken) wake();
      },
      notified: (signal) =>
        new Promise((resolve, reject) => {
          if (signal?.aborted) return reject(signal.reason);
          if (pending) return resolve();
          const onAbort = (): void => {
            waiters = waiters.filter((waiter) => waiter !== wake);
            reject(signal?.reason);
          };
          const wake = (): void => {
            signal?.removeEventListener("abort", onAbort);
            resolve();
          };
          waiters.push(wake);
          signal?.addEventListener("abort", onAbort, { once: true });
        }),
      take: () => {
        const had = pending;
        pending = false;
        return had;
      },
      decline: () => {
        if (!entry.take()) return;
        this.#notifyBelow(id);
      },
      [Symbol.dispose]: () => {
        const index = this.#entries.indexOf(entry);
        if (index < 0) return;
        // A press that this scope was told of and never took is the next scope's now.
        if (pending) this.#notifyBelow(id);
        pending = false;
        this.#entries = this.#entries.filter((other) => other !== entry);
      },
    };
    this.#entries = [...this.#entries, entry];
    return entry;
  }

  /** Tells the topmost scope. */
  notifyTop(): void {
    const top = this.#entries.at(-1);
    if (top === undefined) this.#exhausted();
    else top.notify();
  }

  #notifyBelow(id: number): void {
    const below = this.#entries.filter((entry) => entry.id < id).at(-1);
    if (below === undefined) this.#exhausted();
    else below.notify();
  }
}
