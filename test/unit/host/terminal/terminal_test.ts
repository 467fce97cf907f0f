import assert from "node:assert/strict";
import { type TerminalDevice, termiosLayoutOf } from "../../../../src/host/platform/port.ts";
import { SharedMemory } from "../../../../src/host/signals/mod.ts";
import { Terminal } from "../../../../src/host/terminal/mod.ts";
import { Machine } from "../signals/machine.ts";

const { ISIG, ICANON, ECHO, ECHOCTL, IEXTEN } = termiosLayoutOf("linux").local;

interface Bench {
  readonly machine: Machine;
  readonly memory: SharedMemory;
  readonly terminal: Terminal;
  /** Everything written to the terminal, in order. */
  readonly written: string[];
}

function bench(): Bench {
  const machine = new Machine();
  const memory = new SharedMemory();
  const written: string[] = [];
  const decoder = new TextDecoder();
  const device: TerminalDevice = {
    fd: 5,
    read: () => Promise.resolve({ kind: "idle" }),
    write: (bytes) => {
      written.push(decoder.decode(bytes));
      return Promise.resolve();
    },
    hasInput: () => false,
    discardInput: () => {},
    close: () => {},
  };
  const platform = machine.platform();
  const system = {
    ...platform.system,
    write: (_fd: number, bytes: Uint8Array) => {
      written.push(decoder.decode(bytes));
      return bytes.length;
    },
  };
  const env = (name: string) => name === "TERM" ? "xterm" : undefined;
  const parts = { ...platform, system, env, openTerminal: () => device };
  return { machine, memory, written, terminal: new Terminal(parts, memory) };
}

function on({ machine }: Bench, ...flags: number[]): boolean {
  return flags.every((flag) => (machine.local & flag) !== 0);
}

function off({ machine }: Bench, ...flags: number[]): boolean {
  return flags.every((flag) => (machine.local & flag) === 0);
}

Deno.test("a discipline is held and undone", () => {
  const place = bench();
  const before = place.machine.local;
  const raw = place.terminal.holdDiscipline("raw");
  assert.ok(off(place, ISIG, ICANON, ECHO, IEXTEN));
  raw[Symbol.dispose]();
  raw[Symbol.dispose]();
  assert.equal(place.machine.local, before);
});

Deno.test("a menu's discipline leaves Ctrl-C a signal", () => {
  const place = bench();
  using _menu = place.terminal.holdDiscipline("cbreak");
  assert.ok(off(place, ICANON, ECHO));
  assert.ok(on(place, ISIG, IEXTEN));
});

Deno.test("guards let go in any order, and the last one leaves the modes as they were", () => {
  const orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
  for (const order of orders) {
    const place = bench();
    const before = place.machine.local;
    const { terminal } = place;
    const guards = [
      terminal.holdQuietEcho(),
      terminal.holdDiscipline("cbreak"),
      terminal.holdDiscipline("raw"),
    ];
    for (const [n, index] of order.entries()) {
      guards[index]?.[Symbol.dispose]();
      if (n < 2 && order.indexOf(2) > n) assert.ok(off(place, ISIG, ICANON), `${order} after ${n}`);
    }
    assert.equal(place.machine.local, before, `${order}`);
  }
});

Deno.test("only what we changed is undone: what somebody set meanwhile stays", () => {
  const place = bench();
  const guard = place.terminal.holdQuietEcho();
  // less has come up, and has a mode of its own.
  place.machine.local &= ~(ICANON | ECHO);
  guard[Symbol.dispose]();
  assert.ok(off(place, ICANON, ECHO));
  assert.ok(on(place, ECHOCTL));
});

Deno.test("from the background nothing is touched, taken or put back", () => {
  const place = bench();
  place.machine.foreground = 7;
  using _guard = place.terminal.holdDiscipline("cbreak");
  place.terminal.suspend();
  assert.equal(place.terminal.resume(), false);
  assert.deepEqual(place.machine.deeds, []);
  assert.deepEqual(place.written, []);
});

Deno.test("moved to the background while it holds, it lets go without touching", () => {
  const place = bench();
  const guard = place.terminal.holdDiscipline("cbreak");
  const held = place.machine.local;
  place.machine.foreground = 7;
  guard[Symbol.dispose]();
  assert.equal(place.machine.local, held);
});

Deno.test("a stop undoes everything, and being continued takes it again", async () => {
  const place = bench();
  const { terminal, machine, written } = place;
  const before = machine.local;
  using _raw = terminal.holdDiscipline("raw");
  await using _paste = await terminal.holdPrivateMode("<on>", "<off>");
  terminal.drawn = "<wipe>";
  written.length = 0;
  terminal.suspend();
  assert.equal(machine.local, before);
  assert.deepEqual(written, ["<wipe><off>"]);
  terminal.suspend();
  assert.equal(written.length, 1, "once");
  assert.equal(terminal.resume(), true);
  assert.ok(off(place, ICANON));
  assert.deepEqual(written.slice(1), ["<on>"]);
});

Deno.test("continued in the background, it takes the terminal when a prompt opens in front", () => {
  const place = bench();
  const { terminal, machine } = place;
  using _quiet = terminal.holdQuietEcho();
  terminal.suspend();
  machine.foreground = 7;
  assert.equal(terminal.resume(), false);
  assert.ok(on(place, ECHOCTL));
  machine.foreground = 100;
  using _menu = terminal.holdDiscipline("cbreak");
  assert.ok(off(place, ECHOCTL, ICANON));
});

Deno.test("the other thread knows what to undo", async () => {
  const place = bench();
  const { terminal, memory, machine } = place;
  const before = machine.local;
  assert.equal(memory.terminalFd, -1);
  const raw = terminal.holdDiscipline("raw");
  const paste = await terminal.holdPrivateMode("<on>", "<off>");
  terminal.drawn = "<wipe>";
  const text = () => new TextDecoder().decode(memory.restoreBytes);
  assert.equal(memory.terminalFd, 5);
  assert.equal(memory.modesHeld, 1);
  assert.equal(text(), "<wipe><off>");
  const { mask, value } = memory.modesUndo.local;
  assert.equal((machine.local & ~mask) | (value & mask), before);
  terminal.drawn = "";
  await paste[Symbol.asyncDispose]();
  raw[Symbol.dispose]();
  assert.equal(text(), "");
  assert.equal(memory.modesHeld, 0);
  assert.equal(memory.modesUndo.local.mask, 0);
});

Deno.test("put back by the other thread, it is taken again with private modes and all", async () => {
  const place = bench();
  const { terminal, memory, machine, written } = place;
  using _raw = terminal.holdDiscipline("raw");
  await using _paste = await terminal.holdPrivateMode("<on>", "<off>");
  const { mask, value } = memory.modesUndo.local;
  machine.local = (machine.local & ~mask) | (value & mask);
  memory.restoreBytes = new Uint8Array(0);
  memory.restored = true;
  written.length = 0;
  assert.equal(terminal.resume(), true);
  assert.ok(off(place, ICANON));
  assert.deepEqual(written, ["<on>"]);
  assert.equal(new TextDecoder().decode(memory.restoreBytes), "<off>");
  assert.equal(memory.restored, false);
});

Deno.test("whose the terminal is", () => {
  const place = bench();
  const { terminal, machine } = place;
  assert.equal(terminal.owner, "us");
  const guard = terminal.holdDiscipline("cbreak");
  assert.equal(terminal.owner, "us", "an unusual discipline of our own");
  guard[Symbol.dispose]();
  machine.makeRaw();
  assert.equal(terminal.owner, "other");
  machine.foreground = 7;
  assert.equal(terminal.owner, "background");
  assert.equal(new Terminal(machine.platform(), new SharedMemory()).owner, "none");
});

Deno.test("disposed, it leaves nothing behind, and holds nothing more", () => {
  const place = bench();
  const { terminal, memory, machine } = place;
  const before = machine.local;
  const guard = terminal.holdDiscipline("raw");
  terminal[Symbol.dispose]();
  terminal[Symbol.dispose]();
  assert.equal(machine.local, before);
  assert.equal(memory.terminalFd, -1);
  guard[Symbol.dispose]();
  assert.equal(machine.local, before);
});
