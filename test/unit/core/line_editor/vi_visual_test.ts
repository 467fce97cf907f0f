import assert from "node:assert/strict";
import { mode, selection } from "../../../../src/core/line_editor/mod.ts";
import { press, split, vi, viState } from "./press.ts";

type Row = readonly [from: string, keys: string, want: string];

const GROUPS: Readonly<Record<string, readonly Row[]>> = {
  "operators on characters": [
    ["o|ne two", "v l d", "o| two"],
    ["o|ne two", "v w x", "o|wo"],
    ["one t|wo", "v b d", "one |o"],
    ["o|ne two", "v e c text:x Esc", "o|x two"],
    ["o|ne two", "v l y $ p", "one twon|e"],
    ["o|ne two", "v e U", "o|NE two"],
    ["O|NE", "v u", "O|nE"],
    ["o|ne\ntwo", "v j ~", "o|NE\nTWo"],
    ["o|ne\ntwo", "v j d", "o|o"],
    ["o|ne", "v h g U", "|ONe"],
    ["o|ne two", "v f t r x", "o|xxxxwo"],
    ["o|ne\ntwo", "v j r x", "o|xx\nxxo"],
    ["|👍🏽ab", "v l d", "|b"],
  ],
  "operators on lines": [
    ["one\nt|wo\nthree", "V d", "one\n|three"],
    ["o|ne\ntwo\nthree", "V j d", "|three"],
    ["o|ne\ntwo\nthree", "V j y p", "one\n|one\ntwo\ntwo\nthree"],
    ["o|ne\ntwo\nthree", "V j c text:x Esc", "|x\nthree"],
    ["o|ne\ntwo", "V G >", "  |one\n  two"],
    ["  o|ne\n  two", "V j <", "|one\ntwo"],
    ["one\nt|wo", "V k d", "|"],
    ["o|ne\ntwo\nthree", "V j J", "one| two\nthree"],
  ],
  "the selection itself": [
    ["o|ne two", "v l l o h d", "|two"],
    ["one t|wo three", "v i w d", "one | three"],
    ["one t|wo three", "v a w d", "one |three"],
    ["f(a|, b)", "v i ( d", "f(|)"],
    ["{\n  a|\n}", "v i { d", "{\n|}"],
    ["o|ne", "v Esc x", "o|e"],
    ["o|ne", "v v x", "o|e"],
    ["o|ne\ntwo", "v V d", "|two"],
    ["o|ne\ntwo", "V v d", "o|e\ntwo"],
    ["|one two", "v 2 w d", "|"],
    ["|one two", "v t t d", "|two"],
    ["|one two three", "v f t ; d", "|hree"],
  ],
  "putting over it": [
    ["|one two", "y w w v e p", "one one| "],
    ["|one two", "d w v e p", "one| "],
    ["|one two", "d w v e p P", "onetw|o "],
    ["a\n|b\nc", "y y V k p", "|b\nc"],
    ["|a b\nc", "y l j V p", "a b\n|a"],
    ["o|ne", "v p", "o|ne"],
  ],
  "registers and repeating": [
    ["|one two", 'v e " a d x " a p', "ton|ewo"],
    ["|abcdef", "v l d .", "|ef"],
    ["|a\nb\nc\nd", "V j d .", "|"],
    ["|abc def", "v l c text:x Esc w .", "xc x|f"],
  ],
};

for (const [name, rows] of Object.entries(GROUPS)) {
  Deno.test(`vi visual: ${name}`, () => {
    for (const [from, keys, want] of rows) {
      assert.equal(vi(from, keys), want, `${JSON.stringify(from)} ${keys}`);
    }
  });
}

Deno.test("vi visual: the selection is shown, whole characters and whole lines", () => {
  const shown = (from: string, keys: string) => {
    const { state } = viState(from, keys);
    const range = selection(state);
    return range === null ? null : state.text.slice(range.start, range.end);
  };
  assert.equal(shown("o|ne two", ""), null);
  assert.equal(shown("o|ne two", "v"), "n");
  assert.equal(shown("o|ne two", "v w"), "ne t");
  assert.equal(shown("one t|wo", "v b"), "tw");
  assert.equal(shown("one\nt|wo\nthree", "V"), "two");
  assert.equal(shown("one\nt|wo\nthree", "V j"), "two\nthree");
  assert.equal(shown("a|👍🏽", "v"), "👍🏽");
  assert.equal(shown("o|ne", "v d"), null);
});

Deno.test("vi visual: Up and Down stay in the text", () => {
  const { state } = viState("o|ne\ntwo", "v j");
  assert.deepEqual(selection(state), { start: 1, end: 6 });
  assert.equal(press(state, split("j j k k k")).state.text, "one\ntwo");
});

Deno.test("vi visual: leaving it", () => {
  for (const keys of ["v Esc", "V V", "v d", "v y", "V >", "v J", "v p", "v r x", "v M-Enter"]) {
    assert.equal(mode(viState("o|ne\ntwo", keys).state), "vi_normal", keys);
  }
  assert.equal(mode(viState("o|ne\ntwo", "v c").state), "vi_insert");
});
