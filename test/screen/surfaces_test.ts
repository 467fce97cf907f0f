/**
 * Every place where words of a model, a tool or a server are shown, under attack: the terminal's
 * title, clipboard, modes and input queue stay as they are, and so does what stands above.
 */
import assert from "node:assert/strict";
import { callMarkdown, resultMarkdown, type ToolLook, waitText } from "../../src/app/show/mod.ts";
import { oneLine } from "../../src/app/commands/one_line.ts";
import { openFrame, paint } from "../../src/core/frame/mod.ts";
import { notice } from "../../src/core/notices/mod.ts";
import { createRenderer } from "../../src/host/markdown/mod.ts";
import { Printer } from "../../src/host/printer/mod.ts";
import { safeName } from "../../src/host/sanitize/mod.ts";
import { type InlineSelect, OPENED, viewSelect } from "../../src/interaction/widgets/mod.ts";
import { FakeStream } from "../unit/host/printer/fake_stream.ts";
import { ATTACKS, show } from "./attacks.ts";
import { measure } from "./emulator.ts";

const STYLE = { format: "text-pretty", color: true } as const;
const SIZE = { columns: 60, rows: 10 };
const ABOVE = "Run local shell tool? [y,n]\n";
const LOOK: ToolLook = {
  hidden: false,
  parameters: "json",
  results: "full",
  errors: "full",
  links: { results: "osc8", errors: "full" },
};

/** What a printer writes to a terminal. */
async function printed(print: (printer: Printer) => void | Promise<void>): Promise<string> {
  let output = "";
  const sink = (text: string): void => void (output += text);
  const printer = new Printer({
    stdout: new FakeStream(1, { terminal: true, sink }),
    stderr: new FakeStream(2, { terminal: true, sink }),
    out: STYLE,
    err: STYLE,
    size: () => SIZE,
    measure,
    synchronizes: true,
    onGone: (channel, code) => assert.fail(`${channel} ${code}`),
  });
  printer.text(ABOVE);
  await print(printer);
  await printer.flush(1000);
  return output;
}

function markdown(channel: "out" | "err", base = "") {
  return (printer: Printer, text: string, size: number): void => {
    const renderer = createRenderer({
      columns: () => SIZE.columns,
      rows: () => SIZE.rows,
      measure,
      color: true,
      interactive: true,
      osc8: true,
      base,
    });
    const stream = printer.stream(channel, renderer);
    for (let at = 0; at < text.length; at += size) stream.write(text.slice(at, at + size));
    stream.end();
  };
}

type Surface = (printer: Printer, attack: string) => void | Promise<void>;

const SURFACES: Readonly<Record<string, Surface>> = {
  "an answer": (printer, attack) => markdown("out")(printer, `a${attack}b`, 3),
  "an answer in code": (printer, attack) =>
    markdown("out")(printer, `\`\`\`sh\na${attack}b\n\`\`\`\n`, 2),
  "an answer in a table and a link": (printer, attack) =>
    markdown("out")(printer, `| a${attack}b |\n|---|\n| [x](https://e.x/${attack}) |\n`, 5),
  "reasoning": (printer, attack) => markdown("err", "48;5;236")(printer, `a${attack}b`, 1),
  "plain text": (printer, attack) => {
    const stream = printer.stream("out");
    for (const unit of `a${attack}b`.split("")) stream.write(unit);
    stream.end();
  },
  "a notice": (printer, attack) => printer.notice(notice(`a${attack}b`)),
  "a title": (printer, attack) => printer.text(`title          ${oneLine(`a${attack}b`)}\n`),
  "a call's name": (printer, attack) =>
    markdown("err")(printer, callMarkdown({ name: `a${attack}b`, arguments: {} }, LOOK), 4),
  "a call's arguments": (printer, attack) =>
    markdown("err")(printer, callMarkdown({ name: "a", arguments: { a: attack } }, LOOK), 4),
  "a call in one line": (printer, attack) => {
    const look = { ...LOOK, parameters: "function_call" } as const;
    markdown("err")(printer, callMarkdown({ name: "a", arguments: { [attack]: attack } }, look), 9);
  },
  "what a command printed of a call": (printer, attack) => {
    const how = { kind: "formatted", text: `a${attack}b\n` } as const;
    markdown("err")(printer, callMarkdown({ name: "a", arguments: {} }, LOOK, how), 4);
  },
  "a call that was skipped": (printer, attack) => {
    const skipped = { content: `a${attack}b`, is_error: true, ended: "skipped" } as const;
    markdown("err")(printer, resultMarkdown(skipped, LOOK), 7);
  },
  "a result": (printer, attack) =>
    markdown("err")(printer, resultMarkdown({ content: `a${attack}b`, is_error: false }, LOOK), 7),
  "a status line": async (printer, attack) => {
    printer.status(waitText({ kind: "tools", names: [attack] }, 0));
    await printer.flush(1000);
    printer.status(`⏱ Pending conversation lock (session: ${attack})`);
    await printer.flush(1000);
    printer.status(null);
  },
};

for (const [surface, print] of Object.entries(SURFACES)) {
  Deno.test(`${surface} can do nothing to the terminal`, async () => {
    for (const [what, attack] of ATTACKS) {
      const output = await printed((printer) => print(printer, attack));
      const { seen, events } = await show(output);
      // A hyperlink of ours goes where the text says, and nowhere else.
      const others = events.filter((event) => event !== "OSC 8");
      assert.deepEqual(others, [], `${surface} that ${what}`);
      assert.equal(
        output.split("\x1b]8;;https://e.x/").length - 1,
        (events.length - others.length) / 2,
      );
      assert.equal(seen.hidden, false, what);
      assert.equal(seen.lines[0], ABOVE.trimEnd(), `${surface} that ${what}`);
    }
  });
}

Deno.test("a prompt's words can do nothing to the terminal", async () => {
  for (const [what, attack] of ATTACKS) {
    const select: InlineSelect = {
      message: `Run local ${safeName(`a${attack}b`)} tool?`,
      preamble: [`--- a/${attack}`, `+++ b/${attack}`],
      choices: [{ key: "y", label: `run ${attack}` }],
    };
    for (const help of [false, true]) {
      const view = viewSelect(select, { ...OPENED, help }, { ...SIZE, measure, kitty: false });
      const { output } = paint(openFrame(), view, { size: SIZE, measure });
      const { seen, events } = await show(`above\n${output}`);
      assert.deepEqual(events, [], what);
      assert.equal(seen.hidden, false, what);
      assert.equal(seen.lines[0], "above", what);
    }
  }
});

Deno.test("names show what would reorder or hide them, wherever they stand", async () => {
  const name = "rm\u202e\u2066gpj.\u200bsafe\u{e0041}";
  for (const print of [SURFACES["a call's name"], SURFACES["a status line"]]) {
    const output = await printed((printer) => print?.(printer, name));
    assert.doesNotMatch(output, /[\u202a-\u202e\u2066-\u2069\u200b\u{e0000}-\u{e007f}]/u);
    // deno-lint-ignore no-control-regex -- colours are left out
    assert.match(output.replaceAll(/\x1b\[[0-9;]*m/g, ""), /<U\+202E>/);
  }
});
