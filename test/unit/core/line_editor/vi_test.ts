import assert from "node:assert/strict";
import { mode } from "../../../../src/core/line_editor/mod.ts";
import { editorAt, LINE_ROWS, marked, press, split, vi, viState } from "./press.ts";

type Row = readonly [from: string, keys: string, want: string];

/** What readline's recording cannot show: several lines and the commands it has not. */
const GROUPS: Readonly<Record<string, readonly Row[]>> = {
  "h and l stay on the line": [
    ["one\nt|wo", "h h h", "one\n|two"],
    ["one\nt|wo", "9 l", "one\ntw|o"],
    ["on|e\ntwo", "l Right Space", "on|e\ntwo"],
    ["one\nt|wo", "Backspace Left", "one\n|two"],
  ],
  "line motions": [
    ["one\n  t|wo\nthree", "0", "one\n|  two\nthree"],
    ["one\n  t|wo\nthree", "^", "one\n  |two\nthree"],
    ["one\n  t|wo\nthree", "$", "one\n  tw|o\nthree"],
    ["one\ntw|o  \nthree", "0 g _", "one\ntw|o  \nthree"],
    ["one\n  two|\nthree", "3 |", "one\n  |two\nthree"],
    ["o|ne\ntwo\nthree", "2 $", "one\ntw|o\nthree"],
  ],
  "buffer motions": [
    ["one\nt|wo\n  three", "G", "one\ntwo\n  |three"],
    ["  one\nt|wo\nthree", "g g", "  |one\ntwo\nthree"],
    ["one\ntwo\nthr|ee", "2 G", "one\n|two\nthree"],
    ["one\ntwo\nthr|ee", "2 g g", "one\n|two\nthree"],
    ["on|e\ntwo", "9 G", "one\n|two"],
  ],
  "rows": [
    ["abc\nab|c", "k", "ab|c\nabc"],
    ["ab|c\nabc\nabc", "2 j", "abc\nabc\nab|c"],
    ["abc\n\nab|c", "k k", "ab|c\n\nabc"],
  ],
  "words across lines": [
    ["on|e\n  two", "w", "one\n  |two"],
    ["on|e\n\ntwo", "w w", "one\n\n|two"],
    ["one\n  |two", "b", "|one\n  two"],
    ["one\n\n|two", "b", "one\n|\ntwo"],
    ["on|e\ntwo", "e", "one\ntw|o"],
    ["one two\nth|ree", "g e", "one tw|o\nthree"],
    ["one, two th|ree", "2 g E", "one|, two three"],
    ["a.b c|d", "B B", "|a.b cd"],
  ],
  "an operator on w stops at the line's end": [
    ["one t|wo\nthree", "d w", "one |t\nthree"],
    ["one |two\nthree", "2 d w", "one| "],
    ["|one\ntwo", "c w text:x Esc", "|x\ntwo"],
  ],
  "exclusive motions to a line's start": [
    ["one two\n|three", "d b", "one| \nthree"],
    ["|one\ntwo\n\nthree", "d }", "|\nthree"],
    ["o|ne\ntwo\n\nthree", "d }", "|o\n\nthree"],
  ],
  "paragraphs": [
    ["o|ne\ntwo\n\nthree\n\nfour", "}", "one\ntwo\n|\nthree\n\nfour"],
    ["o|ne\ntwo\n\nthree\n\nfour", "2 }", "one\ntwo\n\nthree\n|\nfour"],
    ["one\n\nthr|ee", "{", "one\n|\nthree"],
    ["one\n\nthr|ee", "2 {", "|one\n\nthree"],
  ],
  "brackets": [
    ["|f(a, [b])", "%", "f(a, [b]|)"],
    ["f(a, [b]|)", "%", "f|(a, [b])"],
    ["|{\n  a\n}", "%", "{\n  a\n|}"],
    ["f(a, [b]|)x", "d %", "f|x"],
    ["|{ a", "%", "|{ a"],
  ],
  "finding stays on the line": [
    ["|a\nb", "f b", "|a\nb"],
    ["|a b c b", "2 f b", "a b c |b"],
    ["a b |c b", "F b ;", "a |b c b"],
    ["|a,b,c", "f , ; ,", "a|,b,c"],
    ["|a,b,c", "t , d ,", "|a,b,c"],
    ["|a x🇫🇷 x👍🏽", "f 👍", "a x🇫🇷 x|👍🏽"],
  ],
  "whole lines": [
    ["one\nt|wo\nthree", "d d", "one\n|three"],
    ["one\nt|wo", "d d", "|one"],
    ["o|ne", "d d", "|"],
    ["o|ne\ntwo\nthree", "2 d d", "|three"],
    ["o|ne\ntwo\nthree", "d 9 d", "|"],
    ["one\nt|wo\nthree", "d d p", "one\nthree\n|two"],
    ["one\nt|wo\nthree", "d d P", "one\n|two\nthree"],
    ["o|ne\ntwo", "y y p", "one\n|one\ntwo"],
    ["o|ne\ntwo", "y y 2 p", "one\n|one\none\ntwo"],
    ["o|ne", "y y p", "onon|ee"],
    ["one\nt|wo\nthree", "d k", "|three"],
    ["o|ne\ntwo\nthree", "d j", "|three"],
    ["o|ne\ntwo", "d k", "o|ne\ntwo"],
    ["one\nt|wo\nthree", "d G", "|one"],
    ["one\nt|wo\nthree", "d g g", "|three"],
    ["one\n  t|wo", "c c text:x Esc", "one\n|x"],
    ["one\nt|wo", "S text:x Esc", "one\n|x"],
    ["o|ne\ntwo\nthree", "c j text:x Esc", "|x\nthree"],
    ["one\nt|wo", "D", "one\n|t"],
    ["o|ne\ntwo", "c k text:x", "o|e\ntwo"],
  ],
  "opening lines": [
    ["o|ne\ntwo", "o text:x Esc", "one\n|x\ntwo"],
    ["one\nt|wo", "O text:x Esc", "one\n|x\ntwo"],
    ["o|ne", "o text:x Esc u", "on|e"],
  ],
  "entering": [
    ["one\n t|wo", "I text:x Esc", "one\n|x two"],
    ["o|ne\ntwo", "A text:x Esc", "one|x\ntwo"],
    ["o|ne\ntwo", "a text:x Esc", "on|xe\ntwo"],
  ],
  "joining": [
    ["o|ne\n  two\nthree", "J", "one| two\nthree"],
    ["o|ne\n  two\nthree", "3 J", "one two| three"],
    ["f(|a\n)", "J", "f(a|)"],
    ["o|ne\ntwo", "g J", "one|two"],
    ["one\nt|wo", "J", "one\nt|wo"],
    ["o|ne\n  two", "J u", "one\n  |two"],
  ],
  "shifting": [
    ["o|ne\ntwo", "> >", "  |one\ntwo"],
    ["o|ne\n\ntwo", "> G", "  |one\n\n  two"],
    ["   o|ne\n\ttwo", "2 < <", " |one\ntwo"],
    ["o|ne\ntwo", "> j .", "    |one\n    two"],
    ["o|ne", "< <", "o|ne"],
  ],
  "case operators": [
    ["|one two", "g U w", "|ONE two"],
    ["|ONE TWO", "g u u", "|one two"],
    ["o|ne Two", "g ~ ~", "O|NE tWO"],
    ["|one two", "g ~ $", "|ONE TWO"],
    ["|one two", "g U i w .", "|ONE two"],
    ["on|e", "g U g U", "ON|E"],
    ["|one\ntwo", "9 ~", "ON|E\ntwo"],
  ],
  "replacing": [
    ["|abc\nd", "9 r x", "xx|x\nd"],
    ["|abc", "R text:xyzw Esc", "xyz|w"],
    ["|abc\nd", "R text:wxyz Esc", "wxy|z\nd"],
    ["|abc", "R text:xy Backspace Backspace Backspace Esc", "|abc"],
    ["abcd|e", "h h R text:xyz Backspace Esc", "abx|ye"],
    ["|abc", "R text:x Esc .", "|xbc"],
  ],
  "registers": [
    ["|one two", '" a d w $ " a p', "twoone| "],
    ["|one two", '" a y w w " A y w " a P', "one one tw|otwo"],
    ["|one two", 'y w w " _ d w 0 P', "one| one "],
    ["|a\nb", '" a y y j " A y y " a p', "a\nb\n|a\nb"],
    ["|one two three", 'd w d w " 2 P', "one| three"],
  ],
  "repeating": [
    ["|one two three", "d w .", "|three"],
    ["|one two three", "c w text:x Esc w .", "x x| three"],
    ["|one two three", "A text:! Esc .", "one two three!|!"],
    ["|a\nb\nc", "A text:! Esc j .", "a!\nb|!\nc"],
    ["|one", "x 2 .", "|"],
    ["o|ne\ntwo", "o text:x Esc .", "one\nx\n|x\ntwo"],
    ["|(a) (b)", "c i ( text:x Esc W .", "(x) (x|)"],
    ["|one two", "x v l d .", "|wo"],
    ["|ab", "i text:x Backspace text:y Esc .", "|yyab"],
  ],
  "undo and redo": [
    ["|one two", "d w d w u u C-r", "|two"],
    ["|one two", "d w d w u u C-r C-r", "|"],
    ["|one two", "x x x U", "|one two"],
    ["|one two", "x x x U C-r", "| two"],
    ["|one", "i text:ab Left Left text:cd Esc u", "|one"],
    ["|one", "p", "|one"],
    ["|abc", "x p p u", "ba|c"],
  ],
  "counts": [
    ["|a b c d e f", "2 d 2 w", "|e f"],
    ["|one two", "d 0", "|one two"],
    ["one t|wo", "d 1 0 h", "|wo"],
    ["|abcdefghijklmno", "1 0 x", "|klmno"],
  ],
  "Esc ends a command": [
    ["|one", "d Esc w", "on|e"],
    ["|one", "3 Esc x", "|ne"],
    ["|one", '" a Esc x', "|ne"],
    ["|one", "d z x", "|ne"],
    ["|one", "f Esc x", "|ne"],
    ["|one", "r Esc x", "|ne"],
  ],
  "control keys in normal mode": [
    ["one two|", "C-w", "one |o"],
    ["one| two", "C-k", "on|e"],
    ["one two|", "C-u p", "oone t|w"],
  ],
};

for (const [name, rows] of Object.entries(GROUPS)) {
  Deno.test(`vi: ${name}`, () => {
    for (const [from, keys, want] of rows) {
      assert.equal(vi(from, keys), want, `${JSON.stringify(from)} ${keys}`);
    }
  });
}

Deno.test("vi: Backspace in replace mode brings back what was typed last, and nothing else", () => {
  assert.equal(vi("|abc", "R x y Backspace Backspace"), "|abc");
  // A paste comes between: what is before the caret is not what was typed.
  assert.equal(vi("|abc", "R x paste:👨‍👩‍👧 Backspace"), "x|👨‍👩‍👧bc");
});

Deno.test("vi: begins in insert mode, and the mode says what keys mean", () => {
  const modes = (keys: string) => mode(press(editorAt("ab", "vi"), split(keys)).state);
  assert.equal(modes(""), "vi_insert");
  assert.equal(modes("Esc"), "vi_normal");
  assert.equal(modes("C-["), "vi_normal");
  assert.equal(modes("Esc R"), "vi_replace");
  assert.equal(modes("Insert"), "vi_replace");
  assert.equal(modes("Insert Insert"), "vi_insert");
  assert.equal(modes("Esc v"), "vi_visual");
  assert.equal(modes("Esc V"), "vi_visual_line");
  assert.equal(modes("Esc c w"), "vi_insert");
});

Deno.test("vi: Alt and a key in insert mode is Esc and that key", () => {
  assert.equal(marked(press(editorAt("one two", "vi"), ["M-b"]).state), "one |two");
  assert.equal(mode(press(editorAt("one two", "vi"), ["M-b"]).state), "vi_normal");
  assert.equal(marked(press(editorAt("one two", "vi"), ["M-Backspace"]).state), "one |");
});

Deno.test("vi: emacs keys that do no harm work while typing", () => {
  const typed = (keys: string) => marked(press(editorAt("one two", "vi"), split(keys)).state);
  assert.equal(typed("C-a text:x C-e text:y"), "xone twoy|");
  assert.equal(typed("C-w C-y"), "one two|");
  assert.equal(typed("C-u C-y"), "one two|");
  assert.equal(typed("C-a C-k C-y"), "one two|");
  assert.equal(typed("C-w C-_"), "one two|");
});

Deno.test("vi: what was deleted before the first Esc can be undone, mere typing cannot", () => {
  const after = (keys: string) => press(editorAt("seed", "vi"), split(keys)).state.text;
  assert.equal(after("text:abc Esc u"), "seedabc");
  assert.equal(after("text:abc C-u Esc u"), "seedabc");
});

Deno.test("vi: undo in an insert session stops where it began", () => {
  assert.equal(vi("|one two", "c w text:ab C-_ C-_ C-_ Esc"), "| two");
  assert.equal(vi("|one two", "c w text:ab C-_ C-_ C-_ Esc u"), "one| two");
});

Deno.test("vi: the caret of normal mode is on a character, of insert mode behind it", () => {
  assert.equal(marked(press(editorAt("ab", "vi"), ["Esc"]).state), "a|b");
  assert.equal(marked(press(editorAt("ab\n", "vi"), ["Esc"]).state), "ab\n|");
  assert.equal(marked(press(editorAt("ab👍🏽", "vi"), ["Esc"]).state), "ab|👍🏽");
  assert.equal(vi("ab\n|", "k A text:c Esc"), "ab|c\n");
});

Deno.test("vi: Up and Down work in the middle of an insert session", () => {
  assert.equal(vi("ab\nc|d", "i text:x Up text:y Esc", LINE_ROWS), "ab|y\ncxd");
  assert.equal(vi("ab\nc|d", "i text:x Up text:y Esc u", LINE_ROWS), "ab\nc|d");
});

Deno.test("vi: a change that fails leaves nothing pending", () => {
  const { state } = viState("|one", "c f z");
  assert.equal(mode(state), "vi_insert");
  assert.equal(state.text, "one");
});
