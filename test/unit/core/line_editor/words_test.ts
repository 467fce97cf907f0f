import assert from "node:assert/strict";
import {
  backwardPunctuatedWord,
  backwardSpacedWord,
  backwardWord,
  forwardWord,
  isWordCharacter,
  moveWords,
  runEnd,
  runStart,
  wordClassAt,
} from "../../../../src/core/line_editor/words.ts";

Deno.test("words: letters and digits of any script, nothing else", () => {
  for (const char of "aZ09éßяかカー漢한กﬁｆ") {
    assert.ok(isWordCharacter(char.codePointAt(0) ?? 0), char);
  }
  for (const char of "_'-./ \n\t。・×÷😀🇫©") {
    assert.ok(!isWordCharacter(char.codePointAt(0) ?? 0), char);
  }
});

Deno.test("words: forward to the end, backward to the start", () => {
  const text = "foo_bar don't café 日本語x 😀 e\u0301a";
  const ends: number[] = [];
  for (let at = 0; at < text.length;) ends.push(at = forwardWord(text, at));
  assert.deepEqual(ends.map((at) => text.slice(0, at).split(/[ _']/u).at(-1)), [
    "foo",
    "bar",
    "don",
    "t",
    "café",
    "日本語x",
    "e\u0301a",
  ]);
  const starts: number[] = [];
  for (let at = text.length; at > 0;) starts.push(at = backwardWord(text, at));
  assert.deepEqual(starts, [27, 19, 14, 12, 8, 4, 0]);
  assert.equal(moveWords(text, 0, 2), 7);
  assert.equal(moveWords(text, 9, -2), 4);
  assert.equal(moveWords(text, 3, 0), 3);
});

Deno.test("words: a mark belongs to the character it stands on", () => {
  assert.equal(forwardWord("e\u0301\u0301x y", 0), 4);
  assert.equal(backwardWord("x e\u0301\u0301", 5), 2);
  assert.equal(backwardWord("a 👩‍👧", 7), 0);
});

Deno.test("words: C-w stops at white space, in vi mode at punctuation too", () => {
  const rubbed = (by: typeof backwardSpacedWord, text: string) =>
    text.slice(0, by(text, text.length));
  assert.equal(rubbed(backwardSpacedWord, "cat /usr/bin"), "cat ");
  assert.equal(rubbed(backwardSpacedWord, "foo-bar  "), "");
  assert.equal(rubbed(backwardSpacedWord, "one\n"), "");
  assert.equal(rubbed(backwardPunctuatedWord, "foo-bar"), "foo-");
  assert.equal(rubbed(backwardPunctuatedWord, "foo.. "), "foo");
  assert.equal(rubbed(backwardPunctuatedWord, "été"), "");
});

Deno.test("words: vi's classes and runs", () => {
  assert.equal(wordClassAt("a_", 1, "word"), "keyword");
  assert.equal(wordClassAt("é", 0, "word"), "keyword");
  assert.equal(wordClassAt("-", 0, "word"), "other");
  assert.equal(wordClassAt("-", 0, "WORD"), "keyword");
  assert.equal(wordClassAt("\n", 0, "word"), "space");
  assert.equal(runEnd("ab-c", 0, "word"), 2);
  assert.equal(runEnd("ab-c d", 0, "WORD"), 4);
  assert.equal(runStart("ab--", 4, "word"), 2);
  assert.equal(runStart("ab", 0, "word"), 0);
});
