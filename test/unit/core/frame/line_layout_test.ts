import assert from "node:assert/strict";
import {
  type Grid,
  layoutLine,
  locate,
  rowOf,
  rowStart,
} from "../../../../src/core/frame/line_layout.ts";
import type { Wrap } from "../../../../src/core/frame/mod.ts";
import { measure } from "./measure.ts";

function grid(columns: number, wrap: Wrap = "cell"): Grid {
  return { columns, wrap, measure };
}

function rows(text: string, columns: number, wrap: Wrap = "cell"): string[] {
  const layout = layoutLine(text, grid(columns, wrap));
  return Array.from(
    { length: layout.rows },
    (_, i) => text.slice(rowStart(layout, i), rowStart(layout, i + 1)),
  );
}

Deno.test("lines break at the cell", () => {
  assert.deepEqual(rows("", 4), [""]);
  assert.deepEqual(rows("abc", 4), ["abc"]);
  assert.deepEqual(rows("abcd", 4), ["abcd"]);
  assert.deepEqual(rows("abcde", 4), ["abcd", "e"]);
  assert.deepEqual(rows("abcdefgh", 4), ["abcd", "efgh"]);
  assert.deepEqual(rows("ab", 1), ["a", "b"]);
});

Deno.test("a two-cell glyph that does not fit moves to the next row", () => {
  assert.deepEqual(rows("abc漢", 4), ["abc", "漢"]);
  assert.deepEqual(rows("ab漢d", 4), ["ab漢", "d"]);
  assert.deepEqual(rows("漢字漢", 3), ["漢", "字", "漢"]);
  assert.deepEqual(rows("漢a", 1), ["漢", "a"]);
});

Deno.test("a cluster is never torn, a mark takes no cell", () => {
  assert.deepEqual(rows("abc👨‍👩‍👧d", 4), ["abc", "👨‍👩‍👧d"]);
  assert.deepEqual(rows("abe\u0301d", 3), ["abe\u0301", "d"]);
  assert.deepEqual(rows("abc\u200bd", 3), ["abc\u200b", "d"]);
});

Deno.test("tabs and control characters count as they are drawn", () => {
  assert.deepEqual(rows("ab\tc", 8), ["ab\t", "c"]);
  assert.deepEqual(rows("\t\t", 12), ["\t\t"]);
  assert.deepEqual(rows("\t\t\t", 12), ["\t\t", "\t"]);
  assert.deepEqual(rows("abc\x03", 4), ["abc", "\x03"]);
});

Deno.test("words are kept whole where a row can hold them", () => {
  assert.deepEqual(rows("one two three", 8, "word"), ["one two ", "three"]);
  assert.deepEqual(rows("one two three", 9, "word"), ["one two ", "three"]);
  assert.deepEqual(rows("abcdefghij", 4, "word"), ["abcd", "efgh", "ij"]);
  assert.deepEqual(rows("a bcdefghij", 4, "word"), ["a ", "bcde", "fghi", "j"]);
  assert.deepEqual(rows("漢字漢字", 5, "word"), ["漢字", "漢字"]);
  assert.deepEqual(rows("x ab漢", 4, "word"), ["x ", "ab漢"]);
});

Deno.test("an offset at a break is at the start of the next row; at a full end, past the row", () => {
  const layout = layoutLine("abcdefgh", grid(4));
  assert.deepEqual(locate(layout, 3, grid(4)), { row: 0, column: 3 });
  assert.deepEqual(locate(layout, 4, grid(4)), { row: 1, column: 0 });
  assert.deepEqual(locate(layout, 8, grid(4)), { row: 1, column: 4 });
  assert.deepEqual(locate(layout, 99, grid(4)), { row: 1, column: 4 });
  assert.deepEqual(locate(layout, -1, grid(4)), { row: 0, column: 0 });
});

Deno.test("an offset inside a cluster means the cluster", () => {
  const text = "a👨‍👩‍👧b";
  const layout = layoutLine(text, grid(10));
  for (let offset = 1; offset < text.length - 1; offset++) {
    assert.deepEqual(locate(layout, offset, grid(10)), { row: 0, column: 1 }, String(offset));
  }
  assert.deepEqual(locate(layout, text.length - 1, grid(10)), { row: 0, column: 3 });
});

Deno.test("only the extent asked for is laid out, and more of it later", () => {
  const text = "漢".repeat(10_000);
  const part = layoutLine(text, grid(10), { offset: 12, rows: 3 });
  assert.equal(part.complete, false);
  assert.ok(part.rows < 20);
  assert.equal(rowOf(part, 12), 2);
  // The same object again where it suffices.
  assert.equal(layoutLine(text, grid(10), { offset: 12, rows: 3 }, part), part);
  const whole = layoutLine(text, grid(10), undefined, part);
  assert.equal(whole.complete, true);
  assert.deepEqual(whole, layoutLine(text, grid(10)));
});
