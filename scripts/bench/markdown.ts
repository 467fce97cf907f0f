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

/** A text that is measured. */
export interface MarkdownInput {
  readonly what: string;
  readonly text: string;
  /** Made to be slow; nobody writes like that. */
  readonly hostile?: boolean;
}

/** One measurement. */
export interface MarkdownFigure {
  readonly tokens: number;
  /** Tokens for each second of CPU time. */
  readonly perSecond: number;
  /** What a token costs in the last tenth of the text, in units of what it costs in the second. */
  readonly growth: number;
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

/** What is measured. */
export const MARKDOWN_INPUTS: readonly MarkdownInput[] = [
  { what: "a document, 2 MB", text: DOCUMENT.repeat(Math.ceil(2_000_000 / DOCUMENT.length)) },
  {
    what: "one line of 100,000 characters",
    text: PROSE.repeat(Math.ceil(100_000 / PROSE.length)),
  },
  { what: "one word of 100,000 characters", text: "x".repeat(100_000) },
  {
    what: "a table of 5,000 rows",
    text: `| a | b | c |\n|---|---|---|\n${"| cell | **b** | text |\n".repeat(5000)}`,
  },
  {
    what: "code, 200 kB",
    text: `\`\`\`ts\n${"const a = f(`x${b}`); // c\n".repeat(7500)}\`\`\`\n`,
  },
  { what: "code in one line of 100,000", text: `\`\`\`js\n${"a=1;".repeat(25_000)}\n\`\`\`\n` },
  { what: "Chinese, 100 kB", text: `${"这是一个用来测量速度的段落，".repeat(40)}\n\n`.repeat(60) },
  { what: "openers that never close, 60 kB", text: "*a **b `c [d ".repeat(4600), hostile: true },
];

/** Renders a text, a token at a time, into a pipe or to a terminal. */
export function measureMarkdown({ text }: MarkdownInput, interactive: boolean): MarkdownFigure {
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
  const tenth = Math.ceil(text.length / TOKEN / 10);
  const marks: number[] = [];
  for (let at = 0; at < text.length; at += TOKEN) {
    if (tokens % tenth === 0) marks.push(cpuSince(start));
    written += renderer.push(sanitizer.push(text.slice(at, at + TOKEN))).length;
    if (++tokens % 65_536 === 0) most = Math.max(most, process.memoryUsage().heapUsed);
  }
  marks.push(cpuSince(start));
  collect?.();
  most = Math.max(collect === undefined ? most : 0, process.memoryUsage().heapUsed);
  written += renderer.end().length;
  const [, second = 0, third = 0] = marks;
  const [ninth = 0, last = 0] = marks.slice(-2);
  return {
    tokens,
    perSecond: Math.round(tokens / (cpuSince(start) / 1e6)),
    growth: (last - ninth) / Math.max(1, third - second),
    factor: written / text.length,
    heapMb: Math.max(0, most - heap) / 1e6,
  };
}

/** Microseconds. */
function cpuSince(start: ReturnType<typeof process.cpuUsage>): number {
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

if (import.meta.main) {
  for (const input of MARKDOWN_INPUTS) {
    for (const interactive of [false, true]) {
      const { tokens, perSecond, growth, factor, heapMb } = measureMarkdown(input, interactive);
      console.log(
        `${`${input.what}, ${interactive ? "terminal" : "pipe"}`.padEnd(44)}` +
          `${String(tokens).padStart(8)} tokens ${String(perSecond).padStart(9)}/s  ` +
          `x${factor.toFixed(1).padStart(6)}  ${growth.toFixed(2).padStart(5)} times  ` +
          `${heapMb.toFixed(1).padStart(6)} MB`,
      );
    }
  }
}
