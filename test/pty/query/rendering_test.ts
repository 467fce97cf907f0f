/**
 * An answer on a terminal: markdown as it streams, with what is waited for below it, across menus
 * and resizes; reasoning and printed conversations as configured.
 */
import assert from "node:assert/strict";
import { answer, eventually, type Pty, RUNTIMES, type Step } from "../../support/mod.ts";
import { type World, world } from "./world.ts";

const AT_ONCE = "style.streaming.progress.delay_secs = 0";
const DOCUMENT = "# Title\n\nSome **bold words** and `code` in a paragraph that is long enough " +
  "to be wrapped.\n\n- one\n  - two\n\n| a | b |\n|---|---|\n| 1 | 漢字 |\n\n```ts\nlet x = 1;\n```\n";

async function shown(pty: Pty): Promise<string[]> {
  assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
  const { scrollback, text, leftOn } = await pty.screen();
  assert.deepEqual(leftOn, []);
  return [...scrollback, ...text.split("\n")];
}

async function whole(w: World): Promise<string[]> {
  await using pty = w.pty("binary", ["q", "-n", "hi"], { cols: 40 });
  return await shown(pty);
}

function steps(text: string, stallAt: number): Step[] {
  const pieces = text.match(/[^]{1,4}/g) ?? [];
  const all: Step[] = pieces.map((text) => ({ text }));
  all.splice(stallAt, 0, { stall: true });
  return [...all, { finish: "stop" }];
}

for (const target of RUNTIMES) {
  Deno.test(`${target}: cut anywhere, paused, asked about: the answer is the same on the screen`, async () => {
    await using w = await world({
      user: AT_ONCE,
      scripts: [answer(DOCUMENT), steps(DOCUMENT, 7), steps(DOCUMENT, 29)],
    });
    const expected = await whole(w);
    assert.ok(expected.includes("│ 1 │ 漢字 │"), expected.join("\n"));
    for (const [request, stallAt] of [[2, 7], [3, 29]] as const) {
      await using pty = w.pty(target, ["q", "-n", "hi"], { cols: 40 });
      await (await w.provider.request(request)).stalled();
      // In the middle of a row: what is waited for stands below it.
      const word = DOCUMENT.slice(0, 4 * stallAt).match(/\w+/g)?.at(-1) ?? "";
      const { lines, cursor } = await pty.expectScreen(
        new RegExp(`${word}[^\n]*\n⏱ Waiting… \\S+ \\(receiving`),
      );
      assert.match(lines[cursor.y] ?? "", /^⏱ Waiting…/);
      pty.press("C-c");
      await pty.expectScreen("Interrupted [c,r,s,a,?]");
      assert.doesNotMatch((await pty.screen()).text, /⏱/, "no status beside a prompt");
      pty.press("c");
      await pty.expectScreen("(receiving");
      (await w.provider.request(request)).release();
      assert.deepEqual(await shown(pty), expected);
    }
  });
}

Deno.test("a stop marks where the answer was cut; so does the conversation printed again", async () => {
  await using w = await world({ scripts: [[{ text: "One **two thr" }, { stall: true }]] });
  {
    await using pty = w.pty("binary", ["q", "hi"]);
    await pty.expectScreen("One two thr");
    pty.press("C-c");
    await pty.expectScreen("Interrupted");
    pty.press("s");
    assert.deepEqual(await shown(pty), ["One **two thr", "[interrupted]"]);
  }
  await using pty = w.pty("binary", ["c", "print"]);
  assert.deepEqual(await shown(pty), [
    "── you ──",
    "hi",
    "",
    "── local/test ──",
    "One **two thr",
    "[interrupted]",
  ]);
});

Deno.test("a window that gets narrower in the middle: the rest of the answer fits", async () => {
  const words = Array.from({ length: 30 }, (_, index) => `word${index}`).join(" ");
  await using w = await world({ scripts: [steps(words, 20)] });
  await using pty = w.pty("binary", ["q", "hi"], { cols: 60 });
  const request = await w.provider.request(1);
  await request.stalled();
  await pty.expectScreen("word9");
  pty.resize(30, 24);
  request.release();
  const lines = await shown(pty);
  assert.ok(lines.slice(-3).every((line) => line.length <= 30), lines.join("\n"));
  assert.match(lines.join(""), /word29$/);
});

for (
  const [display, expected] of [
    ["full", "I think of it\n\nHello"],
    ["summary", "I think of it\n\nHello"],
    ["hidden", "Hello"],
    ["static", "Reasoning…\n\nHello"],
    ["progress", "Reasoning\n\nHello"],
    ["timer", "Hello"],
    [7, "I think…\n\nHello"],
  ] as const
) {
  Deno.test(`reasoning is shown as configured: ${display}`, async () => {
    await using w = await world({
      user: `style.reasoning.display = ${JSON.stringify(display)}`,
      scripts: [[
        { reasoning: "I think" },
        { reasoning: " of it" },
        { stall: true },
        { text: "Hello" },
        { finish: "stop" },
      ]],
    });
    await using pty = w.pty("binary", ["q", "hi"]);
    const request = await w.provider.request(1);
    await request.stalled();
    if (display === "timer") await pty.expectScreen("⏱ Reasoning… ");
    request.release();
    assert.equal((await shown(pty)).join("\n"), expected);
    if (display !== "full") return;
    const { cells } = await pty.screen();
    assert.equal(cells[0]?.every(({ style }) => style.includes("bg=236")), true);
  });
}

Deno.test("a typewriter: a menu, what is no terminal and the end never wait for it", async () => {
  // Typed to its end this would take until tomorrow.
  const text = "word ".repeat(40).trim();
  await using w = await world({
    user: 'style.typewriter = { text_delay = "1000s" }',
    scripts: [
      [{ text }, { stall: true }, { text: " and the rest." }, { finish: "stop" }],
      answer(text),
      answer(text),
    ],
  });
  {
    await using pty = w.pty("binary", ["q", "-n", "hi"], { cols: 80 });
    const request = await w.provider.request(1);
    await request.stalled();
    await pty.expectScreen(/^w$/m);
    pty.press("C-c");
    await pty.expectScreen("Interrupted [c,r,s,a,?]");
    assert.equal((await pty.screen()).text.split("word").length - 1, 40, "all that has come");
    pty.press("c");
    request.release();
    // The turn waits for the last character; who ends it does not.
    await eventually(
      async () => JSON.stringify(await w.events()).includes("and the rest") || undefined,
      "the answer on the disk",
    );
    pty.kill("SIGTERM");
    await pty.expectExit();
    assert.match((await pty.screen()).text.replaceAll(/\s+/g, " "), /word and the rest\./);
  }
  {
    const stop = [
      "--cfg",
      "interrupt.streaming.action=stop",
      "--cfg",
      "interrupt.turn.action=stop",
    ];
    await using pty = w.pty("binary", ["q", "-n", ...stop, "hi"], { cols: 80 });
    await pty.expectScreen(/^w$/m);
    await (await w.provider.request(2)).ending();
    pty.press("C-c");
    assert.match((await shown(pty)).join(" "), /word word/);
  }
  const piped = await w.run("binary", ["q", "-n", "hi"]);
  assert.equal(piped.stdout, `${text}\n`);
  await using again = w.pty("binary", ["c", "print"]);
  assert.match((await shown(again)).join(" "), /word word/);
});

Deno.test("what is longer than the screen goes through PAGER; its Ctrl-C is its own", async () => {
  await using w = await world({ scripts: [answer("line\n\n".repeat(20))] });
  await w.run("binary", ["q", "hi"]);
  const page = { rows: 12, env: { PAGER: "sed 's/^/> /'; read -r key </dev/tty" } };
  {
    await using pty = w.pty("binary", ["c", "print"], page);
    await pty.expectScreen("> line");
    pty.press("C-c");
    assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
    assert.deepEqual((await pty.screen()).leftOn, []);
  }
  for (
    const [args, env] of [
      [["c", "print", "--no-pager"], page.env],
      [["c", "print", "-F", "text"], page.env],
      [["c", "print"], { PAGER: "cat" }],
      [["c", "print"], { PAGER: "nosuchpager" }],
      [["c", "print", "--non-interactive"], page.env],
      [["c", "show"], page.env],
    ] as const
  ) {
    await using pty = w.pty("binary", args, { rows: args[1] === "show" ? 40 : 12, env });
    const lines = await shown(pty);
    assert.ok(lines.includes(args[1] === "show" ? "title          hi" : "line"), lines.join("\n"));
    assert.ok(!lines.some((line) => line.startsWith("> ")), args.join(" "));
  }
  for await (const { name } of Deno.readDir(`${w.fixture.root}/tmp`)) {
    assert.fail(`${name} was left behind`);
  }
});

Deno.test("--width lays out for so many columns, on a terminal and in a pipe", async () => {
  const text = "one two three four five six seven eight nine ten eleven twelve";
  await using w = await world({ scripts: () => answer(text) });
  await using pty = w.pty("binary", ["q", "--width", "30", "hi"]);
  const expected = ["one two three four five six", "seven eight nine ten eleven", "twelve"];
  assert.deepEqual(await shown(pty), expected);
  const piped = await w.run("binary", ["q", "--width", "30", "-F", "text-pretty", "hi"]);
  assert.equal(piped.stdout, expected.join("\n") + "\n");
  const plain = await w.run("binary", ["q", "--width", "30", "hi"]);
  assert.equal(plain.stdout, text + "\n");
});
