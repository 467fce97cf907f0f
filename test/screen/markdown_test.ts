import assert from "node:assert/strict";
import { createRenderer, type RendererOptions, themeNamed } from "../../src/host/markdown/mod.ts";
import { CORPUS } from "../support/markdown_corpus.ts";
import { measure, openEmulator } from "./emulator.ts";

const ROWS = 24;
const BLANK = " /1/0,-1,0,-1,0,0";

function options(columns: number, extra: Partial<RendererOptions> = {}): RendererOptions {
  return {
    columns: () => columns,
    rows: () => ROWS,
    measure,
    color: true,
    interactive: true,
    osc8: false,
    wrapWidth: 80,
    theme: themeNamed("gruvbox-dark") ?? undefined,
    ...extra,
  };
}

/** What the terminal shows in the end: text, then every cell, then where the cursor is. */
async function screenOf(columns: number, output: string): Promise<string> {
  using screen = openEmulator({ columns, rows: ROWS });
  await screen.write(output.replaceAll("\n", "\r\n"));
  const { row, column } = screen.cursor();
  const cells = screen.cells().slice(0, row + 1).map((cells) =>
    cells.map((cell) => cell === BLANK ? "" : cell).join(" ").trimEnd()
  );
  return [...screen.lines().slice(0, row + 1), `@${row},${column}`, ...cells].join("\n");
}

function render(pieces: readonly string[], how: RendererOptions): string {
  const renderer = createRenderer(how);
  return pieces.map((piece) => renderer.push(piece)).join("") + renderer.end();
}

function pieces(text: string, size: (index: number) => number): string[] {
  const list: string[] = [];
  for (let at = 0, index = 0; at < text.length; index++) {
    const next = at + Math.max(1, size(index));
    list.push(text.slice(at, next));
    at = next;
  }
  return list;
}

const CUTS: readonly [string, (index: number) => number][] = [
  ["one code unit", () => 1],
  ["tokens", (index) => [3, 1, 5, 2, 7, 4][index % 6] ?? 1],
  ["lines or so", (index) => 31 + index % 17],
];

const CORPUS_PLAIN = CORPUS.filter((text) => !/[\u{e0000}-\u{e007f}]/u.test(text));

for (
  const [columns, cuts] of [[40, CUTS], [20, CUTS.slice(1, 2)], [100, CUTS.slice(1, 2)]] as const
) {
  Deno.test(`at ${columns} cells, a text cut anywhere ends as the same screen`, async () => {
    for (const text of CORPUS_PLAIN) {
      const how = options(columns);
      const expected = await screenOf(columns, render([text], how));
      const outputs = new Map([[render([text], { ...how, interactive: false }), "held back"]]);
      for (const [name, size] of cuts) outputs.set(render(pieces(text, size), how), name);
      for (const [output, name] of outputs) {
        assert.equal(await screenOf(columns, output), expected, `${name}: ${JSON.stringify(text)}`);
      }
    }
  });
}

Deno.test("on a screen of five rows, what is rewritten is still there to be", async () => {
  for (const text of CORPUS_PLAIN.filter((text) => text.length < 400)) {
    const how = options(30, { rows: () => 5 });
    const shown = async (output: string): Promise<string> => {
      using screen = openEmulator({ columns: 30, rows: 5 });
      await screen.write(output.replaceAll("\n", "\r\n"));
      return screen.lines().join("\n");
    };
    const expected = await shown(render([text], how));
    assert.equal(await shown(render(pieces(text, () => 2), how)), expected, JSON.stringify(text));
  }
});

Deno.test("a word is on the screen as soon as it has come, at its end as in its middle", async () => {
  const text = "# Title here\n\nSome **bold words** and `code` for you\n\n- item one\n" +
    "  1. inner item\n\n> quoted words\n\n| head | other |\n|---|---|\n| cell | more |\n\n" +
    "```ts\nconst code = 1;\n```\n\nlast words";
  using screen = openEmulator({ columns: 60, rows: ROWS });
  const renderer = createRenderer(options(60));
  let seen = "";
  for (const character of text) {
    seen += character;
    await screen.write(renderer.push(character).replaceAll("\n", "\r\n"));
    const word = /[a-zA-Z]{2,}$/.exec(seen)?.[0];
    // The language of a fence stands in its line.
    if (word === undefined) continue;
    const { row } = screen.cursor();
    assert.ok(
      screen.lines().slice(Math.max(0, row - 3), row + 1).some((line) => line.includes(word)),
      `${word} of ${JSON.stringify(seen.slice(-30))} in ${screen.lines().join("\n")}`,
    );
  }
});

Deno.test("a width that changes: what stands there stays, what comes is wrapped anew", async () => {
  for (const to of [30, 90]) {
    using screen = openEmulator({ columns: 60, rows: ROWS });
    let columns = 60;
    const renderer = createRenderer(options(60, { columns: () => columns }));
    const words = Array.from({ length: 60 }, (_, index) => `word${index}`);
    for (const [index, word] of words.entries()) {
      if (index === 30) {
        columns = to;
        screen.resize(to, ROWS);
      }
      await screen.write(renderer.push(`${word} `).replaceAll("\n", "\r\n"));
    }
    await screen.write(renderer.end().replaceAll("\n", "\r\n"));
    const lines = screen.lines().filter((line) => line !== "");
    // The terminal itself breaks the older rows again when it gets narrower, words and all.
    assert.equal(lines.join("").replaceAll(/\s/g, ""), words.join(""));
    assert.ok(lines.slice(-3).every((line) => line.length <= to));
  }
});

Deno.test("what others write in between is left alone", async () => {
  using screen = openEmulator({ columns: 40, rows: ROWS });
  const renderer = createRenderer(options(40));
  const write = (text: string): Promise<void> => screen.write(text.replaceAll("\n", "\r\n"));
  await write(renderer.push("A **paragraph that"));
  await write(renderer.leave() + "notice\n");
  await write(renderer.push(" goes** on\n\n| a | b |\n|---|---|\n| 1"));
  await write(renderer.leave() + "notice\n");
  await write(renderer.push(" | 2 |\n| 3 | 4 |\n\n```\ncode"));
  await write(renderer.leave() + "notice\n");
  await write(renderer.push("more\n```\n") + renderer.end());
  assert.deepEqual(screen.lines().filter((line) => line !== ""), [
    "A paragraph that",
    "notice",
    "goes** on",
    "┌───┬───┐",
    "│ a │ b │",
    "├───┼───┤",
    "│ 1 │   │",
    "notice",
    "│ 1 │ 2 │",
    "│ 3 │ 4 │",
    "└───┴───┘",
    "```",
    "code",
    "notice",
    "more",
    "```",
  ]);
});

Deno.test("links go to where they say, or say where they go", async () => {
  const how = options(80, { osc8: true });
  const output = render([
    "[docs](https://a.example/x) [https://bank.example](https://evil.example/) [x](javascript:a)",
  ], how);
  assert.ok(output.includes("\x1b]8;;https://a.example/x\x1b\\"));
  assert.ok(!output.includes("\x1b]8;;javascript"));
  using screen = openEmulator({ columns: 80, rows: ROWS });
  await screen.write(output.replaceAll("\n", "\r\n"));
  assert.deepEqual(screen.lines().slice(0, 2), [
    "docs https://bank.example (https://evil.example/) x (javascript:a)",
    "",
  ]);
});
