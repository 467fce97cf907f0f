import assert from "node:assert/strict";
import fc from "fast-check";
import { notice } from "../../../../src/core/notices/mod.ts";
import {
  channelStyle,
  type ColorChoice,
  type FormatChoice,
  Printer,
} from "../../../../src/host/printer/mod.ts";
import { cellWidth } from "../../../../src/host/terminal/mod.ts";
import { settle } from "../../../support/clock.ts";
import { FakeStream } from "./fake_stream.ts";

const NEVER = new AbortController().signal;
const STALL_MS = 1;

interface Setup {
  readonly format?: FormatChoice;
  readonly color?: ColorChoice;
  /** Which channels are the terminal. */
  readonly terminal?: readonly ("out" | "err")[];
  readonly noColor?: string;
  readonly term?: string;
  /** Both channels are one pipe, as by `2>&1`. */
  readonly onePipe?: boolean;
}

function setUp(setup: Setup = {}) {
  const { format = "auto", color = "auto", terminal = [], noColor, term, onePipe = false } = setup;
  let columns = 20;
  const gone: string[] = [];
  const screen: string[] = [];
  const sink = (text: string): void => void screen.push(text);
  const make = (fd: number, channel: "out" | "err") => {
    const shown = terminal.includes(channel);
    return new FakeStream(fd, { terminal: shown, ...(shown || onePipe ? { sink } : {}) });
  };
  const stdout = make(1, "out");
  const stderr = make(2, "err");
  const style = (isTerminal: boolean) =>
    channelStyle({ format, color, terminal: isTerminal, term: term ?? "xterm", noColor });
  const printer = new Printer({
    stdout,
    stderr,
    oneDestination: onePipe,
    out: style(stdout.isTerminal()),
    err: style(stderr.isTerminal()),
    size: () => ({ columns, rows: 5 }),
    measure: cellWidth,
    onGone: (channel, code) => gone.push(`${channel} ${code}`),
  });
  return {
    printer,
    stdout,
    stderr,
    gone,
    resize: (to: number) => void (columns = to),
    /** What the terminal, or the one pipe, got from both channels. */
    get screen() {
      return screen.join("");
    },
    flush: () => printer.flush(1000),
  };
}

Deno.test("the answer is on stdout, everything else on stderr", async () => {
  const bench = setUp();
  bench.printer.text("Hel");
  bench.printer.notice(notice("a warning"));
  bench.printer.text("lo");
  bench.printer.endLine();
  await bench.flush();
  assert.equal(bench.stdout.text, "Hello\n");
  assert.equal(bench.stderr.text, "a warning\n");
});

Deno.test("a piece of the answer is not held for a line", async () => {
  const { printer, stdout } = setUp();
  stdout.script.push("stick");
  printer.text("Hel");
  assert.equal(stdout.stuck, true);
  stdout.release();
  await printer.flush(1000);
});

Deno.test("a line is ended once, wherever it is unfinished", async () => {
  for (const terminal of [[], ["out"], ["err"], ["out", "err"]] as const) {
    const bench = setUp({ terminal, format: "text-pretty" });
    bench.printer.endLine();
    bench.printer.text("a");
    bench.printer.endLine();
    bench.printer.endLine();
    bench.printer.text("b\n");
    bench.printer.endLine();
    bench.printer.chrome("thinking");
    bench.printer.endLine();
    bench.printer.endLine();
    await bench.flush();
    if (terminal.length === 2) assert.equal(bench.screen, "a\nb\nthinking\n");
    else assert.deepEqual([bench.stdout.text, bench.stderr.text], ["a\nb\n", "thinking\n"]);
  }
});

Deno.test("chrome on the terminal does not continue the answer's line", async () => {
  const bench = setUp({ terminal: ["out", "err"] });
  bench.printer.text("Hel");
  bench.printer.notice(notice("a warning"));
  bench.printer.text("lo");
  await bench.flush();
  assert.equal(bench.screen, "Hel\na warning\nlo");
});

for (const format of ["json", "json-pretty"] as const) {
  Deno.test(`${format}: everything said is a JSON value, whatever is in it`, async () => {
    const bench = setUp({ format, terminal: ["out", "err"] });
    const nasty = 'a\x1b[31m\r\n\u009b2J\x7f"\\';
    bench.printer.record({ type: "x", text: nasty });
    bench.printer.notice(notice(nasty, { n: 1 }));
    bench.printer.errRecord({ message: nasty });
    bench.printer.status("never shown");
    await bench.flush();
    // deno-lint-ignore no-control-regex -- control characters are what must not be there
    assert.doesNotMatch(bench.screen, /[\0-\x09\x0b-\x1f\x7f-\x9f]/);
    const values = [bench.stdout.text, bench.stderr.text].map((text) =>
      text.split(format === "json" ? /(?<=\n)/ : /(?<=^\}\n)/m).map((each) => JSON.parse(each))
    );
    assert.deepEqual(values, [
      [{ type: "x", text: nasty }],
      [{ message: nasty, n: 1 }, { message: nasty }],
    ]);
  });
}

Deno.test("no escape byte and no CR where the format is not text-pretty, whatever is said", async () => {
  const hostile = fc.string({ unit: fc.constantFrom("a", "\x1b", "[", "3", "m", "\r", "\n", "]") });
  const act = fc.tuple(fc.constantFrom("text", "chrome", "notice", "status", "endLine"), hostile);
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { maxLength: 10 }),
      fc.constantFrom<Setup>(
        { terminal: [] },
        { terminal: [], color: "always" },
        { terminal: ["out", "err"], term: "dumb" },
        { terminal: ["out", "err"], term: "" },
        { terminal: ["out", "err"], format: "text", color: "always" },
        { terminal: ["out", "err"], format: "json" },
      ),
      async (acts, setup) => {
        const bench = setUp(setup);
        bench.printer.sanitize = "off";
        for (const [what, text] of acts) {
          if (what === "text") bench.printer.text(text);
          else if (what === "chrome") bench.printer.chrome(text);
          else if (what === "notice") bench.printer.notice(notice(text));
          else if (what === "status") bench.printer.status(text || null);
          else bench.printer.endLine();
        }
        await bench.flush();
        // deno-lint-ignore no-control-regex -- an escape byte is what must not be there
        assert.doesNotMatch(bench.stdout.text + bench.stderr.text, /[\x1b\r]/);
      },
    ),
    { numRuns: 60 },
  );
});

Deno.test("colours of others are shown in colour only, and end with the answer", async () => {
  const red = async (setup: Setup): Promise<string> => {
    const bench = setUp({ terminal: ["out", "err"], ...setup });
    bench.printer.text("a\x1b[31mb");
    bench.printer.endLine();
    await bench.flush();
    return bench.screen;
  };
  assert.equal(await red({}), "a\x1b[31mb\x1b[0m\n");
  assert.equal(await red({ noColor: "1" }), "ab\n");
  assert.equal(await red({ color: "never" }), "ab\n");
  assert.equal(await red({ term: "dumb" }), "ab\n");
});

Deno.test("a sequence cut in two by the stream is still one", async () => {
  const bench = setUp();
  for (const piece of ["a\x1b", "]0;ti", "tle\x07b", "\x1b[3", "1mc\r", "\nd"]) {
    bench.printer.text(piece);
  }
  await bench.flush();
  assert.equal(bench.stdout.text, "abc\nd");
});

Deno.test("a stuck stdout does not stop stderr, nor the other way round", async () => {
  for (const [stuck, free] of [["stdout", "stderr"], ["stderr", "stdout"]] as const) {
    const bench = setUp();
    bench[stuck].script.push("stick");
    bench.printer.text("answer");
    bench.printer.notice(notice("chrome"));
    await settle();
    assert.equal(bench[stuck].text, "");
    assert.notEqual(bench[free].text, "");
    bench[stuck].release();
    assert.equal(await bench.flush(), "done");
  }
});

Deno.test("two channels in one pipe: no record is written into another", async () => {
  const bench = setUp({ format: "json", onePipe: true });
  bench.stdout.script.push({ take: 5 }, "stick", { take: 3 });
  bench.printer.record({ long: "x".repeat(100) });
  bench.printer.notice(notice("a retry"));
  bench.printer.record({ next: 1 });
  await settle();
  bench.stdout.release();
  await bench.flush();
  assert.deepEqual(bench.screen.trimEnd().split("\n").map((line) => JSON.parse(line)), [
    { long: "x".repeat(100) },
    { message: "a retry" },
    { next: 1 },
  ]);
});

Deno.test("two channels in one pipe: chrome does not continue the answer's line", async () => {
  const bench = setUp({ onePipe: true });
  bench.printer.text("Hel");
  bench.printer.notice(notice("a retry"));
  bench.printer.text("lo");
  bench.printer.endLine();
  bench.printer.endLine();
  await bench.flush();
  assert.equal(bench.screen, "Hel\na retry\nlo\n");
});

Deno.test("flush gives up on a reader that does not read, and not on a slow one", async () => {
  const stuck = setUp();
  stuck.stdout.script.push("stick");
  stuck.printer.text("answer");
  assert.equal(await stuck.printer.flush(STALL_MS), "stalled");
  stuck.stdout.release();
  assert.equal(await stuck.flush(), "done");

  const slow = setUp();
  slow.stdout.script.push(...Array.from({ length: 6 }, () => ({ take: 1 })));
  slow.printer.text("answer");
  assert.equal(await slow.flush(), "done");
  assert.equal(slow.stdout.text, "answer");
});

Deno.test("a reader that is gone closes its channel, is told, and nothing else changes", async () => {
  const bench = setUp();
  bench.stdout.script.push({ fail: "EPIPE" });
  bench.printer.text("answer");
  await settle();
  bench.printer.text("more");
  bench.printer.notice(notice("chrome"));
  assert.equal(await bench.flush(), "done");
  assert.deepEqual(bench.gone, ["out EPIPE"]);
  assert.equal(bench.stderr.text, "chrome\n");
  assert.equal(bench.stdout.text, "");
});

Deno.test("a producer is held back while the reader of the answer is far behind", async () => {
  const bench = setUp();
  bench.stdout.script.push("stick");
  bench.printer.text("x".repeat(300_000));
  let room = false;
  const waiting = bench.printer.room(NEVER).then(() => room = true);
  await settle();
  assert.equal(room, false);
  bench.stdout.release();
  await waiting;
});

Deno.test("a closed channel takes nothing and owes nothing", async () => {
  const bench = setUp();
  bench.stdout.script.push("stick");
  bench.printer.text("a");
  bench.printer.text("b");
  bench.printer.close("out");
  bench.printer.text("c");
  bench.stdout.release();
  assert.equal(await bench.flush(), "done");
  assert.equal(bench.stdout.text, "a");
});

Deno.test("while something is held nothing goes out anywhere; afterwards all of it does", async () => {
  for (const terminal of [[], ["out"], ["err"], ["out", "err"]] as const) {
    const bench = setUp({ terminal });
    {
      using _hold = await bench.printer.hold(NEVER);
      bench.printer.text("answer\n");
      bench.printer.notice(notice("chrome"));
      await settle();
      assert.equal(bench.stdout.text + bench.stderr.text, "");
    }
    await bench.flush();
    assert.equal(bench.stdout.text, "answer\n");
    assert.equal(bench.stderr.text, "chrome\n");
  }
});

Deno.test("a hold waits for the write under way, and knows the row it stopped on", async () => {
  const bench = setUp({ terminal: ["out", "err"] });
  bench.stdout.script.push("stick");
  bench.printer.text("Hel");
  bench.printer.text("lo");
  const holding = bench.printer.hold(NEVER);
  await settle();
  bench.stdout.release();
  using hold = await holding;
  // What is queued behind it is not on the screen, and so not on the row.
  assert.deepEqual({ text: hold.row.text, column: hold.row.column }, { text: "Hel", column: 3 });
});

Deno.test("a row that stands is written again with what follows it, any other one at once", async () => {
  const cases = [
    ["nobody has written it", "Hel", false, false],
    ["its holder has", "Hel", true, false],
    ["its holder has, and its attributes are in force no more", "\x1b[1mHel", true, false],
    ["somebody else has had the terminal", "Hel", true, true],
  ] as const;
  for (const [what, text, stands, moved] of cases) {
    const bench = setUp({ terminal: ["out", "err"] });
    bench.printer.text(text);
    await bench.flush();
    const before = bench.stdout.writes.length;
    const hold = await bench.printer.hold(NEVER);
    if (moved) bench.printer.moved();
    hold.used(1, stands);
    hold[Symbol.dispose]();
    assert.equal(await bench.flush(), "done");
    const waits = stands && !moved;
    assert.equal(bench.stdout.text.includes(`\r${text}`), !waits, what);
    bench.printer.text("lo");
    await bench.flush();
    if (waits) assert.equal(bench.stdout.writes.at(-1), `\r${text}lo`, what);
    assert.ok(bench.stdout.writes.length > before, what);
  }
});

Deno.test("a row that stands is left alone once the terminal has another width", async () => {
  const bench = setUp({ terminal: ["out", "err"] });
  bench.printer.text("Hel");
  await bench.flush();
  const hold = await bench.printer.hold(NEVER);
  hold.used(1, true);
  hold[Symbol.dispose]();
  bench.resize(10);
  bench.printer.text("lo");
  await bench.flush();
  assert.equal(bench.stdout.writes.at(-1), "lo");
});

Deno.test("a hold that is given up does not wait for a stuck terminal", async () => {
  const bench = setUp({ terminal: ["out", "err"] });
  bench.stdout.script.push("stick");
  bench.printer.text("Hel");
  const stop = new AbortController();
  const holding = bench.printer.hold(stop.signal);
  stop.abort();
  (await holding)[Symbol.dispose]();
  bench.stdout.release();
  await bench.flush();
});

Deno.test("two holds: output goes on when both are gone", async () => {
  const bench = setUp({ terminal: ["out", "err"] });
  bench.printer.text("Hel");
  await bench.flush();
  const first = await bench.printer.hold(NEVER);
  const second = await bench.printer.hold(NEVER);
  bench.printer.text("lo");
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  await settle();
  assert.equal(bench.screen, "Hel");
  second[Symbol.dispose]();
  await bench.flush();
  assert.equal(bench.screen.replaceAll("\rHel", ""), "Hello");
});

Deno.test("a status line never leaves a byte in a pipe, nor where it could not be rewritten", async () => {
  for (
    const setup of [
      { terminal: [] },
      { terminal: [], format: "text-pretty" },
      { terminal: ["out"] },
      { terminal: ["out", "err"], format: "text" },
      { terminal: ["out", "err"], term: "dumb" },
    ] as const
  ) {
    const bench = setUp(setup);
    bench.printer.status("Waiting…");
    bench.printer.text("answer");
    bench.printer.status(null);
    await bench.flush();
    assert.equal(bench.stdout.text + bench.stderr.text, "answer");
  }
});

Deno.test("a terminal that takes nothing gets one status line, the newest", async () => {
  const bench = setUp({ terminal: ["err"] });
  bench.stderr.script.push("stick");
  for (let second = 0; second < 1000; second++) bench.printer.status(`Waiting ${second}`);
  await settle();
  bench.stderr.release();
  await bench.flush();
  const CLEAR = "\r\x1b[2K";
  assert.equal(bench.screen, `${CLEAR}Waiting 0${CLEAR}Waiting 999`);
});

Deno.test("the last line stands alone, whatever was on the row", async () => {
  const last = async (act: (printer: Printer) => void, setup: Setup = {}): Promise<string> => {
    const bench = setUp({ terminal: ["out", "err"], ...setup });
    act(bench.printer);
    await bench.flush();
    return bench.printer.lastLine(notice("terminating"));
  };
  // A clean row may have the key's echo on it.
  assert.equal(await last(() => {}), "\r\x1b[2Kterminating program…\n");
  assert.equal(await last(() => {}, { term: "dumb" }), "terminating program…\n");
  assert.equal(await last((printer) => printer.text("Hel")), "\r\nterminating program…\n");
  assert.equal(
    await last((printer) => printer.status("Waiting")),
    "\r\x1b[2Kterminating program…\n",
  );
  assert.equal(
    await last((printer) => printer.text("Hel"), { terminal: [] }),
    "terminating program…\n",
  );
  assert.equal(
    await last((printer) => printer.record({}), { format: "json" }),
    '{"message":"terminating program…"}\n',
  );
});
