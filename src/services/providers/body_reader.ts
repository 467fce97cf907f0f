/**
 * Reads the body of an answer, and takes what has arrived together as one piece. A server sends each
 * token in a chunk of its own, and a runtime hands them over one by one: where they come faster than
 * they are worked on, all that follows would be paid for once a token.
 *
 * Must never hold back what has arrived longer than it takes to see whether more has.
 *
 * @module
 */

import type { Timer } from "./timer.ts";

/** A piece is not longer than this, in bytes, unless it was handed over so. */
const MOST_BYTES = 64 * 1024;
/** Nor is it gathered for longer, ms. */
const MOST_MS = 3;
/** What comes after a pause of so many ms is alone: it goes on at once. */
const PAUSE_MS = 2;

/** How many are taken between two looks at the clock. */
const LOOK_EVERY = 16;

type Bytes = Uint8Array<ArrayBuffer>;

/** The reader of one body. */
export class BodyReader {
  readonly #source: Source;
  readonly #timer: Pick<Timer, "now">;
  readonly #gathered = new Uint8Array(MOST_BYTES);
  /** A read that was begun to see whether more is there. */
  #pending: Promise<Bytes | null> | null = null;
  #handedOver = -Infinity;

  /** Locks the stream. */
  constructor(body: ReadableStream<Bytes>, timer: Pick<Timer, "now">) {
    this.#source = sourceOf(body);
    this.#timer = timer;
  }

  /**
   * The next piece, or null at the end.
   *
   * @throws whatever broke the stream, behind all that came before it.
   */
  async read(): Promise<Bytes | null> {
    const first = await (this.#pending ?? this.#source.read());
    this.#pending = null;
    if (first === null) return null;
    const now = this.#timer.now();
    const piece = now - this.#handedOver > PAUSE_MS || first.length > MOST_BYTES
      ? first.slice()
      : await this.#gather(first, now);
    this.#handedOver = this.#timer.now();
    return piece;
  }

  /** Lets go of the stream; a read under way ends. */
  cancel(reason: unknown): Promise<void> {
    return this.#source.cancel(reason);
  }

  async #gather(first: Bytes, since: number): Promise<Bytes> {
    this.#gathered.set(first);
    let length = first.length;
    using turn = new Turn();
    for (let count = 1; length < MOST_BYTES; count++) {
      if (count % LOOK_EVERY === 0 && this.#timer.now() - since > MOST_MS) break;
      const next = this.#source.read();
      const more = await turn.first(next);
      if (more === null || length + more.length > MOST_BYTES) {
        // Nothing yet, too much, the end or a fault: the next read's to tell.
        next.catch(() => {});
        this.#pending = next;
        break;
      }
      this.#gathered.set(more, length);
      length += more.length;
    }
    return this.#gathered.slice(0, length);
  }
}

/** The time until everything has run that was ready to. */
class Turn implements Disposable {
  readonly #timer = setTimeout(() => this.#end());
  #over = false;
  #leave: ((nothing: null) => void) | null = null;

  /** What `work` comes to within the turn; null if nothing. */
  first<T>(work: Promise<T>): Promise<T | null> {
    if (this.#over) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#leave = resolve;
      work.then(resolve, () => resolve(null));
    });
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }

  #end(): void {
    this.#over = true;
    this.#leave?.(null);
  }
}

interface Source {
  /** What is given out may be written over by the next read. Null: the end. */
  read(): Promise<Bytes | null>;
  cancel(reason: unknown): Promise<void>;
}

/**
 * Where the stream can be given a buffer it is given the same one each time: Deno makes one of
 * 64 KiB for each read otherwise, which costs five times as much as all the rest of it.
 */
function sourceOf(body: ReadableStream<Bytes>): Source {
  try {
    return buffered(body.getReader({ mode: "byob" }));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  const reader = body.getReader();
  return {
    read: async () => {
      const { done, value } = await reader.read();
      return done ? null : value;
    },
    cancel: (reason) => reader.cancel(reason),
  };
}

function buffered(reader: ReadableStreamBYOBReader): Source {
  let buffer = new ArrayBuffer(MOST_BYTES);
  return {
    read: async () => {
      const { done, value } = await reader.read(new Uint8Array(buffer));
      if (value === undefined) return null;
      buffer = value.buffer;
      return done ? null : value;
    },
    cancel: (reason) => reader.cancel(reason),
  };
}
