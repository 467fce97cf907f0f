import assert from "node:assert/strict";
import {
  detach,
  firstNonBlank,
  lineEnd,
  lineStart,
  lineStartAway,
  normaliseText,
  pastedText,
  utf8Length,
} from "../../../../src/core/line_editor/text.ts";

const TEXT = "one\n  two\n\nfour";

Deno.test("text: line bounds at every offset", () => {
  const bounds = (at: number) => [lineStart(TEXT, at), lineEnd(TEXT, at)];
  assert.deepEqual(bounds(0), [0, 3]);
  assert.deepEqual(bounds(3), [0, 3]);
  assert.deepEqual(bounds(4), [4, 9]);
  assert.deepEqual(bounds(10), [10, 10]);
  assert.deepEqual(bounds(TEXT.length), [11, 15]);
  assert.deepEqual([lineStart("", 0), lineEnd("", 0)], [0, 0]);
});

Deno.test("text: lines away, null past the edge", () => {
  assert.equal(lineStartAway(TEXT, 1, 1), 4);
  assert.equal(lineStartAway(TEXT, 1, 3), 11);
  assert.equal(lineStartAway(TEXT, 1, 4), null);
  assert.equal(lineStartAway(TEXT, 12, -2), 4);
  assert.equal(lineStartAway(TEXT, 12, -4), null);
  assert.equal(lineStartAway(TEXT, 6, 0), 4);
  assert.equal(lineStartAway("a\n", 0, 1), 2);
});

Deno.test("text: the first non-blank, or the line's end", () => {
  assert.equal(firstNonBlank(TEXT, 9), 6);
  assert.equal(firstNonBlank(" \t\nx", 0), 2);
});

Deno.test("text: from outside", () => {
  assert.equal(normaliseText("a\r\nb\rc\n\ud83d"), "a\nb\nc\n\ufffd");
  assert.equal(normaliseText("\x1b[31mred"), "\x1b[31mred", "a seed keeps its control characters");
  assert.equal(pastedText("a\x03b\x1b\tc\r\n\x85d\x7f"), "ab\tc\nd");
});

Deno.test("text: detached text is equal", () => {
  for (const slice of ["", "a", "x".repeat(5000), "👍🏽"]) assert.equal(detach(slice), slice);
});

Deno.test("text: bytes of the UTF-8 form", () => {
  for (const text of ["", "abc", "é", "日本", "👍🏽"]) {
    assert.equal(utf8Length(text), new TextEncoder().encode(text).length);
  }
});
