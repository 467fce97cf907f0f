/**
 * Presses while the main thread never gets round to them, and while it is late: the sentinel acts
 * for a thread that is stuck, and only then (interrupts.md, "The sentinel"; PR-001).
 */
import assert from "node:assert/strict";
import {
  type Command,
  fixtureCommand,
  spawnDetached,
  spawnPty,
  TARGETS,
  termiosChanges,
} from "../../support/mod.ts";
import {
  assertTerminalRestored,
  count,
  DEAD_BY_SIGINT,
  humanPause,
  ladderFixture,
  pastRelayWindow,
  pressCtrlC,
  SHUTTING_DOWN,
  TERMINATING,
  threePresses,
} from "./support.ts";

/** A short deadline, no countdown in the output. */
const SOON = { shutdown: { show: false, delaySecs: 0, intervalMs: 100, timeoutSecs: 1 } };

Deno.test("deno: a thread that never yields: message at press 2, death at press 3", async () => {
  await using pty = spawnPty({ ...ladderFixture("deno", "spin"), timeoutMs: 20_000 });
  await pty.expect("ready");
  await threePresses(pty);
  assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
  assert.equal(count(pty.raw, SHUTTING_DOWN), 1);
  assert.equal(count(pty.raw, TERMINATING), 1);
  await assertTerminalRestored(pty);
});

Deno.test("deno: a thread that never yields: the first press alone waits for it", async () => {
  await using pty = spawnPty({ ...ladderFixture("deno", "spin"), timeoutMs: 20_000 });
  await pty.expect("ready");
  await pressCtrlC(pty);
  // Past the moment at which the sentinel would have taken over.
  await humanPause();
  await humanPause();
  assert.ok(!pty.raw.includes(SHUTTING_DOWN));
  pty.kill("SIGKILL");
  await pty.expectExit();
});

for (
  const [signal, dies, says] of [
    ["SIGTERM", "SIGINT", [SHUTTING_DOWN, TERMINATING]],
    ["SIGHUP", "SIGHUP", []],
    ["SIGQUIT", "SIGINT", [TERMINATING]],
  ] as const
) {
  Deno.test(`deno: a thread that never yields: one ${signal} ends it`, async () => {
    await using pty = spawnPty({ ...ladderFixture("deno", "spin", SOON), timeoutMs: 20_000 });
    await pty.expect("ready");
    pty.kill(signal);
    assert.deepEqual(await pty.expectExit(), { code: null, signal: dies });
    for (const word of [SHUTTING_DOWN, TERMINATING]) {
      assert.equal(count(pty.raw, word), says.some((said) => said === word) ? 1 : 0, word);
    }
    assert.deepEqual(termiosChanges(pty.initialTermios, pty.termios()), []);
  });
}

Deno.test("deno: a thread that never yields, and nobody reads stderr: the ladder holds", async () => {
  await using program = spawnDetached({
    ...ladderFixture("deno", "spin"),
    stderr: { file: "/dev/full" },
  });
  await program.stdout.expect("ready");
  program.kill("SIGINT");
  await humanPause();
  program.kill("SIGINT");
  assert.deepEqual(await program.expectExit(), DEAD_BY_SIGINT);
});

for (const target of ["bun", "binary"] as const) {
  Deno.test(`${target}: a thread that never yields: a press ends it, with the terminal as it was`, async () => {
    await using pty = spawnPty({ ...ladderFixture(target, "spin"), timeoutMs: 20_000 });
    await pty.expect("ready");
    // Nothing here hears a signal; after eight missed beats the next press takes its default action.
    const over = pty.exit.then(() => true);
    for (let n = 0; n < 20; n++) {
      pty.press("C-c");
      const pause = humanPause();
      const ended = await Promise.race([over, pause]);
      // Its timer is the test's own to wait for.
      await pause;
      if (ended) break;
    }
    assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
    assert.deepEqual(termiosChanges(pty.initialTermios, pty.termios()), []);
  });
}

for (const target of TARGETS) {
  Deno.test(`${target}: a thread that gets stuck in its teardown is ended at the deadline`, async () => {
    await using pty = spawnPty({ ...ladderFixture(target, "late", SOON), timeoutMs: 20_000 });
    await pty.expect("ready");
    pty.kill("SIGTERM");
    await pty.expect(SHUTTING_DOWN);
    await pty.expect(TERMINATING);
    assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
    assert.equal(count(pty.raw, SHUTTING_DOWN), 1);
    assert.equal(count(pty.raw, TERMINATING), 1);
    await assertTerminalRestored(pty);
  });
}

// Around the 200 ms at which the sentinel takes over, so that both sides are about to act at once.
const STALLS = [0, 190, 200, 210, 260];

for (const target of ["deno", "bun"] as const) {
  Deno.test(`${target}: however late the thread is, each press acts once`, async () => {
    for (const ms of STALLS) {
      await using program = spawnDetached({ ...ladderFixture(target, "stalls"), stdin: "open" });
      await program.stdout.expect("ready");
      await program.writeStdin(`stall ${ms}\n`);
      await program.stdout.expect("stalling");
      program.kill("SIGINT");
      await program.stderr.expect(SHUTTING_DOWN);
      const { stdout, stderr, code, signal } = await program.result();
      assert.deepEqual({ code, signal }, DEAD_BY_SIGINT);
      assert.equal(count(stderr, SHUTTING_DOWN), 1, `stall of ${ms} ms: ${stderr}`);
      assert.equal(count(stderr, TERMINATING), 0, `stall of ${ms} ms: ${stderr}`);
      assert.match(stdout, /stalled/);
    }
  });
}

for (const target of TARGETS) {
  Deno.test(`${target}: a first press that comes while the thread is late still asks`, async () => {
    // With a cooldown of 0 each press is a first one.
    const fixture = ladderFixture(target, "stalls", { cooldownMs: 0 });
    await using pty = spawnPty({ ...fixture, timeoutMs: 20_000 });
    await pty.expect("ready");
    for (const [n, ms] of [150, 500].entries()) {
      pty.write(`stall ${ms}\n`);
      await pty.expect("stalling");
      await pressCtrlC(pty);
      await pty.expect("stalled");
      await pty.expect(`asked ${n + 1}`);
      assert.equal(count(pty.raw, SHUTTING_DOWN), 0);
    }
    pty.kill("SIGTERM");
    assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
  });
}

function rawFixture(target: "deno" | "bun", busyMs: string): Command {
  return fixtureCommand(target, "test/pty/ladder/fixtures/raw.ts", busyMs);
}

for (const target of ["deno", "bun"] as const) {
  Deno.test(`${target}: stuck in a text prompt, Ctrl-C becomes a signal again and the prompt comes back`, async () => {
    await using pty = spawnPty({ ...rawFixture(target, "2500"), timeoutMs: 20_000 });
    await pty.expect("ready");
    const held = (await pty.screen()).leftOn;
    assert.deepEqual(held, ["bracketed paste", "kitty keyboard pushed 1x"]);
    assert.ok(!pty.termios().on.has("ISIG"));
    await pty.expectScreen(({ leftOn }) => leftOn.length === 0);
    assert.deepEqual(termiosChanges(pty.initialTermios, pty.termios()), []);
    await pty.expect("awake");
    await pty.expectScreen(({ leftOn }) => leftOn.length === held.length);
    assert.ok(!pty.termios().on.has("ISIG"));
    pty.kill("SIGTERM");
    assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
    await assertTerminalRestored(pty);
  });
}

Deno.test("deno: stuck in a text prompt for ever, three presses end it", async () => {
  await using pty = spawnPty({ ...rawFixture("deno", "Infinity"), timeoutMs: 20_000 });
  await pty.expect("ready");
  await pty.expectScreen(({ leftOn }) => leftOn.length === 0);
  await pressCtrlC(pty);
  await humanPause();
  await pressCtrlC(pty);
  await pty.expect(SHUTTING_DOWN);
  await pastRelayWindow();
  pty.press("C-c");
  assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
  assert.deepEqual(termiosChanges(pty.initialTermios, pty.termios()), []);
  assert.deepEqual((await pty.screen()).leftOn, []);
});
