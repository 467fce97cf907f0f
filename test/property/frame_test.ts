import assert from "node:assert/strict";
import fc from "fast-check";
import { glyphOf } from "../../src/core/frame/glyph.ts";
import { graphemes } from "../../src/core/frame/graphemes.ts";
import {
  type Grid,
  layoutLine,
  type LineLayout,
  locate,
  rowStart,
} from "../../src/core/frame/line_layout.ts";
import {
  erase,
  type Frame,
  openFrame,
  paint,
  rowMapper,
  type View,
} from "../../src/core/frame/mod.ts";
import { measure } from "../unit/core/frame/measure.ts";

const PIECES = [
  ..."ab c",
  ..."漢한かé\t\x03\r\n\u0301\u200d\u200b\ufe0f🏽🇩🇪👩ที่นี่नमस्ते",
  "👨‍👩‍👧",
  "word ",
  "x".repeat(40),
  "漢".repeat(30),
];
const text = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: "binary" })), {
  maxLength: 25,
}).map((list) => list.join(""));
const wrap = fc.constantFrom("cell" as const, "word" as const);
const grid: fc.Arbitrary<Grid> = fc.record({
  columns: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 500 })),
  wrap,
  measure: fc.constant(measure),
});

Deno.test("clusters are those of the whole text segmented at once", () => {
  const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
  fc.assert(
    fc.property(text, (input) => {
      const expected = Array.from(segmenter.segment(input), ({ segment }) => segment);
      assert.deepEqual(graphemes(input), expected);
    }),
    { numRuns: 1500 },
  );
});

/** The text of each row, and its cells, counted cluster by cluster. */
function widths(layout: LineLayout, grid: Grid): number[] {
  return Array.from({ length: layout.rows }, (_, row) => {
    let column = 0;
    for (
      const cluster of graphemes(
        layout.text.slice(rowStart(layout, row), rowStart(layout, row + 1)),
      )
    ) {
      column += glyphOf(cluster, column, grid.columns, measure).cells;
    }
    return column;
  });
}

Deno.test("rows hold all of the line, none is too wide, and none could take the next glyph", () => {
  fc.assert(
    fc.property(text, grid, (input, grid) => {
      const layout = layoutLine(input, grid);
      const cells = widths(layout, grid);
      assert.ok(cells.every((width) => width <= grid.columns));
      assert.equal(rowStart(layout, 0), 0);
      for (let row = 1; row < layout.rows; row++) {
        const start = rowStart(layout, row);
        assert.ok(start > rowStart(layout, row - 1) && start < input.length);
        if (grid.wrap === "word") continue;
        const [next = ""] = graphemes(input.slice(start));
        const before = cells[row - 1] as number;
        assert.ok(before + glyphOf(next, before, grid.columns, measure).cells > grid.columns);
      }
    }),
    { numRuns: 500 },
  );
});

Deno.test("a layout kept across an edit is the layout made anew", () => {
  const edit = fc.record({ at: fc.nat(500), remove: fc.nat(30), insert: text });
  fc.assert(
    fc.property(
      text,
      grid,
      fc.array(edit, { maxLength: 5 }),
      fc.nat(300),
      (input, grid, edits, at) => {
        let now = input;
        let kept = layoutLine(now, grid, { offset: at, rows: 2 });
        for (const { at, remove, insert } of edits) {
          const from = Math.min(at, now.length);
          now = now.slice(0, from) + insert + now.slice(from + remove);
          kept = layoutLine(now, grid, { offset: from, rows: 2 }, kept);
          const fresh = layoutLine(now, grid);
          // The last row of an incomplete layout has no end yet.
          const certain = kept.complete ? kept.rows : kept.rows - 1;
          for (let row = 0; row < certain; row++) {
            assert.equal(rowStart(kept, row), rowStart(fresh, row));
          }
          assert.ok(kept.complete ? kept.rows === fresh.rows : kept.rows < fresh.rows + 1);
          assert.deepEqual(locate(kept, from, grid), locate(fresh, from, grid));
        }
      },
    ),
    { numRuns: 500 },
  );
});

const view: fc.Arbitrary<View> = fc.record({
  lines: fc.array(fc.array(fc.record({ text }), { maxLength: 2 }), { maxLength: 4 }),
  caret: fc.record({ line: fc.integer({ min: -1, max: 5 }), offset: fc.nat(200) }),
});
const size = fc.record({
  columns: fc.integer({ min: 1, max: 500 }),
  rows: fc.integer({ min: 1, max: 60 }),
});

Deno.test("only relative motion, SGR and erasing ever leave the painter", () => {
  // deno-lint-ignore no-control-regex -- the sequences that may be there
  const allowed = /\r\n|\r|\x1b\[[0-9]*[ABCJK]|\x1b\[m/g;
  fc.assert(
    fc.property(
      fc.array(fc.tuple(view, size), { minLength: 1, maxLength: 4 }),
      fc.nat(20),
      (steps, start) => {
        let frame: Frame = openFrame(start);
        for (const [view, size] of steps) {
          const painted = paint(frame, view, { size, measure });
          const rest = painted.output.replaceAll(allowed, "");
          // deno-lint-ignore no-control-regex -- what must not be there
          assert.ok(!/[\x00-\x1f\x7f-\x9f]/.test(rest), JSON.stringify(rest));
          frame = painted.frame;
          assert.equal(paint(frame, view, { size, measure }).output, "");
          // deno-lint-ignore no-control-regex -- what must not be there
          assert.ok(!/[\x00-\x1f]/.test(erase(frame, { size }).output.replaceAll(allowed, "")));
        }
      },
    ),
    { numRuns: 200 },
  );
});

Deno.test("up and down move by exactly one row, to the best cell of it", () => {
  const lines = fc.array(text.map((each) => each.replaceAll(/[\r\n]/g, "")), { maxLength: 4 });
  const prompt = fc.tuple(fc.nat(30), fc.nat(5));
  fc.assert(
    fc.property(lines, grid, fc.nat(300), prompt, (lines, grid, at, [prefix, continuation]) => {
      const input = lines.join("\n");
      const caret = Math.min(at, input.length);
      const mapper = rowMapper({ ...grid, prefix, continuation });
      const screen = screenOf(input, grid, prefix, continuation);
      const here = screen.place(caret);
      const above = screen.enterable.findLast((row) => row < here.row);
      const below = screen.enterable.find((row) => row > here.row);
      for (
        const [to, row] of [
          [mapper.rowUp(input, caret), above],
          [mapper.rowDown(input, caret), below],
        ] as const
      ) {
        assert.equal(to === null, row === undefined);
        if (to === null) continue;
        const there = screen.place(to);
        assert.equal(there.row, row);
        assert.ok(there.column <= here.column || there.isLineStart);
      }
    }),
    { numRuns: 500 },
  );
});

interface Place {
  readonly row: number;
  readonly column: number;
  readonly isLineStart: boolean;
}

/** The rows of an edited text, from whole layouts of all lines, and where each offset is. */
function screenOf(
  input: string,
  grid: Grid,
  prefix: number,
  continuation: number,
): { enterable: number[]; place: (offset: number) => Place } {
  const enterable: number[] = [];
  const lines: { start: number; end: number; top: number; at: (offset: number) => Place }[] = [];
  let top = 0;
  let start = 0;
  for (const [i, line] of input.split("\n").entries()) {
    const before = i === 0 ? prefix : continuation;
    const layout = layoutLine(" ".repeat(before) + line, grid);
    const [base, begin] = [top, start];
    const at = (offset: number) => {
      const found = locate(layout, before + offset - begin, grid);
      const over = found.column >= grid.columns;
      const row = base + found.row + (over ? 1 : 0);
      return { row, column: over ? 0 : found.column, isLineStart: offset === begin };
    };
    // Rows filled by the prompt are never entered; nor is the one made for a caret at a full end,
    // unless it is all the line has.
    const first = at(begin).row;
    const last = Math.max(first, base + layout.rows - 1);
    for (let row = first; row <= last; row++) enterable.push(row);
    lines.push({ start, end: start + line.length, top, at });
    // Room for the row made for the caret, so that no two lines share a row.
    top = Math.max(last, at(start + line.length).row) + 1;
    start += line.length + 1;
  }
  const place = (offset: number) => {
    const line = lines.find(({ end }) => offset <= end);
    assert.ok(line !== undefined);
    return line.at(offset);
  };
  return { enterable, place };
}
