/**
 * What holds of the line editor whatever is pressed, in both modes.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Key } from "../../src/core/keys/mod.ts";
import {
  createLineEditor,
  type EditMode,
  type LineEditorEvent,
  type LineEditorState,
  mode,
  updateLineEditor,
} from "../../src/core/line_editor/mod.ts";
import { eventsOf, LINE_ROWS, press } from "../unit/core/line_editor/press.ts";

const SEGMENTER = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Clusters that stay what they are whatever stands beside them. */
const WHOLE = [
  ..."ab x_-.,(){}\"'\n\n \t",
  "é",
  "e\u0301",
  "日",
  "語",
  "한",
  "👩‍👩‍👧",
  "🇫🇷",
  "👍🏽",
  "1️⃣",
  "กำ",
];
/** Pieces that join with their neighbours. */
const PIECES = ["\u0301", "\u200d", "🇫", "🇩", "\u1112", "\u1161", "👩", "🏽", "\ufe0f", "\u094d"];

const KEYS: Readonly<Record<EditMode, readonly string[]>> = {
  emacs: (
    "C-a C-b C-d C-e C-f C-g C-h C-k C-l C-n C-p C-t C-u C-v C-w C-y C-] C-_ C-j M-b M-c M-d M-f " +
    "M-l M-n M-p M-r M-t M-u M-y M-< M-> M-\\ M-_ M-- M-2 M-3 C-M-] C-M-h M-Enter S-Enter Up " +
    "Down Left Right Home End PageUp PageDown Insert Delete Backspace Tab Esc Enter C-c C-x " +
    "C-z C-\\ C-Left C-Right C-Delete M-Backspace C-Home C-End F5"
  ).split(" "),
  vi: (
    "Esc Esc Esc h l j k w b e W B E 0 ^ $ | _ f F t T ; , % { } G g d c y > < ~ u U r R p P x X s S " +
    'D C Y i a I A o O J v V . " 1 2 3 C-r C-w C-u C-y C-k C-t C-v C-_ C-d C-j M-b M-Enter Up Down ' +
    "Left Right Home End Insert Delete Backspace Tab Enter C-c C-x C-z C-\\ C-n C-p q z"
  ).split(" "),
};

const clusters = fc.array(fc.constantFrom(...WHOLE), { maxLength: 24 }).map((all) => all.join(""));
const ragged = fc.array(fc.constantFrom(...WHOLE, ...PIECES), { maxLength: 24 })
  .map((all) => all.join(""));

function eventsIn(editMode: EditMode): fc.Arbitrary<LineEditorEvent[]> {
  const key = fc.constantFrom(...KEYS[editMode]).map(eventsOf);
  const typed = fc.constantFrom(...WHOLE.filter((char) => char !== "\n"), ...PIECES)
    .map((text) => eventsOf(text === "\t" ? "Tab" : `text:${text}`));
  const paste = ragged.map((text) => [{ kind: "paste", text } as const]);
  return fc.array(
    fc.oneof({ weight: 6, arbitrary: key }, { weight: 3, arbitrary: typed }, {
      weight: 1,
      arbitrary: paste,
    }),
    { maxLength: 40 },
  ).map((all) => all.flat());
}

function afterAll(state: LineEditorState, events: readonly LineEditorEvent[]): LineEditorState {
  return events.reduce((now, event) => updateLineEditor(now, event, LINE_ROWS).state, state);
}

function isSound(state: LineEditorState, name: string): void {
  const { text, caret } = state;
  assert.ok(text.isWellFormed(), `${name}: ill-formed ${JSON.stringify(text)}`);
  assert.ok(!text.includes("\r"), `${name}: a CR in ${JSON.stringify(text)}`);
  const boundaries = [...SEGMENTER.segment(text)].map(({ index }) => index);
  const onBoundary = caret === text.length || boundaries.includes(caret);
  assert.ok(onBoundary, `${name}: caret ${caret} inside a grapheme of ${JSON.stringify(text)}`);
  if (mode(state) !== "vi_normal") return;
  const atEnd = caret === text.length || text[caret] === "\n";
  const emptyLine = caret === 0 || text[caret - 1] === "\n";
  assert.ok(
    !atEnd || emptyLine,
    `${name}: caret ${caret} behind a line of ${JSON.stringify(text)}`,
  );
}

for (const editMode of ["emacs", "vi"] as const) {
  const begun = fc.record({
    text: ragged,
    caret: fc.nat(30),
    history: fc.array(ragged, { maxLength: 3 }),
  }).map((options) => createLineEditor({ editMode, ...options }));

  Deno.test(`line editor, ${editMode}: the caret is on a boundary of well-formed text`, () => {
    fc.assert(
      fc.property(begun, eventsIn(editMode), (state, events) => {
        let now = state;
        isSound(now, "at first");
        for (const event of events) {
          now = updateLineEditor(now, event, LINE_ROWS).state;
          isSound(now, event.kind === "key" ? `after ${event.char ?? event.name}` : "after paste");
        }
      }),
      { numRuns: 400 },
    );
  });

  Deno.test(`line editor, ${editMode}: no key whatever makes it throw`, () => {
    const anyKey: fc.Arbitrary<Key> = fc.record({
      kind: fc.constant("key" as const),
      name: fc.constantFrom("char", "enter", "escape", "up", "unknown", "f12", "tab"),
      char: fc.option(fc.string({ unit: "binary", maxLength: 2 }), { nil: undefined }),
      ctrl: fc.boolean(),
      alt: fc.boolean(),
      shift: fc.boolean(),
      super: fc.option(fc.boolean(), { nil: undefined }),
    });
    fc.assert(
      fc.property(begun, fc.array(anyKey, { maxLength: 30 }), (state, keys) => {
        isSound(afterAll(state, keys), "at last");
      }),
      { numRuns: 200 },
    );
  });

  Deno.test(`line editor, ${editMode}: a row mapper that answers nonsense does no harm`, () => {
    const layout = { rowUp: () => 1e9, rowDown: () => -0.5 };
    fc.assert(
      fc.property(begun, fc.array(fc.constantFrom("Up", "Down", "Esc", "x")), (state, names) => {
        let now = state;
        for (const event of names.flatMap(eventsOf)) {
          now = updateLineEditor(now, event, { layout }).state;
          isSound(now, "after a row");
        }
      }),
      { numRuns: 100 },
    );
  });

  Deno.test(`line editor, ${editMode}: a state is never changed`, () => {
    fc.assert(
      fc.property(begun, eventsIn(editMode), (state, events) => {
        const copy = structuredClone(state);
        afterAll(deepFreeze(state), events);
        assert.deepEqual(state, copy);
      }),
      { numRuns: 100 },
    );
  });
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}

const ENOUGH = ["M-9", "M-9", "M-9"];

Deno.test("line editor, emacs: undo all is the seed, redo all is identity", () => {
  fc.assert(
    fc.property(ragged, eventsIn("emacs"), (text, events) => {
      const seed = createLineEditor({ editMode: "emacs", text });
      // An empty paste ends whatever is half typed; a change ends what could be redone.
      const end = press(afterAll(seed, events), ["paste:", "Z"]).state;
      const undone = press(end, [...ENOUGH, "C-_"]).state;
      assert.equal(undone.text, seed.text);
      const redone = press(undone, [...ENOUGH, "M-_"]).state;
      assert.equal(redone.text, end.text);
      assert.equal(redone.caret, end.caret);
    }),
    { numRuns: 300 },
  );
});

Deno.test("line editor: as many redos as undos are identity, step by step", () => {
  for (const editMode of ["emacs", "vi"] as const) {
    const undo = editMode === "emacs" ? "C-_" : "u";
    const redo = editMode === "emacs" ? "M-_" : "C-r";
    fc.assert(
      fc.property(ragged, eventsIn(editMode), fc.nat(12), (text, events, count) => {
        const seed = createLineEditor({ editMode, text });
        const settled = editMode === "emacs" ? ["paste:"] : ["paste:", "Esc", "Esc"];
        const end = press(afterAll(seed, events), settled).state;
        // A new change ends what could be redone.
        const changed = press(end, editMode === "emacs" ? ["Z"] : ["i", "Z", "Esc"]).state;
        const undone = Array.from({ length: count }, () => undo);
        const redone = undone.map(() => redo);
        const now = press(changed, [...undone, ...redone]).state;
        assert.equal(now.text, changed.text);
        assert.equal(now.caret, changed.caret);
      }),
      { numRuns: 200 },
    );
  }
});

Deno.test("line editor: killing and yanking is identity", () => {
  const kills = ["C-k", "C-u", "C-w", "M-d", "M-Backspace", "C-Delete"];
  fc.assert(
    fc.property(clusters, fc.nat(60), fc.constantFrom(...kills), (text, caret, key) => {
      const before = createLineEditor({ editMode: "emacs", text, caret });
      const killed = press(before, [key]).state;
      assert.equal(press(before, [key, "C-y"]).state.text, text);
      if (killed.text === text) return;
      assert.equal(
        press(killed, ["C-a", "C-k", "C-_", "C-_"]).state.text.length <= text.length,
        true,
      );
    }),
    { numRuns: 400 },
  );
});

Deno.test("line editor: joined kills yank as they stood", () => {
  const kills = fc.array(fc.constantFrom("C-k", "C-u", "C-w", "M-d", "M-Backspace"), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(clusters, fc.nat(60), kills, (text, caret, keys) => {
      let now = createLineEditor({ editMode: "emacs", text, caret });
      for (const key of keys) {
        const next = press(now, [key]).state;
        if (next.text === now.text) return; // a kill of nothing ends the chain
        now = next;
      }
      assert.equal(press(now, ["C-y"]).state.text, text);
    }),
    { numRuns: 400 },
  );
});

Deno.test("line editor, vi: deleting and putting back is identity", () => {
  const motions = ["d w", "d e", "x", "d b", "d i w", "d a w", "D", "d 0", "d f a"];
  fc.assert(
    fc.property(clusters, fc.nat(60), fc.constantFrom(...motions), (text, caret, keys) => {
      const normal = press(createLineEditor({ editMode: "vi", text, caret }), ["Esc"]).state;
      const killed = press(normal, keys.split(" ")).state;
      assert.equal(press(killed, ["u"]).state.text, text);
      assert.equal(press(killed, ["u", "C-r"]).state.text, killed.text);
    }),
    { numRuns: 300 },
  );
});

Deno.test("line editor, vi: Esc always ends in normal mode and never leaves the prompt", () => {
  fc.assert(
    fc.property(clusters, eventsIn("vi"), (text, events) => {
      const before = afterAll(createLineEditor({ editMode: "vi", text }), events);
      const { state, effects } = press(before, ["paste:", "Esc", "Esc", "Esc"]);
      assert.equal(mode(state), "vi_normal");
      assert.deepEqual(effects, []);
    }),
    { numRuns: 200 },
  );
});

Deno.test("line editor: a paste is in the text as it was cleaned, and one undo takes it out", () => {
  fc.assert(
    fc.property(
      clusters,
      fc.nat(60),
      fc.string({ unit: "binary" }),
      fc.constantFrom<EditMode>("emacs", "vi"),
      (text, caret, pasted, editMode) => {
        const before = createLineEditor({ editMode, text, caret });
        const event = { kind: "paste", text: pasted } as const;
        const after = updateLineEditor(before, event, LINE_ROWS).state;
        const clean = [...pasted.replace(/\r\n?/g, "\n").toWellFormed()]
          .filter((char) => char === "\t" || char === "\n" || !/\p{Cc}/u.test(char)).join("");
        const at = before.caret;
        assert.equal(after.text, text.slice(0, at) + clean + text.slice(at));
        assert.equal(press(after, ["C-_"]).state.text, text);
      },
    ),
    { numRuns: 300 },
  );
});
