import assert from "node:assert/strict";
import { mode } from "../../../../src/core/line_editor/mod.ts";
import { editorAt, emacs, LINE_ROWS, marked, press, split } from "./press.ts";

type Row = readonly [from: string, keys: string, want: string];

/** What readline's recording cannot show: several lines, keys it left out, redo. */
const GROUPS: Readonly<Record<string, readonly Row[]>> = {
  "moving crosses lines": [
    ["one\n|two", "Left", "one|\ntwo"],
    ["one|\ntwo", "C-f", "one\n|two"],
    ["one\ntwo|", "M-b M-b", "|one\ntwo"],
    ["on|e\ntwo", "M-f M-f", "one\ntwo|"],
  ],
  "Home and End stay on the line": [
    ["one\nt|wo\nthree", "C-a", "one\n|two\nthree"],
    ["one\nt|wo\nthree", "C-e", "one\ntwo|\nthree"],
    ["one\n|two", "Home", "one\n|two"],
  ],
  "the buffer's ends": [
    ["one\nt|wo\nthree", "M-<", "|one\ntwo\nthree"],
    ["one\nt|wo\nthree", "M->", "one\ntwo\nthree|"],
    ["one\nt|wo\nthree", "C-Home", "|one\ntwo\nthree"],
    ["one\nt|wo\nthree", "C-End", "one\ntwo\nthree|"],
    ["one\nt|wo", "M-S-,", "|one\ntwo"],
  ],
  "rows, aiming at the column where the run began": [
    ["abcdef\nab\nabcd|ef", "Up", "abcdef\nab|\nabcdef"],
    ["abcdef\nab\nabcd|ef", "Up Up", "abcd|ef\nab\nabcdef"],
    ["abcdef\nab\nabcd|ef", "C-p C-p C-n C-n", "abcdef\nab\nabcd|ef"],
    ["abcdef\nab\nabcd|ef", "Up Left Up", "a|bcdef\nab\nabcdef"],
    ["a\nb\n|c", "M-2 Up", "|a\nb\nc"],
  ],
  "kill to the line's ends, then the line break": [
    ["o|ne\ntwo", "C-k", "o|\ntwo"],
    ["o|ne\ntwo", "C-k C-k", "o|two"],
    ["o|ne\ntwo", "C-k C-k C-y", "one\n|two"],
    ["one\nt|wo", "C-u", "one\n|wo"],
    ["one\nt|wo", "C-u C-u", "one|wo"],
    ["one\nt|wo", "C-u C-u C-y", "one\nt|wo"],
  ],
  "words across lines": [
    ["one\n|two", "C-w", "|two"],
    ["one two\n|three", "M-Backspace", "one |three"],
    ["one|\ntwo", "M-d", "one|"],
    ["one\nt|wo", "C-Delete", "one\nt|"],
    ["one two|", "C-Backspace", "one |"],
  ],
  "transpose stays on the line": [
    ["ab\n|cd", "C-t", "ab\n|cd"],
    ["ab|\ncd", "C-t", "ba|\ncd"],
    ["ab\ncd|", "M-t", "cd\nab|"],
  ],
  "newline": [
    ["a|b", "M-Enter", "a\n|b"],
    ["a|b", "S-Enter", "a\n|b"],
    ["a|b", "C-j", "a\n|b"],
    ["a|b", "Esc Enter", "a\n|b"],
  ],
  "redo": [
    ["", "text:ab M-f C-w C-_ C-_", "|"],
    ["", "text:ab M-f C-w C-_ C-_ M-_", "ab|"],
    ["", "text:ab M-f C-w C-_ C-_ M-_ M-_", "|"],
    ["", "text:ab C-_ M-_ C-_ M-_ text:c M-_", "abc|"],
    ["", "text:ab C-a C-d C-_ text:x M-_", "ax|b"],
    ["ab|", "C-u text:x M-r M-_", "x|"],
  ],
  "undo": [
    ["ab|", "C-u C-/", "ab|"],
    ["", "text:ab paste:cd C-_", "ab|"],
    ["", "paste:ab text:cd C-_", "ab|"],
    ["", "text:a M-Enter text:b C-_", "|"],
    ["x|", "text:ab C-w C-y M-r", "x|"],
    ["x|", "text:ab C-M-r", "x|"],
  ],
  "a Meta prefix": [
    ["one two|", "Esc b", "one |two"],
    ["one two|", "Esc Esc b", "one |two"],
    ["one two|", "M-2 Esc b", "|one two"],
    ["one two|", "M-B", "one |two"],
    ["|", "Esc 3 x", "xxx|"],
    ["a|", "M-h x", "ax|"],
  ],
  "numeric arguments": [
    ["|", "M-1 2 x", "xxxxxxxxxxxx|"],
    ["|", "M-1 M-2 x", "xxxxxxxxxxxx|"],
    ["one two three|", "M-- M-2 M-f", "one |two three"],
    ["one two|", "M-- M-b", "one two|"],
    ["|", "M-3 C-g x", "x|"],
    ["ab|", "M-0 x", "ab|"],
    ["ab|", "M-- x", "ab|"],
    ["one\ntwo|", "M-- C-k", "one\n|"],
  ],
  "quoted insert": [
    ["", "C-v Tab", "\t|"],
    ["", "C-v C-a", "\x01|"],
    ["", "C-v Enter", "\n|"],
    ["", "C-v C-m", "\n|"],
    ["", "C-v Esc", "\x1b|"],
    ["", "C-v a", "a|"],
    ["", "M-3 C-v a", "aaa|"],
    ["ab|", "C-v Left text:x", "ax|b"],
  ],
  "character search crosses lines": [
    ["|a\nb\nc b", "C-] b", "a\n|b\nc b"],
    ["|a\nb\nc b", "M-2 C-] b", "a\nb\nc |b"],
    ["a\nb\nc b|", "M-2 C-M-] b", "a\n|b\nc b"],
    ["ab|", "C-] Esc text:x", "abx|"],
  ],
  "overwrite": [
    ["|abc", "Insert text:xy", "xy|c"],
    ["|a\nb", "Insert text:xy", "xy|\nb"],
    ["|abc", "Insert text:xy Insert text:z", "xyz|c"],
    ["|abc", "Insert text:xy C-_", "x|bc"],
    ["abc|d", "Insert Backspace", "ab| d"],
    ["abcd|", "Insert Backspace", "abc|"],
  ],
  "tabs": [
    ["a|b", "Tab", "a\t|b"],
    ["a \t |b", "M-\\", "a|b"],
    ["a\n  |b", "M-\\", "a\n|b"],
  ],
  "case": [
    ["|straße éa", "M-u", "STRAßE| éa"],
    ["|cafe\u0301s", "M-c", "Cafe\u0301s|"],
    ["|одна две", "M-u", "ОДНА| две"],
  ],
  "graphemes": [
    ["a👩‍👩‍👧b|", "Left Left", "a|👩‍👩‍👧b"],
    ["a🇫🇷|b", "Backspace", "a|b"],
    ["|👍🏽b", "C-d", "|b"],
    ["e\u0301|", "Backspace", "|"],
    ["한국|", "C-b", "한|국"],
    ["กำลัง|", "Left Left Left", "|กำลัง"],
    ["👍🏽🇫🇷|", "C-t", "🇫🇷👍🏽|"],
    ["👩|👧", "text:\u200d", "👩‍👧|"],
    ["🇫🇷|🇩🇪", "text:🇩", "🇫🇷🇩🇩|🇪"],
    ["👩\u200dx|👧", "Backspace", "👩‍👧|"],
  ],
  "unbound keys do nothing": [
    ["a|b", "C-q", "a|b"],
    ["a|b", "F1 C-s M-x C-M-q", "a|b"],
  ],
};

for (const [name, rows] of Object.entries(GROUPS)) {
  Deno.test(`emacs: ${name}`, () => {
    for (const [from, keys, want] of rows) {
      assert.equal(emacs(from, keys), want, `${JSON.stringify(from)} ${keys}`);
    }
  });
}

Deno.test("emacs: a key that waits does not outlive a paste", () => {
  const { state } = press(editorAt("one"), split("C-v paste:x M-3 paste:y"), LINE_ROWS);
  assert.equal(marked(press(state, ["z"]).state), "onexyz|");
});

Deno.test("emacs: the mode says when characters replace", () => {
  assert.equal(mode(editorAt("")), "emacs");
  assert.equal(mode(press(editorAt(""), ["Insert"]).state), "emacs_overwrite");
});

Deno.test("emacs: M-y turns through ten kills and round", () => {
  const kills = Array.from({ length: 12 }, (_, n) => `text:${n} C-w C-e`).join(" ");
  const turn = (times: number) => "M-y ".repeat(times).trimEnd();
  assert.equal(emacs("", `${kills} C-y`), "11|");
  assert.equal(emacs("", `${kills} C-y ${turn(9)}`), "2|");
  assert.equal(emacs("", `${kills} C-y ${turn(10)}`), "11|");
  assert.equal(emacs("", `${kills} C-y M-y C-e C-y`), "1010|", "the turn lasts");
});
