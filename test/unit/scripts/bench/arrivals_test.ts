import assert from "node:assert/strict";
import { Arrivals } from "../../../../scripts/bench/arrivals.ts";

function chunks(...pieces: [number, string][]) {
  return pieces.map(([at, text]) => ({ at, bytes: new TextEncoder().encode(text) }));
}

Deno.test("a byte came with its piece", () => {
  const arrivals = new Arrivals(chunks([10, "ab"], [20, "c"]));
  assert.equal(arrivals.text, "abc");
  assert.deepEqual([0, 1, 2, 3].map((offset) => arrivals.of(offset)), [10, 10, 20, undefined]);
});

Deno.test("a match that is torn came when its first byte did", () => {
  const arrivals = new Arrivals(chunks([10, "w1 Inter"], [20, "rupted ["], [30, "c]"]));
  assert.equal(arrivals.first(/Interrupted \[/), 10);
  assert.equal(arrivals.first(/c\]/), 30);
  assert.equal(arrivals.first(/nothing/), undefined);
});

Deno.test("only what came from a piece on is looked at", () => {
  const arrivals = new Arrivals(chunks([10, "w1 "], [20, "w1 "]), 1);
  assert.equal(arrivals.first(/w1/), 20);
});

Deno.test("a word is there with its last byte, and one that is not whole is not there", () => {
  const arrivals = new Arrivals(chunks([10, "w1 w"], [20, "2 w3 "], [30, "w"]));
  assert.deepEqual(arrivals.ofPieces([3, 3, 3, 3]), [10, 20, 20, undefined]);
});
