import assert from "node:assert/strict";
import fc from "fast-check";
import { openFrame, paint } from "../../src/core/frame/mod.ts";
import {
  confirm,
  inlineReply,
  lineInput,
  listPicker,
  type Widget,
} from "../../src/interaction/widgets/pure.ts";
import { measure } from "../screen/emulator.ts";
import { ShownWidget } from "../screen/shown_widget.ts";
import { encodeKey } from "../support/keys.ts";
import { Driver } from "../unit/interaction/widgets/driver.ts";

const NAMES = [
  ..."Enter Esc Tab Backspace Delete Insert Up Down Left Right Home End PageUp PageDown F5".split(
    " ",
  ),
  ..."M-Enter M-b M-f M-d M-u M-t M-y M-3 M-- C-Left C-Right C-Home C-End".split(" "),
  ..."abcdefghijklmnoprtuvwxyz_]\\".split("").map((char) => `C-${char}`),
];
const PIECES = [
  ..."abc xyz.(0$dwcpvVoOr3u",
  "漢字",
  "한",
  "e\u0301",
  "\u0301",
  "👍🏽",
  "👨‍👩‍👧",
  "🇩🇪",
  "\u200d",
  "ที่",
  "word and more words ",
];
const PASTES = ["one\r\ntwo\n", "\ttab\x03\x1b[A", "漢字かな交じり文".repeat(3), "x".repeat(70)];
/** What a terminal may send besides keys, whole, torn, or wrong. */
const NOISE = ["\x1b[12;40R", "\x1b[?1u", "\x1b[I", "\x1b[M !!", "\xff", "\x1b[", "\x1bO", "\x00"];

const bytes = (text: string) => new TextEncoder().encode(text);
const press = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...PIECES).map(bytes) },
  { weight: 5, arbitrary: fc.constantFrom(...NAMES).map((name) => bytes(encodeKey(name))) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...PASTES).map((text) => bytes(`\x1b[200~${text}\x1b[201~`)),
  },
  { weight: 1, arbitrary: fc.constantFrom(...NOISE).map(bytes) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 6 }) },
);

type AnyWidget = Widget<unknown, unknown>;
const editMode = fc.constantFrom("emacs" as const, "vi" as const);
const text = fc.array(fc.constantFrom(...PIECES, "\n"), { maxLength: 20 }).map((list) =>
  list.join("")
);
const preamble = fc.array(text.map((each) => [{ text: each, style: "31" }]), { maxLength: 2 });
const message = fc.oneof(fc.constantFrom("Reply: ", "", "Two\nlines? "), text);
const common = fc.record({ message, preamble, text, caret: fc.nat(30), editMode });
const item = fc.record({ label: text, detail: text });
const widget: fc.Arbitrary<AnyWidget> = fc.oneof(
  fc.record({ common, opensEditor: fc.boolean() }).map(({ common, opensEditor }) =>
    inlineReply({ ...common, opensEditor, history: ["earlier", "漢字\nmore"] }) as AnyWidget
  ),
  fc.record({ common, secret: fc.boolean(), fallback: text }).map(({ common, secret, fallback }) =>
    lineInput({ ...common, secret, default: fallback }) as AnyWidget
  ),
  fc.record({ common, items: fc.array(item, { maxLength: 30 }), first: fc.boolean() }).map(
    ({ common, items, first }) =>
      listPicker({
        message: common.message,
        items: items.map((each, index) => ({ id: String(index), ...each })),
        ...(first ? { first: { id: "first", label: "+ Something new" } } : {}),
        filter: common.text.slice(0, 3),
      }) as AnyWidget,
  ),
  common.map(({ message, preamble }) => confirm({ message, preamble, default: "no" }) as AnyWidget),
);

/** The texts a widget's state holds, each with its caret. */
function editorsOf(state: unknown): { text: string; caret: number }[] {
  const { editor, filter } = state as {
    editor?: { text: string; caret: number };
    filter?: { editor: { text: string; caret: number } };
  };
  return [editor, filter?.editor].filter((each) => each !== undefined);
}

function assertSound(driver: Driver<unknown, unknown>): void {
  for (const { text, caret } of editorsOf(driver.state)) {
    assert.ok(text.isWellFormed());
    assertBoundary(text, caret);
  }
  for (const outcome of driver.outcomes.splice(0)) {
    const { text, caret } = outcome as { text?: string; caret?: number };
    if (text !== undefined && caret !== undefined) assertBoundary(text, caret);
  }
}

function assertBoundary(text: string, caret: number): void {
  assert.ok(caret >= 0 && caret <= text.length);
  if (caret === text.length) return;
  const segments = new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text);
  assert.equal(segments.containing(caret)?.index, caret, JSON.stringify([text, caret]));
}

Deno.test("any keys: no failure, the caret between characters, every view within the text", () => {
  const size = fc.tuple(fc.nat(90), fc.nat(30));
  const step = fc.oneof(
    { weight: 9, arbitrary: press.map((bytes) => ({ bytes })) },
    { weight: 1, arbitrary: size.map((size) => ({ size })) },
  );
  fc.assert(
    fc.property(
      widget,
      size,
      fc.boolean(),
      fc.array(step, { maxLength: 40 }),
      (widget, [columns, rows], kitty, steps) => {
        const driver = new Driver(widget, { columns, rows, kitty, measure });
        for (const step of steps) {
          if ("size" in step) driver.resize(...step.size);
          else driver.type(step.bytes);
          assertSound(driver);
          const { lines, caret } = driver.view;
          const line = lines[caret.line];
          assert.ok(line !== undefined);
          const length = line.reduce((sum, { text }) => sum + text.length, 0);
          assert.ok(caret.offset >= 0 && caret.offset <= length);
        }
      },
    ),
    { numRuns: 400 },
  );
});

Deno.test("a prompt of one line never holds a second one, in either mode", () => {
  const history = fc.array(press, { maxLength: 40 });
  fc.assert(
    fc.property(common, history, (options, keys) => {
      const driver = new Driver(lineInput(options), { columns: 30, rows: 10 });
      for (const key of keys) {
        driver.type(key);
        assert.ok(!driver.state.editor.text.includes("\n"));
      }
      assert.ok(driver.outcomes.every(({ text }) => !text.includes("\n")));
    }),
    { numRuns: 300 },
  );
});

Deno.test("Up and Down go by exactly one of the rows that are drawn", () => {
  const asked = fc.constantFrom(
    "",
    "Reply: ",
    "漢字かな: ",
    "a question that fills rows of its own? ",
  );
  fc.assert(
    fc.property(
      fc.record({ message: asked, preamble, text, caret: fc.nat(60), editMode }),
      fc.integer({ min: 4, max: 40 }), // room for the mark of a line, and a wide glyph
      fc.constantFrom("Up", "Down"),
      (options, columns, key) => {
        const reply = inlineReply({ ...options, opensEditor: true });
        const driver = new Driver(reply, { columns, rows: 1000, measure });
        const place = () => {
          const size = { columns, rows: 1000 };
          const { screen } = paint(openFrame(), driver.view, { size, measure }).frame;
          return { row: screen?.cursor.row ?? 0, column: screen?.cursor.column };
        };
        /** Past a full row the caret has a row of its own, that goes when it goes. */
        const hasOwnRow = () => {
          const { text, caret } = driver.state.editor;
          const isEnd = caret === text.length || text[caret] === "\n";
          return isEnd && place().column === 0;
        };
        for (let n = 0; n < 3; n++) {
          const before = { row: place().row, caret: driver.state.editor.caret };
          const hadOwnRow = hasOwnRow();
          driver.press(key);
          if (driver.state.editor.caret === before.caret) break;
          if (hadOwnRow || hasOwnRow()) continue;
          assert.equal(place().row, before.row + (key === "Up" ? -1 : 1));
        }
      },
    ),
    { numRuns: 400 },
  );
});

Deno.test("any keys on a screen of any size: the screen shows what a fresh drawing does", async () => {
  await fc.assert(
    fc.asyncProperty(
      widget,
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 2, max: 20 }),
      fc.nat(10),
      fc.array(press, { maxLength: 12 }),
      async (widget, columns, rows, above, keys) => {
        using shown = await ShownWidget.open(widget, {
          columns,
          rows,
          above,
          midLine: above % columns,
        });
        await shown.assertFresh();
        for (const key of keys) {
          await shown.type(key);
          await shown.assertFresh();
        }
        await shown.erase();
        const { cells, cursor } = shown.untouched;
        assert.deepEqual(shown.screen.cells().slice(0, cells.length), cells);
        assert.deepEqual(shown.screen.cursor(), cursor);
      },
    ),
    { numRuns: 60 },
  );
});

Deno.test("any keys and resizes in turn: one copy on the screen, nothing else touched", async () => {
  const step = fc.oneof(
    { weight: 3, arbitrary: press.map((bytes) => ({ bytes })) },
    { weight: 1, arbitrary: fc.integer({ min: 8, max: 60 }).map((columns) => ({ columns })) },
  );
  await fc.assert(
    fc.asyncProperty(
      widget,
      fc.integer({ min: 8, max: 60 }),
      fc.nat(10),
      fc.array(step, { maxLength: 10 }),
      async (widget, columns, above, steps) => {
        // High enough for all of it: what a resize pushes off the screen is out of reach.
        using shown = await ShownWidget.open(widget, { columns, rows: 90, above });
        for (const step of steps) {
          if ("columns" in step) await shown.resize(step.columns);
          else await shown.type(step.bytes);
          await shown.assertFresh();
        }
      },
    ),
    { numRuns: 40 },
  );
});
