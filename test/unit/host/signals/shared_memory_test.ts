import assert from "node:assert/strict";
import { initialLadder } from "../../../../src/core/ladder/mod.ts";
import { SharedMemory } from "../../../../src/host/signals/mod.ts";

function recorded(memory: SharedMemory): string[] {
  return memory.waiting().map(({ signal, at }) => `${signal} ${at}`);
}

Deno.test("a signal that both threads heard while the sentinel came up is one", () => {
  const memory = new SharedMemory();
  memory.recordFirst("SIGINT", 1000);
  // Taken in meanwhile or not, the sentinel's call may come much later on a busy machine.
  memory.take(1);
  memory.recordUnlessCopy("SIGINT", 1110);
  assert.deepEqual(recorded(memory), []);
  memory.recordUnlessCopy("SIGINT", 1130);
  assert.deepEqual(recorded(memory), ["SIGINT 1130"]);
});

Deno.test("what the main thread recorded before the sentinel listened has no copy", () => {
  const memory = new SharedMemory();
  memory.record("SIGINT", 1000);
  memory.recordUnlessCopy("SIGINT", 1060);
  assert.deepEqual(recorded(memory), ["SIGINT 1000", "SIGINT 1060"]);
});

Deno.test("another signal, and a later one, is no copy", () => {
  const memory = new SharedMemory();
  memory.recordFirst("SIGINT", 1000);
  memory.recordUnlessCopy("SIGTERM", 1010);
  assert.deepEqual(recorded(memory), ["SIGINT 1000", "SIGTERM 1010"]);
  const other = new SharedMemory();
  other.recordFirst("SIGINT", 1000);
  other.recordUnlessCopy("SIGINT", 1300);
  assert.deepEqual(recorded(other), ["SIGINT 1000", "SIGINT 1300"]);
});

Deno.test("with a menu on the screen it is a press of its own", () => {
  const memory = new SharedMemory();
  memory.recordFirst("SIGINT", 1000);
  memory.ladder = { ...initialLadder(true), screen: "menu" };
  memory.recordUnlessCopy("SIGINT", 1110);
  assert.deepEqual(recorded(memory), ["SIGINT 1000", "SIGINT 1110"]);
});
