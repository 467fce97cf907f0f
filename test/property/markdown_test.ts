import assert from "node:assert/strict";
import fc from "fast-check";
import { createRenderer, type RendererOptions } from "../../src/host/markdown/mod.ts";
import { TerminalRow } from "../../src/host/printer/mod.ts";
import { measure, openEmulator } from "../screen/emulator.ts";
import { CORPUS } from "../support/markdown_corpus.ts";

const FRAGMENTS = [
  ..."ab \n*_`~[]()<>!#&|-+=1.\\\t:^\"'",
  "\n\n",
  "**",
  "```",
  "```ts\n",
  "    ",
  "- ",
  "  - ",
  "1. ",
  "> ",
  "# ",
  "|-|-|\n",
  "| a | b |\n",
  "---\n",
  "===\n",
  "[a](b)",
  "[^1]: ",
  "[x]: y\n",
  "&amp;",
  "<div>\n",
  "  \n",
  "\r\n",
  "漢字",
  "👩‍👩‍👧",
  "e\u0301",
  "\u0301",
  "🇩🇪",
  "שלום",
  "\x1b[31m",
  "word ",
  "a longer stretch of words to be wrapped ",
  "x".repeat(45),
];
const markdown = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 40 })
  .map((parts) => parts.join(""));
const anything = fc.oneof(markdown, fc.string({ unit: "binary", maxLength: 200 }));
const cuts = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 8 });

function options(extra: Partial<RendererOptions> = {}): RendererOptions {
  return {
    columns: () => 30,
    rows: () => 12,
    measure,
    color: true,
    interactive: true,
    osc8: false,
    ...extra,
  };
}

function* pieces(text: string, sizes: readonly number[]): Iterable<string> {
  for (let at = 0, index = 0; at < text.length; index++) {
    const size = sizes[index % sizes.length] ?? 1;
    yield text.slice(at, at + size);
    at += size;
  }
}

function render(text: string, sizes: readonly number[], how: RendererOptions): string {
  const renderer = createRenderer(how);
  let output = "";
  for (const piece of pieces(text, sizes)) output += renderer.push(piece);
  return output + renderer.end();
}

Deno.test("held back, a text gives the same bytes however it is cut", () => {
  fc.assert(
    fc.property(anything, cuts, fc.integer({ min: 20, max: 90 }), (text, sizes, columns) => {
      const how = options({ interactive: false, columns: () => columns });
      assert.equal(render(text, sizes, how), render(text, [text.length + 1], how));
    }),
    { numRuns: 600 },
  );
});

Deno.test("shown as it comes, a text ends as the same screen however it is cut", async () => {
  const shown = async (output: string): Promise<string> => {
    using screen = openEmulator({ columns: 30, rows: 12 });
    await screen.write(output.replaceAll("\n", "\r\n"));
    const { row, column } = screen.cursor();
    return [...screen.lines(), `${row},${column}`, ...screen.cells().map(String)].join("\n");
  };
  await fc.assert(
    fc.asyncProperty(markdown, cuts, async (text, sizes) => {
      const expected = await shown(
        render(text, [text.length + 1], options({ interactive: false })),
      );
      assert.equal(await shown(render(text, sizes, options())), expected);
    }),
    { numRuns: 150 },
  );
});

Deno.test("nothing is thrown, and nothing gets out but text, SGR and what redraw needs", () => {
  fc.assert(
    fc.property(anything, cuts, fc.integer({ min: 1, max: 60 }), (text, sizes, columns) => {
      const output = render(text, sizes, options({ columns: () => columns, osc8: true }));
      const rest = output.replaceAll(ALLOWED, "");
      // deno-lint-ignore no-control-regex -- what must not be there
      assert.doesNotMatch(rest, /[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
      assert.ok(rest.isWellFormed());
    }),
    { numRuns: 600 },
  );
});

Deno.test("no row is wider than the terminal", () => {
  const how = fc.record({
    columns: fc.integer({ min: 20, max: 90 }),
    border: fc.constantFrom("box" as const, "pipe" as const),
    lineNumbers: fc.boolean(),
    wrapWidth: fc.integer({ min: 0, max: 100 }),
  });
  fc.assert(
    fc.property(markdown, how, (text, { columns, border, lineNumbers, wrapWidth }) => {
      const output = render(text, [text.length + 1], {
        ...options({ color: false, interactive: false, wrapWidth }),
        columns: () => columns,
        table: { border },
        code: { lineNumbers },
      });
      const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
      for (const row of output.split("\n")) {
        const cells = [...segmenter.segment(row)].reduce((sum, { segment }) => {
          return sum + measure(segment);
        }, 0);
        assert.ok(cells <= columns, row);
      }
    }),
    { numRuns: 600 },
  );
});

Deno.test("no word is lost", () => {
  const words = (text: string): string => text.replaceAll(/[^a-z漢字]/g, "");
  const plain = fc.array(
    fc.constantFrom(
      "ab ",
      "cd\n",
      "ef",
      "漢字",
      "**",
      "*",
      "`",
      "- ",
      "> ",
      "| ",
      "\n",
      "# ",
      "~~",
    ),
    { maxLength: 60 },
  ).map((parts) => parts.join(""));
  fc.assert(
    fc.property(plain, cuts, (text, sizes) => {
      const output = render(text, sizes, options({ interactive: false, color: false }));
      assert.equal(words(output), words(text));
    }),
    { numRuns: 600 },
  );
});

Deno.test("who follows the output knows the row it stopped on", () => {
  fc.assert(
    fc.property(fc.oneof(markdown, fc.constantFrom(...CORPUS)), cuts, (text, sizes) => {
      const renderer = createRenderer(options());
      const follower = new TerminalRow();
      for (const piece of pieces(text.slice(0, 400), sizes)) {
        follower.follow(renderer.push(piece));
        assert.equal(follower.clean, renderer.row === "");
        const { text, styled } = follower.at(30, measure);
        assert.equal(plain(text), plain(renderer.row));
        assert.equal(styled, false);
      }
      follower.follow(renderer.end());
      assert.ok(follower.clean);
    }),
    { numRuns: 200 },
  );
});

function plain(text: string): string {
  return text.replaceAll(SGR, "");
}

// deno-lint-ignore no-control-regex -- what is taken out
const SGR = /\x1b\[[0-9;:]*m/g;
const ALLOWED =
  // deno-lint-ignore no-control-regex -- what may be there
  /\x1b\[[0-9;:]*m|\x1b\]8;;[!-~]*\x1b\\|\x1b\[2K\r|\x1b\[\d+A\r\x1b\[J\r/g;

Deno.test("what is kept does not grow with the text", () => {
  for (const text of ["word *em* ", "x", "| a | b |\n", "- item\n", "a\n\n", "`` ` "]) {
    const renderer = createRenderer(options());
    let longest = 0;
    renderer.push("| h | i |\n|---|---|\n");
    for (let count = 0; count < 3000; count++) {
      longest = Math.max(longest, renderer.push(text).length);
    }
    // No more than the rows of a screen, with their colours, is written for one piece.
    assert.ok(longest < 12 * 30 * 40, `${text}: ${longest}`);
  }
});
