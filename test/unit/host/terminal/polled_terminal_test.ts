import assert from "node:assert/strict";
import { noSystem } from "../../../../src/host/platform/no_system.ts";
import { openPolledTerminal } from "../../../../src/host/platform/polled_terminal.ts";
import type { PollResult, System } from "../../../../src/host/platform/system.ts";
import type { TerminalDevice } from "../../../../src/host/platform/port.ts";

const FREE = new AbortController().signal;
const TTY = 5;
const WAKE = 6;
const NOTHING: PollResult = { readable: false, writable: true, gone: false };

/** A terminal whose input and owner are set by hand. */
class Tty {
  /** What a read gets: bytes, null for nothing there, empty for the end. */
  input: (string | null)[] = [];
  foreground = 100;
  hungUp = false;
  woken = 0;
  reads = 0;
  #wake: () => void = () => {};

  /** Something has changed. */
  notify(): void {
    this.#wake();
  }

  open(): TerminalDevice {
    const file = { write: (bytes: Uint8Array) => Promise.resolve(bytes.length), close: () => {} };
    const device = openPolledTerminal("/dev/tty", this.#system(), Date, file);
    assert.ok(device);
    return device;
  }

  #poll(fd: number): PollResult {
    if (fd === WAKE) return { ...NOTHING, readable: this.woken > 0 };
    return { ...NOTHING, readable: this.hungUp || this.input.length > 0, gone: this.hungUp };
  }

  #system(): System {
    return {
      ...noSystem(() => {
        throw new Error("exit");
      }),
      available: true,
      open: () => TTY,
      pipe: () => [WAKE, WAKE + 1],
      getpgrp: () => 100,
      foregroundGroup: () => this.foreground,
      poll: (fd) => this.#poll(fd),
      write: () => {
        this.woken++;
        this.#wake();
        return 1;
      },
      read: (fd) => {
        if (fd === WAKE) {
          this.woken = 0;
          return new Uint8Array(1);
        }
        this.reads++;
        const next = this.input.shift();
        if (this.hungUp) return new Uint8Array(0);
        return next === undefined || next === null ? null : new TextEncoder().encode(next);
      },
      waitReadable: async (fds, timeoutMs) => {
        const look = () => fds.map((fd) => this.#poll(fd));
        for (const until = performance.now() + (timeoutMs < 0 ? 1e9 : timeoutMs);;) {
          const results = look();
          if (results.some(({ readable, gone }) => readable || gone)) return results;
          const left = until - performance.now();
          if (left <= 0) return null;
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, Math.min(left, 60_000));
            this.#wake = () => {
              clearTimeout(timer);
              resolve();
            };
          });
        }
      },
    };
  }
}

function text(read: Awaited<ReturnType<TerminalDevice["read"]>>): string {
  return read.kind === "bytes" ? new TextDecoder().decode(read.bytes) : read.kind;
}

Deno.test("what is typed is read, at once or when it comes", async () => {
  const tty = new Tty();
  const device = tty.open();
  tty.input.push("a");
  assert.equal(text(await device.read(FREE, -1)), "a");
  const next = device.read(FREE, -1);
  tty.input.push("b");
  tty.notify();
  assert.equal(text(await next), "b");
});

Deno.test("a wait ends by its time, by its signal, or when the device is closed", async () => {
  const tty = new Tty();
  const device = tty.open();
  assert.equal(text(await device.read(FREE, 1)), "idle");
  const over = new AbortController();
  const aborted = device.read(over.signal, -1);
  over.abort();
  assert.equal(text(await aborted), "idle");
  assert.equal(tty.reads, 0, "no key is taken by a wait that is over");
  const closed = device.read(FREE, -1);
  device.close();
  assert.equal(text(await closed), "idle");
});

Deno.test("what another reader took between the look and the read is waited for again", async () => {
  const tty = new Tty();
  const device = tty.open();
  tty.input.push(null, null, "c");
  assert.equal(text(await device.read(FREE, -1)), "c");
});

Deno.test("from the background nothing is read, until we are in front again", async () => {
  const tty = new Tty();
  const device = tty.open();
  tty.foreground = 7;
  tty.input.push("typed at the shell");
  assert.equal(text(await device.read(FREE, 1)), "idle");
  assert.equal(tty.reads, 0);
  tty.foreground = 100;
  assert.equal(text(await device.read(FREE, -1)), "typed at the shell");
});

Deno.test("a hang-up is one, also for those who have no foreground any more", async () => {
  const tty = new Tty();
  const device = tty.open();
  tty.hungUp = true;
  assert.equal(text(await device.read(FREE, -1)), "gone");
  tty.foreground = -1;
  assert.equal(text(await device.read(FREE, -1)), "gone");
});
