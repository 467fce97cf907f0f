/**
 * Bytes on their way to one destination, in order, written asynchronously so that a reader that
 * does not read holds up nothing but itself. What waits is merged, so that a fast source costs few
 * writes; the first chunk on an idle queue goes out in the same turn of the loop.
 *
 * @module
 */

import { FsError, type OutputStream } from "../platform/port.ts";

/** Chunks of one stream that wait together are written in pieces of up to this many bytes. */
const MERGE_BYTES = 65_536;
/** With more than this waiting, a producer is asked to wait. */
const HIGH_WATER_BYTES = 262_144;
/** How long a producer may keep the thread while a write is under way, and while none is, ms. */
const KEEPS_MS = { writing: 3, idle: 8 } as const;
/**
 * Somebody who shares the pipe or the terminal with us may have made it non-blocking. A full one
 * then says so at once, and all that is left is to look again.
 */
const LOOK_AGAIN_MS = 5;

/** No bytes. */
export const NOTHING = new Uint8Array();

interface Chunk {
  readonly stream: OutputStream;
  readonly bytes: Uint8Array;
  /** Run when the bytes' turn has come: from then on they are as good as written. */
  readonly taken: readonly (() => void)[];
}

/**
 * What is written when bytes have their turn: those, and what belongs around them at that moment.
 * Has to call `taken`, after which the bytes are as good as written.
 */
export type Dress = (stream: OutputStream, bytes: Uint8Array, taken: () => void) => Uint8Array;

/** One destination's queue. Several streams may share it when they end on one terminal. */
export class OutputQueue {
  #chunks: Chunk[] = [];
  #waitingBytes = 0;
  #writing = false;
  #holds = 0;
  #ahead: (() => Uint8Array) | null = null;
  #progress = 0;
  /** When a producer last let go of the thread. */
  #letGo = -Infinity;
  #changed: (() => void)[] = [];
  readonly #failed: (stream: OutputStream, error: FsError) => void;
  readonly #dress: Dress | null;
  readonly #gone = new Set<OutputStream>();

  /**
   * @param failed told once for each stream that can take no more.
   * @param dress asked for each write what it is to be.
   */
  constructor(
    failed: (stream: OutputStream, error: FsError) => void,
    dress: Dress | null = null,
  ) {
    this.#failed = failed;
    this.#dress = dress;
  }

  /** Bytes accepted and not yet written. */
  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  /** A number that grows with each byte written. */
  get progress(): number {
    return this.#progress;
  }

  /** Whether everything accepted has been written. */
  get idle(): boolean {
    return !this.#writing && this.#chunks.length === 0;
  }

  /** Adds bytes; they go out when it is their turn and nothing holds the queue. */
  push(stream: OutputStream, bytes: Uint8Array, taken?: () => void): void {
    if (bytes.length === 0 || this.#gone.has(stream)) return;
    this.#chunks.push({ stream, bytes, taken: taken ? [taken] : [] });
    this.#waitingBytes += bytes.length;
    void this.#run();
  }

  /** Makes a write although nothing may wait, for what it is dressed with. */
  poke(stream: OutputStream): void {
    if (this.#chunks.length > 0 || this.#gone.has(stream)) return;
    this.#chunks.push({ stream, bytes: new Uint8Array(), taken: [] });
    void this.#run();
  }

  /** Writes bytes before all that waits, held or not; for the holder, between two holds' ends. */
  pushFirst(stream: OutputStream, bytes: Uint8Array): void {
    if (bytes.length === 0 || this.#gone.has(stream)) return;
    this.#chunks.unshift({ stream, bytes, taken: [] });
    this.#waitingBytes += bytes.length;
  }

  /**
   * Has the next write begin with what `make` gives at that moment; null takes it back. It is not
   * waited for, and never written alone.
   */
  ahead(make: (() => Uint8Array) | null): void {
    this.#ahead = make;
  }

  /** Resolves when a producer may go on: soon, unless the reader is far behind. */
  async room(signal: AbortSignal): Promise<void> {
    while (this.#waitingBytes > HIGH_WATER_BYTES && !signal.aborted) await this.#change(signal);
    const kept = performance.now() - this.#letGo;
    if (kept < (this.#writing ? KEEPS_MS.writing : KEEPS_MS.idle)) return;
    // A producer that has its next piece at hand keeps the thread: a press, and that a write is done
    // and the next can begin, are heard only if it lets go of it (a backlog from behind a menu).
    await new Promise((resolve) => setTimeout(resolve));
    this.#letGo = performance.now();
  }

  /** Nothing goes out until disposed. What is being written at this moment still is. */
  hold(): Disposable {
    this.#holds++;
    let held = true;
    return {
      [Symbol.dispose]: () => {
        if (!held) return;
        held = false;
        this.#holds--;
        void this.#run();
      },
    };
  }

  /** Resolves when no write is under way. */
  async settled(signal: AbortSignal): Promise<void> {
    while (this.#writing && !signal.aborted) await this.#change(signal);
  }

  /** Resolves when something more has been written, or the signal aborts. */
  async moved(signal: AbortSignal): Promise<void> {
    if (!signal.aborted) await this.#change(signal);
  }

  /** Resolves when everything is written, or the signal aborts. */
  async drained(signal: AbortSignal): Promise<void> {
    while (!this.idle && !signal.aborted) await this.#change(signal);
  }

  /** Takes no more from this stream, and drops what it has waiting. */
  close(stream: OutputStream): void {
    this.#gone.add(stream);
    this.#chunks = this.#chunks.filter((chunk) => chunk.stream !== stream);
    this.#waitingBytes = this.#chunks.reduce((sum, { bytes }) => sum + bytes.length, 0);
    this.#wake();
  }

  async #run(): Promise<void> {
    if (this.#writing) return;
    this.#writing = true;
    try {
      while (this.#holds === 0) {
        const next = this.#next();
        if (next === null) break;
        await this.#write(next);
        this.#wake();
      }
    } finally {
      this.#writing = false;
      this.#wake();
    }
  }

  #next(): { readonly stream: OutputStream; readonly bytes: Uint8Array } | null {
    const [first] = this.#chunks;
    if (first === undefined) return null;
    let count = 0;
    let size = 0;
    for (const { stream, bytes } of this.#chunks) {
      if (stream !== first.stream) break;
      if (count > 0 && size + bytes.length > MERGE_BYTES) break;
      size += bytes.length;
      count++;
    }
    const { stream } = first;
    const parts = this.#chunks.slice(0, count);
    this.#chunks = this.#chunks.slice(count);
    const ahead = this.#ahead?.() ?? NOTHING;
    this.#ahead = null;
    const bytes = count === 1 ? first.bytes : joined(parts.map(({ bytes }) => bytes));
    const taken = (): void => {
      for (const part of parts) for (const tell of part.taken) tell();
    };
    let dressed = bytes;
    if (this.#dress === null) taken();
    else dressed = this.#dress(stream, bytes, taken);
    if (ahead.length > 0) dressed = joined([ahead, dressed]);
    this.#waitingBytes += dressed.length - bytes.length;
    return { stream, bytes: dressed };
  }

  async #write(
    { stream, bytes }: { readonly stream: OutputStream; readonly bytes: Uint8Array },
  ): Promise<void> {
    for (let done = 0; done < bytes.length && !this.#gone.has(stream);) {
      try {
        const count = await stream.write(bytes.subarray(done));
        done += count;
        this.#progress += count;
        if (!this.#gone.has(stream)) this.#waitingBytes -= count;
      } catch (error) {
        if (error instanceof FsError && error.code === "EAGAIN") {
          await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
          continue;
        }
        this.close(stream);
        this.#failed(
          stream,
          error instanceof FsError ? error : new FsError("EUNKNOWN", "write", "", error),
        );
        return;
      }
    }
  }

  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        signal.removeEventListener("abort", done);
        resolve();
      };
      this.#changed.push(done);
      signal.addEventListener("abort", done, { once: true });
    });
  }

  #wake(): void {
    for (const wake of this.#changed.splice(0)) wake();
  }
}

/** Pieces as one. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
