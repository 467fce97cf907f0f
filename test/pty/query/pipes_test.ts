/** Readers that go away, read nothing, or were never there (PR-058). */
import assert from "node:assert/strict";
import {
  answer,
  type Detached,
  jpCommand,
  shell,
  type Target,
  TARGETS,
} from "../../support/mod.ts";
import { lines, type World, world } from "./world.ts";

/** A shell script that has the program and its arguments as "$@". */
function script(w: World, target: Target, text: string, ...args: string[]): Detached {
  const { cmd, args: own } = jpCommand(target, ...args);
  return shell(text, {
    shell: "bash",
    args: [cmd, ...own],
    cwd: w.fixture.workspace,
    env: w.fixture.env,
  });
}

const STATUS = 'echo "status ${PIPESTATUS[0]}" >&2';
const LONG = Array.from({ length: 2000 }, (_, line) => ({ text: `line ${line}\n` }));

for (const target of TARGETS) {
  Deno.test(`${target}: a reader that goes away ends it quietly by SIGPIPE; the turn is kept`, async () => {
    await using w = await world({
      scripts: () => [{ text: "first\n" }, { stall: true }, ...LONG, { stall: true }],
    });
    for (const text of [`"$@" | head -1; ${STATUS}`, `"$@" 2>&1 | head -1; ${STATUS}`]) {
      await using sh = script(w, target, text, "q", "-n", "hi");
      await sh.stdout.expect("first\n");
      w.provider.release();
      const { stdout, stderr } = await sh.result();
      assert.deepEqual([stdout, stderr], ["first\n", "status 141\n"]);
    }
    for (const directory of await w.conversations()) {
      const events = await w.events(directory);
      assert.deepEqual(events.map(({ type }) => type), [
        "turn_start",
        "chat_request",
        "chat_response",
        "turn_end",
      ]);
      const [, , partial, end] = events;
      assert.equal(partial?.["interrupted"], true);
      assert.ok(String(partial?.["message"]).startsWith("first\nline 0\n"));
      assert.equal(end?.["reason"], "interrupted");
    }
    // The provider is not asked for what nobody reads.
    for (const request of w.provider.requests) assert.equal(await request.ending(), "aborted");
  });

  Deno.test(`${target}: nor does it say on a terminal that it was interrupted`, async () => {
    await using w = await world({
      scripts: () => [{ text: "first\n" }, { stall: true }, ...LONG, { stall: true }],
    });
    const { cmd, args } = jpCommand(target, "q", "hi");
    await using pty = shell(`"$@" | head -1; echo "status \${PIPESTATUS[0]}"`, {
      pty: true,
      shell: "bash",
      args: [cmd, ...args],
      cwd: w.fixture.workspace,
      env: w.fixture.env,
    });
    await pty.expect("first");
    w.provider.release();
    await pty.expect("status 141");
    assert.deepEqual(pty.raw.includes("interrupted"), false, pty.raw);
    assert.equal((await w.events())[2]?.["interrupted"], true);
  });

  Deno.test(`${target}: a reader that never read is the same`, async () => {
    await using w = await world({ scripts: () => [...LONG, { stall: true }] });
    await using sh = script(w, target, `"$@" | true; ${STATUS}`, "q", "hi");
    const { stdout, stderr } = await sh.result();
    assert.deepEqual([stdout, stderr], ["", "status 141\n"]);
    assert.equal((await w.events())[1]?.["content"], "hi");
  });

  Deno.test(`${target}: streams that are closed at the start do not matter`, async () => {
    await using w = await world({ scripts: () => answer("Hello") });
    const sinks = [
      { stdout: "closed" },
      { stderr: "closed" },
      { stdout: "closed", stderr: "closed" },
      { stdin: "closed", stdout: "closed", stderr: "closed" },
    ] as const;
    for (const sink of sinks) {
      const { code, stdout, stderr } = await w.run(target, ["q", "-n", "hi"], sink);
      assert.deepEqual([code, stderr], [0, ""]);
      assert.equal(stdout, "stdout" in sink ? "" : "Hello\n");
    }
    // Nothing of what was said has ended up in a file that took a closed descriptor's number.
    const conversations = await w.conversations();
    assert.equal(conversations.length, sinks.length);
    for (const directory of conversations) {
      assert.deepEqual((await w.events(directory)).map(({ type }) => type), [
        "turn_start",
        "chat_request",
        "chat_response",
        "turn_end",
      ]);
    }
  });

  Deno.test(`${target}: a full disk behind stdout is told, exit 1, the turn is kept`, async () => {
    await using w = await world({ scripts: [answer("Hello")] });
    const { code, stderr } = await w.run(target, ["q", "hi"], { stdout: { file: "/dev/full" } });
    assert.equal(code, 1);
    assert.match(stderr, /^[^\n]*cannot write to stdout: ENOSPC\n/);
    assert.equal((await w.events())[1]?.["content"], "hi");
  });

  Deno.test(`${target}: a reader that does not read loses nothing, and stops nobody else`, async () => {
    const text = "x".repeat(400_000);
    await using w = await world({
      scripts: [[{ text }, { stall: true }, { text: "end" }, { finish: "length" }]],
    });
    await using jp = w.spawn(target, ["q", "hi"], { stdout: "unread" });
    const request = await w.provider.request(1);
    await request.stalled();
    request.release();
    jp.stdout.resume();
    const { code, stdout, stderr } = await jp.result();
    assert.deepEqual([code, stdout.length], [0, text.length + 4]);
    assert.ok(stdout.endsWith("xend\n"));
    assert.match(stderr, /limit of tokens/);
  });

  Deno.test(`${target}: with an idle reader a shutdown is still heard, and bounded`, async () => {
    await using w = await world({
      scripts: [
        // More than a pipe holds, less than what the printer takes before it asks to wait.
        [{ text: "first\n" }, { stall: true }, { text: "x".repeat(200_000) }, { end: true }],
        [{ stall: true }],
      ],
    });
    const fifo = `${w.fixture.root}/fifo`;
    assert.ok((await new Deno.Command("mkfifo", { args: [fifo] }).output()).success);
    await using jp = w.spawn(target, ["q", "hi"], { stdout: { file: fifo } });
    // Reads the first line, and then never again.
    using reader = await Deno.open(fifo);
    const buffer = new Uint8Array(64);
    const count = await reader.read(buffer);
    assert.equal(new TextDecoder().decode(buffer.subarray(0, count ?? 0)), "first\n");
    (await w.provider.request(1)).release();
    // Said behind the text: it has been taken, and the pipe is full.
    await jp.stderr.expect("Retrying");
    jp.kill("SIGINT");
    await jp.stderr.expect("gracefully shutting down…\n");
    assert.deepEqual(await jp.expectExit(), { code: null, signal: "SIGINT" });
    const [, , partial, end] = await w.events();
    assert.equal(String(partial?.["message"]).length, "first\n".length + 200_000);
    assert.equal(partial?.["interrupted"], true);
    assert.equal(end?.["reason"], "interrupted");
  });
}

Deno.test("a listing whose reader goes away ends quietly, too", async () => {
  await using w = await world();
  for (const args of [["config", "show"], ["config", "schema"]]) {
    await using sh = script(w, "binary", `"$@" | head -1 >/dev/null; ${STATUS}`, ...args);
    const { stdout, stderr } = await sh.result();
    assert.equal(stdout, "");
    // What fits into the pipe at once has been written before the reader could go.
    assert.match(stderr, /^status (141|0)\n$/);
  }
});

Deno.test("a full disk behind help or version is a failure", async () => {
  await using w = await world();
  for (const args of [["--help"], ["--version"], ["q", "--help"]]) {
    const { code } = await w.run("binary", args, { stdout: { file: "/dev/full" } });
    assert.equal(code, 1, args.join(" "));
  }
});

Deno.test("stderr that cannot be written does not hurt the answer", async () => {
  await using w = await world({ scripts: [[{ status: 500, body: "x" }], answer("Hello")] });
  const { code, stdout } = await w.run("binary", ["q", "hi"], { stderr: { file: "/dev/full" } });
  assert.deepEqual([code, stdout], [0, "Hello\n"]);
});

Deno.test("2>&1: no record is written into another, however slowly they are read", async () => {
  for (const target of TARGETS) {
    await using w = await world({
      scripts: [[{ text: "x".repeat(200_000) }, { end: true }], answer("fine")],
    });
    // The reader begins when the second request is answered: the pipe has long been full.
    const go = `${w.fixture.root}/go`;
    assert.ok((await new Deno.Command("mkfifo", { args: [go] }).output()).success);
    await using sh = script(
      w,
      target,
      `"$@" 2>&1 | { read -r _ < '${go}'; cat; }`,
      ...["q", "-F", "json", "hi"],
    );
    await (await w.provider.request(2)).ending();
    await Deno.writeTextFile(go, "go\n");
    const said = lines((await sh.result()).stdout);
    const kinds = said.map(({ type, message }) =>
      type ?? String(message).replace(/.*Retry/, "Retry")
    );
    assert.deepEqual(kinds, [
      "chat_request",
      "chat_response",
      "Retrying (1/5)…",
      "chat_response",
      "turn_end",
    ]);
  }
});
