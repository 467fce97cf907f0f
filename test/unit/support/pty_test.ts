import assert from "node:assert/strict";
import {
  eventually,
  ExpectationError,
  processState,
  type Pty,
  spawnPty,
  termiosChanges,
} from "../../support/mod.ts";

const fixture = (name: string) =>
  new URL(`../../support/fixtures/${name}`, import.meta.url).pathname;
const deno = (name: string) => ({
  cmd: Deno.execPath(),
  args: ["run", "-A", "--no-config", fixture(name)],
});
const sh = (script: string) => ({ cmd: "sh", args: ["-c", script] });

/** cat is there once it has copied a line. (A shell's `echo ready; cat` is ready before cat is.) */
async function catReady(pty: Pty): Promise<void> {
  pty.write("line\n");
  await pty.expect("line\r\nline\r\n");
}

Deno.test("a death by SIGINT and exit(130) are told apart", async () => {
  await using killed = spawnPty(deno("die_by_sigint.ts"));
  await using exited = spawnPty(deno("exit_130.ts"));
  assert.deepEqual(await killed.expectExit(), { code: null, signal: "SIGINT" });
  assert.deepEqual(await exited.expectExit(), { code: 130, signal: null });
});

Deno.test("every ordinary death is named", async () => {
  for (const signal of ["SIGHUP", "SIGINT", "SIGQUIT", "SIGKILL", "SIGPIPE", "SIGTERM"] as const) {
    await using pty = spawnPty(sh(`kill -${signal.slice(3)} $$`));
    assert.deepEqual(await pty.expectExit(), { code: null, signal });
  }
});

Deno.test("the program leads a session in the foreground of its terminal", async () => {
  await using pty = spawnPty(sh("tty; echo here >/dev/tty; cat"));
  assert.equal((await pty.expect(/\/dev\/pts\/\d+/)).text, pty.path);
  await pty.expect("here");
  assert.equal(pty.foregroundGroup, pty.pid);
});

Deno.test("Ctrl-C is a signal while the terminal says so, and a byte once it does not", async () => {
  await using cooked = spawnPty({ cmd: "cat" });
  await catReady(cooked);
  cooked.press("C-c");
  assert.deepEqual(await cooked.expectExit(), { code: null, signal: "SIGINT" });
  await using raw = spawnPty(sh("stty -isig -icanon -echo; echo ready; head -c 1 | od -An -tx1"));
  await raw.expect("ready");
  raw.press("C-c");
  await raw.expect("03");
  assert.deepEqual(await raw.expectExit(), { code: 0, signal: null });
});

Deno.test("what a crashed program leaves behind is seen", async () => {
  await using pty = spawnPty(deno("leave_modes.ts"));
  assert.deepEqual(await pty.expectExit(), { code: null, signal: "SIGKILL" });
  const changes = termiosChanges(pty.initialTermios, pty.termios());
  for (const flag of ["-ICANON", "-ECHO", "-ISIG", "-ICRNL"]) {
    assert.ok(changes.includes(flag), flag);
  }
  const { leftOn, modes, text } = await pty.screen();
  assert.equal(text, "gone");
  assert.deepEqual(leftOn.toSorted(), [
    "bold",
    "bracketed paste",
    "cursor hidden",
    "cursor shape 5",
    "fg=31",
    "focus reporting",
    "kitty keyboard pushed 1x",
    "mouse 1006",
  ]);
  assert.deepEqual(modes.kittyStack, [1]);
});

Deno.test("modes put back are modes unchanged", async () => {
  await using pty = spawnPty(sh(
    `s=$(stty -g); stty raw -echo; printf '\\033[?2004h\\033[>1u'; printf '\\033[<u\\033[?2004l'; stty $s`,
  ));
  assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
  assert.deepEqual(termiosChanges(pty.initialTermios, pty.termios()), []);
  assert.equal(pty.initialTermios.hex, pty.termios().hex);
  assert.deepEqual((await pty.screen()).leftOn, []);
});

Deno.test("everything written before the end is read", async () => {
  await using pty = spawnPty(sh("seq 1 30000; printf end"));
  assert.deepEqual(await pty.exit, { code: 0, signal: null });
  assert.equal(pty.rawBytes.length, 198897);
  assert.ok(pty.raw.endsWith("\n30000\r\nend") || pty.raw.endsWith("\r\n30000\r\nend"));
});

Deno.test("a long paste arrives whole in a program that reads slowly", async () => {
  const size = 200_000;
  await using pty = spawnPty(
    sh(`stty raw -echo; echo ready; head -c 10 | wc -c; head -c ${size - 10} | cksum`),
  );
  await pty.expect("ready");
  pty.write("x".repeat(size));
  await pty.expect("10");
  const sum = await new Deno.Command("sh", {
    args: ["-c", `head -c ${size - 10} /dev/zero | tr '\\0' x | cksum`],
  }).output();
  await pty.expect(new TextDecoder().decode(sum.stdout).trim());
});

Deno.test("a paste is bracketed once the program has asked for it", async () => {
  await using pty = spawnPty(
    sh("stty raw -echo; printf 'plain\\033[?2004hready'; head -c 15 | od -An -c"),
  );
  await pty.expect("ready");
  pty.paste("a\nb");
  await pty.expectScreen(/033\s+\[\s+2\s+0\s+0\s+~\s+a\s+\\r\s+b\s+033/);
});

Deno.test("expect looks only behind the last match", async () => {
  await using pty = spawnPty(sh("echo one; echo two; read x; echo one"));
  assert.equal((await pty.expect("one")).before, "");
  await pty.expect(/t(w)o/g);
  pty.press("Enter");
  const again = await pty.expect("one");
  assert.ok(!again.before.includes("two"));
});

Deno.test("an expectation fails at once when the program has ended, and shows the screen", async () => {
  await using pty = spawnPty(sh("echo some output; exit 3"));
  await assert.rejects(pty.expect("other"), (error) => {
    assert.ok(error instanceof ExpectationError);
    assert.match(error.message, /expected "other": the program ended, exit status 3/);
    assert.match(error.message, /\| some output/);
    assert.match(error.message, /raw, the end: "some output\\r\\n"/);
    return true;
  });
  await assert.rejects(pty.expectScreen(/other/), /expected screen \/other\/: the program ended/);
});

Deno.test("an expectation gives up", async () => {
  await using pty = spawnPty(sh("cat"));
  await assert.rejects(pty.expect("never", { timeoutMs: 1 }), /not seen within 1 ms/);
  await assert.rejects(pty.expectScreen("never", { timeoutMs: 1 }), /not seen within 1 ms/);
  await assert.rejects(pty.expectExit({ timeoutMs: 1 }), /not seen within 1 ms/);
});

Deno.test("a signal goes to the program alone", async () => {
  const child = "trap 'echo child heard' INT; echo ready; read x; echo child over";
  await using pty = spawnPty(sh(`trap 'echo parent heard' INT; sh -c "${child}"; read x`));
  await pty.expect("ready");
  pty.kill("SIGINT");
  pty.press("Enter");
  const { before } = await pty.expect("child over");
  assert.equal(before.includes("heard"), false);
  await pty.expect("parent heard");
});

Deno.test("the size is the terminal's, and a new one is announced", async () => {
  await using pty = spawnPty({
    ...sh("trap 'stty size' WINCH; stty size; while :; do read x || true; done"),
    cols: 100,
    rows: 30,
  });
  await pty.expect("30 100");
  pty.resize(40, 10);
  await pty.expect("10 40");
  assert.equal((await pty.screen()).lines.length, 10);
});

Deno.test("a terminal that goes away hangs the program up", async () => {
  await using pty = spawnPty({ cmd: "cat" });
  await catReady(pty);
  await pty.hangup();
  assert.deepEqual(await pty.expectExit(), { code: null, signal: "SIGHUP" });
});

Deno.test("a program that ignores the hang-up reads the end of its input", async () => {
  await using pty = spawnPty({ ...sh("echo ready; cat; exit 7"), ignore: ["SIGHUP"] });
  await pty.expect("ready");
  await pty.hangup();
  // cat reports EIO on a stderr that is gone; what counts is that the read returned.
  assert.deepEqual(await pty.expectExit(), { code: 7, signal: null });
});

Deno.test("ignored signals are inherited, others start at their default", async () => {
  await using pty = spawnPty({
    ...sh("kill -INT $$; echo survived; kill -QUIT $$"),
    ignore: ["SIGINT"],
  });
  await pty.expect("survived");
  assert.deepEqual(await pty.expectExit(), { code: null, signal: "SIGQUIT" });
});

Deno.test("streams can be redirected while the terminal stays the controlling one", async () => {
  await using pty = spawnPty({
    ...deno("where_am_i.ts"),
    redirect: "</dev/null 2>/dev/null",
  });
  await pty.exit;
  const found = JSON.parse(pty.raw);
  assert.deepEqual(found.terminals, [false, true, false]);
  assert.equal(found.controllingTerminal, true);
});

Deno.test("the environment is what was asked for and nothing else", async () => {
  await using pty = spawnPty({ cmd: "/usr/bin/env", env: { ONLY: "this" } });
  await pty.exit;
  const names = pty.raw.trim().split("\r\n").map((line) => line.split("=")[0]);
  assert.deepEqual(
    names.filter((name) => !["PWD", "OLDPWD", "SHLVL", "_"].includes(name ?? "")).sort(),
    [
      "ONLY",
      "TEST_BED_MARK",
    ],
  );
});

Deno.test("the emulator answers queries, unless told not to", async () => {
  const ask = sh(
    "stty raw -echo; printf 'ab\\033[6n'; head -c 6 | od -An -c; printf '\\033[?u'; head -c 5 | od -An -c",
  );
  await using kitty = spawnPty({ ...ask, kitty: true });
  await kitty.expect(/033\s+\[\s+1\s+;\s+3\s+R/);
  await kitty.expect(/033\s+\[\s+\?\s+0\s+u/);
  await using mute = spawnPty({ ...ask, answer: false });
  await mute.expect("[6n");
  mute.write("typed!");
  await mute.expect(/t\s+y\s+p\s+e\s+d\s+!/);
});

Deno.test("keys follow the modes the program has set", async () => {
  await using pty = spawnPty({
    ...sh("stty raw -echo; printf '\\033[>1u\\033[?1hready'; head -c 10 | od -An -c"),
    kitty: true,
  });
  await pty.expect("ready");
  pty.press("C-c", "Up");
  await pty.expect(/033\s+\[\s+9\s+9\s+;\s+5\s+u\s+033\s+O\s+A/);
});

Deno.test("a terminal nobody reads blocks the writer until somebody does", async () => {
  await using pty = spawnPty(sh("read go; seq 1 30000 && echo done"));
  pty.setReading(false);
  pty.press("Enter");
  pty.setReading(true);
  await pty.expect(/29999\s+30000\s+done/);
});

Deno.test("a process that stops is seen to stop, and goes on", async () => {
  await using pty = spawnPty({ cmd: "cat" });
  await catReady(pty);
  pty.kill("SIGSTOP");
  await eventually(() => processState(pty.pid) === "T" || undefined, "cat to stop");
  pty.kill("SIGCONT");
  await catReady(pty);
  await assert.rejects(
    eventually(() => undefined, "nothing", { timeoutMs: 1 }),
    /expected nothing: not seen within 1 ms/,
  );
});

Deno.test("disposing ends the program and what it started, in whatever session", async () => {
  let pty: Pty;
  {
    await using own = spawnPty(sh([
      "trap '' INT TERM HUP",
      "setsid sh -c 'echo one; exec sleep 600' &",
      "env -i sh -c 'echo two; exec sleep 600' &",
      "wait",
    ].join("\n")));
    pty = own;
    await own.expect(/one\s+two|two\s+one/);
    assert.equal(own.survivors().length, 3);
  }
  assert.deepEqual(pty.survivors(), []);
  assert.deepEqual(await pty.exit, { code: null, signal: "SIGKILL" });
});
