import assert from "node:assert/strict";
import fc from "fast-check";
import {
  erase,
  type Frame,
  frameHeight,
  openFrame,
  paint,
  type PaintOptions,
  type View,
  type Wrap,
} from "../../src/core/frame/mod.ts";
import { type Emulator, measure, openEmulator } from "./emulator.ts";

/** One line of text with the caret in it. */
function editing(prompt: string, text: string, caret = text.length): View {
  return {
    lines: [[{ text: prompt, style: "1" }, { text }]],
    caret: { line: 0, offset: prompt.length + caret },
  };
}

function sizeOf(screen: Emulator): PaintOptions {
  return { size: { columns: screen.columns, rows: screen.rows }, measure };
}

async function show(
  screen: Emulator,
  frame: Frame,
  view: View,
  extra: Partial<PaintOptions> = {},
): Promise<Frame> {
  const painted = paint(frame, view, { ...sizeOf(screen), ...extra });
  await screen.write(painted.output);
  assert.ok(screen.cursor().column < screen.columns, "the cursor is left with a wrap pending");
  return painted.frame;
}

/** Fills the screen so that the cursor stands at the start of `row`. */
async function fill(screen: Emulator, row: number): Promise<void> {
  const rows = Array.from({ length: row }, (_, i) => `\x1b[3${i % 8}mrow ${i}\x1b[m\r\n`);
  await screen.write(rows.join(""));
}

/** What a view looks like, drawn once on a screen high enough for all of it. */
async function fresh(
  view: View,
  columns: number,
  wrap: Wrap,
): Promise<{ lines: string[]; cursor: string }> {
  const cells = view.lines.flat().reduce((sum, span) => sum + 8 * span.text.length, 0);
  // Word wrap may leave up to half of each row unused.
  const rows = 2 * Math.ceil(cells / columns) + view.lines.length + 2;
  using screen = openEmulator({ columns, rows });
  await show(screen, openFrame(), view, { wrap });
  const { row, column } = screen.cursor();
  return { lines: screen.lines(), cursor: `${row}:${column}` };
}

/** Asserts that `screen` shows the view (or a window of it) from line `start`, and nothing else. */
async function assertShows(
  screen: Emulator,
  frame: Frame,
  view: View,
  start: number,
  above: readonly string[],
  wrap: Wrap = "cell",
): Promise<void> {
  const expected = await fresh(view, screen.columns, wrap);
  const [row = 0, column] = expected.cursor.split(":").map(Number);
  const height = frameHeight(frame);
  const { row: cursorRow, column: cursorColumn } = screen.cursor();
  const top = row - (cursorRow - start);
  assert.equal(cursorColumn, column);
  assert.ok(top >= 0, "the window begins in the view");
  const lines = screen.lines();
  assert.deepEqual(lines.slice(0, start), above.slice(0, start));
  const shown = expected.lines.slice(top, top + height);
  assert.deepEqual(lines.slice(start, start + height), shown);
  assert.ok(lines.slice(start + height).every((line) => line === ""), "nothing is left below");
}

const PIECES = [
  ..."abc xyz-09",
  "漢",
  "字",
  "한",
  "é",
  "e\u0301",
  "\u0301",
  "👍",
  "👍🏽",
  "👨‍👩‍👧",
  "🇩🇪",
  "\t",
  "\x03",
  "\x1b",
  "\u200b",
  "\u009b",
];
const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((list) => list.join(""));
const line = fc.array(
  fc.record({ text, style: fc.constantFrom("", "1", "7", "38;5;9") }),
  { maxLength: 2 },
);
const view: fc.Arbitrary<View> = fc.record({
  lines: fc.array(line, { maxLength: 5 }),
  caret: fc.record({ line: fc.nat(4), offset: fc.nat(130) }),
});
const columns = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 13, max: 90 }));

Deno.test("redraw equals a fresh draw, in any width, from any row", async () => {
  await fc.assert(
    fc.asyncProperty(
      columns,
      fc.integer({ min: 2, max: 30 }),
      fc.nat(29),
      fc.array(view, { minLength: 1, maxLength: 5 }),
      fc.constantFrom("cell" as const, "word" as const),
      async (width, height, startRow, views, wrap) => {
        using screen = openEmulator({ columns: width, rows: height });
        await fill(screen, startRow % height);
        const start = screen.cursor().row;
        const above = screen.lines();
        let frame = openFrame();
        let highest = 0;
        for (const each of views) {
          frame = await show(screen, frame, each, { wrap });
          highest = Math.max(highest, frameHeight(frame));
          await assertShows(screen, frame, each, start, above, wrap);
          const needed = Math.max(0, start + highest - height);
          assert.equal(screen.scrolled(), needed, "scrolled as little as possible");
        }
      },
    ),
    { numRuns: 50 },
  );
});

Deno.test("what is drawn, row by row", async () => {
  using screen = openEmulator({ columns: 12, rows: 12 });
  const text = "e\u0301漢字 \x1b[x\tab 👨‍👩‍👧👍🏽 end";
  await show(screen, openFrame(), {
    lines: [[{ text: "> ", style: "1" }, { text }], [], [{ text: "last" }]],
    caret: { line: 0, offset: 2 + text.indexOf("ab") },
  });
  assert.deepEqual(screen.lines().slice(0, 6), [
    "> e\u0301漢字 ^[[x",
    "        ab",
    "👨‍👩‍👧👍🏽 end",
    "",
    "last",
    "",
  ]);
  assert.deepEqual(screen.cursor(), { row: 1, column: 8 });
});

Deno.test("small edits of one text", async () => {
  const edit = fc.record({
    at: fc.nat(200),
    remove: fc.nat(3),
    insert: fc.constantFrom("", ...PIECES, "word "),
    caret: fc.nat(200),
  });
  await fc.assert(
    fc.asyncProperty(
      columns,
      text,
      fc.array(edit, { minLength: 3, maxLength: 15 }),
      async (width, initial, edits) => {
        using screen = openEmulator({ columns: width, rows: 12 });
        let now = initial;
        let frame = await show(screen, openFrame(), editing("> ", now));
        for (const { at, remove, insert, caret } of edits) {
          const from = Math.min(at, now.length);
          now = (now.slice(0, from) + insert + now.slice(from + remove)).toWellFormed();
          const view = editing("> ", now, Math.min(caret, now.length));
          frame = await show(screen, frame, view);
          await assertShows(screen, frame, view, 0, []);
        }
      },
    ),
    { numRuns: 30 },
  );
});

Deno.test("erase restores the screen cell for cell, from any row, mid-line or not", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom([20, 5], [40, 12], [80, 24], [200, 60]),
      fc.nat(59),
      fc.nat(199),
      fc.array(view, { minLength: 1, maxLength: 3 }),
      async ([width = 20, height = 5], row, column, views) => {
        using screen = openEmulator({ columns: width, rows: height });
        await fill(screen, row % height);
        const startColumn = column % width;
        await screen.write(`\x1b[33m${"m".repeat(startColumn)}\x1b[m`);
        const before = { cells: screen.cells(), cursor: screen.cursor() };
        let frame = openFrame(startColumn);
        for (const each of views) frame = await show(screen, frame, each);
        const erased = erase(frame, sizeOf(screen));
        await screen.write(erased.output);
        assert.equal(erased.rewriteLast, false);
        assert.equal(frameHeight(erased.frame), 0);
        assert.deepEqual(screen.cursor(), before.cursor);
        // Where the terminal had to scroll, blank lines were added at the end.
        const after = screen.cells();
        assert.deepEqual(after.slice(0, before.cells.length), before.cells);
        const blank = new Set(after.slice(before.cells.length).flat());
        assert.ok(blank.size <= 1);
      },
    ),
    { numRuns: 50 },
  );
});

Deno.test("a line that fills its row is continued after its last glyph is written again", async () => {
  using screen = openEmulator({ columns: 10, rows: 5 });
  await screen.write("0123456789");
  const frame = await show(screen, openFrame(10), editing("? ", "yes"));
  assert.deepEqual(screen.lines().slice(0, 2), ["0123456789", "? yes"]);
  const erased = erase(frame, sizeOf(screen));
  assert.equal(erased.rewriteLast, true);
  await screen.write(erased.output + "9" + "next");
  assert.deepEqual(screen.lines().slice(0, 2), ["0123456789", "next"]);
});

Deno.test("a frame can be shown again after it was erased", async () => {
  using screen = openEmulator({ columns: 20, rows: 6 });
  await screen.write("stream mid");
  const first = await show(screen, openFrame(10), editing("> ", "draft"));
  const erased = erase(first, sizeOf(screen));
  await screen.write(erased.output);
  await show(screen, erased.frame, editing("> ", "draft", 2));
  assert.deepEqual(screen.lines().slice(0, 3), ["stream mid", "> draft", ""]);
  assert.deepEqual(screen.cursor(), { row: 1, column: 4 });
});

Deno.test("PR-027: typing to the edge and over it, moving, deleting to nothing", async () => {
  for (const width of [20, 80, 83]) {
    using screen = openEmulator({ columns: width, rows: 10 });
    await fill(screen, 3);
    const above = screen.lines();
    const prompt = "Reply: ";
    const full = Array.from({ length: 3 * width + 1 }, (_, i) => String(i % 10)).join("");
    let frame = openFrame();
    const step = async (typed: string, caret: number) => {
      const view = editing(prompt, typed, caret);
      frame = await show(screen, frame, view);
      const cell = prompt.length + caret;
      const expected = { row: 3 + Math.floor(cell / width), column: cell % width };
      assert.deepEqual(screen.cursor(), expected);
      const whole = screen.lines().slice(3).join("");
      assert.equal(whole, (prompt + typed).trimEnd());
      assert.deepEqual(screen.lines().slice(0, 3), above.slice(0, 3));
    };
    const lengths = Array.from({ length: full.length + 1 }, (_, n) => n)
      .filter((n) => n < 3 || Math.abs((prompt.length + n) % width) < 2 || n > full.length - 2);
    for (const n of lengths) await step(full.slice(0, n), n);
    for (const caret of [0, full.length, width - prompt.length, width - prompt.length - 1]) {
      await step(full, caret);
    }
    for (const n of lengths.toReversed()) await step(full.slice(0, n), n);
  }
});

Deno.test("PR-027: a two-cell glyph at the edge moves to the next row", async () => {
  for (const width of [20, 83]) {
    using screen = openEmulator({ columns: width, rows: 6 });
    let frame = openFrame();
    const typed = "x".repeat(width - 1 - 2) + "漢字";
    for (let n = 0; n <= typed.length; n++) {
      const view = editing("> ", typed.slice(0, n));
      frame = await show(screen, frame, view);
      await assertShows(screen, frame, view, 0, []);
    }
    assert.equal(screen.lines()[1], "漢字");
    assert.deepEqual(screen.cursor(), { row: 1, column: 4 });
  }
});

/** The same view with the caret at its end, where no row is below the cursor. */
function atEnd(view: View): View {
  const line = Math.max(0, view.lines.length - 1);
  return { ...view, caret: { line, offset: Infinity } };
}

for (
  const { reflow, reflowCursorLine, views } of [
    { reflow: "xterm.js", reflowCursorLine: false, views: view },
    { reflow: "unknown", reflowCursorLine: false, views: view.map(atEnd) },
    { reflow: "all", reflowCursorLine: true, views: view.map(atEnd) },
  ] as const
) {
  Deno.test(`resize leaves one copy of the frame and nothing else changed (${reflow})`, async () => {
    const width = fc.integer({ min: 8, max: 60 });
    const steps = fc.array(fc.tuple(width, views), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(width, fc.nat(10), views, steps, async (columns, startRow, first, steps) => {
        using screen = openEmulator({ columns, rows: 40, reflowCursorLine });
        await fill(screen, startRow);
        const start = screen.cursor().row;
        const above = screen.lines();
        let frame = await show(screen, openFrame(), first);
        for (const [to, each] of steps) {
          screen.resize(to, 40);
          frame = await show(screen, frame, each, { reflow });
          await assertShows(screen, frame, each, start, above);
        }
        await screen.write(erase(frame, sizeOf(screen)).output);
        assert.deepEqual(screen.cursor(), { row: start, column: 0 });
      }),
      { numRuns: 30 },
    );
  });
}

Deno.test("a screen that gets lower or higher", async () => {
  const heights = fc.array(fc.integer({ min: 6, max: 30 }), { minLength: 1, maxLength: 4 });
  const low = view.map((each) => ({ ...each, lines: each.lines.slice(0, 2) }));
  await fc.assert(
    fc.asyncProperty(heights, fc.nat(20), low, async (steps, startRow, each) => {
      using screen = openEmulator({ columns: 80, rows: 25 });
      await fill(screen, startRow);
      const start = screen.cursor().row;
      const above = screen.lines();
      let frame = await show(screen, openFrame(), each);
      for (const height of steps) {
        screen.resize(80, height);
        frame = await show(screen, frame, each);
        await assertShows(screen, frame, each, start, above);
      }
    }),
    { numRuns: 30 },
  );
});

Deno.test("a frame higher than the screen shows the rows around the caret", async () => {
  using screen = openEmulator({ columns: 20, rows: 5 });
  await screen.write("before\r\nmid");
  const lines = Array.from({ length: 30 }, (_, i) => [{ text: `line ${i}` }]);
  const at = (n: number): View => ({ lines, caret: { line: n, offset: 0 } });
  const visible = () => screen.lines().slice(screen.scrolled());
  let frame = await show(screen, openFrame(3), at(0));
  assert.deepEqual(visible(), ["mid", "line 0", "line 1", "line 2", "line 3"]);
  frame = await show(screen, frame, at(4));
  assert.deepEqual(visible(), ["mid", "line 1", "line 2", "line 3", "line 4"]);
  frame = await show(screen, frame, at(2));
  assert.deepEqual(visible(), ["mid", "line 1", "line 2", "line 3", "line 4"]);
  frame = await show(screen, frame, at(29));
  assert.deepEqual(visible(), ["mid", "line 26", "line 27", "line 28", "line 29"]);
  frame = await show(screen, frame, { lines: lines.slice(0, 28), caret: { line: 27, offset: 0 } });
  assert.deepEqual(visible(), ["mid", "line 24", "line 25", "line 26", "line 27"]);
  await screen.write(erase(frame, sizeOf(screen)).output + "dle");
  assert.deepEqual(screen.lines().slice(0, 3), ["before", "middle", ""]);
});
