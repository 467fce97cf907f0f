import assert from "node:assert/strict";
import {
  boundaryAtOrAfter,
  boundaryAtOrBefore,
  nextBoundary,
  previousBoundary,
  stepBoundaries,
} from "../../../../src/core/line_editor/graphemes.ts";

const TEXTS = [
  "",
  "plain ascii\nand a line",
  "cafe\u0301 naïve",
  "👩‍👩‍👧👩‍👩‍👧x👨‍👩‍👧‍👦",
  "🇫🇷🇩🇪🇯🇵 🇫🇷🇩",
  "x🇫🇷🇩🇪🇯",
  "👍🏽👍🏽a👍🏽",
  "❤️1️⃣#️⃣",
  "한국어 각각 \u1112\u1161\u11ab\u1112\u1161",
  "กำลังใจ ภาษาไทย",
  "क्षत्रिय नमस्ते",
  "日本語テキスト。漢字かな",
  "\u0301 leading mark\n\u0301",
  "a\u200d\u200db\ufe0f\ufe0f",
  "\u0600\u0661 \u0604x",
  "e" + "\u0301".repeat(200) + "f",
  "😀".repeat(100),
  "👩\u200d",
  "\ud83c\udff4\udb40\udc67\udb40\udc62\udb40\udc65\udb40\udc6e\udb40\udc67\udb40\udc7f!",
];

const SEGMENTER = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The boundaries by the plain way: the whole text at once. */
function boundariesOf(text: string): number[] {
  return [...[...SEGMENTER.segment(text)].map(({ index }) => index), text.length];
}

Deno.test("graphemes: each boundary leads to the next and back", () => {
  for (const text of TEXTS) {
    const all = boundariesOf(text);
    for (const [n, at] of all.entries()) {
      assert.equal(nextBoundary(text, at), all[n + 1] ?? text.length, `after ${at} of ${text}`);
      assert.equal(previousBoundary(text, at), all[n - 1] ?? 0, `before ${at} of ${text}`);
    }
  }
});

Deno.test("graphemes: any offset finds the boundaries around it", () => {
  for (const text of TEXTS) {
    const all = boundariesOf(text);
    for (let at = 0; at <= text.length; at++) {
      assert.equal(boundaryAtOrAfter(text, at), all.find((one) => one >= at), `${at} of ${text}`);
      const before = all.findLast((one) => one <= at);
      assert.equal(boundaryAtOrBefore(text, at), before, `${at} of ${text}`);
    }
  }
});

Deno.test("graphemes: steps stop at the limits", () => {
  assert.equal(stepBoundaries("abc", 1, 9), 3);
  assert.equal(stepBoundaries("abc", 1, -9), 0);
  assert.equal(stepBoundaries("abc\ndef", 1, 9, 0, 3), 3);
  assert.equal(stepBoundaries("a👍🏽b", 0, 2), 5);
});
