/**
 * Which bytes go where: stdout holds the answer, stderr the chrome, each in its channel's format,
 * whatever the command and however it ends.
 */
import assert from "node:assert/strict";
import {
  answer,
  type Detached,
  eventually,
  jpCommand,
  type Result,
  shell,
  TARGETS,
} from "../../support/mod.ts";
import { lines, type Stored, type World, world } from "./world.ts";

/** A stream of indented JSON values, each ended by a newline. */
function values(text: string): Stored[] {
  if (text === "") return [];
  assert.ok(text.endsWith("\n"));
  return text.split(/(?<=^[\]}]\n)/m).map((each) => JSON.parse(each));
}

const FORMATS = [["json", lines], ["json-pretty", values]] as const;

/** Every command there is that changes nothing, and ways to go wrong with each. */
const COMMANDS: readonly string[][] = [
  ["q", "hi"],
  ["q", "-n"],
  ["q", "-m", "nope/x", "hi"],
  ["q", "-m", "nope", "hi"],
  ["q", "-i", "jp-c1", "hi"],
  ["q", "--fork", "--id", "nope", "hi"],
  ["q", "@nofile"],
  ["q", "--replay", "hi"],
  ["q", "--bogus", "hi"],
  ["q", "-c", "assistant.nope=1", "hi"],
  ["c", "ls"],
  ["c", "print"],
  ["c", "print", "nope"],
  ["c", "use", "newest"],
  ["c", "use", "nope"],
  ["c"],
  ["c", "show"],
  ["c", "path"],
  ["c", "grep", "first"],
  ["c", "label", "ls"],
  ["c", "rm", "nope"],
  ["config", "show"],
  ["config", "show", "assistant.model.id"],
  ["config", "path"],
  ["config", "schema"],
  ["config", "nope"],
  ["doctor"],
  ["doctor", "--keys"],
  ["help"],
  ["help", "scripting"],
  ["help", "nope"],
  ["--help"],
  ["q", "--help"],
  ["--version"],
  ["bogus"],
  ["--bogus"],
  ["-w", "/nowhere", "c", "ls"],
  ["--color", "nope", "c", "ls"],
];

async function talked(): Promise<World> {
  const w = await world({ scripts: () => answer("a\x1b[31mb\x1b[0m", "\r\nc") });
  assert.equal((await w.run("binary", ["q", "first"])).code, 0);
  return w;
}

for (const [format, parse] of FORMATS) {
  Deno.test(`PR-056: --format ${format}: every command says JSON on both channels, also when it fails`, async () => {
    await using w = await talked();
    for (const command of COMMANDS) {
      const { stdout, stderr, code } = await w.run("binary", [...command, "--format", format]);
      const where = `${command.join(" ")} (${code}): `;
      for (const [channel, text] of [["stdout", stdout], ["stderr", stderr]] as const) {
        try {
          for (const value of parse(text)) assert.equal(typeof value, "object");
        } catch (error) {
          assert.fail(`${where}${channel} is no JSON: ${JSON.stringify(text)} ${error}`);
        }
        // deno-lint-ignore no-control-regex -- control characters are what must not be there
        assert.doesNotMatch(text, /[\0-\x09\x0b-\x1f\x7f-\x9f]/, where + channel);
      }
      assert.notEqual(stdout + stderr, "", `${where}nothing was said`);
      if (code !== 0) assert.equal(typeof parse(stderr).at(-1)?.["message"], "string", where);
      const isQuery = command[0] === "q" && !command.includes("--help");
      if (isQuery && code !== 2) {
        assert.equal(parse(stdout).at(-1)?.type, "turn_end", `${where}no last record`);
      }
    }
  });
}

for (const flag of [["-F", "json"], ["-Fjson"], ["--format", "json"], ["--format=json"]]) {
  Deno.test(`a wrong argument is a record under ${flag.join(" ")}, before and behind it`, async () => {
    await using w = await world();
    for (const args of [[...flag, "q", "--bogus"], ["q", "--bogus", ...flag]]) {
      const { code, stdout, stderr } = await w.run("binary", args);
      assert.deepEqual([code, stdout], [2, ""]);
      const [record, ...more] = lines(stderr);
      assert.match(String(record?.["message"]), /--bogus/);
      assert.equal(record?.["code"], 2);
      assert.deepEqual(more, []);
    }
    // Behind `--` it is a word like others.
    const { stderr } = await w.run("binary", ["q", "--bogus", "--", ...flag]);
    assert.match(stderr, /^jp: /);
  });
}

for (const target of TARGETS) {
  Deno.test(`${target}: --format json: each event a record, the end the last`, async () => {
    await using w = await world({
      user: "assistant.request.max_retries = 1",
      scripts: [
        [{ status: 500, body: "oops" }],
        [{ reasoning: "hm" }, { text: "Hel" }, { text: "lo" }, {
          usage: { promptTokens: 3, completionTokens: 5 },
        }, { finish: "stop" }],
        [{ text: "par" }, { error: { message: "boom" } }],
        [{ status: 500, body: "oops" }],
      ],
    });
    const good = await w.run(target, ["q", "-F", "json", "hi"]);
    assert.equal(good.code, 0);
    const id = `jp-c${(await w.conversation()).replace(/.*\/(\d+)-.*/, "$1")}`;
    const records = lines(good.stdout);
    for (const { timestamp } of records.slice(0, -1)) {
      assert.match(String(timestamp), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/);
    }
    assert.deepEqual(records.map(({ timestamp: _, ...record }) => record), [
      { type: "chat_request", content: "hi", metadata: {} },
      { type: "chat_response", reasoning: "hm", metadata: { model: "local/test" } },
      { type: "chat_response", message: "Hello", metadata: { model: "local/test" } },
      {
        type: "turn_end",
        reason: "complete",
        conversation: id,
        usage: { input_tokens: 3, output_tokens: 5 },
      },
    ]);
    assert.match(String(lines(good.stderr)[0]?.["message"]), /Retrying/);

    const bad = await w.run(target, ["q", "-F", "json", "hi"]);
    assert.equal(bad.code, 1);
    const [, partial, end] = lines(bad.stdout);
    assert.deepEqual(partial?.["metadata"], { model: "local/test", interrupted: true });
    assert.deepEqual(end, { type: "turn_end", reason: "error", conversation: id });
    const error = lines(bad.stderr).at(-1);
    assert.deepEqual(Object.keys(error ?? {}).sort(), ["code", "message", "metadata"]);
  });

  Deno.test(`${target}: PR-056: a shutdown says so in a record, and the last record is whole`, async () => {
    await using w = await world({ scripts: [[{ text: "Hel" }, { stall: true }]] });
    await using jp = w.spawn(target, ["q", "-F", "json", "hi"]);
    await jp.stdout.expect("chat_request");
    await (await w.provider.request(1)).stalled();
    jp.kill("SIGINT");
    const { signal, stdout, stderr } = await jp.result();
    assert.equal(signal, "SIGINT");
    assert.deepEqual(lines(stderr), [{ message: "gracefully shutting down…" }]);
    const records = lines(stdout);
    assert.deepEqual(records.map(({ type }) => type).at(-1), "turn_end");
    assert.equal(records.at(-1)?.["reason"], "interrupted");
  });
}

// A reader that does not read keeps the shutdown waiting, so that the next press finds it.
for (
  const [format, said] of [
    ["text", "gracefully shutting down…\nterminating program…\n"],
    ["json", '{"message":"gracefully shutting down…"}\n{"message":"terminating program…"}\n'],
  ] as const
) {
  Deno.test(`PR-055: --format ${format}: both messages of the ladder, and no byte more`, async () => {
    for (const target of TARGETS) {
      await using w = await world({
        scripts: [[{ text: "x".repeat(200_000) }, { end: true }], [{ stall: true }]],
      });
      await using jp = w.spawn(target, ["q", "-F", format, "hi"], { stdout: "unread" });
      // Said behind the text: it has been taken, and the pipe is full.
      await jp.stderr.expect(/Retrying[^\n]*\n/);
      await w.provider.request(2);
      jp.kill("SIGINT");
      // A press right behind another is a task runner's relay of it; one of these is the next.
      let ended = false;
      void jp.exit.then(() => ended = true);
      await eventually(() => ended || pressed(jp) || undefined, "the end");
      assert.deepEqual(await jp.exit, { code: null, signal: "SIGINT" });
      await jp.stderr.ended;
      assert.equal(jp.stderr.rest, said);
    }
  });
}

/** Sends a SIGINT to a program that may have ended meanwhile. */
function pressed(jp: Detached): undefined {
  try {
    jp.kill("SIGINT");
  } catch (error) {
    if (!/ended|ESRCH/.test(String(error))) throw error;
  }
}

Deno.test("a run that is interrupted before its turn ends with a record too", async () => {
  await using w = await world();
  await using jp = w.spawn("binary", ["q", "-F", "json", "hi"], { stdin: "open" });
  await jp.stderr.expect("waiting for input on stdin");
  jp.kill("SIGINT");
  const { signal, stdout, stderr } = await jp.result();
  assert.equal(signal, "SIGINT");
  assert.deepEqual(lines(stdout), [
    { type: "turn_end", reason: "interrupted", conversation: null },
  ]);
  assert.equal(lines(stderr).length, 2);
});

Deno.test("log lines are records under --format json", async () => {
  await using w = await world({ scripts: [answer("Hello")] });
  const { stderr } = await w.run("binary", ["q", "-F", "json", "-vvvv", "hi"]);
  assert.ok(lines(stderr).length > 0);
});

/** Ways to ask for or against colour, with nothing a terminal. */
const COLOURS: readonly [args: string[], env: Record<string, string>][] = [
  [["--color", "always"], {}],
  [["--color", "always", "-F", "text"], {}],
  [[], { NO_COLOR: "1" }],
  [[], { TERM: "dumb" }],
  [[], { TERM: "" }],
];
const SOME = [["q", "hi"], ["c", "print"], ["q", "-m", "nope", "hi"], ["--bogus"]];

Deno.test("PR-055: no escape byte and no CR on a pipe: every command, every way to ask for colour", async () => {
  await using w = await talked();
  const runs = [
    ...COMMANDS.map((command) => ({ args: command, env: {} })),
    ...COLOURS.flatMap(([args, env]) =>
      SOME.map((command) => ({ args: [...args, ...command], env }))
    ),
  ];
  for (const { args, env } of runs) {
    const { stdout, stderr } = await w.run("binary", args, { env });
    // deno-lint-ignore no-control-regex -- an escape byte is what must not be there
    assert.doesNotMatch(stdout + stderr, /[\x1b\r]/, args.join(" "));
  }
});

Deno.test("each channel decides for itself: one is a pipe, the other the terminal", async () => {
  for (const [redirect, piped] of [[">out.txt", "out.txt"], ["2>err.txt", "err.txt"]] as const) {
    await using w = await world({
      user: "style.streaming.progress.delay_secs = 0",
      scripts: [
        [{ status: 500, body: "oops" }],
        [{ stall: true }, { reasoning: "hm" }, { text: "a\x1b[31mb" }, { finish: "stop" }],
      ],
    });
    await using pty = w.pty("binary", ["q", "hi"], { redirect });
    const request = await w.provider.request(2);
    await request.stalled();
    if (piped === "out.txt") await pty.expectScreen("Waiting");
    request.release();
    assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
    const text = await Deno.readTextFile(`${w.fixture.workspace}/${piped}`);
    // deno-lint-ignore no-control-regex -- an escape byte is what must not be there
    assert.doesNotMatch(text, /[\x1b\r]/);
    if (piped === "out.txt") assert.equal(text, "ab\n");
    else assert.match(text, /Retrying/);
    const { text: shown, leftOn } = await pty.screen();
    assert.deepEqual(leftOn, []);
    assert.equal(shown.includes("ab"), piped === "err.txt");
    assert.equal(shown.includes("Waiting"), false, "the status line is gone");
  }
});

for (const env of [{ TERM: "dumb" }, { TERM: "" }]) {
  Deno.test(`a terminal that says ${JSON.stringify(env)} gets plain text`, async () => {
    await using w = await world({
      user: "style.streaming.progress.delay_secs = 0",
      scripts: [[{ text: "a\x1b[31mb\r\nc" }, { finish: "stop" }]],
    });
    await using pty = w.pty("binary", ["q", "hi"], { env });
    assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
    assert.equal(pty.raw, "ab\r\nc\r\n");
  });
}

Deno.test("NO_COLOR on a terminal: no colours, also not the model's", async () => {
  await using w = await world({ scripts: [answer("a\x1b[31mb")] });
  await using pty = w.pty("binary", ["q", "hi"], { env: { NO_COLOR: "1" } });
  assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
  // deno-lint-ignore no-control-regex -- SGR is what must not be there
  assert.doesNotMatch(pty.raw, /\x1b\[[0-9;]*m/);
});

Deno.test("a model's colours are shown on a terminal and switched off behind the answer", async () => {
  await using w = await world({ scripts: [answer("a\x1b[31mb\x1b[?25l\x1b]0;title\x07c")] });
  await using pty = w.pty("binary", ["q", "hi"]);
  assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
  const { lines: rows, cells, leftOn } = await pty.screen();
  assert.equal(rows[0], "abc");
  assert.deepEqual(cells[0]?.slice(0, 3).map(({ style }) => style), ["", "fg=1", "fg=1"]);
  assert.deepEqual(leftOn, []);
  assert.ok(!pty.raw.includes("title"));
});

Deno.test("reasoning is chrome: on the terminal it stands apart, in a pipe it is not there", async () => {
  const script = [{ reasoning: "hm, so" }, { text: "Hello" }, { finish: "stop" }];
  await using w = await world({ scripts: () => script });
  await using pty = w.pty("binary", ["q", "hi"]);
  await pty.expectExit();
  assert.equal((await pty.screen()).text, "hm, so\n\nHello");
  await using hidden = w.pty("binary", ["q", "--hide-reasoning", "hi"]);
  await hidden.expectExit();
  assert.equal((await hidden.screen()).text, "Hello");
  // Hiding it once does not hide it for ever.
  await using again = w.pty("binary", ["q", "hi"]);
  await again.expectExit();
  assert.equal((await again.screen()).text, "hm, so\n\nHello");
});

/** Runs a script that has the program and its arguments as "$@". */
async function piped(w: World, script: string, ...args: string[]): Promise<Result> {
  const { cmd, args: own } = jpCommand("binary", ...args);
  await using sh = shell(script, {
    shell: "bash",
    args: [cmd, ...own],
    cwd: w.fixture.workspace,
    env: w.fixture.env,
  });
  return await sh.result();
}

Deno.test("json survives a pipeline whole", async () => {
  await using w = await world({ scripts: [answer("x".repeat(300_000))] });
  const { stdout } = await piped(w, '"$@" | cat', "q", "-F", "json", "hi");
  assert.equal(String(lines(stdout)[1]?.["message"]).length, 300_000);
});
