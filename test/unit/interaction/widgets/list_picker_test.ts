import assert from "node:assert/strict";
import {
  listPicker,
  type ListPickerOptions,
  type ListPickerOutcome,
  type ListPickerState,
  type PickerItem,
  type WidgetContext,
} from "../../../../src/interaction/widgets/pure.ts";
import { Driver } from "./driver.ts";

const ITEMS: readonly PickerItem[] = [
  { id: "a", label: "Fix the parser", detail: "2 hours ago" },
  { id: "b", label: "Parser benchmarks", detail: "yesterday" },
  { id: "c", label: "Übersetzung nach 日本語", detail: "last week" },
  { id: "d", label: "Notes", detail: "parser, yesterday" },
];
const NEW: PickerItem = { id: "+", label: "+ Start a new conversation" };

function pick(
  options: Partial<ListPickerOptions> = {},
  context: Partial<WidgetContext> = {},
): Driver<ListPickerState, ListPickerOutcome> {
  return new Driver(listPicker({ message: "Conversation: ", items: ITEMS, ...options }), context);
}

/** The rows of the list, and the selected one alone. */
function rows(driver: Driver<ListPickerState, ListPickerOutcome>): string[] {
  return driver.lines.slice(1).filter((line) => /^[> ] /.test(line));
}
function selected(driver: Driver<ListPickerState, ListPickerOutcome>): string | undefined {
  const marked = rows(driver).filter((line) => line.startsWith("> "));
  assert.ok(marked.length <= 1);
  return marked[0]?.slice(2);
}
function many(count: number): PickerItem[] {
  return Array.from({ length: count }, (_, i) => ({ id: String(i), label: `item ${i}` }));
}

Deno.test("what it looks like", () => {
  assert.deepEqual(pick({ first: NEW }).lines, [
    "Conversation: ",
    "> + Start a new conversation",
    "  Fix the parser  2 hours ago",
    "  Parser benchmarks  yesterday",
    "  Übersetzung nach 日本語  last week",
    "  Notes  parser, yesterday",
    "1/5 · Type to filter · Enter to choose · Esc to cancel",
  ]);
  assert.equal(pick().type("par").caretLine, "Conversation: par|");
});

Deno.test("a filter finds rows that hold all of its words, in any case, in any order", () => {
  const found = (filter: string) => rows(pick().type(filter)).map((row) => row.slice(2, 7));
  assert.deepEqual(found("PARSER"), ["Fix t", "Parse", "Notes"]);
  assert.deepEqual(found("yester parser"), ["Parse", "Notes"]);
  assert.deepEqual(found("übers"), ["Übers"]);
  assert.deepEqual(found("u\u0308BERS 日本"), ["Übers"]);
  assert.deepEqual(found("  "), ["Fix t", "Parse", "Übers", "Notes"]);
  assert.deepEqual(found("nowhere"), ["Nothi"]);
});

Deno.test("Enter chooses the selected row", () => {
  assert.deepEqual(pick().press("Enter").outcome, { kind: "chosen", id: "a", text: "", caret: 0 });
  assert.deepEqual(pick().type("bench").press("Enter").outcome, {
    kind: "chosen",
    id: "b",
    text: "bench",
    caret: 5,
  });
  assert.equal(pick({ selected: "d" }).press("Enter").outcome?.kind, "chosen");
  assert.equal(selected(pick({ filter: "notes" })), "Notes  parser, yesterday");
});

Deno.test("the keys of the list", () => {
  const driver = pick({ items: many(50) }, { rows: 13 });
  const goes = (key: string, to: string) => assert.equal(selected(driver.press(key)), to, key);
  goes("Down", "item 1");
  goes("C-n", "item 2");
  goes("Up", "item 1");
  goes("C-p", "item 0");
  goes("Up", "item 0");
  goes("PageDown", "item 10");
  goes("PageDown", "item 20");
  goes("PageUp", "item 10");
  goes("End", "item 49");
  goes("Down", "item 49");
  goes("Home", "item 0");
  driver.type("7").press("Left").type("1");
  assert.equal(driver.caretLine, "Conversation: 1|7");
});

Deno.test("the row moved to stays selected while the filter shows it, and comes back with it", () => {
  const driver = pick().press("Down", "Down", "Down");
  assert.equal(selected(driver), "Notes  parser, yesterday");
  assert.equal(selected(driver.type("parser")), "Notes  parser, yesterday");
  assert.equal(selected(driver.type(" bench")), "Parser benchmarks  yesterday");
  driver.press("C-w");
  assert.equal(selected(driver), "Notes  parser, yesterday");
});

Deno.test("typing leaves the first row, which no filter hides", () => {
  const driver = pick({ first: NEW }).type("notes");
  assert.deepEqual(rows(driver), ["  + Start a new conversation", "> Notes  parser, yesterday"]);
  assert.equal(selected(driver.press("C-u")), NEW.label);
  driver.type("nowhere").press("Enter");
  assert.equal(driver.outcome, null);
  assert.deepEqual(driver.effects, [{ kind: "bell" }]);
  assert.deepEqual(rows(driver), ["  + Start a new conversation", "  Nothing found"]);
  assert.equal(selected(driver.press("Up")), NEW.label);
  assert.deepEqual(driver.press("Enter").outcome, {
    kind: "chosen",
    id: "+",
    text: "nowhere",
    caret: 7,
  });
});

Deno.test("nothing to choose from", () => {
  const driver = pick({ items: [] });
  driver.press("Down", "Up", "PageDown", "Home", "End", "Enter");
  assert.deepEqual(driver.outcomes, []);
  assert.deepEqual(rows(driver), ["  Nothing found"]);
  assert.equal(driver.press("Esc").outcome?.kind, "cancelled");
});

Deno.test("the ways out carry the filter", () => {
  const begun = () => pick().type("par");
  for (
    const [key, kind] of [
      ["Esc", "cancelled"],
      ["C-c", "interrupted"],
      ["C-z", "suspend"],
      ["C-\\", "quit"],
    ] as const
  ) assert.deepEqual(begun().press(key).outcome, { kind, text: "par", caret: 3 });
  assert.equal(begun().press("C-d").outcome, null);
  assert.equal(pick().press("C-d").outcome?.kind, "cancelled");
  assert.equal(pick({}, { kitty: true }).press("Esc").outcome?.kind, "cancelled");
  assert.equal(begun().press("C-x").outcome, null);
});

Deno.test("pasted text filters and never chooses; it is why the picker is raw", () => {
  const driver = pick().paste("parser\nbench\x03\r\n");
  assert.deepEqual(driver.outcomes, []);
  assert.equal(driver.caretLine, "Conversation: parser bench|");
  assert.equal(driver.widget.discipline, "raw");
});

Deno.test("the list scrolls within the rows there are, as little as is needed", () => {
  const driver = pick({ items: many(30) }, { rows: 8 });
  assert.deepEqual(rows(driver), ["> item 0", ...[1, 2, 3, 4].map((n) => `  item ${n}`)]);
  driver.press("Down", "Down", "Down", "Down", "Down");
  assert.deepEqual(
    rows(driver).map((row) => row.slice(2)),
    [1, 2, 3, 4, 5].map((n) => `item ${n}`),
  );
  driver.press("Up", "Up");
  assert.deepEqual(rows(driver)[2], "> item 3");
  driver.resize(80, 24);
  assert.equal(rows(driver).length, 21);
  assert.equal(selected(driver), "item 3");
  driver.resize(80, 1);
  assert.deepEqual(rows(driver), ["> item 3"]);
  driver.resize(80, 24);
  driver.press("End").type("12");
  assert.deepEqual(rows(driver), ["> item 12"]);
});

Deno.test("a row never takes more than the width, whatever its label holds", () => {
  const items = [{
    id: "x",
    label: "漢字かな交じり文\nsecond\tline \x1b[31m",
    detail: "👨‍👩‍👧 detail",
  }];
  const line = (columns: number) => pick({ items }, { columns, rows: 24 }).lines[1];
  assert.equal(line(80), "> 漢字かな交じり文 second line \x1b[31m  👨‍👩‍👧 detail");
  assert.equal(line(12), "> 漢字かな…");
  assert.equal(line(13), "> 漢字かな交…");
  assert.equal(line(3), "> …");
  assert.equal(line(1), "…");
});

Deno.test("a prompt that was hidden goes on where it was", () => {
  const first = pick({ items: many(30) }, { rows: 8 }).type("1").press("Down", "Down");
  const second = pick({ items: many(30), state: first.state }, { rows: 8 });
  assert.deepEqual(second.view, first.view);
  assert.deepEqual(second.press("Enter").outcome, first.press("Enter").outcome);
});
