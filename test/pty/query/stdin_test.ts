/** Where the request's text comes from, and a wait for it that can be seen and ended (PR-054). */
import assert from "node:assert/strict";
import {
  answer,
  type Command,
  jpCommand,
  type Result,
  shell,
  type StdinSource,
  TARGETS,
} from "../../support/mod.ts";
import { said, type World, world } from "./world.ts";

/** A world whose provider answers everything. */
const answering = (): Promise<World> => world({ scripts: () => answer("ok") });

/** What the model got as the last message. */
const asked = (w: World): string | undefined =>
  said(w.provider.requests.at(-1)?.body ?? { messages: [] }).at(-1)?.replace(/^user: /, "");

const ASKED: readonly [what: string, args: string[], stdin: StdinSource, text: string][] = [
  ["words, a blank line, piped text", ["hello", "you"], { text: "a\nb\n" }, "hello you\n\na\nb"],
  ["piped text alone", [], { text: "only piped\n" }, "only piped"],
  ["one newline is removed, no more", [], { text: "text\n\n\n" }, "text\n\n"],
  ["one CR LF is removed", [], { text: "text\r\n" }, "text"],
  ["a dash says that the pipe is meant", ["-"], { text: "piped" }, "piped"],
  ["a dash beside words", ["sum", "up", "-"], { text: "piped" }, "sum up\n\npiped"],
  ["a dash behind -- is a word", ["--", "-"], "null", "-"],
  ["words with nothing piped", ["hi"], { text: "" }, "hi"],
  ["words beside white space", ["hi"], { text: " \n\n" }, "hi"],
  ["/dev/null", ["hi"], "null", "hi"],
  ["no descriptor at all", ["hi"], "closed", "hi"],
  ["a pipe that is left alone", ["--no-stdin", "hi"], { text: "not this" }, "hi"],
  ["a pipe that never ends, left alone", ["--no-stdin", "hi"], "open", "hi"],
  ["a file", ["@notes.txt"], "null", "from a file"],
  ["a file beside piped text", ["@notes.txt"], { text: "x" }, "from a file\n\nx"],
  ["@ behind -- is a word", ["--", "@notes.txt"], "null", "@notes.txt"],
  ["@ among words is a word", ["see", "@notes.txt"], "null", "see @notes.txt"],
  ["nothing said, nobody to compose", ["-E"], "null", "continue"],
];

for (const target of TARGETS) {
  Deno.test(`${target}: the request's text`, async (t) => {
    await using w = await answering();
    await w.fixture.file("notes.txt", "from a file\n");
    // Every case on the binary, those that read differently on each runtime everywhere.
    const cases = target === "binary"
      ? ASKED
      : ASKED.filter(([what]) => /blank line|descriptor|null|file$|left alone/.test(what));
    for (const [what, args, stdin, text] of cases) {
      await t.step(what, async () => {
        const { code, stderr } = await w.run(target, ["q", "-n", ...args], { stdin });
        assert.deepEqual([code, stderr], [0, ""]);
        assert.equal(asked(w), text);
      });
    }
  });

  Deno.test(`${target}: a regular file, a directory and text of many pieces as stdin`, async () => {
    await using w = await answering();
    const long = "0123456789".repeat(50_000);
    await w.fixture.file("long.txt", `${long}é\n`);
    assert.equal((await redirected(w, jpCommand(target, "q", "-n", "hi"), "< long.txt")).code, 0);
    assert.equal(asked(w), `hi\n\n${long}é`);
    const { code, stderr } = await redirected(w, jpCommand(target, "q", "hi"), "< /tmp");
    assert.equal(code, 1);
    assert.match(stderr, /^jp: cannot read stdin: it is a directory\n[^\n]*--no-stdin[^\n]*\n$/);
    const piped = await redirected(w, jpCommand(target, "q", "-n"), "", "cat long.txt |");
    assert.equal(piped.code, 0);
    assert.equal(asked(w), `${long}é`);
  });

  Deno.test(`${target}: what is not UTF-8 is told, not fatal`, async () => {
    await using w = await answering();
    const bytes = new Uint8Array([0x61, 0xff, 0xfe, 0x00, 0x62, 0xc3]);
    const { code, stderr } = await w.run(target, ["q", "hi"], { stdin: { bytes } });
    assert.equal(code, 0);
    assert.match(stderr, /^jp: stdin is not all UTF-8[^\n]*\n$/);
    assert.equal(asked(w), "hi\n\na\ufffd\ufffd\0b\ufffd");
  });

  Deno.test(`${target}: a character cut in two by the pipe is whole`, async () => {
    await using w = await answering();
    await using jp = w.spawn(target, ["q"], { stdin: "open" });
    const bytes = new TextEncoder().encode("漢字");
    await jp.writeStdin(bytes.slice(0, 2));
    // The wait is shown: the first bytes have long been read.
    await jp.stderr.expect("waiting for input on stdin");
    await jp.writeStdin(bytes.slice(2));
    await jp.closeStdin();
    assert.equal((await jp.result()).code, 0);
    assert.equal(asked(w), "漢字");
  });

  Deno.test(`${target}: the wait for an open pipe is shown, and SIGINT ends it`, async () => {
    await using w = await answering();
    await using jp = w.spawn(target, ["q", "hi"], { stdin: "open" });
    await jp.stderr.expect(/^waiting for input on stdin [^\n]*--no-stdin[^\n]*\n/);
    jp.kill("SIGINT");
    const { signal, stdout, stderr } = await jp.result();
    assert.deepEqual([signal, stdout], ["SIGINT", ""]);
    assert.ok(stderr.endsWith("gracefully shutting down…\n"));
    // Nothing was said yet, so nothing is there.
    assert.deepEqual(await w.conversations(), []);
    assert.equal(w.provider.requests.length, 0);
  });

  Deno.test(`${target}: on a terminal the wait opens the menu, and goes on after it`, async () => {
    await using w = await answering();
    const fifo = `${w.fixture.root}/fifo`;
    assert.ok((await new Deno.Command("mkfifo", { args: [fifo] }).output()).success);
    await using pty = w.pty(target, ["q", "hi"], { redirect: `<'${fifo}'` });
    // Opens when the program's side does.
    using writer = await Deno.open(fifo, { write: true });
    await pty.expectScreen("Waiting for input on stdin");
    pty.press("C-c");
    await pty.expectScreen((screen) => /Interrupted \[/.test(screen.text));
    assert.ok(!(await pty.screen()).text.includes("Waiting"));
    pty.press("c");
    await pty.expectScreen("Waiting for input on stdin");
    await writer.write(new TextEncoder().encode("piped\n"));
    writer.close();
    assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
    assert.equal((await pty.screen()).text, "ok");
    assert.equal(asked(w), "hi\n\npiped");
  });
}

/** Runs the program with stdin as sh redirects it. */
async function redirected(
  w: World,
  { cmd, args }: Command,
  redirect: string,
  before = "",
): Promise<Result> {
  await using sh = shell(`${before} "$@" ${redirect}`, {
    args: [cmd, ...args],
    cwd: w.fixture.workspace,
    env: w.fixture.env,
  });
  return await sh.result();
}

Deno.test("with nothing to ask nothing is made", async () => {
  await using w = await answering();
  for (const stdin of ["null", "closed", { text: "" }, { text: "\n \n" }] as const) {
    for (const args of [["q"], ["q", "-"], ["q", "-n"]]) {
      const { code, stdout, stderr } = await w.run("binary", args, { stdin });
      assert.deepEqual([code, stdout], [2, ""]);
      assert.match(stderr, /^jp: there is nothing to ask\n[^\n]+\n$/);
    }
  }
  assert.deepEqual(await w.conversations(), []);
});

Deno.test("a terminal as stdin is not read", async () => {
  await using w = await answering();
  await using pty = w.pty("binary", ["q", "hi"]);
  pty.write("typed ahead\r");
  assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
  assert.equal(asked(w), "hi");
});

Deno.test("a file that cannot be read is told, and nothing is made", async () => {
  await using w = await answering();
  for (const word of ["@missing.txt", "@/tmp", "@"]) {
    const { code, stderr } = await w.run("binary", ["q", word]);
    assert.equal(code, 1, word);
    assert.match(stderr, /^jp: cannot read [^\n]*\n[^\n]+\n$/);
  }
  assert.deepEqual(await w.conversations(), []);
});

Deno.test("@~/file is in the home directory", async () => {
  await using w = await answering();
  await Deno.writeTextFile(`${w.fixture.home}/at-home.txt`, "home");
  assert.equal((await w.run("binary", ["q", "@~/at-home.txt"])).code, 0);
  assert.equal(asked(w), "home");
});

Deno.test("-E asks the request again that nobody has answered, once", async () => {
  await using w = await world({
    user: "assistant.request.max_retries = 0",
    scripts: [
      answer("first answer"),
      [{ status: 500, body: "x" }],
      [{ status: 500, body: "x" }],
      answer("second answer"),
      answer("third answer"),
    ],
  });
  await w.run("binary", ["q", "first"]);
  assert.equal((await w.run("binary", ["q", "second"])).code, 1);
  assert.equal((await w.run("binary", ["q", "-E"])).code, 1);
  assert.equal((await w.run("binary", ["q", "-E"])).stdout, "second answer\n");
  for (const request of w.provider.requests.slice(1)) {
    assert.deepEqual(said(request.body).slice(1), [
      "user: first",
      "assistant: first answer",
      "user: second",
    ]);
  }
  const printed = (await w.run("binary", ["c", "print"])).stdout;
  assert.equal(printed.match(/second\n/g)?.length, 1);
  // An answered conversation is gone on with.
  await w.run("binary", ["q", "-E"]);
  assert.equal(asked(w), "continue");
});
