import assert from "node:assert/strict";
import {
  createLineEditor,
  type LineEditorEffect,
  type LineEditorState,
  mode,
  replaceText,
  setEscapeCancels,
  updateLineEditor,
} from "../../../../src/core/line_editor/mod.ts";
import { editorAt, eventsOf, marked, ONE_ROW, press, split } from "./press.ts";

/** The same text and caret in every mode and half-typed command (PR-036). */
const SETTINGS: Readonly<Record<string, (text: string) => LineEditorState>> = {
  "emacs": (text) => editorAt(text),
  "emacs, an argument typed": (text) => press(editorAt(text), split("M-3")).state,
  "emacs, searching": (text) => press(editorAt(text), split("C-]")).state,
  "vi insert": (text) => editorAt(text, "vi"),
  "vi normal": (text) => press(editorAt(text, "vi"), split("Esc")).state,
  "vi replace": (text) => press(editorAt(text, "vi"), split("Esc R")).state,
  "vi visual": (text) => press(editorAt(text, "vi"), split("Esc v")).state,
  "vi, an operator typed": (text) => press(editorAt(text, "vi"), split("Esc 2 d")).state,
  "vi, a character awaited": (text) => press(editorAt(text, "vi"), split("Esc f")).state,
};

/** What a newline key makes of "one" where it is not "one" and an empty line. */
const NEWLINES: Readonly<Record<string, string>> = {
  "emacs, an argument typed": "one\n\n\n|",
  "vi replace": "on\n|e",
};

const KEYS: Readonly<Record<string, LineEditorEffect["kind"]>> = {
  "Enter": "submit",
  "C-x": "open_editor",
  "C-c": "interrupt",
  "C-z": "suspend",
  "C-\\": "quit",
};

for (const [setting, begin] of Object.entries(SETTINGS)) {
  for (const [key, kind] of Object.entries(KEYS)) {
    Deno.test(`effects: ${key} in ${setting} is ${kind} with the text`, () => {
      const begun = begin("one\ntwo");
      const { state, effects } = press(begun, [key]);
      assert.deepEqual(effects.map((effect) => effect.kind), [kind]);
      const [effect] = effects;
      if (effect !== undefined && "text" in effect) assert.equal(effect.text, "one\ntwo");
      if (effect !== undefined && "caret" in effect) assert.equal(effect.caret, state.caret);
      assert.equal(state.text, "one\ntwo");
    });
  }

  Deno.test(`effects: a newline key in ${setting} inserts a newline where typing went on`, () => {
    for (const key of ["M-Enter", "S-Enter", "C-j"]) {
      const { state, effects } = press(begin("one"), [key]);
      assert.deepEqual(effects, []);
      assert.equal(marked(state), NEWLINES[setting] ?? "one\n|", key);
    }
  });

  Deno.test(`effects: Ctrl-D in ${setting} cancels on an empty buffer only`, () => {
    assert.deepEqual(press(begin(""), ["C-d"]).effects, [{ kind: "cancel", text: "", caret: 0 }]);
    assert.deepEqual(press(begin("one"), ["C-d"]).effects, []);
  });
}

Deno.test("effects: Ctrl-C acts even where a key would be quoted", () => {
  for (const editMode of ["emacs", "vi"] as const) {
    const { effects } = press(editorAt("one", editMode), split("C-v C-c"));
    assert.deepEqual(effects.map((effect) => effect.kind), ["interrupt"]);
  }
});

Deno.test("effects: Ctrl-L asks for a redraw", () => {
  assert.deepEqual(press(editorAt("a"), ["C-l"]).effects, [{ kind: "redraw" }]);
  assert.deepEqual(press(editorAt("a", "vi"), split("C-l Esc C-l")).effects, [
    { kind: "redraw" },
    { kind: "redraw" },
  ]);
});

Deno.test("effects: Escape cancels in emacs mode only where the terminal tells it from Meta", () => {
  const legacy = editorAt("one two");
  assert.deepEqual(press(legacy, ["Esc"]).effects, []);
  const kitty = editorAt("one two", "emacs", { escapeCancels: true });
  assert.deepEqual(press(kitty, ["Esc"]).effects, [{ kind: "cancel", text: "one two", caret: 7 }]);
  assert.deepEqual(press(kitty, ["C-["]).effects, [{ kind: "cancel", text: "one two", caret: 7 }]);
  assert.deepEqual(press(kitty, split("M-3 Esc")).effects, [], "it ends an argument");
  assert.deepEqual(press(kitty, split("C-] Esc")).effects, [], "it ends a search");
});

Deno.test("setEscapeCancels: changes what Escape means and nothing else", () => {
  const typed = press(editorAt("one"), split("text:!! C-w M-3")).state;
  const kitty = setEscapeCancels(typed, true);
  assert.equal(setEscapeCancels(kitty, true), kitty);
  assert.deepEqual(setEscapeCancels(kitty, false), typed);
  assert.equal(press(kitty, ["x"]).state.text, "xxx", "an argument half typed stays");
  const cancelled = press(kitty, ["C-g", "Esc"]).effects.map((effect) => effect.kind);
  assert.deepEqual(cancelled, ["cancel"]);
  assert.deepEqual(press(setEscapeCancels(kitty, false), ["C-g", "Esc"]).effects, []);
});

Deno.test("effects: Escape never cancels in vi mode", () => {
  const vi = editorAt("one", "vi", { escapeCancels: true });
  const { state, effects } = press(vi, split("Esc Esc d Esc v Esc Esc C-["));
  assert.deepEqual(effects, []);
  assert.equal(mode(state), "vi_normal");
});

Deno.test("effects: keys with Super are nobody's", () => {
  const [event] = eventsOf("c");
  assert.ok(event?.kind === "key");
  for (const editMode of ["emacs", "vi"] as const) {
    const begun = createLineEditor({ editMode, text: "a" });
    assert.equal(press(begun, ["Super-c", "Super-x"]).state.text, "a");
  }
});

Deno.test("replaceText: one undo step, the caret where it is told", () => {
  for (const editMode of ["emacs", "vi"] as const) {
    const begun = press(editorAt("", editMode), ["text:old"]).state;
    const replaced = replaceText(begun, "new\r\ntext");
    assert.equal(marked(replaced), "new\ntext|");
    assert.equal(marked(replaceText(begun, "new", 1)), "n|ew");
    assert.equal(press(replaced, ["C-_"]).state.text, "old");
    assert.equal(replaceText(begun, "").text, "");
  }
});

Deno.test("createLineEditor: text from outside is made fit", () => {
  const begun = createLineEditor({ editMode: "emacs", text: "a\r\nb\rc\ud800", caret: 99 });
  assert.equal(marked(begun), "a\nb\nc\ufffd|");
  assert.equal(marked(createLineEditor({ editMode: "emacs", text: "👍🏽", caret: 2 })), "👍🏽|");
  assert.equal(marked(createLineEditor({ editMode: "emacs", text: "ab", caret: NaN })), "|ab");
});

Deno.test("paste: line breaks become LF, tabs stay, other control characters go", () => {
  for (const keys of ["", "Esc", "Esc v"]) {
    const begun = press(editorAt("", "vi"), split(keys)).state;
    const event = { kind: "paste", text: "a\tb\r\nc\x03\x1b[31m\rd\x00\x7f\x9b\n" } as const;
    assert.equal(updateLineEditor(begun, event, ONE_ROW).state.text, "a\tb\nc[31m\nd\n");
    assert.deepEqual(press(begun, ["paste:a\n\x03"]).effects, []);
  }
});

Deno.test("paste: one undo step in every mode", () => {
  assert.equal(marked(press(editorAt("ab"), split("paste:x␠y\nz C-_")).state), "ab|");
  assert.equal(marked(press(editorAt("a", "vi"), split("Esc paste:xy u")).state), "|a");
  assert.equal(press(editorAt("abc", "vi"), split("Esc v paste:xy")).state.text, "abxy");
});
