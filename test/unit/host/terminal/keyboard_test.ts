import assert from "node:assert/strict";
import type { TerminalDevice, TerminalRead } from "../../../../src/host/platform/port.ts";
import { ESCAPE_TIMEOUT_MS, Keyboard } from "../../../../src/host/terminal/mod.ts";

const FREE = new AbortController().signal;

/** What comes from the terminal: text, or the end of the wait the keyboard asked for. */
type Reading = string | "idle" | "gone";

/** A terminal that says what it is told to, one reading for each read. */
function device(readings: readonly Reading[]): { device: TerminalDevice; waits: number[] } {
  const left = [...readings];
  const waits: number[] = [];
  return {
    waits,
    device: {
      fd: 3,
      read: (_signal, timeoutMs) => {
        waits.push(timeoutMs);
        const next = left.shift() ?? "gone";
        const read: TerminalRead = next === "idle" || next === "gone"
          ? { kind: next }
          : { kind: "bytes", bytes: new TextEncoder().encode(next) };
        return Promise.resolve(read);
      },
      write: () => Promise.resolve(),
      hasInput: () => false,
      discardInput: () => {},
      close: () => {},
    },
  };
}

/** The names of the keys that are read until the terminal says no more. */
async function keys(readings: readonly Reading[]): Promise<string[]> {
  const terminal = device(readings);
  const keyboard = new Keyboard(() => terminal.device, false);
  const names: string[] = [];
  for (;;) {
    const read = await keyboard.read(FREE, -1);
    if (read.kind === "gone") return names;
    if (read.kind === "idle") names.push("idle");
    else {
      for (const event of read.events) {
        names.push(event.kind === "key" ? event.char ?? event.name : event.kind);
      }
    }
  }
}

Deno.test("a lone ESC is the Escape key once nothing has followed for its time", async () => {
  const terminal = device(["\x1b", "idle"]);
  const keyboard = new Keyboard(() => terminal.device, false);
  const read = await keyboard.read(FREE, 5000);
  assert.equal(read.kind, "events");
  assert.deepEqual(
    read.kind === "events" && read.events.map((event) => event.kind === "key" && event.name),
    ["escape"],
  );
  // The first wait is the caller's; behind an ESC it is short, whatever the caller asked.
  assert.deepEqual(terminal.waits, [5000, ESCAPE_TIMEOUT_MS]);
});

Deno.test("an arrow key cut anywhere is an arrow key", async () => {
  assert.deepEqual(await keys(["\x1b", "[A"]), ["up"]);
  assert.deepEqual(await keys(["\x1b[", "A"]), ["up"]);
  assert.deepEqual(await keys(["\x1b", "[", "A"]), ["up"]);
  assert.deepEqual(await keys(["\x1b", "O", "A"]), ["up"]);
  assert.deepEqual(await keys(["\x1b", "[1", ";5", "C"]), ["right"]);
});

Deno.test("ESC and a key behind it are two when there was a pause, and one when there was none", async () => {
  assert.deepEqual(await keys(["\x1b", "idle", "c"]), ["escape", "c"]);
  assert.deepEqual(await keys(["\x1bc"]), ["c"]);
});

Deno.test("a wait without a key ends without one", async () => {
  assert.deepEqual(await keys(["idle", "c", "idle"]), ["idle", "c", "idle"]);
});

Deno.test("an aborted wait takes nothing, not even half a sequence", async () => {
  const terminal = device(["\x1b", "[A"]);
  const keyboard = new Keyboard(() => terminal.device, false);
  const over = new AbortController();
  over.abort();
  assert.deepEqual(await keyboard.read(over.signal, -1), { kind: "idle" });
  assert.deepEqual(terminal.waits, []);
});

Deno.test("events that are put back are the next that are read", async () => {
  const terminal = device(["c", "q"]);
  const keyboard = new Keyboard(() => terminal.device, false);
  const first = await keyboard.read(FREE, -1);
  assert.ok(first.kind === "events");
  keyboard.unread(first.events);
  assert.deepEqual(await keyboard.read(FREE, -1), first);
  const next = await keyboard.read(FREE, -1);
  assert.ok(next.kind === "events" && next.events[0]?.kind === "key");
  assert.equal(next.events[0].char, "q");
});

Deno.test("without a terminal it is gone", async () => {
  assert.deepEqual(await new Keyboard(() => null, false).read(FREE, -1), { kind: "gone" });
});
