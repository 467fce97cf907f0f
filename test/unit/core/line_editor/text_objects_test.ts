import assert from "node:assert/strict";
import { textObject } from "../../../../src/core/line_editor/text_objects.ts";
import { vi } from "./press.ts";

/** What an object covers, written in square brackets around it; null when there is none. */
function covered(from: string, object: string, around: boolean, count = 1): string | null {
  const caret = from.indexOf("|");
  const text = from.replace("|", "");
  const range = textObject(text, caret, object, around, count);
  if (range === null) return null;
  const { start, end, linewise } = range;
  return (linewise ? "L:" : "") + text.slice(0, start) + "«" + text.slice(start, end) + "»" +
    text.slice(end);
}

const ROWS: readonly (readonly [from: string, object: string, want: string | null])[] = [
  ["one t|wo three", "iw", "one «two» three"],
  ["one t|wo three", "aw", "one «two »three"],
  ["one tw|o", "aw", "one« two»"],
  ["tw|o", "aw", "«two»"],
  ["one | two", "iw", "one«  »two"],
  ["one | two x", "aw", "one«  two» x"],
  ["foo-|bar", "iw", "foo-«bar»"],
  ["foo|-bar", "iw", "foo«-»bar"],
  ["foo|-bar x", "iW", "«foo-bar» x"],
  ["foo|-bar x", "aW", "«foo-bar »x"],
  ["caf|é x", "iw", "«café» x"],
  ["one\nt|wo\nthree", "aw", "one\n«two»\nthree"],
  ["one\n|\ntwo", "iw", null],
  ['say "h|i you" x', 'i"', 'say "«hi you»" x'],
  ['say "h|i you" x', 'a"', 'say «"hi you" »x'],
  ['say "h|i"', 'a"', 'say« "hi"»'],
  ['|say "hi"', 'i"', 'say "«hi»"'],
  ['"a" |x "b"', 'i"', '"a" x "«b»"'],
  ['"a\\"|b"', 'i"', '"«a\\"b»"'],
  ['say |""', 'i"', 'say "«»"'],
  ["it's |x", "i'", null],
  ["`c|d`", "i`", "`«cd»`"],
  ["f(a, |b)", "i(", "f(«a, b»)"],
  ["f(a, |b)", "a)", "f«(a, b)»"],
  ["f|(a)", "ib", "f(«a»)"],
  ["f(a|)", "ib", "f(«a»)"],
  ["f(g(|a), b)", "i(", "f(g(«a»), b)"],
  ["f(g(|a), b)", "2i(", "f(«g(a), b»)"],
  ["[a, {|b}]", "i{", "[a, {«b»}]"],
  ["[a, {|b}]", "i[", "[«a, {b}»]"],
  ["x <b|r> y", "i<", "x <«br»> y"],
  ["{\n  a|: 1\n}", "iB", "L:{\n«  a: 1»\n}"],
  ["{\n  a|: 1\n}", "aB", "«{\n  a: 1\n}»"],
  ["{ a|\n}", "iB", "{« a\n»}"],
  ["a |b", "i(", null],
  ["a (|b", "i(", null],
  ["one\nt|wo\n\nthree", "ip", "L:«one\ntwo»\n\nthree"],
  ["one\nt|wo\n\nthree", "ap", "L:«one\ntwo\n»\nthree"],
  ["one\n|\n\nthree", "ip", "L:one\n«\n»\nthree"],
  ["a |b", "iz", null],
];

Deno.test("text objects: what each covers", () => {
  for (const [from, key, want] of ROWS) {
    const count = /^\d/.test(key) ? Number(key[0]) : 1;
    const [kind = "", object = ""] = key.replace(/^\d/, "");
    assert.equal(covered(from, object, kind === "a", count), want, `${from} ${key}`);
  }
});

Deno.test("text objects: with operators", () => {
  assert.equal(vi("one t|wo three", "d a w"), "one |three");
  assert.equal(vi("one t|wo three", "c i w text:x Esc"), "one |x three");
  assert.equal(vi('say "h|i" x', 'c i " text:yo Esc'), 'say "y|o" x');
  assert.equal(vi('say |"" x', 'c i " text:yo Esc'), 'say "y|o" x');
  assert.equal(vi("f(a|, b)", "d i ("), "f(|)");
  assert.equal(vi("f(a|, b)", "y i ( $ p"), "f(a, b)a, |b");
  assert.equal(vi("{\n  a|: 1\n}", "d i {"), "{\n|}");
  assert.equal(vi("{\n  a|: 1\n}", "c i { text:b Esc"), "{\n|b\n}");
  assert.equal(vi("one\nt|wo\n\nthree", "d a p"), "|three");
  assert.equal(vi("o|ne two three", "2 d a w"), "|three");
  assert.equal(vi("o|ne", "d i ("), "o|ne");
});
