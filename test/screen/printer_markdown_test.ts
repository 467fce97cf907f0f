/**
 * Markdown through the printer, on an emulated terminal: status lines, prompts, messages and other
 * sources of text come in between, and the answer ends as it would have without them.
 */
import assert from "node:assert/strict";
import { notice } from "../../src/core/notices/mod.ts";
import { createRenderer } from "../../src/host/markdown/mod.ts";
import { type Pace, type PaceTimer, Printer } from "../../src/host/printer/mod.ts";
import { CORPUS } from "../support/markdown_corpus.ts";
import { FakeStream } from "../unit/host/printer/fake_stream.ts";
import { type Emulator, measure, openEmulator } from "./emulator.ts";

const NEVER = new AbortController().signal;
const STYLE = { format: "text-pretty", color: true } as const;
const ROWS = 24;

class Bench implements Disposable {
  readonly printer: Printer;
  readonly screen: Emulator;
  readonly written: string[] = [];

  constructor(columns = 40, synchronizes = false, timer?: PaceTimer) {
    const screen = this.screen = openEmulator({ columns, rows: ROWS, reflowCursorLine: true });
    const sink = (text: string): void => void this.write(text.replaceAll(/\r?\n/g, "\r\n"));
    this.printer = new Printer({
      stdout: new FakeStream(1, { terminal: true, sink }),
      stderr: new FakeStream(2, { terminal: true, sink }),
      out: STYLE,
      err: STYLE,
      size: () => ({ columns: screen.columns, rows: screen.rows }),
      measure,
      synchronizes,
      ...(timer === undefined ? {} : { timer }),
      onGone: (channel, code) => assert.fail(`${channel} ${code}`),
    });
  }

  markdown(channel: "out" | "err" = "out", base = "", pace: Pace | null = null) {
    return this.printer.stream(
      channel,
      createRenderer({
        columns: () => this.screen.columns,
        rows: () => this.screen.rows,
        measure,
        color: true,
        interactive: true,
        osc8: true,
        base,
      }),
      pace,
    );
  }

  /** A prompt of so many rows, drawn below the row at hand and wiped. */
  async prompt(rows = 1): Promise<void> {
    using hold = await this.printer.hold(NEVER);
    const below = hold.row.column > 0 ? 1 : 0;
    const up = rows - 1 + below;
    this.write(`${below ? "\r\n" : ""}${Array(rows).fill("[c,r,s,a,?]").join("\r\n")}`);
    this.write(`\r${up > 0 ? `\x1b[${up}A` : ""}${below ? "\x1b[B" : ""}\x1b[J`);
    if (below) this.write("\x1b[A");
    hold.used(rows);
  }

  async lines(): Promise<string[]> {
    await this.printer.flush(1000);
    await this.screen.write("");
    const { row } = this.screen.cursor();
    return this.screen.lines().slice(0, row + 1);
  }

  write(text: string): void {
    this.written.push(text);
    void this.screen.write(text);
  }

  [Symbol.dispose](): void {
    this.screen[Symbol.dispose]();
  }
}

async function whole(text: string, columns: number): Promise<string[]> {
  using bench = new Bench(columns);
  const stream = bench.markdown();
  stream.write(text);
  stream.end();
  return await bench.lines();
}

function cut(text: string, length: number): string[] {
  return Array.from(
    { length: Math.ceil(text.length / length) },
    (_, index) => text.slice(index * length, (index + 1) * length),
  );
}

const TEXTS = CORPUS.filter((text) =>
  text.length < 1500 && !/[\u{e0000}-\u{e007f}]/u.test(text) && text.trim() !== ""
);

Deno.test("status lines and prompts anywhere in markdown leave it as it would have been", async () => {
  for (const [index, text] of TEXTS.entries()) {
    const columns = [40, 23, 80][index % 3] ?? 40;
    const expected = await whole(text, columns);
    // With the screen full a prompt scrolls, and what is above it may be out of reach.
    if (expected.length > ROWS - 4) continue;
    using bench = new Bench(columns, index % 2 === 0);
    const stream = bench.markdown();
    for (const [at, piece] of cut(text, 5).entries()) {
      stream.write(piece);
      if (at % 3 === 1) bench.printer.status(`⏱ Waiting… ${at}s`);
      if (at % 4 === 2) await bench.printer.flush(1000);
      if (at % 7 === 5) await bench.prompt(1 + at % 3);
      if (at % 5 === 4) bench.printer.status(null);
    }
    bench.printer.status(null);
    stream.end();
    assert.deepEqual(await bench.lines(), expected, JSON.stringify(text));
  }
});

Deno.test("a message in the middle of a paragraph has a row of its own, and the text goes on", async () => {
  using bench = new Bench();
  const stream = bench.markdown();
  stream.write("Some **bold te");
  bench.printer.notice(notice("noted"));
  stream.write("xt** and more\n");
  stream.end();
  assert.deepEqual(await bench.lines(), ["Some bold te", "noted", "xt** and more", ""]);
});

Deno.test("what was not decided yet is shown before another writes", async () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ["so*", " far", ["so*", "far"]],
    ["word\\", " more", ["word\\", "more"]],
    ["| a | b |\n|--", "-|---|", ["| a | b | |--", "-|---|"]],
    ["bold **x*", "* tail", ["bold *x", "* tail"]],
    ["text [link](http", "s://x.example) b", ["text [link](http", "s://x.example) b"]],
  ];
  for (const [before, after, expected] of cases) {
    using bench = new Bench();
    const stream = bench.markdown();
    stream.write(before);
    bench.printer.notice(notice("noted"));
    stream.write(after);
    stream.end();
    const lines = (await bench.lines()).filter((line) => line !== "noted" && line !== "");
    assert.deepEqual(lines, expected, before);
  }
});

Deno.test("reasoning and answer are two texts, each with its own markup and sequences", async () => {
  using bench = new Bench();
  const reasoning = bench.markdown("err", "48;5;236");
  const answer = bench.markdown();
  reasoning.write("I *think \x1b]0;");
  answer.write("The an");
  reasoning.write("title\x07so*");
  answer.write("swer is **4");
  reasoning.end();
  answer.write("2**.");
  answer.end();
  const lines = await bench.lines();
  assert.deepEqual(lines, ["I think", "The an", "so*", "swer is 42.", ""]);
  assert.ok(!bench.written.join("").includes("]0;"));
});

Deno.test("a background reaches to the edge of the screen and no further down", async () => {
  using bench = new Bench(20);
  const stream = bench.markdown("err", "48;5;236");
  for (const piece of cut("one two three four five six\n\nseven", 3)) stream.write(piece);
  stream.end();
  bench.printer.text("answer\n");
  await bench.lines();
  const filled = bench.screen.cells().map((row) =>
    row.filter((cell) => cell.includes(",236,")).length
  );
  assert.deepEqual(filled.slice(0, 6), [20, 20, 20, 20, 0, 0]);
});

Deno.test("a terminal resized in the middle: no word is lost, what comes fits", async () => {
  for (const to of [22, 70]) {
    using bench = new Bench(44);
    const stream = bench.markdown();
    const words = Array.from({ length: 80 }, (_, index) => `word${index}`);
    for (const [index, word] of words.entries()) {
      if (index === 37) {
        await bench.lines();
        bench.screen.resize(to, ROWS);
      }
      stream.write(`${word} `);
    }
    stream.end();
    const lines = (await bench.lines()).filter((line) => line !== "");
    assert.equal(lines.join("").replaceAll(/\s/g, ""), words.join(""));
    assert.ok(lines.slice(-4).every((line) => line.length <= to));
  }
});

Deno.test("a stop leaves what is there to the shell, and goes on below it", async () => {
  using bench = new Bench();
  const stream = bench.markdown();
  stream.write("| a | b |\n|---|---|\n| 1 | 2 |\n| 3");
  bench.printer.status("⏱ Waiting…");
  await bench.lines();
  bench.write("\r\n[1]+ Stopped\r\n$ fg\r\n");
  bench.printer.moved();
  bench.printer.status(null);
  stream.write(" | 4 |\n\nend\n");
  stream.end();
  const lines = await bench.lines();
  const at = lines.indexOf("$ fg");
  assert.deepEqual(lines.slice(0, 4), ["┌───┬───┐", "│ a │ b │", "├───┼───┤", "│ 1 │ 2 │"]);
  assert.deepEqual(lines.slice(at + 1), ["│ 3 │ 4 │", "└───┴───┘", "", "end", ""]);
});

Deno.test("what a prompt has scrolled away is not written again", async () => {
  using bench = new Bench();
  const stream = bench.markdown();
  stream.write(`${"para\n\n".repeat(11)}| a | b |\n|---|---|\n`);
  for (let row = 0; row < 6; row++) stream.write(`| ${row} | x |\n`);
  await bench.lines();
  await bench.prompt(20);
  stream.write("| 6 | y |\n\nend\n");
  stream.end();
  const lines = await bench.lines();
  for (const row of ["│ 0 │ x │", "│ 5 │ x │", "│ 6 │ y │", "end"]) {
    assert.equal(lines.filter((line) => line === row).length, 1, `${row} in ${lines.join("\n")}`);
  }
});

Deno.test("what was printed is on the screen before a question is asked about it", async () => {
  using bench = new Bench();
  const stream = bench.markdown();
  for (const piece of cut("Calling a tool:\n\n- one\n- two\n", 3)) stream.write(piece);
  stream.end();
  await bench.printer.shown(1000, NEVER);
  using _hold = await bench.printer.hold(NEVER);
  await bench.screen.write("");
  assert.deepEqual(bench.screen.lines().slice(0, 4), ["Calling a tool:", "", "• one", "• two"]);
});

Deno.test("an update that is shown at once begins and ends in one write", async () => {
  using bench = new Bench(40, true);
  const stream = bench.markdown();
  for (const piece of cut("A *word* and a [link](https://a.example/)\n", 2)) stream.write(piece);
  bench.printer.status("⏱ Waiting…");
  stream.end();
  await bench.lines();
  for (const write of bench.written) {
    // deno-lint-ignore no-control-regex -- the marks are what is looked for
    const marks = write.match(/\x1b\[\?2026[hl]/g) ?? [];
    assert.ok(marks.length === 0 || marks.join() === "\x1b[?2026h,\x1b[?2026l", write);
  }
  assert.ok(bench.written.some((write) => write.includes("\x1b[?2026h")));
});

/** A time that stands still until it is told. */
function stopwatch() {
  const due: (() => void)[] = [];
  let now = 0;
  const timer = {
    now: () => now,
    after: (_: number, run: () => void) => {
      due.push(run);
      return () => void due.splice(due.indexOf(run), due.includes(run) ? 1 : 0);
    },
  };
  const pass = (ms: number): void => {
    now += ms;
    for (const run of due.splice(0)) run();
  };
  return { timer, pass };
}

Deno.test("typed text ends as it would have at once, whatever comes in between", async () => {
  for (const [index, text] of TEXTS.entries()) {
    const columns = [40, 23, 80][index % 3] ?? 40;
    const expected = await whole(text, columns);
    if (expected.length > ROWS - 4) continue;
    const { timer, pass } = stopwatch();
    using bench = new Bench(columns, index % 2 === 0, timer);
    const stream = bench.markdown("out", "", { textDelay: 4, codeDelay: 1, maxLatency: 0 });
    for (const [at, piece] of cut(text, 5).entries()) {
      stream.write(piece);
      pass(7);
      if (at % 3 === 1) bench.printer.status(`⏱ Waiting… ${at}s`);
      if (at % 7 === 5) await bench.prompt(1 + at % 3);
    }
    bench.printer.status(null);
    stream.end();
    assert.deepEqual(await bench.lines(), expected, JSON.stringify(text));
  }
});

Deno.test("what is typed comes before whatever is written after it", async () => {
  const { timer } = stopwatch();
  using bench = new Bench(40, false, timer);
  const pace = { textDelay: 1000, codeDelay: 1000, maxLatency: 0 };
  const reasoning = bench.markdown("err", "", pace);
  const answer = bench.markdown("out", "", pace);
  reasoning.write("A thought.\n");
  answer.write("An answer.\n");
  await bench.printer.flush(1000);
  answer.write("\nMore of it.\n");
  bench.printer.notice(notice("noted"));
  answer.write("The last.\n");
  bench.printer.text("plain\n");
  answer.end();
  reasoning.end();
  const lines = (await bench.lines()).filter((line) => line !== "");
  assert.deepEqual(lines, [
    "A thought.",
    "An answer.",
    "More of it.",
    "noted",
    "The last.",
    "plain",
  ]);
});
