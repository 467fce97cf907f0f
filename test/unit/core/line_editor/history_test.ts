import assert from "node:assert/strict";
import { historyOf, walkHistory } from "../../../../src/core/line_editor/history.ts";
import { NO_UNDO } from "../../../../src/core/line_editor/undo.ts";
import { editorAt, LINE_ROWS, marked, ONE_ROW, press, split } from "./press.ts";

const REPLIES = ["first", "second\nline"];

function walk(keys: string, from = "dra|ft", editMode: "emacs" | "vi" = "emacs"): string {
  const begun = editorAt(from, editMode, { history: REPLIES });
  return marked(press(begun, split(keys), LINE_ROWS).state);
}

Deno.test("history: Up at the first row goes to the reply before, through its rows", () => {
  assert.equal(walk("Up"), "second\nline|");
  assert.equal(walk("Up Up"), "seco|nd\nline");
  assert.equal(walk("Up Up Up"), "first|");
  assert.equal(walk("Up Up Up Up"), "first|");
});

Deno.test("history: Down comes back to the draft, text and caret", () => {
  assert.equal(walk("Up Down"), "dra|ft");
  assert.equal(walk("Up Up Up Down Down"), "dra|ft");
  assert.equal(walk("Down"), "dra|ft");
  assert.equal(walk("PageUp PageUp M-n C-Down PageDown"), "dra|ft");
});

Deno.test("history: an edited entry keeps its edits and its undo for the session", () => {
  assert.equal(walk("Up text:! Down Up"), "second\nline!|");
  assert.equal(walk("Up text:! Down Up C-_"), "second\nline|");
  assert.equal(walk("text:X Up C-_"), "second\nline|", "the draft's undo stays with the draft");
  assert.equal(walk("text:X Up Down C-_"), "dra|ft");
});

Deno.test("history: what is handed in is not changed", () => {
  const entries = Object.freeze(["one"]);
  const begun = editorAt("", "emacs", { history: entries });
  const edited = press(begun, split("Up text:!")).state;
  assert.equal(edited.text, "one!");
  assert.deepEqual(entries, ["one"]);
  assert.equal(press(begun, ["Up"]).state.text, "one");
});

Deno.test("history: an argument walks several places", () => {
  assert.equal(walk("M-2 M-p"), "first|");
  assert.equal(walk("M-2 M-p M-- M-p"), "second\nline|");
});

Deno.test("history: vi's j and k walk too, and enter an entry at its start", () => {
  assert.equal(walk("Esc k", "dra|ft", "vi"), "|second\nline");
  assert.equal(walk("Esc k k", "dra|ft", "vi"), "|first");
  assert.equal(walk("Esc k k j", "dra|ft", "vi"), "|second\nline");
  assert.equal(walk("Esc k j j", "dra|ft", "vi"), "dr|aft");
});

Deno.test("history: an insert session goes on in another entry, each with its own undo", () => {
  const keys = "Esc A text:1 Up text:2 Esc";
  assert.equal(walk(keys, "draft", "vi"), "second\nline|2");
  assert.equal(walk(`${keys} u`, "draft", "vi"), "second\nlin|e");
  assert.equal(walk(`${keys} u j`, "draft", "vi"), "draft|1");
  assert.equal(walk(`${keys} u j u`, "draft", "vi"), "draf|t");
});

Deno.test("history: without entries Up and Down stay", () => {
  const begun = editorAt("ab|c");
  assert.equal(marked(press(begun, split("Up Down Up"), ONE_ROW).state), "ab|c");
});

Deno.test("walkHistory: no place outside the list", () => {
  const history = historyOf(["a"]);
  const here = { text: "", caret: 0, undo: NO_UNDO };
  assert.equal(walkHistory(history, here, 1), null);
  assert.equal(walkHistory(history, here, -2), null);
  assert.equal(walkHistory(history, here, 0), null);
  assert.equal(walkHistory(history, here, -1)?.slot.text, "a");
});
