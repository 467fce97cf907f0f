/**
 * A pty pair, held from the master's side: reads what the program writes, writes what a person
 * types, sets the size, looks at the modes. One loop over poll(2) does it; no other thread touches
 * the descriptors.
 *
 * The bed opens its pairs itself. `@lydell/node-pty` 1.1.0 was tried under Deno 2.9.6 and told exit
 * statuses apart (1000 of 1000), but it loses the rest of a write that does not fit the kernel's
 * buffer (20 kB into a raw terminal never arrived), leaves the master without close-on-exec, so
 * that every later child of the test process holds it and no hang-up can be tested, and stops
 * reading 200 ms after the program's end. Here the descriptors are close-on-exec from birth, writes
 * are queued, and everything written before the end is read.
 *
 * The slave is kept open as well: the modes can then be read at any time, also after the program's
 * end, and the master never reports EIO.
 */
import { cString, type Libc, openLibc } from "./libc.ts";
import { readTermios, type Termios } from "./termios.ts";

const O_RDWR = 0o2;
const O_NOCTTY = 0o400;
const O_NONBLOCK = 0o4000;
const O_CLOEXEC = 0o2000000;
const POLLIN = 1;
const POLLOUT = 4;
const TIOCSWINSZ = 0x5414n;
// More than the kernel holds for one pty; a bound, lest a program that never stops writing keep
// the loop from turning.
const READ_BURST = 1 << 20;

export interface Size {
  readonly cols: number;
  readonly rows: number;
}

export class PtyDevice implements AsyncDisposable {
  /** The slave's path, for the program to open. */
  readonly path: string;
  readonly #libc: Libc;
  readonly #master: number;
  readonly #slave: number;
  readonly #wake: number;
  readonly #onData: (bytes: Uint8Array) => void;
  readonly #loop: Promise<void>;
  #queue: Uint8Array<ArrayBuffer>[] = [];
  #drains: (() => void)[] = [];
  #reading = true;
  #closing = false;
  #closed: Promise<void> | undefined;

  constructor(size: Size, onData: (bytes: Uint8Array) => void) {
    this.#libc = openLibc();
    const c = this.#libc.symbols;
    this.#onData = onData;
    const flags = O_RDWR | O_NOCTTY | O_CLOEXEC;
    this.#master = checked("posix_openpt", c.posix_openpt(flags | O_NONBLOCK));
    checked("grantpt", c.grantpt(this.#master));
    checked("unlockpt", c.unlockpt(this.#master));
    const name = new Uint8Array(64);
    checked("ptsname_r", c.ptsname_r(this.#master, name, BigInt(name.length)));
    this.path = new TextDecoder().decode(name.subarray(0, name.indexOf(0)));
    this.#slave = checked("open", c.open(cString(this.path), flags));
    this.#wake = checked("eventfd", c.eventfd(0, O_NONBLOCK | O_CLOEXEC));
    this.resize(size);
    this.#loop = this.#run();
  }

  /** Queues bytes for the program's side. Returns at once; order is kept. */
  write(bytes: Uint8Array<ArrayBuffer>): void {
    this.#assertOpen();
    if (bytes.length === 0) return;
    this.#queue.push(bytes);
    this.#kick();
  }

  /** Sets the size; the kernel sends SIGWINCH to the foreground group. */
  resize({ cols, rows }: Size): void {
    this.#assertOpen();
    const winsize = new Uint16Array([rows, cols, 0, 0]);
    checked("TIOCSWINSZ", this.#libc.symbols.ioctl(this.#master, TIOCSWINSZ, winsize));
  }

  termios(): Termios {
    this.#assertOpen();
    return readTermios(this.#libc, this.#master);
  }

  /** The process group in the foreground of this terminal; 0 if there is none. */
  foregroundGroup(): number {
    this.#assertOpen();
    return Math.max(0, this.#libc.symbols.tcgetpgrp(this.#master));
  }

  /** Stops or resumes reading: a terminal nobody looks at, as behind Ctrl-S or a dead ssh. */
  setReading(on: boolean): void {
    this.#assertOpen();
    this.#reading = on;
    this.#kick();
  }

  /** Resolves once everything written to the slave so far was given to `onData`. */
  drain(): Promise<void> {
    if (this.#closing) return Promise.resolve();
    return new Promise((resolve) => {
      this.#drains.push(resolve);
      this.#kick();
    });
  }

  /** Closes the pair. For a program still there this is the hang-up: SIGHUP, then EIO. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    this.#closing = true;
    this.#kick();
    await this.#loop;
    for (const fd of [this.#slave, this.#master, this.#wake]) this.#libc.symbols.close(fd);
    this.#libc[Symbol.dispose]();
  }

  async #run(): Promise<void> {
    const polled = new Uint8Array(16);
    const view = new DataView(polled.buffer);
    while (!this.#closing) {
      const wanted = (this.#reading ? POLLIN : 0) | (this.#queue.length > 0 ? POLLOUT : 0);
      view.setInt32(0, this.#master, true);
      view.setInt16(4, wanted, true);
      view.setInt32(8, this.#wake, true);
      view.setInt16(12, POLLIN, true);
      await this.#libc.symbols.poll(polled, 2n, -1);
      this.#libc.symbols.read(this.#wake, new Uint8Array(8), 8n);
      const drains = this.#drains;
      this.#drains = [];
      if (this.#reading) this.#readBurst();
      this.#writeSome();
      for (const resolve of drains) resolve();
    }
    for (const resolve of this.#drains) resolve();
  }

  #readBurst(): void {
    for (let total = 0; total < READ_BURST;) {
      const buffer = new Uint8Array(1 << 16);
      const count = Number(this.#libc.symbols.read(this.#master, buffer, BigInt(buffer.length)));
      if (count <= 0) return;
      total += count;
      this.#onData(buffer.slice(0, count));
    }
  }

  #writeSome(): void {
    for (let first = this.#queue.shift(); first !== undefined; first = this.#queue.shift()) {
      const count = Number(this.#libc.symbols.write(this.#master, first, BigInt(first.length)));
      if (count === first.length) continue;
      this.#queue.unshift(count > 0 ? first.subarray(count) : first);
      return;
    }
  }

  #kick(): void {
    this.#libc.symbols.write(this.#wake, new BigUint64Array([1n]), 8n);
  }

  #assertOpen(): void {
    if (this.#closing) throw new Error("the pty is closed");
  }
}

function checked(what: string, result: number): number {
  if (result < 0) throw new Error(`${what} failed`);
  return result;
}
