/**
 * Plugins that take the whole terminal: it is theirs as an editor's is, and comes back with its modes
 * however they end (interrupts.md "Plugins"; PR-050).
 */
import assert from "node:assert/strict";
import { jpCommand, spawnPty } from "../../support/mod.ts";
import {
  assertTerminalRestored,
  DEAD_BY_SIGINT,
  humanPause,
  pressCtrlC,
  SHUTTING_DOWN,
} from "../ladder/support.ts";
import { assertNoneLeft, full, fullScreen, pluginWorld, UNTIL_Q } from "./support.ts";

for (const target of ["deno", "bun", "binary"] as const) {
  Deno.test(`${target}: a full-screen plugin has keys and Ctrl-C to itself, and what it prints waits`, async () => {
    await using world = await pluginWorld({ plugins: { full: fullScreen(UNTIL_Q) } });
    await using pty = world.pty(target, ["full"]);
    await full(pty);
    assert.notEqual(pty.foregroundGroup, pty.pid);
    pty.press("a");
    await world.noted("full", "key a");
    pty.press("C-c");
    await humanPause();
    // A key more: a shell that was about to start the reader hears of the press only after it.
    pty.press("b");
    await world.noted("full", "key b");
    await world.noted("full", "INT");
    pty.press("q");
    assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
    assert.equal((await pty.screen()).text, "printed meanwhile");
    const notes = await world.notes("full");
    assert.equal(notes[0], '{"type":"granted","id":1}');
    assert.equal(notes.at(-1), '{"type":"released","id":2}');
    assert.equal(notes.filter((note) => note === "INT").length, 1);
    await assertTerminalRestored(pty);
  });
}

Deno.test("one that is killed leaves neither modes nor screen behind", async () => {
  await using world = await pluginWorld({ plugins: { full: fullScreen("kill -KILL $$") } });
  await using pty = world.pty("binary", ["full"]);
  assert.deepEqual(await pty.expectExit(), { code: 1, signal: null });
  await pty.expect("ended by SIGKILL without saying exit");
  await assertTerminalRestored(pty);
  await assertNoneLeft(pty);
});

Deno.test("one that ends without giving it back has given it back", async () => {
  const ends = fullScreen(`say '{"type":"exit","code":4}'; exit`);
  await using world = await pluginWorld({ plugins: { full: ends } });
  await using pty = world.pty("binary", ["full"]);
  assert.deepEqual(await pty.expectExit(), { code: 4, signal: null });
  assert.deepEqual(pty.termios(), pty.initialTermios);
  await assertNoneLeft(pty);
});

Deno.test("one that dies of its own Ctrl-C ends jp by SIGINT, and the loop around it", async () => {
  const dies = fullScreen("trap - INT; note ready; while :; do sleep 0.1; done");
  await using world = await pluginWorld({ plugins: { full: dies } });
  const { cmd, args } = jpCommand("binary", "full");
  const loop = 'for i in 1 2 3; do "$@"; echo "next $?"; done';
  await using pty = spawnPty({
    cmd: "bash",
    args: ["-c", loop, "loop", cmd, ...args],
    env: world.env,
    cwd: world.fixture.workspace,
    timeoutMs: 20_000,
  });
  await world.noted("full", "ready");
  pty.press("C-c");
  assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
  assert.ok(!pty.raw.includes("next"), pty.raw);
  assert.deepEqual(pty.termios(), pty.initialTermios);
  assert.deepEqual((await pty.screen()).leftOn, []);
  await assertNoneLeft(pty);
});

Deno.test("asked to end while it has the terminal, and killed when it does not", async () => {
  const config = "[interrupt.shutdown]\nshow = false\n[plugins]\nshutdown_timeout_secs = 1\n";
  const deaf = fullScreen("trap '' INT TERM; note ready; while :; do sleep 1; done");
  await using world = await pluginWorld({ plugins: { full: deaf }, config });
  await using pty = world.pty("binary", ["full"]);
  await world.noted("full", "ready");
  pty.kill("SIGTERM");
  assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
  assert.match((await pty.screen()).text, new RegExp(SHUTTING_DOWN));
  await assertTerminalRestored(pty);
  await assertNoneLeft(pty);
});

Deno.test("one that stops itself: the terminal is ours again, and a press has it go on and end", async () => {
  const stops = fullScreen("trap 'note INT; exit 5' INT; note self $$; kill -STOP $$; sleep 1");
  await using world = await pluginWorld({ plugins: { full: stops } });
  await using pty = world.pty("binary", ["full"]);
  await world.noted("full", "self ");
  await pty.expectScreen((screen) => screen.text.includes("printed meanwhile"));
  assert.equal(pty.foregroundGroup, pty.pid);
  await pressCtrlC(pty);
  await world.noted("full", "INT");
  assert.deepEqual(await pty.expectExit(), { code: 1, signal: null });
  assert.deepEqual(pty.termios(), pty.initialTermios);
  await assertNoneLeft(pty);
});
