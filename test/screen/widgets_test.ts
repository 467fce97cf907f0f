import assert from "node:assert/strict";
import { graphemes } from "../../src/core/frame/mod.ts";
import {
  confirm,
  cursorShapeSequence,
  inlineReply,
  type InlineReplyOptions,
  lineInput,
  listPicker,
  type Widget,
} from "../../src/interaction/widgets/pure.ts";
import { TerminalScreen } from "../support/screen.ts";
import { measure } from "./emulator.ts";
import { type Before, ShownWidget } from "./shown_widget.ts";

const PROMPT = "Reply: ";

function reply(options: Partial<InlineReplyOptions> = {}) {
  return inlineReply({ message: PROMPT, editMode: "emacs", opensEditor: true, ...options });
}

/** Column after a text of one row, counted cluster by cluster. */
function columnAfter(text: string): number {
  return graphemes(text).reduce((sum, cluster) => sum + measure(cluster), 0);
}

const TEXTS = [
  "a👨‍👩‍👧b",
  "🇩🇪🇫🇷",
  "👍🏽 ok",
  "cafe\u0301 e\u0301",
  "한국어 글",
  "ที่นี่ ดี",
  "一句中文，很短。",
];
const MOVES = ["Left", "Left", "Right", "Home", "Right", "M-f", "M-b", "End", "Left"];
const VI_MOVES = ["Esc", "h", "l", "0", "w", "b", "e", "$", "x", "i", "End", "Left"];

Deno.test("PR-029: the cursor is in the caret's cell after every key, the text whole", async () => {
  for (const text of TEXTS) {
    for (const [editMode, moves] of [["emacs", MOVES], ["vi", VI_MOVES]] as const) {
      using shown = await ShownWidget.open(reply({ editMode }), { columns: 80, rows: 10 });
      const check = (key: string) => {
        const { text: now, caret } = shown.driver.state.editor;
        const where = `${text}, ${editMode}, ${key}`;
        assert.ok(now.isWellFormed(), where);
        assert.equal(shown.lines[0], (PROMPT + now).trimEnd(), where);
        const column = columnAfter(PROMPT + now.slice(0, caret));
        assert.deepEqual(shown.cursor, { row: 0, column }, where);
      };
      for (const byte of new TextEncoder().encode(text)) {
        await shown.type(Uint8Array.of(byte), 1);
        check(`byte ${byte}`);
      }
      assert.equal(shown.driver.state.editor.text, text);
      for (const key of [...moves, "Backspace", "Delete", "Delete", "End"]) {
        await shown.press(key);
        check(key);
      }
      for (let n = graphemes(text).length; n > 0; n--) {
        await shown.press("Backspace");
        check("Backspace");
      }
      assert.equal(shown.driver.state.editor.text, "");
    }
  }
});

Deno.test("PR-027: typing to the edge and over it, there and back", async () => {
  for (const columns of [20, 80, 83]) {
    using shown = await ShownWidget.open(reply(), { columns, rows: 12, above: 3 });
    const length = 3 * columns + 1 - PROMPT.length;
    const text = Array.from({ length }, (_, i) => String(i % 10)).join("");
    const check = async () => {
      await shown.assertFresh();
      const { text: now, caret } = shown.driver.state.editor;
      const cell = PROMPT.length + caret;
      const expected = { row: Math.floor(cell / columns), column: cell % columns };
      assert.deepEqual(shown.cursor, expected);
      const rows = Math.floor((PROMPT.length + now.length) / columns) + 1;
      assert.equal(shown.lines.slice(0, rows).join(""), (PROMPT + now).trimEnd());
    };
    for (const char of text) {
      await shown.type(char);
      const cell = PROMPT.length + shown.driver.state.editor.caret;
      if (Math.abs((cell + 1) % columns - 1) <= 1) await check();
    }
    await check();
    for (const key of ["Home", "Right", "End", "Left", "Up", "Up", "Up", "Down", "End"]) {
      await shown.press(key);
      await check();
    }
    while (shown.driver.state.editor.text !== "") {
      await shown.press("Backspace");
      const cell = PROMPT.length + shown.driver.state.editor.caret;
      if (Math.abs((cell + 1) % columns - 1) <= 1) await check();
    }
    await check();
  }
});

Deno.test("PR-027: a two-cell character that does not fit at the edge", async () => {
  for (const columns of [20, 80, 83]) {
    using shown = await ShownWidget.open(reply(), { columns, rows: 12, above: 3 });
    await shown.type("x".repeat(columns - PROMPT.length - 2));
    for (const [char, row, column] of [["漢", 1, 0], ["字", 1, 2]] as const) {
      await shown.type(char);
      assert.deepEqual(shown.cursor, { row, column });
      await shown.assertFresh();
    }
    await shown.press("Home");
    await shown.type("y");
    // One cell is left in the first row now, and the first wide glyph goes down.
    assert.equal(shown.lines[1], "漢字");
    await shown.assertFresh();
    await shown.press("End", "Up", "Down", "Backspace", "Backspace", "Backspace");
    await shown.assertFresh();
    assert.deepEqual(shown.cursor, { row: 0, column: columns - 2 });
  }
});

Deno.test("a reply higher than the screen scrolls with the caret", async () => {
  using shown = await ShownWidget.open(reply(), { columns: 20, rows: 6, above: 2 });
  const text = Array.from({ length: 40 }, (_, i) => `line ${i}`).join("\n");
  shown.driver.paste(text);
  await shown.draw();
  await shown.assertFresh();
  const visible = () => shown.screen.lines().slice(shown.screen.scrolled());
  assert.deepEqual(visible(), [34, 35, 36, 37, 38, 39].map((n) => `… line ${n}`));
  await shown.press("Up", "Up", "Up");
  assert.equal(visible()[0], "… line 34");
  assert.equal(shown.screen.cursor().row - shown.screen.scrolled(), 2);
  await shown.press("Up", "Up", "Up");
  assert.equal(visible()[0], "… line 33");
  await shown.press("C-Home");
  assert.deepEqual(visible().slice(0, 2), ["Reply: line 0", "… line 1"]);
  await shown.press("C-End");
  assert.equal(visible().at(-1), "… line 39");
});

Deno.test("far down in a text without end the screen shows what a fresh drawing does", async () => {
  const text = Array.from({ length: 3000 }, (_, i) => `row number ${i}`).join("\n");
  using shown = await ShownWidget.open(reply({ text }), { columns: 30, rows: 8, above: 8 });
  assert.equal(shown.screen.cursor().row - shown.screen.scrolled(), 7);
  for (let n = 0; n < 400; n++) {
    await shown.press(n % 7 === 6 ? "x" : "Up");
    const caretRow = shown.screen.lines()[shown.screen.cursor().row];
    assert.equal(caretRow, shown.driver.caretLine.replace("|", ""));
    if (n % 40 === 0) await shown.assertFresh();
  }
  await shown.press("C-Home");
  assert.equal(shown.screen.lines()[shown.screen.cursor().row], "Reply: row number 0");
});

const ITEMS = Array.from({ length: 40 }, (_, i) => ({
  id: String(i),
  label: `漢字 conversation number ${i}`,
  detail: "with a detail that is rather long for a narrow screen",
}));
const DIFF = [[{ text: "- old 漢字", style: "31" }], [{ text: "+ new", style: "32" }]];

/** Every widget, and keys that make it grow, shrink and scroll. */
const SHOWS: readonly {
  readonly name: string;
  readonly make: () => Widget<unknown, unknown>;
  readonly keys: readonly string[];
}[] = [
  {
    name: "inline reply",
    make: () => reply({ preamble: DIFF, text: "seeded 漢字\ntext" }) as Widget<unknown, unknown>,
    keys: ["M-Enter", "w", "漢", "C-j", "Up", "C-k", "C-y", "C-y", "C-a", "C-l", "Down"],
  },
  {
    name: "line input",
    make: () =>
      lineInput({
        message: "Title: ",
        editMode: "vi",
        default: "a default that is longer than twenty cells",
      }) as Widget<unknown, unknown>,
    keys: ["w", "o", "漢", "C-w", ..."another one, long enough", "Esc", "b", "x"],
  },
  {
    name: "list picker",
    make: () => listPicker({ message: "Pick: ", items: ITEMS }) as Widget<unknown, unknown>,
    keys: ["Down", "PageDown", "End", "Up", "1", "2", "Backspace", "x", "C-u", "Home"],
  },
  {
    name: "confirm",
    make: () => confirm({ message: "Delete\n3?", preamble: DIFF }) as Widget<unknown, unknown>,
    keys: ["?", "x", "?", "?"],
  },
];
const SCREENS: readonly Before[] = [
  { columns: 20, rows: 5, above: 2, midLine: 9 },
  { columns: 20, rows: 5, above: 5 },
  { columns: 40, rows: 12, above: 30, midLine: 39 },
  { columns: 80, rows: 24, above: 3 },
  { columns: 200, rows: 60, above: 1, midLine: 150 },
];

for (const { name, make, keys } of SHOWS) {
  Deno.test(`${name}: closing leaves the screen as it was, and it can be shown again`, async () => {
    for (const before of SCREENS) {
      using shown = await ShownWidget.open(make(), before);
      const { untouched } = shown;
      for (const key of keys) {
        await shown.press(key);
        await shown.assertFresh();
      }
      const open = { cells: shown.screen.cells(), cursor: shown.screen.cursor() };
      await shown.erase();
      const closed = shown.screen.cells();
      // Where the screen had to scroll, blank lines were added at the end.
      assert.deepEqual(closed.slice(0, untouched.cells.length), untouched.cells);
      assert.ok(new Set(closed.slice(untouched.cells.length).flat()).size <= 1);
      assert.deepEqual(shown.screen.cursor(), untouched.cursor);
      await shown.draw();
      assert.deepEqual(shown.screen.cells(), open.cells);
      assert.deepEqual(shown.screen.cursor(), open.cursor);
    }
  });
}

Deno.test("a reply that is hidden and shown from its state is drawn cell for cell the same", async () => {
  const before = { columns: 30, rows: 10, above: 2, midLine: 5 };
  const options = { preamble: DIFF, history: ["earlier"] };
  using first = await ShownWidget.open(reply(options), before);
  await first.type("some words\x0aand more 漢字");
  await first.press("Up", "Left");
  const again = reply({ ...options, state: first.driver.state });
  using second = await ShownWidget.open(again, before);
  assert.deepEqual(second.screen.cells(), first.screen.cells());
  assert.deepEqual(second.screen.cursor(), first.screen.cursor());
  for (const shown of [first, second]) await shown.press("C-_", "C-_", "Up");
  assert.deepEqual(second.lines, first.lines);
});

Deno.test("the private modes a prompt takes are all given back", async () => {
  for (const widget of [...SHOWS.map(({ make }) => make()), reply({ editMode: "vi" })]) {
    for (const kitty of [false, true]) {
      await using screen = new TerminalScreen({ cols: 80, rows: 24, kitty });
      const feed = (text: string) => screen.feed(new TextEncoder().encode(text));
      const modes = widget.privateModes({ kitty });
      const shape = widget.cursorShape?.(widget.initial) ?? null;
      for (const { enter } of modes) feed(enter);
      const open = await screen.snapshot();
      assert.ok(open.modes.bracketedPaste);
      assert.equal(open.modes.kittyFlags, kitty && widget.discipline === "raw" ? 1 : 0);
      assert.equal(open.modes.cursorShape, shape === null ? 0 : 6);
      if (shape !== null) feed(cursorShapeSequence("underline"));
      for (const { leave } of modes.toReversed()) feed(leave);
      assert.deepEqual((await screen.snapshot()).leftOn, []);
    }
  }
});
