/** The terminal lent to another process group, and who ends with it. */
import assert from "node:assert/strict";
import { type TerminalDevice, termiosLayoutOf } from "../../../../src/host/platform/port.ts";
import { Router } from "../../../../src/host/signals/mod.ts";
import { Terminal } from "../../../../src/host/terminal/mod.ts";
import { Machine } from "../signals/machine.ts";

const GROUP = 200;
const OURS = 100;
const { ICANON } = termiosLayoutOf("linux").local;

interface Bench extends Disposable {
  readonly machine: Machine;
  readonly router: Router;
  readonly terminal: Terminal;
}

function bench(): Bench {
  const machine = new Machine();
  const device: TerminalDevice = {
    fd: 5,
    read: () => Promise.resolve({ kind: "idle" }),
    write: () => Promise.resolve(),
    hasInput: () => false,
    discardInput: () => {},
    close: () => {},
  };
  const platform = { ...machine.platform(), openTerminal: () => device };
  const router = new Router(platform, { interactive: true });
  const terminal = new Terminal(platform, router.memory);
  assert.equal(terminal.owner, "us");
  return { machine, router, terminal, [Symbol.dispose]: () => router[Symbol.dispose]() };
}

Deno.test("a group gets the foreground, and it comes back with the modes it had", () => {
  using place = bench();
  const { machine, terminal } = place;
  const before = machine.local;
  const loan = terminal.lend({ group: GROUP, modes: null });
  assert.equal(loan.handedOver, true);
  assert.equal(machine.foreground, GROUP);
  machine.makeRaw();
  loan[Symbol.dispose]();
  assert.deepEqual([machine.foreground, machine.local], [OURS, before]);
  loan[Symbol.dispose]();
  // What it had set is its own to have again, before it has the foreground.
  assert.ok(loan.left !== null);
  machine.deeds.length = 0;
  using _again = terminal.lend({ group: GROUP, modes: loan.left });
  assert.equal(machine.local & ICANON, 0);
  assert.deepEqual(machine.deeds, ["set modes", `foreground ${GROUP}`]);
});

Deno.test("what it has put in front of itself comes back as well, but not what a shell has", () => {
  using place = bench();
  const { machine, terminal } = place;
  const loan = terminal.lend({ group: GROUP, modes: null });
  machine.foreground = 201;
  loan[Symbol.dispose]();
  assert.equal(machine.foreground, OURS);

  const other = terminal.lend({ group: GROUP, modes: null });
  // Stopped, and continued in the background of a shell that works with another job.
  machine.foreground = 300;
  terminal.resume();
  machine.deeds.length = 0;
  other[Symbol.dispose]();
  assert.equal(machine.foreground, 300);
  assert.deepEqual(machine.deeds, []);
  assert.equal(other.left, null);
});

Deno.test("an end while it is lent kills the borrower first, then puts everything back", () => {
  using place = bench();
  const { machine, router, terminal } = place;
  const before = machine.local;
  router.registerGroup(GROUP);
  router.lend();
  terminal.lend({ group: GROUP, modes: null });
  machine.makeRaw();
  machine.deeds.length = 0;
  machine.raise("SIGQUIT");
  assert.deepEqual([machine.foreground, machine.local], [OURS, before]);
  const order = ["kill -200 SIGKILL", `foreground ${OURS}`, "set modes"];
  assert.deepEqual(machine.deeds.slice(0, 3), order);
  assert.equal(machine.deeds.at(-1), "die by SIGINT");
});

Deno.test("an end while another program has it leaves the terminal to that one", () => {
  using place = bench();
  const { machine, router, terminal } = place;
  router.registerGroup(GROUP);
  router.lend();
  terminal.lend({ group: GROUP, modes: null });
  machine.foreground = 300;
  machine.deeds.length = 0;
  machine.raise("SIGQUIT");
  assert.ok(!machine.deeds.some((deed) => /foreground|modes/.test(deed)), `${machine.deeds}`);
  assert.ok(machine.deeds.includes("kill -200 SIGKILL"));
});

Deno.test("presses while it is lent are not ours, and the next one is a first", () => {
  using place = bench();
  const { machine, router, terminal } = place;
  using scope = router.enter("plugin");
  const lent = router.lend();
  const loan = terminal.lend({ group: GROUP, modes: null });
  for (let n = 0; n < 3; n++) {
    machine.now += 100;
    machine.raise("SIGINT");
  }
  assert.deepEqual([scope.pending, router.shutdown.aborted], [false, false]);
  loan[Symbol.dispose]();
  lent[Symbol.dispose]();
  machine.now += 100;
  machine.raise("SIGINT");
  assert.deepEqual([scope.pending, router.shutdown.aborted], [true, false]);
});
