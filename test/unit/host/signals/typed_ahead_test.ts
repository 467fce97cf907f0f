import assert from "node:assert/strict";
import { SharedMemory } from "../../../../src/host/signals/mod.ts";
import { TypedAhead } from "../../../../src/host/signals/typed_ahead.ts";
import { initialLadder } from "../../../../src/core/ladder/mod.ts";
import { Machine } from "./machine.ts";

function queue() {
  const machine = new Machine();
  const memory = new SharedMemory();
  memory.ladder = initialLadder(true);
  memory.terminalFd = 9;
  const typedAhead = new TypedAhead(machine.platform(), memory);
  const look = (after = 100): void => {
    machine.now += after;
    typedAhead.look();
  };
  /** A line typed ahead, as long as the looks have to see it. */
  const typed = (bytes: number): void => {
    look();
    machine.unread = bytes;
    look();
    look();
  };
  const dropped = (): boolean => {
    typedAhead.pressed();
    return machine.deeds.splice(0).includes("drop input");
  };
  return { machine, memory, look, typed, dropped };
}

Deno.test("a line that lay there before a press and still does is dropped, once", () => {
  const { typed, dropped } = queue();
  typed(3);
  assert.deepEqual([dropped(), dropped()], [true, false]);
});

Deno.test("what the kernel has dropped is not looked for among the keys that follow", () => {
  for (const behind of [0, 2, 4]) {
    const { machine, typed, dropped } = queue();
    typed(3);
    machine.unread = behind;
    assert.equal(dropped(), false, `${behind} bytes behind a typed press`);
  }
});

Deno.test("a line that has been seen once may have been typed behind the press", () => {
  const { machine, look, dropped } = queue();
  look();
  machine.unread = 2;
  assert.equal(dropped(), false);
  look();
  assert.equal(dropped(), false);
});

Deno.test("after a thread stood still nothing is known", () => {
  const { machine, look, typed, dropped } = queue();
  typed(2);
  look(5000);
  assert.equal(dropped(), false);
  look();
  assert.equal(dropped(), true);
  assert.equal(machine.unread, 0);
});

Deno.test("a queue that somebody else reads is left alone", () => {
  const { machine, memory, look, typed, dropped } = queue();
  const others: [() => void, () => void][] = [
    [() => memory.modesHeld = 1, () => memory.modesHeld = 0],
    [() => machine.foreground = 7, () => machine.foreground = 100],
    [
      () => memory.ladder = { ...memory.ladder, lent: true },
      () => memory.ladder = { ...memory.ladder, lent: false },
    ],
    [() => memory.terminalFd = -1, () => memory.terminalFd = 9],
  ];
  for (const [theirs, ours] of others) {
    typed(3);
    theirs();
    assert.equal(dropped(), false);
    look();
    look();
    assert.equal(dropped(), false);
    ours();
    assert.equal(dropped(), false, "it was not seen while it was theirs");
  }
  typed(3);
  machine.makeRaw();
  assert.equal(dropped(), false);
});
