import assert from "node:assert/strict";
import { glyphOf } from "../../../../src/core/frame/glyph.ts";
import { measure } from "./measure.ts";

function at(cluster: string, column = 0, columns = 80): [string, number] {
  const { text, cells } = glyphOf(cluster, column, columns, measure);
  return [text, cells];
}

Deno.test("printable characters are themselves", () => {
  assert.deepEqual(at("a"), ["a", 1]);
  assert.deepEqual(at("漢"), ["漢", 2]);
  assert.deepEqual(at("e\u0301"), ["e\u0301", 1]);
  assert.deepEqual(at("👨‍👩‍👧"), ["👨‍👩‍👧", 2]);
});

Deno.test("a tab is blanks up to the next stop, or to the edge", () => {
  assert.deepEqual(at("\t", 0), [" ".repeat(8), 8]);
  assert.deepEqual(at("\t", 7), [" ", 1]);
  assert.deepEqual(at("\t", 8), [" ".repeat(8), 8]);
  assert.deepEqual(at("\t", 8, 12), [" ".repeat(4), 4]);
  assert.deepEqual(at("\t", 12, 12), [" ".repeat(8), 8]);
  assert.deepEqual(at("\t", 1, 1), [" ", 1]);
});

Deno.test("control characters are shown and never sent", () => {
  assert.deepEqual(at("\x03"), ["^C", 2]);
  assert.deepEqual(at("\x1b"), ["^[", 2]);
  assert.deepEqual(at("\x7f"), ["^?", 2]);
  assert.deepEqual(at("\n"), ["^J", 2]);
  assert.deepEqual(at("\r\n"), ["^M^J", 4]);
  assert.deepEqual(at("\x00"), ["^@", 2]);
  assert.deepEqual(at("\x9b"), ["\ufffd", 1]);
  assert.deepEqual(at("\ud800"), ["\ufffd", 1]);
});

Deno.test("nothing is wider than the screen", () => {
  assert.deepEqual(at("漢", 0, 1), ["?", 1]);
  assert.deepEqual(at("\x03", 0, 1), ["?", 1]);
  assert.deepEqual(at("\r\n", 0, 3), ["?", 1]);
  assert.deepEqual(at("漢", 1, 2), ["漢", 2]);
});

Deno.test("what has no cell of its own does not change its neighbours", () => {
  assert.deepEqual(at("\u0301"), ["\u25cc\u0301", 1]);
  assert.deepEqual(at("\u200b"), ["", 0]);
  assert.deepEqual(at("\u202e"), ["", 0]);
  assert.deepEqual(at("\ufeff"), ["", 0]);
});
