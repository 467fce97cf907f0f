/**
 * What a person sees of the printer's output, prompts and status lines included: everything goes
 * through a terminal emulator, cell for cell.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { notice } from "../../../../src/core/notices/mod.ts";
import { Printer } from "../../../../src/host/printer/mod.ts";
import { cellWidth } from "../../../../src/host/terminal/mod.ts";
import { type Screen, TerminalScreen } from "../../../support/mod.ts";
import { FakeStream } from "./fake_stream.ts";

const NEVER = new AbortController().signal;
const encoder = new TextEncoder();

class Bench implements AsyncDisposable {
  readonly printer: Printer;
  readonly #screen: TerminalScreen;

  constructor(columns = 20, rows = 8) {
    const screen = new TerminalScreen({ cols: columns, rows });
    const style = { format: "text-pretty", color: true } as const;
    const stream = (fd: number) =>
      new FakeStream(fd, { terminal: true, sink: (text) => this.#kernel(text) });
    this.#screen = screen;
    this.printer = new Printer({
      stdout: stream(1),
      stderr: stream(2),
      out: style,
      err: style,
      size: () => ({ columns, rows }),
      measure: cellWidth,
      onGone: (channel, code) => assert.fail(`${channel} ${code}`),
    });
  }

  /**
   * What a prompt does that writes the row again itself: the row, something drawn, everything wiped,
   * the cursor put back, so many cells off on a terminal that has other widths.
   */
  async carefulPrompt(off = 0): Promise<void> {
    using hold = await this.printer.hold(NEVER);
    const { text, column, styled } = hold.row;
    this.#kernel(`\r\x1b[K${text}${styled ? "\x1b[m" : ""}`);
    this.#kernel(`${column > 0 ? "\n" : ""}[?]`);
    const back = column > 0 ? `\x1b[A\x1b[${Math.min(column + off, 19)}C` : "";
    this.#kernel(`\r\x1b[2K${back}`);
    hold.used(1, true);
  }

  /** What a prompt does: a clean line, something drawn, everything wiped, the cursor put back. */
  async prompt(): Promise<void> {
    using hold = await this.printer.hold(NEVER);
    const { column } = hold.row;
    this.#kernel(`${column > 0 ? "\n" : ""}[?]`);
    this.#kernel(`\r\x1b[2K${column > 0 ? "\x1b[A" : ""}`);
    // What the kernel may have dropped on a Ctrl-C key: the row is written again anyway.
    this.#kernel("\x1b[2K");
  }

  async screen(): Promise<Screen> {
    await this.printer.flush(1000);
    return await this.#screen.snapshot();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#screen[Symbol.asyncDispose]();
  }

  #kernel(text: string): void {
    this.#screen.feed(encoder.encode(text.replaceAll("\n", "\r\n")));
  }
}

/** The same output without a prompt. */
async function plain(pieces: readonly string[], columns: number): Promise<Screen> {
  await using bench = new Bench(columns);
  for (const piece of pieces) bench.printer.text(piece);
  return await bench.screen();
}

const CASES: readonly [what: string, before: string][] = [
  ["a clean line", "line\n"],
  ["an empty screen", ""],
  ["the middle of a line", "Hel"],
  ["a wrapped line", "a line that is longer than the terminal"],
  ["an exactly full row", "12345678901234567890"],
  ["two exactly full rows", "1234567890123456789012345678901234567890"],
  ["wide glyphs", "漢字漢字漢"],
  ["a row full of wide glyphs", "漢字漢字漢字漢字漢字"],
  ["a wide glyph that did not fit", "1234567890123456789漢"],
  ["a tab", "a\tb"],
  ["a style that goes on", "\x1b[1;32mgreen"],
  ["a style from the line before", "\x1b[1;32mgreen\nstill"],
  ["a style on a clean line", "\x1b[1;32mgreen\n"],
];

for (const kind of ["prompt", "carefulPrompt"] as const) {
  for (const [what, before] of CASES) {
    Deno.test(`a ${kind === "prompt" ? "prompt" : "prompt that writes the row again"} on ${what} leaves every cell, and output goes on where it stopped`, async () => {
      await using bench = new Bench();
      bench.printer.text(before);
      const unprompted = await bench.screen();
      await bench[kind]();
      const prompted = await bench.screen();
      assert.deepEqual(prompted.cells, unprompted.cells);
      assert.deepEqual(prompted.cursor, unprompted.cursor);
      bench.printer.text("lo, and more\n");
      const after = await bench.screen();
      const expected = await plain([before, "lo, and more\n"], 20);
      assert.deepEqual(after.cells, expected.cells);
      assert.deepEqual(after.cursor, expected.cursor);
      assert.deepEqual(after.modes.pen, expected.modes.pen);
    });
  }
}

Deno.test("what is said while a prompt is up comes after it, in order", async () => {
  await using bench = new Bench();
  bench.printer.text("Hel");
  {
    using _hold = await bench.printer.hold(NEVER);
    bench.printer.text("lo\n");
    bench.printer.notice(notice("noted"));
    bench.printer.text("end");
    bench.printer.status("never over a prompt");
    assert.equal((await bench.screen()).text, "Hel");
  }
  bench.printer.status(null);
  assert.equal((await bench.screen()).text, "Hello\nnoted\nend");
});

Deno.test("the status line makes way for everything and stands below it", async () => {
  await using bench = new Bench();
  const { printer } = bench;
  printer.status("⏱ Waiting… 1s");
  assert.equal((await bench.screen()).text, "⏱ Waiting… 1s");
  printer.status("⏱ Waiting…");
  assert.equal((await bench.screen()).text, "⏱ Waiting…");
  printer.notice(notice("noted"));
  assert.equal((await bench.screen()).text, "noted\n⏱ Waiting…");
  printer.text("line\n");
  assert.equal((await bench.screen()).text, "noted\nline\n⏱ Waiting…");
  // In the middle of a line it stands below, and the line goes on where it stopped.
  printer.text("Hel");
  printer.status("⏱ Waiting… 2s");
  assert.equal((await bench.screen()).text, "noted\nline\nHel\n⏱ Waiting… 2s");
  printer.text("lo\n");
  assert.equal((await bench.screen()).text, "noted\nline\nHello\n⏱ Waiting… 2s");
  printer.status(null);
  const { text, cursor } = await bench.screen();
  assert.equal(text, "noted\nline\nHello");
  assert.deepEqual({ x: cursor.x, y: cursor.y }, { x: 0, y: 3 });
});

Deno.test("a status line is cut to one row, wide glyphs too", async () => {
  for (const words of ["a status that is longer than a row", "漢字漢字漢字漢字漢字漢字"]) {
    await using bench = new Bench();
    bench.printer.status(words);
    const { lines, cursor } = await bench.screen();
    assert.ok(words.startsWith(lines[0] ?? "?"));
    assert.equal(cursor.y, 0, "it did not wrap");
    bench.printer.status(null);
    assert.equal((await bench.screen()).text, "");
  }
});

Deno.test("a prompt takes the status line away and puts it back", async () => {
  await using bench = new Bench();
  bench.printer.text("line\n");
  bench.printer.status("⏱ Waiting…");
  await bench.screen();
  {
    using _hold = await bench.printer.hold(NEVER);
    assert.equal((await bench.screen()).text, "line");
  }
  assert.equal((await bench.screen()).text, "line\n⏱ Waiting…");
});

Deno.test("a prompt begins without the answer's style", async () => {
  await using bench = new Bench();
  bench.printer.text("\x1b[31mred");
  using _hold = await bench.printer.hold(NEVER);
  assert.deepEqual((await bench.screen()).modes.pen, []);
});

const piece = fc.oneof(
  fc.string({ minLength: 1, maxLength: 8 }),
  fc.constantFrom("漢字", "\n", "line\n", "\t", "\x1b[1m", "\x1b[0m"),
);

Deno.test("prompts anywhere in a stream change nothing of it", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(piece, fc.boolean()), { minLength: 1, maxLength: 10 }),
      fc.integer({ min: 4, max: 12 }),
      async (steps, columns) => {
        await using bench = new Bench(columns);
        for (const [text, prompt] of steps) {
          bench.printer.text(text);
          if (!prompt) continue;
          await bench.printer.flush(1000);
          await bench.prompt();
        }
        const { lines, cursor, scrollback } = await bench.screen();
        const expected = await plain(steps.map(([text]) => text), columns);
        const all = [...scrollback, ...lines].join("\n").trimEnd();
        const wanted = [...expected.scrollback, ...expected.lines].join("\n").trimEnd();
        // A prompt at the bottom scrolls; what is written is the same.
        assert.equal(all, wanted);
        assert.equal(cursor.x, expected.cursor.x);
      },
    ),
    { numRuns: 80 },
  );
});

Deno.test("status lines anywhere in a stream change nothing of it", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(piece, fc.constantFrom("none", "show", "hide")), { maxLength: 12 }),
      async (steps) => {
        await using bench = new Bench(12);
        for (const [text, what] of steps) {
          if (what !== "none") bench.printer.status(what === "show" ? "⏱ Waiting…" : null);
          bench.printer.text(text);
        }
        bench.printer.status(null);
        const { lines, cursor, scrollback } = await bench.screen();
        const expected = await plain(steps.map(([text]) => text), 12);
        assert.deepEqual([...scrollback, ...lines], [...expected.scrollback, ...expected.lines]);
        assert.deepEqual(cursor, expected.cursor);
      },
    ),
    { numRuns: 80 },
  );
});

Deno.test("a character that a prompt has parted is put together again", async () => {
  for (const [before, after] of [["cafe", "\u0301 noir"], ["日本 e", "\u0301!"]] as const) {
    for (const waits of [false, true]) {
      await using bench = new Bench();
      bench.printer.text(before);
      await bench.screen();
      const prompted = bench.carefulPrompt();
      if (waits) bench.printer.text(after);
      await prompted;
      if (!waits) bench.printer.text(after);
      const seen = await bench.screen();
      const expected = await plain([before, after], 20);
      assert.deepEqual(seen.cells, expected.cells);
      assert.deepEqual(seen.cursor, expected.cursor);
    }
  }
});

Deno.test("after a row whose width terminals disagree about, output goes on where it stopped", async () => {
  for (const before of ["\u{1f600}\u{1f600} e", "a\tb"]) {
    await using bench = new Bench();
    bench.printer.text(before);
    await bench.screen();
    await bench.carefulPrompt(1);
    bench.printer.text(" end.");
    assert.deepEqual((await bench.screen()).cells, (await plain([before, " end."], 20)).cells);
  }
});
