import assert from "node:assert/strict";
import fc from "fast-check";
import { distance } from "fastest-levenshtein";
import { editDistance, nearest } from "../../../../src/core/nearest/mod.ts";

Deno.test("editDistance: one edit each", () => {
  for (const slip of ["qery", "queery", "qoery", "qurey", "uqery", "querry", "quer"]) {
    assert.equal(editDistance(slip, "query"), 1, slip);
  }
  assert.equal(editDistance("", "abc"), 3);
  assert.equal(editDistance("abc", ""), 3);
  // No unit is edited twice: the unrestricted distance would be 2.
  assert.equal(editDistance("ca", "abc"), 3);
});

Deno.test("editDistance: symmetric, zero only for equals, never above Levenshtein's", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "d"), maxLength: 8 });
  fc.assert(fc.property(word, word, (a, b) => {
    const edits = editDistance(a, b);
    assert.equal(edits, editDistance(b, a));
    assert.equal(edits === 0, a === b);
    assert(edits <= distance(a, b));
    // A swap counts one where Levenshtein counts two.
    assert(edits * 2 >= distance(a, b));
  }));
});

Deno.test("nearest: what is close enough", () => {
  const names = ["query", "conversation", "config", "ls"];
  for (
    const [word, found] of [
      ["qurey", "query"],
      ["Query", "query"],
      ["quart", "query"],
      ["kueri", null],
      ["conf", "config"],
      ["con", null],
      ["lss", "ls"],
      ["l", null],
      ["la", null],
      ["q", null],
      ["", null],
      ["x".repeat(100_000), null],
    ] as const
  ) {
    assert.equal(nearest(word, names), found, word.slice(0, 20));
  }
  assert.equal(nearest("abcd", []), null);
});

Deno.test("nearest: the closest wins, the first among equals", () => {
  assert.equal(nearest("--tod".slice(2), ["tool", "tod"]), "tod");
  assert.equal(nearest("lit", ["list", "light", "lift"]), "list");
});
