import assert from "node:assert/strict";
import {
  createRenderer,
  type RendererOptions,
  THEME_NAMES,
  themeNamed,
} from "../../../../src/host/markdown/mod.ts";
import { measure } from "../../core/frame/measure.ts";

function render(text: string, extra: Partial<RendererOptions> = {}): string {
  const renderer = createRenderer({
    columns: () => 40,
    rows: () => 24,
    measure,
    color: false,
    interactive: false,
    osc8: false,
    ...extra,
  });
  return renderer.push(text) + renderer.end();
}

const lines = (...rows: string[]): string => rows.join("\n") + "\n";

const CASES: readonly [what: string, text: string, shown: string][] = [
  ["headings", "# A *b*\n## C ##\n\nD\n===\n", lines("# A *b*", "## C", "", "# D")],
  ["a paragraph", "one\ntwo  \nthree", lines("one two", "three")],
  [
    "wrapping between words",
    "The words of this line are wrapped where the row of forty cells is full.",
    lines("The words of this line are wrapped where", "the row of forty cells is full."),
  ],
  ["marks stay without colour", "**a** *b* ~~c~~ `d`", lines("**a** *b* ~~c~~ `d`")],
  ["links", "[a](http://b.c) <http://d.e>", lines("a (http://b.c) http://d.e")],
  [
    "reference links",
    "[r]: http://x.y\n\n[text][r]\n",
    lines("[r]: http://x.y", "", "text (http://x.y)"),
  ],
  ["lists", "- a\n  - b\n    - c\n* d", lines("• a", "  ◦ b", "    ▪ c", "• d")],
  ["numbers count on", "3. a\n3. b\n\n9) c", lines("3. a", "4. b", "", "9) c")],
  ["tasks", "- [ ] a\n- [x] b", lines("[ ] a", "[x] b")],
  ["empty items", "-\n- a\n-", lines("•", "• a", "•")],
  [
    "items are wrapped under their text",
    "- an item that is longer than the row of the screen",
    lines("• an item that is longer than the row of", "  the screen"),
  ],
  ["quotes", "> a\n>\n> > b\n\nc", lines("│ a", "│", "│ │ b", "", "c")],
  ["fences", "```ts x\nlet a;\n\n  b\n```", lines("```ts x", "let a;", "", "  b", "```")],
  ["a fence in an item", "- a\n  ```\n  b\n  ```", lines("• a", "  ```", "  b", "  ```")],
  ["indented code", "a\n\n    b\n\n      c\n\nd", lines("a", "", "    b", "", "      c", "", "d")],
  ["a break", "a\n\n---\nb", lines("a", "", "─".repeat(40), "b")],
  [
    "html is text",
    "<div>\n*a*\n</div>\n\nx <b>y</b>",
    lines("<div>", "*a*", "</div>", "", "x <b>y</b>"),
  ],
  ["footnotes", "a[^1]\n\n[^1]: b\n    c", lines("a[1]", "", "[1]: b c")],
  [
    "a table",
    "| a | b |\n|:-|-:|\n| x | 12 |\n| long | 3 |",
    lines(
      "┌──────┬────┐",
      "│ a    │  b │",
      "├──────┼────┤",
      "│ x    │ 12 │",
      "│ long │  3 │",
      "└──────┴────┘",
    ),
  ],
  [
    "cells are wrapped, and the row that goes on says so",
    "| a | b |\n|-|-|\n| a text that is wrapped in its cell | b |",
    lines(
      `┌${"─".repeat(34)}┬───┐`,
      `│ a${" ".repeat(32)}│ b │`,
      `├${"─".repeat(34)}┼───┤`,
      "│ a text that is wrapped in its    │ b │",
      `┆ cell${" ".repeat(29)}┆   ┆`,
      `└${"─".repeat(34)}┴───┘`,
    ),
  ],
  [
    "more cells than columns",
    "| a |\n|-|\n| b | c |",
    lines("┌───────┐", "│ a     │", "├───────┤", "│ b | c │", "└───────┘"),
  ],
  ["wide glyphs", "漢".repeat(21), lines("漢".repeat(20), "漢")],
  ["CR LF", "a\r\n\r\nb\r\n", lines("a", "", "b")],
  ["blank lines around", "\n\na\n\n\n\nb\n\n", lines("a", "", "b")],
  ["nothing", "\n \n", ""],
];

for (const [what, text, shown] of CASES) {
  Deno.test(`rendered: ${what}`, () => assert.equal(render(text), shown));
}

Deno.test("tables with the bars of markdown are markdown", () => {
  const text = "| a | b |\n|---|--:|\n| xyz | 1 |\n";
  assert.equal(
    render(text, { table: { border: "pipe" } }),
    lines("| a   | b |", "|-----|--:|", "| xyz | 1 |"),
  );
});

Deno.test("a column is no wider than the settings say", () => {
  const shown = render("| a |\n|-|\n| some more words |", { table: { maxColumnWidth: 10 } });
  assert.ok(shown.split("\n").every((row) => row.length <= 14), shown);
  assert.ok(shown.includes("┆ words"), shown);
  const plain = render("| a |\n|-|\n| some more words |", {
    table: { maxColumnWidth: 10, continuationEdge: false },
  });
  assert.ok(plain.includes("│ words"), plain);
});

Deno.test("a table longer than the screen keeps the widths it has, and all of its text", () => {
  const rows = Array.from({ length: 60 }, (_, index) => `| r${index} | ${"x".repeat(index)} |\n`);
  const shown = render(`| a | b |\n|---|---|\n${rows.join("")}`);
  for (let index = 0; index < 60; index++) assert.ok(shown.includes(`│ r${index} `), `${index}`);
  assert.equal(shown.replaceAll(/[^x]/g, "").length, 59 * 30);
  assert.equal(new Set(shown.trimEnd().split("\n").map((row) => row.length)).size, 1);
});

Deno.test("line numbers count lines, not rows", () => {
  const text = "```\n" + "y".repeat(40) + "\nb\n```";
  assert.equal(
    render(text, { code: { lineNumbers: true } }),
    lines("```", `   1  ${"y".repeat(34)}`, `      ${"y".repeat(6)}`, "   2  b", "```"),
  );
});

Deno.test("code in colour loses no character; what goes on over lines is carried", () => {
  const code = '/* a\nb */ const x = `1\n${2}`; // c\n"s\\"t" 0x1f Type';
  const shown = render(`\`\`\`ts\n${code}\n\`\`\``, {
    color: true,
    theme: themeNamed("ansi") ?? undefined,
  });
  // deno-lint-ignore no-control-regex -- SGR is taken out
  const plain = shown.replaceAll(/\x1b\[[0-9;]*m/g, "");
  assert.equal(plain, lines("```ts", ...code.split("\n"), "```"));
  const rows = shown.split("\n");
  assert.ok(rows[2]?.startsWith("\x1b[2;3mb */\x1b[0m "), JSON.stringify(rows[2]));
  assert.ok(rows[3]?.startsWith("\x1b[32m${2}`\x1b[0m"), JSON.stringify(rows[3]));
});

Deno.test("colour off is without any escape, redraw on is with no more than redraw needs", () => {
  const text = "# a\n\n**b** `c`\n\n```ts\nlet x;\n```\n\n| a |\n|-|\n| b |\n";
  assert.doesNotMatch(render(text), ESCAPES);
  const renderer = createRenderer({
    columns: () => 20,
    rows: () => 24,
    measure,
    color: false,
    interactive: true,
    osc8: false,
  });
  let output = "";
  for (const character of text) output += renderer.push(character);
  output += renderer.end();
  // deno-lint-ignore no-control-regex -- what redraw may use
  assert.doesNotMatch(output.replaceAll(/\x1b\[2K\r|\x1b\[\d+A\r\x1b\[J\r/g, ""), ESCAPES);
});

// deno-lint-ignore no-control-regex -- control characters are what must not be there
const ESCAPES = /[\0-\x09\x0b-\x1f\x7f-\x9f]/;

Deno.test("SGR of the text acts inside its paragraph, and on top of markdown's", () => {
  assert.equal(
    render("a \x1b[31mb **c**\n\nd\n", { color: true }),
    lines("a \x1b[31mb \x1b[0m\x1b[1;31mc\x1b[0m", "", "d"),
  );
  assert.equal(render("a \x1b[31mb\x1b[0m"), lines("a b"));
});

Deno.test("a renderer takes one text after the other", () => {
  const renderer = createRenderer({
    columns: () => 40,
    rows: () => 24,
    measure,
    color: false,
    interactive: true,
    osc8: false,
  });
  assert.equal(renderer.push("```\ncode"), "```\ncode");
  assert.equal(renderer.row, "code");
  assert.equal(renderer.end(), "\n");
  assert.equal(renderer.row, "");
  assert.equal(renderer.push("*a*") + renderer.end(), "*a*\n");
});

Deno.test("every theme has its name, and no other", () => {
  assert.ok(THEME_NAMES.includes("gruvbox-dark"));
  for (const name of THEME_NAMES) assert.notEqual(themeNamed(name), null);
  assert.equal(themeNamed("no such"), null);
  assert.equal(themeNamed("constructor"), null);
});
