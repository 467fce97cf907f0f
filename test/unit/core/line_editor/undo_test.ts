import assert from "node:assert/strict";
import {
  collapse,
  type Edit,
  forgetTyping,
  NO_UNDO,
  record,
  redoStep,
  type Restored,
  revert,
  seal,
  undoStep,
} from "../../../../src/core/line_editor/undo.ts";

function apply(from: Restored, at: number, removed: string, inserted: string): Restored {
  const text = from.text.slice(0, at) + inserted + from.text.slice(at + removed.length);
  const undo = record(from.undo, { at, removed, inserted });
  return { text, undo, caret: at + inserted.length };
}

const EMPTY: Restored = { text: "", undo: NO_UNDO, caret: 0 };

function typed(from: Restored, text: string): Restored {
  return [...text].reduce((now, char) => apply(now, now.caret, "", char), from);
}

function steps(from: Restored): string[] {
  const texts: string[] = [];
  for (let now = undoStep(from, null); now !== null; now = undoStep(now, null)) {
    texts.push(now.text);
  }
  return texts;
}

Deno.test("undo: typed characters join up to 20 bytes", () => {
  assert.deepEqual(steps(typed(EMPTY, "abcdefghijklmnopqrstuvwxyz")), ["abcdefghijklmnopqrst", ""]);
  assert.deepEqual(steps(typed(EMPTY, "one two")), [""]);
});

Deno.test("undo: a character outside ASCII begins a step, and counts its bytes", () => {
  assert.deepEqual(steps(typed(EMPTY, "abécd")), ["ab", ""]);
  assert.deepEqual(steps(typed(EMPTY, "語" + "x".repeat(18))), ["語" + "x".repeat(17), ""]);
});

Deno.test("undo: typing elsewhere, deleting or sealing ends a step", () => {
  const elsewhere = typed({ ...typed(EMPTY, "ab"), caret: 0 }, "c");
  assert.deepEqual(steps(elsewhere), ["ab", ""]);
  const deleted = apply(typed(EMPTY, "ab"), 1, "b", "");
  assert.deepEqual(steps(typed(deleted, "c")), ["a", "ab", ""]);
  const sealed = typed(EMPTY, "ab");
  assert.deepEqual(steps(typed({ ...sealed, undo: seal(sealed.undo) }, "c")), ["ab", ""]);
});

Deno.test("undo: the caret goes after restored text", () => {
  const undone = undoStep(apply({ ...EMPTY, text: "hello" }, 0, "hello", ""), null);
  assert.deepEqual({ text: undone?.text, caret: undone?.caret }, { text: "hello", caret: 5 });
});

Deno.test("undo: redo brings text and caret back, and a new change forgets it", () => {
  const before = { ...typed(EMPTY, "ab"), caret: 1 };
  const undone = undoStep(before, null);
  assert.ok(undone !== null);
  const redone = redoStep(undone);
  assert.deepEqual({ text: redone?.text, caret: redone?.caret }, { text: "ab", caret: 1 });
  assert.equal(redoStep(typed(undone, "x")), null);
});

Deno.test("undo: a group is one step, in order", () => {
  const first = apply({ ...EMPTY, text: "abc" }, 0, "a", "xx");
  const second = apply(first, 2, "bc", "");
  const grouped = { ...second, undo: collapse(second.undo, null) };
  assert.deepEqual(steps(grouped), ["abc"]);
  const undone = undoStep(grouped, null);
  assert.equal(undone === null ? null : redoStep(undone)?.text, "xx");
});

Deno.test("undo: never goes below the floor, and an unknown floor groups nothing", () => {
  const one = typed(EMPTY, "a");
  const sealed = { ...one, undo: seal(one.undo) };
  const two = typed(sealed, "b");
  const inside = undoStep(two, sealed.undo.past);
  assert.equal(inside?.text, "a");
  assert.equal(inside === null ? "" : undoStep(inside, sealed.undo.past), null);
  const stranger = record(NO_UNDO, { at: 0, removed: "", inserted: "z" }).past;
  assert.deepEqual(steps({ ...two, undo: collapse(two.undo, stranger) }), ["a", ""]);
});

Deno.test("undo: revert goes back at once, and one redo returns", () => {
  const changed = apply(typed(EMPTY, "ab"), 0, "ab", "");
  const reverted = revert(typed(changed, "c"));
  assert.equal(reverted?.text, "");
  assert.equal(reverted === null ? null : redoStep(reverted)?.text, "c");
  assert.equal(revert(EMPTY), null);
});

Deno.test("undo: vi's first Esc forgets typing but never a deletion", () => {
  assert.deepEqual(forgetTyping(typed(EMPTY, "abc").undo), NO_UNDO);
  const deleted = apply(typed(EMPTY, "abc"), 0, "abc", "");
  assert.deepEqual(forgetTyping(deleted.undo), deleted.undo);
});

Deno.test("undo: ten thousand steps share what they have in common", () => {
  const one: Edit = { at: 0, removed: "", inserted: "ab" };
  let undo = NO_UNDO;
  const seen = [];
  for (let n = 0; n < 10_000; n++) seen.push(undo = record(undo, one));
  assert.equal(seen.at(-1)?.past?.below, seen.at(-2)?.past);
});
