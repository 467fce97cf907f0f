import assert from "node:assert/strict";
import { type ReasoningDisplay, ReasoningFilter } from "../../../../src/app/show/mod.ts";

function shown(display: ReasoningDisplay, ...pieces: string[]): string {
  const filter = new ReasoningFilter(display);
  return pieces.map((piece) => filter.push(piece)).join("") + filter.end();
}

Deno.test("reasoning in full, cut, hinted at, or not at all", () => {
  assert.equal(shown("full", "a", "b"), "ab");
  assert.equal(shown("hidden", "a", "b"), "");
  assert.equal(shown("timer", "a", "b"), "");
  assert.equal(shown("static", "a", "b"), "Reasoning…");
  assert.equal(shown("progress", "a".repeat(150), "b".repeat(450)), "Reasoning...");
  assert.equal(shown(5, "abc", "def", "ghi"), "abcde…");
  assert.equal(shown(5, "abc", "de"), "abcde");
  assert.equal(shown(2, "a😀b"), "a…", "never half a character");
});

Deno.test("each block of reasoning begins anew", () => {
  const filter = new ReasoningFilter(3);
  assert.equal(filter.push("abcd") + filter.end(), "abc…");
  assert.equal(filter.push("xyz") + filter.end(), "xyz");
});

Deno.test("a summary: what a block begins with and the headings in it, however it is cut", () => {
  const texts: readonly (readonly [string, string])[] = [
    ["First I look. Then I think.\nMore.\n", "First I look.\n\n"],
    ["no end", "no end\n\n"],
    [
      "**Looking around**\n\nThe user wants.\n\n**Deciding**\n\nSo.",
      "**Looking around**\n\n**Deciding**\n\n",
    ],
    ["\n## One ##\ntext\n```sh\n# no heading\n```\n# Two", "**One**\n\n**Two**\n\n"],
    ["text **bold** text\n**bold** and more\n", "text **bold** text\n\n"],
    ["```\n# code first\n```\nThen words.", "Then words.\n\n"],
    ["x".repeat(500), `${"x".repeat(160)}…\n\n`],
    ["", ""],
    [" \n\n", ""],
  ];
  for (const [text, expected] of texts) {
    assert.equal(shown("summary", text), expected, text);
    assert.equal(shown("summary", ...text.split("")), expected, `${text}, a character at a time`);
  }
  const filter = new ReasoningFilter("summary");
  assert.equal(filter.push("One") + filter.end(), "One\n\n");
  assert.equal(filter.push("Two") + filter.end(), "Two\n\n");
});
