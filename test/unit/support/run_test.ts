import assert from "node:assert/strict";
import { type Detached, ExpectationError, run, shell, spawnDetached } from "../../support/mod.ts";

const fixture = (name: string) =>
  new URL(`../../support/fixtures/${name}`, import.meta.url).pathname;
const deno = (name: string) => ({
  cmd: Deno.execPath(),
  args: ["run", "-A", "--no-config", fixture(name)],
});
const sh = (script: string) => ({ cmd: "sh", args: ["-c", script] });

Deno.test("there is no controlling terminal", async () => {
  const { code, stdout } = await run(deno("where_am_i.ts"));
  assert.equal(code, 0);
  const found = JSON.parse(stdout);
  assert.equal(found.controllingTerminal, false);
  assert.deepEqual(found.terminals, [false, false, false]);
});

Deno.test("a death by SIGINT and exit(130) are told apart", async () => {
  const killed = await run(deno("die_by_sigint.ts"));
  const exited = await run(deno("exit_130.ts"));
  assert.deepEqual([killed.code, killed.signal], [null, "SIGINT"]);
  assert.deepEqual([exited.code, exited.signal], [130, null]);
});

Deno.test("a program is signalled once it has said that it is ready", async () => {
  await using program = spawnDetached(
    sh("trap 'echo caught >&2; exit 5' TERM; echo ready; while :; do sleep 0.01; done"),
  );
  await program.stdout.expect("ready");
  program.kill("SIGTERM");
  await program.stderr.expect("caught");
  assert.deepEqual(await program.result(), {
    code: 5,
    signal: null,
    stdout: "ready\n",
    stderr: "caught\n",
  });
});

Deno.test("stdin: nothing, a text, a pipe that stays silent, no descriptor", async () => {
  assert.equal((await run(sh("wc -c"))).stdout.trim(), "0");
  assert.equal((await run({ ...sh("wc -c"), stdin: { text: "héé" } })).stdout.trim(), "5");
  assert.match((await run({ ...sh("cat"), stdin: "closed" })).stderr, /Bad file descriptor/);
  await using waiting = spawnDetached({ ...sh("echo ready; cat; echo eof"), stdin: "open" });
  await waiting.stdout.expect("ready\n");
  await waiting.writeStdin("one ");
  await waiting.stdout.expect("one ");
  await waiting.closeStdin();
  await waiting.stdout.expect("eof");
});

Deno.test("input nobody reads does no harm", async () => {
  const result = await run({ ...sh("exit 4"), stdin: { text: "x".repeat(1_000_000) } });
  assert.equal(result.code, 4);
});

Deno.test("output that is closed early ends the writer by SIGPIPE", async () => {
  await using writer = spawnDetached({ cmd: "yes" });
  await writer.stdout.expect("y\n");
  await writer.stdout.close();
  assert.deepEqual(await writer.expectExit(), { code: null, signal: "SIGPIPE" });
});

Deno.test("output nobody reads blocks the writer until somebody does", async () => {
  await using writer = spawnDetached({
    ...sh("echo started >&2; seq 1 30000; echo through >&2"),
    stdout: "unread",
  });
  await writer.stderr.expect("started");
  assert.equal(writer.stderr.rest.includes("through"), false);
  writer.stdout.resume();
  await writer.stderr.expect("through");
  assert.equal((await writer.result()).stdout.length, 168894);
});

Deno.test("output to a file, to a full disk, to no descriptor", async () => {
  const file = await Deno.makeTempFile();
  try {
    await run({ ...sh("echo kept"), stdout: { file } });
    assert.equal(await Deno.readTextFile(file), "kept\n");
  } finally {
    await Deno.remove(file);
  }
  const full = await run({ ...sh("cat /etc/passwd"), stdout: { file: "/dev/full" } });
  assert.match(full.stderr, /No space left/);
  const closed = await run({ ...sh("cat /etc/passwd"), stdout: "closed" });
  assert.match(closed.stderr, /Bad file descriptor/);
});

Deno.test("a failed wait shows both streams", async () => {
  await using program = spawnDetached({ ...sh("echo out; echo err >&2; exec cat"), stdin: "open" });
  await program.stdout.expect("out");
  await program.stderr.expect("err");
  await assert.rejects(program.expectExit({ timeoutMs: 1 }), /program to end(.|\n)*out(.|\n)*err/);
  await assert.rejects(program.stdout.expect("never", { timeoutMs: 1 }), ExpectationError);
});

Deno.test("a signal to the group reaches the children too", async () => {
  await using program = spawnDetached({ ...sh("echo ready; sleep 600"), stdin: "open" });
  await program.stdout.expect("ready");
  program.killGroup("SIGTERM");
  assert.deepEqual(await program.expectExit(), { code: null, signal: "SIGTERM" });
  assert.deepEqual(program.survivors(), []);
});

Deno.test("disposing ends the program and what it started", async () => {
  let program: Detached;
  {
    await using own = spawnDetached(sh("trap '' TERM INT; setsid sleep 600 & echo ready; wait"));
    program = own;
    await own.stdout.expect("ready");
  }
  assert.deepEqual(program.survivors(), []);
  assert.deepEqual(await program.exit, { code: null, signal: "SIGKILL" });
});

Deno.test("shells: a script, its arguments, with a terminal and without", async () => {
  for (const name of ["sh", "dash", "bash"] as const) {
    await using plain = shell('echo "$1 $2"; tty', { shell: name, args: ["a b", "c"] });
    assert.equal((await plain.result()).stdout, "a b c\nnot a tty\n");
    await using onTerminal = shell("tty; exit 9", { shell: name, pty: true });
    assert.equal((await onTerminal.expect(/\/dev\/\S+/)).text, onTerminal.path);
    assert.deepEqual(await onTerminal.expectExit(), { code: 9, signal: null });
  }
});

Deno.test("shells: Ctrl-Z and fg in a shell with job control", async () => {
  const script = "set -m; sh -c 'echo ready; exec cat'; echo stopped $?; fg; echo over $?";
  await using bash = shell(script, { shell: "bash", pty: true });
  await bash.expect("ready");
  assert.notEqual(bash.foregroundGroup, bash.pid);
  bash.press("C-z");
  await bash.expect("stopped 148");
  await bash.expect("exec cat");
  bash.press("C-d");
  await bash.expect("over 0");
});
