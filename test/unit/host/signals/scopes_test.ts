import assert from "node:assert/strict";
import { ScopeStack } from "../../../../src/host/signals/mod.ts";

function stack(): { scopes: ScopeStack; unwanted: () => number } {
  let count = 0;
  return { scopes: new ScopeStack(() => count++), unwanted: () => count };
}

Deno.test("the scope entered last is told first", () => {
  const { scopes } = stack();
  const below = scopes.enter("below");
  const top = scopes.enter("top");
  scopes.notifyTop();
  assert.deepEqual([below.pending, top.pending], [false, true]);
  assert.equal(scopes.top, top);
});

Deno.test("scopes leave in any order, and the rest keep theirs", () => {
  const { scopes } = stack();
  const entered = ["a", "b", "c", "d"].map((name) => scopes.enter(name));
  const [a, b, c, d] = entered as [
    typeof entered[0],
    typeof entered[0],
    typeof entered[0],
    typeof entered[0],
  ];
  b?.[Symbol.dispose]();
  d?.[Symbol.dispose]();
  assert.equal(scopes.top?.name, "c");
  a?.[Symbol.dispose]();
  assert.equal(scopes.top?.name, "c");
  c?.[Symbol.dispose]();
  assert.equal(scopes.top, null);
});

Deno.test("leaving twice takes nobody else off the stack", () => {
  const { scopes } = stack();
  scopes.enter("below");
  const top = scopes.enter("top");
  top[Symbol.dispose]();
  top[Symbol.dispose]();
  assert.equal(scopes.top?.name, "below");
});

Deno.test("a declined press goes to the next scope below the one that declined", () => {
  const { scopes, unwanted } = stack();
  const bottom = scopes.enter("bottom");
  const middle = scopes.enter("middle");
  scopes.notifyTop();
  // Entered after the press: it is above the decliner, and was never meant.
  const later = scopes.enter("later");
  middle.decline();
  assert.deepEqual([bottom.pending, middle.pending, later.pending], [true, false, false]);
  bottom.decline();
  assert.equal(unwanted(), 1);
});

Deno.test("a scope that has left is passed over on the way down", () => {
  const { scopes } = stack();
  const bottom = scopes.enter("bottom");
  const middle = scopes.enter("middle");
  const top = scopes.enter("top");
  scopes.notifyTop();
  middle[Symbol.dispose]();
  top.decline();
  assert.equal(bottom.pending, true);
});

Deno.test("declining without a press passes nothing on", () => {
  const { scopes, unwanted } = stack();
  const bottom = scopes.enter("bottom");
  scopes.enter("top").decline();
  assert.equal(bottom.pending, false);
  assert.equal(unwanted(), 0);
});

Deno.test("a press nobody is there for is reported", () => {
  const { scopes, unwanted } = stack();
  scopes.notifyTop();
  assert.equal(unwanted(), 1);
});

Deno.test("a press waits until somebody asks for it", async () => {
  const { scopes } = stack();
  const scope = scopes.enter("scope");
  scopes.notifyTop();
  await scope.notified();
  await scope.notified();
  assert.equal(scope.take(), true);
  assert.equal(scope.take(), false);
});

Deno.test("a scope that waits is told, once for each wait", async () => {
  const { scopes } = stack();
  const scope = scopes.enter("scope");
  const waits = [scope.notified(), scope.notified()];
  scopes.notifyTop();
  await Promise.all(waits);
  assert.equal(scope.pending, true);
});

Deno.test("a press that a scope has not taken outlives the scope", () => {
  const { scopes, unwanted } = stack();
  const below = scopes.enter("below");
  const top = scopes.enter("top");
  scopes.notifyTop();
  top[Symbol.dispose]();
  assert.equal(below.pending, true);
  below[Symbol.dispose]();
  assert.equal(unwanted(), 1);
});

Deno.test("a taken press is not passed on when the scope leaves", () => {
  const { scopes, unwanted } = stack();
  const below = scopes.enter("below");
  const top = scopes.enter("top");
  scopes.notifyTop();
  top.take();
  top[Symbol.dispose]();
  assert.equal(below.pending, false);
  assert.equal(unwanted(), 0);
});

Deno.test("a wait ends with the signal's reason, and takes no later press along", async () => {
  const { scopes } = stack();
  const scope = scopes.enter("scope");
  const over = new AbortController();
  const wait = scope.notified(over.signal);
  over.abort(new Error("over"));
  await assert.rejects(wait, /over/);
  await assert.rejects(scope.notified(over.signal), /over/);
  scopes.notifyTop();
  assert.equal(scope.pending, true);
});
