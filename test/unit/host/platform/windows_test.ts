/** What stands for the C library on Windows, over a kernel32 of our own. */
import assert from "node:assert/strict";
import { decode, describeKey, startDecoder } from "../../../../src/core/keys/mod.ts";
import type { Kernel32 } from "../../../../src/host/platform/kernel32.ts";
import { noSystem } from "../../../../src/host/platform/no_system.ts";
import {
  consoleDevice,
  consoleSize,
  openWindowsConsole,
} from "../../../../src/host/platform/windows_console.ts";
import { windowsLock } from "../../../../src/host/platform/windows_lock.ts";

const INVALID = -1n;
const SHIFT = 16;
const ALT = 2;
const CONTROL = 8;

interface KeyEvent {
  readonly key?: number;
  readonly char?: string;
  readonly state?: number;
  readonly up?: true;
  readonly repeat?: number;
  /** Another kind of event: 2 mouse, 16 focus. */
  readonly type?: number;
}

/** A kernel with a console, files and their locks. */
class Machine {
  hasConsole = true;
  gone = false;
  readonly typed: KeyEvent[] = [];
  readonly open = new Map<bigint, string>();
  readonly locked = new Map<string, bigint>();
  #next = 1n;

  readonly kernel: Kernel32 = {
    CreateFileW: (path) => {
      const name = String.fromCharCode(...(path as Uint16Array)).replace(/\0$/, "");
      if (name.startsWith("CON") && !this.hasConsole) return INVALID;
      this.open.set(this.#next, name);
      return this.#next++;
    },
    CloseHandle: (handle) => {
      const name = this.open.get(handle as bigint);
      assert.ok(name !== undefined, "closed twice");
      this.open.delete(handle as bigint);
      if (this.locked.get(name) === handle) this.locked.delete(name);
      return 1;
    },
    LockFileEx: (handle, flags, _reserved, bytes, _high, overlapped) => {
      assert.equal(flags, 1 | 2, "exclusive, and at once");
      assert.equal(bytes, 1);
      const view = new DataView((overlapped as Uint8Array).buffer);
      assert.ok(view.getUint32(16, true) > 2 ** 31, "behind the text");
      const name = this.open.get(handle as bigint) ?? "";
      if (this.locked.has(name)) return 0;
      this.locked.set(name, handle as bigint);
      return 1;
    },
    PeekConsoleInputW: (_, buffer, size, count) => this.#records(buffer, size, count, false),
    ReadConsoleInputW: (_, buffer, size, count) => this.#records(buffer, size, count, true),
    FlushConsoleInputBuffer: () => {
      this.typed.length = 0;
      return 1;
    },
    GetConsoleScreenBufferInfo: (_, info) => {
      (info as Int16Array).set([120, 9000, 0, 0, 7, 0, 100, 119, 129, 120, 30]);
      return 1;
    },
  };

  type(...events: KeyEvent[]): void {
    this.typed.push(...events);
  }

  #records(buffer: unknown, size: unknown, count: unknown, take: boolean): number {
    if (this.gone) return 0;
    const events = this.typed.slice(0, Number(size));
    assert.ok(!take || events.length > 0, "a read that would wait");
    const view = new DataView((buffer as Uint8Array).buffer);
    events.forEach(({ type = 1, up, repeat = 1, key = 0, char = "\0", state = 0 }, index) => {
      const at = index * 20;
      view.setUint16(at, type, true);
      view.setInt32(at + 4, up ? 0 : 1, true);
      view.setUint16(at + 8, repeat, true);
      view.setUint16(at + 10, key, true);
      view.setUint16(at + 14, char.charCodeAt(0), true);
      view.setUint32(at + 16, state, true);
    });
    (count as Uint32Array)[0] = events.length;
    if (take) this.typed.splice(0, events.length);
    return 1;
  }
}

function chars(text: string): KeyEvent[] {
  return Array.from({ length: text.length }, (_, at) => ({ char: text[at] ?? "" }));
}

function typedBytes(...events: KeyEvent[]): string {
  const machine = new Machine();
  machine.type(...events);
  const bytes = openWindowsConsole(machine.kernel)?.take();
  assert.ok(bytes);
  return new TextDecoder().decode(bytes);
}

Deno.test("windows: keys are the keys that the decoder knows", () => {
  const cases: [KeyEvent, string][] = [
    [{ char: "a" }, "a"],
    [{ key: 0x0d, char: "\r" }, "Enter"],
    [{ key: 0x0d, char: "\n", state: CONTROL }, "Enter"],
    [{ key: 0x08, char: "\b" }, "Backspace"],
    [{ key: 0x1b, char: "\x1b" }, "Escape"],
    [{ key: 0x26 }, "Up"],
    [{ key: 0x25, state: CONTROL }, "C-Left"],
    [{ key: 0x24, state: SHIFT }, "S-Home"],
    [{ key: 0x2e }, "Delete"],
    [{ key: 0x21 }, "PageUp"],
    [{ key: 0x09, char: "\t", state: SHIFT }, "S-Tab"],
    [{ char: "\x18", state: CONTROL }, "C-x"],
    [{ char: "b", state: ALT }, "M-b"],
    // AltGr types what it types.
    [{ char: "@", state: ALT | CONTROL }, "@"],
  ];
  for (const [event, name] of cases) {
    const { events } = decode(startDecoder(), new TextEncoder().encode(typedBytes(event)));
    const names = events.map(describeKey);
    assert.deepEqual(name === "Escape" ? [] : [name], names, name);
  }
  assert.equal(typedBytes({ key: 0x1b, char: "\x1b" }), "\x1b");
});

Deno.test("windows: what is no key pressed down is nothing, and a repeated one is several", () => {
  assert.equal(typedBytes({ char: "a", up: true }, { type: 16 }, { type: 2, char: "x" }), "");
  assert.equal(typedBytes({ key: 0x10, state: SHIFT }), "");
  assert.equal(typedBytes({ char: "a", repeat: 3 }), "aaa");
});

Deno.test("windows: a character of two units is one, also when they come apart", () => {
  assert.equal(typedBytes(...chars("日🙂")), "日🙂");
  const machine = new Machine();
  const console = openWindowsConsole(machine.kernel);
  const [lead = {}, trail = {}] = chars("🙂");
  machine.type(lead);
  assert.deepEqual([...console?.take() ?? [0]], []);
  machine.type(trail);
  assert.equal(new TextDecoder().decode(console?.take() ?? undefined), "🙂");
});

Deno.test("windows: the device waits for a key, and leaves what it was not asked for", async () => {
  const machine = new Machine();
  const console = openWindowsConsole(machine.kernel);
  assert.ok(console);
  const out = { write: () => Promise.resolve(), close: () => {} };
  const device = consoleDevice(console, out, performance);
  const { signal } = new AbortController();
  assert.deepEqual(await device.read(signal, 0), { kind: "idle" });
  assert.deepEqual(await device.read(AbortSignal.abort(), -1), { kind: "idle" });

  const waiting = device.read(signal, -1, 1);
  machine.type(...chars("ab"));
  assert.deepEqual(await waiting, { kind: "bytes", bytes: Uint8Array.of(0x61) });
  assert.deepEqual(await device.read(signal, -1, 1), { kind: "bytes", bytes: Uint8Array.of(0x62) });

  machine.type(...chars("x"));
  device.discardInput();
  assert.deepEqual(await device.read(signal, 0), { kind: "idle" });

  const aborted = new AbortController();
  const cut = device.read(aborted.signal, -1);
  aborted.abort();
  assert.deepEqual(await cut, { kind: "idle" });

  machine.gone = true;
  assert.deepEqual(await device.read(signal, -1), { kind: "gone" });
  device.close();
  device.close();
  assert.equal(machine.open.size, 0);
});

Deno.test("windows: the size is the window's, not the buffer's; without a console there is none", () => {
  const machine = new Machine();
  assert.deepEqual(consoleSize(machine.kernel), { columns: 120, rows: 30 });
  assert.equal(machine.open.size, 0);
  machine.hasConsole = false;
  assert.equal(consoleSize(machine.kernel), null);
  assert.equal(openWindowsConsole(machine.kernel), null);
});

Deno.test("windows: a lock has one holder, who lets go when it is closed", () => {
  const { kernel, open } = new Machine();
  const one = windowsLock(kernel, "C:/locks/a");
  const two = windowsLock(kernel, "C:/locks/a");
  const other = windowsLock(kernel, "C:/locks/b");
  assert.equal(one.tryLock(), true);
  assert.equal(one.tryLock(), true);
  assert.equal(two.tryLock(), false);
  assert.equal(other.tryLock(), true);
  one.close();
  assert.equal(two.tryLock(), true);
  two.close();
  two.close();
  other.close();
  assert.equal(open.size, 0);
});

Deno.test("windows: a death by signal is the status 130, and nothing else is done", () => {
  const codes: number[] = [];
  const system = noSystem((code): never => {
    codes.push(code);
    throw new Error("exit");
  });
  for (const signal of ["SIGINT", "SIGHUP", "SIGPIPE"] as const) {
    assert.throws(() => system.dieBy(signal), /exit/);
  }
  assert.deepEqual(codes, [130, 130, 130]);
  assert.equal(system.kill(1, "SIGINT"), false);
  assert.equal(system.isIgnored("SIGINT"), false);
});
