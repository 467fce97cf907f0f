import assert from "node:assert/strict";
import { Gate } from "../../../../src/interaction/gate/mod.ts";
import { settle } from "../../../support/clock.ts";

const FREE = new AbortController().signal;

/** Whether a promise is settled once everything that can happen now has happened. */
async function settled(promise: Promise<unknown>): Promise<boolean> {
  let is = false;
  promise.then(() => is = true, () => is = true);
  await settle();
  return is;
}

Deno.test("an open gate lets a step pass", async () => {
  const gate = new Gate();
  assert.equal(gate.open, true);
  await gate.pass(FREE);
});

Deno.test("a closed gate holds a step until the last who holds it lets go", async () => {
  const gate = new Gate();
  const first = gate.close();
  const second = gate.close();
  const step = gate.pass(FREE);
  assert.equal(await settled(step), false);
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  assert.equal(gate.open, false);
  assert.equal(await settled(step), false);
  second[Symbol.dispose]();
  await step;
});

Deno.test("a step that was let go waits again if the gate has been closed meanwhile", async () => {
  const gate = new Gate();
  const first = gate.close();
  const step = gate.pass(FREE);
  await settled(step);
  first[Symbol.dispose]();
  const second = gate.close();
  assert.equal(await settled(step), false);
  second[Symbol.dispose]();
  await step;
});

Deno.test("a wait at the gate ends with the signal's reason, open or closed", async () => {
  const gate = new Gate();
  const over = new AbortController();
  using _closed = gate.close();
  const step = gate.pass(over.signal);
  over.abort(new Error("over"));
  await assert.rejects(step, /over/);
  await assert.rejects(new Gate().pass(over.signal), /over/);
});
