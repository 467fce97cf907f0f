/**
 * Writes to the terminal in order, what waits together as one, and knows when it takes nothing:
 * behind Ctrl-S, or on a connection that hangs, no write ever ends.
 *
 * @module
 */

import type { TerminalDevice } from "../platform/port.ts";

/** A terminal that works takes what a prompt writes within this time, ms. */
const STUCK_MS = 500;

/** The writes to one terminal. */
export class TerminalWriter {
  readonly #device: () => TerminalDevice | null;
  readonly #encoder = new TextEncoder();
  #last: Promise<void> = Promise.resolve();
  /** What has not been begun, and when it will be out. */
  #waiting = "";
  #next: Promise<void> | null = null;
  /** Something has not been taken in time: nothing waits for that a second time. */
  #stuck = false;

  constructor(device: () => TerminalDevice | null) {
    this.#device = device;
  }

  /**
   * Writes after what was written before.
   *
   * @throws {FsError} `EIO` when the terminal is gone.
   */
  write(text: string): Promise<void> {
    if (text === "") return Promise.resolve();
    this.#waiting += text;
    this.#next ??= this.#begin();
    return this.#next;
  }

  /**
   * Writes, and waits for it as long as a terminal that works may take. `done` is called when it is
   * out or has failed, however late.
   *
   * @throws {FsError} `EIO` when the terminal is gone.
   */
  async writeInTime(text: string, done: () => void = () => {}): Promise<void> {
    const writing = this.write(text).finally(done);
    // A failure after the time is over is the next read's to find.
    writing.catch(() => {});
    if (this.#stuck) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.#stuck = true;
        resolve();
      }, STUCK_MS);
    });
    try {
      await Promise.race([writing, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  #begin(): Promise<void> {
    const written = this.#last.then(async () => {
      const bytes = this.#encoder.encode(this.#waiting);
      this.#waiting = "";
      this.#next = null;
      await this.#device()?.write(bytes);
      this.#stuck = false;
    });
    this.#last = written.catch(() => {});
    return written;
  }
}
