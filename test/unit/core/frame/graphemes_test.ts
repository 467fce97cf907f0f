import assert from "node:assert/strict";
import { graphemes, walkGraphemes } from "../../../../src/core/frame/graphemes.ts";

Deno.test("clusters are what a reader sees as one character (PR-029)", () => {
  assert.deepEqual(graphemes("a👨‍👩‍👧b"), ["a", "👨‍👩‍👧", "b"]);
  assert.deepEqual(graphemes("🇩🇪🇫🇷"), ["🇩🇪", "🇫🇷"]);
  assert.deepEqual(graphemes("👍🏽!"), ["👍🏽", "!"]);
  assert.deepEqual(graphemes("e\u0301a"), ["e\u0301", "a"]);
  assert.deepEqual(graphemes("한국어"), ["한", "국", "어"]);
  assert.deepEqual(graphemes("ที่นี่"), ["ที่", "นี่"]);
  assert.deepEqual(graphemes("a\r\nb"), ["a", "\r\n", "b"]);
  assert.deepEqual(graphemes(""), []);
});

Deno.test("a cluster longer than a stretch stays whole", () => {
  const zalgo = "a" + "\u0301".repeat(2000);
  assert.deepEqual(graphemes(`x${zalgo}y`), ["x", zalgo, "y"]);
});

Deno.test("a stretch that is cut is cut between clusters", () => {
  const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
  for (const cluster of ["👩🏽", "👨‍👩‍👧", "🇩🇪", "e\u0301", "นี่", "\r\n", "नमस्ते"]) {
    for (let pad = 240; pad < 258; pad++) {
      const text = "\u0e01".repeat(pad) + cluster.repeat(300);
      const expected = Array.from(segmenter.segment(text), ({ segment }) => segment);
      assert.deepEqual(graphemes(text), expected, `${cluster} after ${pad}`);
    }
  }
});

Deno.test("the walk starts and stops where it is told", () => {
  const seen: string[] = [];
  const text = "ab漢👍🏽cd";
  walkGraphemes(text, 2, (start, end) => {
    seen.push(text.slice(start, end));
    return seen.length < 3;
  });
  assert.deepEqual(seen, ["漢", "👍🏽", "c"]);
});
