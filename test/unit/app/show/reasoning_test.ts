import assert from "node:assert/strict";
import { type ReasoningDisplay, ReasoningFilter } from "../../../../src/app/show/mod.ts";

function shown(display: ReasoningDisplay, ...pieces: string[]): string {
  const filter = new ReasoningFilter(display);
  return pieces.map((piece) => filter.push(piece)).join("") + filter.end();
}

Deno.test("reasoning in full, cut, hinted at, or not at all", () => {
  assert.equal(shown("full", "a", "b"), "ab");
  assert.equal(shown("hidden", "a", "b"), "");
  assert.equal(shown("timer", "a", "b"), "");
  assert.equal(shown("static", "a", "b"), "Reasoning…");
  assert.equal(shown("progress", "a".repeat(150), "b".repeat(450)), "Reasoning...");
  assert.equal(shown(5, "abc", "def", "ghi"), "abcde…");
  assert.equal(shown(5, "abc", "de"), "abcde");
  assert.equal(shown(2, "a😀b"), "a…", "never half a character");
});

Deno.test("each block of reasoning begins anew", () => {
  const filter = new ReasoningFilter(3);
  assert.equal(filter.push("abcd") + filter.end(), "abc…");
  assert.equal(filter.push("xyz") + filter.end(), "xyz");
});
