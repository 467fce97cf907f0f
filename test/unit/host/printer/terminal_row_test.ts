import assert from "node:assert/strict";
import fc from "fast-check";
import { TerminalRow } from "../../../../src/host/printer/mod.ts";
import { cellWidth } from "../../../../src/host/terminal/mod.ts";
import { TerminalScreen } from "../../../support/mod.ts";

const encoder = new TextEncoder();

function rowAfter(columns: number, ...texts: string[]) {
  const row = new TerminalRow();
  for (const text of texts) row.follow(text);
  return row.at(columns, cellWidth);
}

Deno.test("the row is what came after the last line end", () => {
  assert.deepEqual(rowAfter(10, "ab", "c\nde", "f"), { text: "def", column: 3, styled: false });
  assert.deepEqual(rowAfter(10, "abc\n"), { text: "", column: 0, styled: false });
  assert.deepEqual(rowAfter(10), { text: "", column: 0, styled: false });
});

Deno.test("a line longer than the terminal leaves its last row", () => {
  assert.deepEqual(rowAfter(4, "abcdefghij"), { text: "ij", column: 2, styled: false });
  // Exactly full: the cursor waits behind the last cell.
  assert.deepEqual(rowAfter(4, "abcdefgh"), { text: "efgh", column: 4, styled: false });
});

Deno.test("a wide glyph that does not fit starts the next row", () => {
  assert.deepEqual(rowAfter(4, "abc漢d"), { text: "漢d", column: 3, styled: false });
  assert.deepEqual(rowAfter(4, "漢字"), { text: "漢字", column: 4, styled: false });
});

Deno.test("a tab goes to the next stop and never wraps", () => {
  assert.equal(rowAfter(20, "ab\tc").column, 9);
  assert.equal(rowAfter(10, "abcdefgh\t").column, 9);
});

Deno.test("attributes from rows before are part of the row", () => {
  assert.deepEqual(rowAfter(10, "\x1b[1;31mred\nstill"), {
    text: "\x1b[1;31mstill",
    column: 5,
    styled: true,
  });
  assert.deepEqual(rowAfter(4, "\x1b[31mabcdef\x1b[0m"), {
    text: "\x1b[31mef\x1b[0m",
    column: 2,
    styled: false,
  });
  assert.deepEqual(rowAfter(4, "\x1b[31mab\n\x1b[0m"), {
    text: "\x1b[31m\x1b[0m",
    column: 0,
    styled: false,
  });
});

Deno.test("a row of nothing but attributes is clean", () => {
  const row = new TerminalRow();
  row.follow("ab\n\x1b[31m");
  assert.equal(row.clean, true);
  row.follow("c");
  assert.equal(row.clean, false);
});

Deno.test("a line without an end stays a small record and the same row", () => {
  const row = new TerminalRow();
  const long = "0123456789".repeat(5000);
  row.follow(`\x1b[31m${long}`);
  const before = row.at(79, cellWidth);
  assert.deepEqual(row.at(79, cellWidth), before);
  row.follow("x");
  assert.equal(row.at(79, cellWidth).column, before.column + 1);
  assert.equal(before.styled, true);
});

const piece = fc.oneof(
  { weight: 6, arbitrary: fc.string({ minLength: 1, maxLength: 6 }) },
  { weight: 3, arbitrary: fc.constantFrom("漢", "字字", "é", "e\u0301", "ａ") },
  fc.constantFrom("\n", "\t", "\x1b[1m", "\x1b[31m", "\x1b[42m", "\x1b[0m", "\x1b[m"),
);

Deno.test("on a real terminal: the same column, and the row written again changes no cell", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 20 }),
      fc.integer({ min: 2, max: 13 }),
      async (pieces, cols) => {
        await using screen = new TerminalScreen({ cols, rows: 6 });
        const row = new TerminalRow();
        for (const text of pieces) {
          row.follow(text);
          // The kernel's ONLCR.
          screen.feed(encoder.encode(text.replaceAll("\n", "\r\n")));
        }
        const before = await screen.snapshot();
        const { text, column, styled } = row.at(cols, cellWidth);
        assert.equal(column, before.cursor.x);
        assert.equal(styled, before.modes.pen.length > 0);
        screen.feed(encoder.encode(`\x1b[0m\r${text}`));
        const after = await screen.snapshot();
        assert.deepEqual(after.cells, before.cells);
        assert.deepEqual(after.cursor, before.cursor);
        assert.deepEqual(after.modes.pen, before.modes.pen);
        assert.deepEqual(after.scrollback, before.scrollback);
      },
    ),
    { numRuns: 100 },
  );
});
