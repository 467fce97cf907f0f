/**
 * Measures the markdown renderer: tokens a second, into a pipe and to a terminal, and how cost and
 * memory develop with the length of an answer. Time is the process's own CPU time, so that other
 * work on the machine does not count.
 *
 *     deno run -A scripts/bench/markdown.ts
 */
import process from "node:process";
import { createRenderer, themeNamed } from "../../src/host/markdown/mod.ts";
import { Sanitizer } from "../../src/host/sanitize/mod.ts";
import { cellWidth } from "../../src/host/terminal/cell_width.ts";

/** One measurement. */
export interface MarkdownFigure {
  readonly what: string;
  readonly tokens: number;
  /** Tokens for each second of CPU time. */
  readonly perSecond: number;
  /** Bytes written for each byte of text. */
  readonly factor: number;
  /** Growth of the heap in MB, after the collector ran if it can be called. */
  readonly heapMb: number;
}

const TOKEN = 4;

const PROSE = "The **renderer** shows a token within one frame, and `code` in it; see " +
  "[the page](https://example.com/a) or *ask*. Another sentence follows, which is longer. ";
const DOCUMENT = `# Heading\n\n${PROSE.repeat(3)}\n\n- item one with **bold**\n- item two\n` +
  `  1. nested\n\n> quoted ${PROSE}\n\n\`\`\`ts\nconst a: number = 1; // comment\n` +
  "function f(x: string) {\n  return `${x}` + 'b';\n}\n```\n\n" +
  "| Name | Value |\n|---|---:|\n| a | 1 |\n| b | two words |\n\n";

const INPUTS: readonly (readonly [string, string])[] = [
  ["a document, 2 MB", DOCUMENT.repeat(Math.ceil(2_000_000 / DOCUMENT.length))],
  ["one line of 100,000 characters", PROSE.repeat(Math.ceil(100_000 / PROSE.length))],
  ["one word of 100,000 characters", "x".repeat(100_000)],
  [
    "a table of 5,000 rows",
    `| a | b | c |\n|---|---|---|\n${"| cell | **b** | text |\n".repeat(5000)}`,
  ],
  ["code, 200 kB", `\`\`\`ts\n${"const a = f(`x${b}`); // c\n".repeat(7500)}\`\`\`\n`],
  ["code in one line of 100,000", `\`\`\`js\n${"a=1;".repeat(25_000)}\n\`\`\`\n`],
  ["Chinese, 100 kB", `${"这是一个用来测量速度的段落，".repeat(40)}\n\n`.repeat(60)],
  ["openers that never close, 60 kB", "*a **b `c [d ".repeat(4600)],
];

/** Runs all inputs, into a pipe and to a terminal. */
export function measureMarkdown(): MarkdownFigure[] {
  return INPUTS.flatMap(([what, text]) => [
    measure(`${what}, pipe`, text, false),
    measure(`${what}, terminal`, text, true),
  ]);
}

function measure(what: string, text: string, interactive: boolean): MarkdownFigure {
  const renderer = createRenderer({
    columns: () => 80,
    rows: () => 24,
    measure: cellWidth,
    color: true,
    interactive,
    osc8: interactive,
    wrapWidth: 80,
    theme: themeNamed("gruvbox-dark") ?? undefined,
  });
  const sanitizer = new Sanitizer(() => ({ mode: "strip", color: true }));
  const collect = (globalThis as { gc?: () => void }).gc;
  collect?.();
  const heap = process.memoryUsage().heapUsed;
  const start = process.cpuUsage();
  let written = 0;
  let most = 0;
  let tokens = 0;
  for (let at = 0; at < text.length; at += TOKEN) {
    written += renderer.push(sanitizer.push(text.slice(at, at + TOKEN))).length;
    if (++tokens % 65_536 === 0) most = Math.max(most, process.memoryUsage().heapUsed);
  }
  collect?.();
  most = Math.max(collect === undefined ? most : 0, process.memoryUsage().heapUsed);
  written += renderer.end().length;
  const { user, system } = process.cpuUsage(start);
  return {
    what,
    tokens,
    perSecond: Math.round(tokens / ((user + system) / 1e6)),
    factor: written / text.length,
    heapMb: Math.max(0, most - heap) / 1e6,
  };
}

if (import.meta.main) {
  for (const { what, tokens, perSecond, factor, heapMb } of measureMarkdown()) {
    console.log(
      `${what.padEnd(44)}${String(tokens).padStart(8)} tokens ${
        String(perSecond).padStart(9)
      }/s  ` +
        `x${factor.toFixed(1).padStart(6)}  ${heapMb.toFixed(1).padStart(6)} MB`,
    );
  }
}
