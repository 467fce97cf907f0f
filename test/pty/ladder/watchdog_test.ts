/**
 * The bound of a graceful shutdown and what is seen of it: countdown, the two messages in each
 * format, a teardown that does not finish, one that does, and output that nobody takes (RFD 092,
 * "Shutdown watchdog"; PR-004).
 */
import assert from "node:assert/strict";
import {
  eventually,
  fixtureEnv,
  spawnDetached,
  spawnPty,
  TARGETS,
  UnreadPipe,
} from "../../support/mod.ts";
import {
  assertTerminalRestored,
  count,
  DEAD_BY_SIGINT,
  ladderFixture,
  MENU,
  pastRelayWindow,
  pressCtrlC,
  query,
  SHUTTING_DOWN,
  startJp,
  TERMINATING,
} from "./support.ts";

/** Ends within this time only if nothing waits for the ten seconds of the default deadline. */
const BEFORE_THE_WATCHDOG = { timeoutMs: 8000 };
const COUNTDOWN = /⏱ Shutting down… (\d+\.\d)s/g;

function shutdown(settings: Record<string, unknown>): Record<string, unknown> {
  return { shutdown: { show: true, delaySecs: 0, intervalMs: 50, timeoutSecs: 2, ...settings } };
}

/** Rows with something on them: the sentinel, if it speaks, cannot tell whether one was begun. */
function rows(screen: string): string[] {
  return screen.split("\n").filter((row) => row !== "");
}

function secondsShown(raw: string): number[] {
  return [...raw.matchAll(COUNTDOWN)].map(([, seconds]) => Number(seconds));
}

for (const target of TARGETS) {
  Deno.test(`${target}: a teardown that never ends is cut at the deadline, behind a countdown`, async () => {
    await using pty = spawnPty({ ...ladderFixture(target, "deaf", shutdown({})) });
    await pty.expect("ready");
    pty.kill("SIGTERM");
    await pty.expect(SHUTTING_DOWN);
    const during = await pty.expectScreen("⏱ Shutting down…");
    assert.equal(during.lines.filter((line) => line.includes("⏱")).length, 1, "one line");
    await pty.expect(TERMINATING, BEFORE_THE_WATCHDOG);
    assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
    const seconds = secondsShown(pty.raw);
    assert.ok(seconds.length > 5, `${seconds}`);
    assert.ok((seconds[0] ?? 9) <= 2, "time left to the deadline");
    assert.deepEqual(seconds, seconds.toSorted((a, b) => b - a), "it counts down");
    assert.deepEqual(rows((await pty.screen()).text), ["ready", SHUTTING_DOWN, TERMINATING]);
    await assertTerminalRestored(pty);
  });

  Deno.test(`${target}: a teardown that ends is not waited for any longer`, async () => {
    await using pty = spawnPty({ ...ladderFixture(target, "slow", {}, "300") });
    await pty.expect("ready");
    await pressCtrlC(pty);
    await pty.expect(MENU);
    await pressCtrlC(pty);
    assert.deepEqual(await pty.expectExit(BEFORE_THE_WATCHDOG), DEAD_BY_SIGINT);
    assert.equal(count(pty.raw, TERMINATING), 0);
    await assertTerminalRestored(pty);
  });

  Deno.test(`${target}: with no time granted the second press is the end`, async () => {
    await using pty = spawnPty({ ...ladderFixture(target, "deaf", shutdown({ timeoutSecs: 0 })) });
    await pty.expect("ready");
    await pressCtrlC(pty);
    await pty.expect(MENU);
    await pressCtrlC(pty);
    await pty.expect(SHUTTING_DOWN);
    assert.deepEqual(await pty.expectExit(BEFORE_THE_WATCHDOG), DEAD_BY_SIGINT);
    assert.equal(count(pty.raw, TERMINATING), 0);
    await assertTerminalRestored(pty);
  });
}

Deno.test("the countdown appears after its delay", async () => {
  const settings = shutdown({ delaySecs: 1 });
  await using pty = spawnPty({ ...ladderFixture("binary", "deaf", settings) });
  await pty.expect("ready");
  pty.kill("SIGTERM");
  assert.deepEqual(await pty.expectExit(BEFORE_THE_WATCHDOG), DEAD_BY_SIGINT);
  const [first = 9] = secondsShown(pty.raw);
  assert.ok(first <= 1, `first shown with ${first} s left of 2`);
});

Deno.test("show = false hides the countdown and nothing else", async () => {
  const settings = shutdown({ show: false, timeoutSecs: 1 });
  await using pty = spawnPty({ ...ladderFixture("binary", "deaf", settings) });
  await pty.expect("ready");
  pty.kill("SIGTERM");
  assert.deepEqual(await pty.expectExit(BEFORE_THE_WATCHDOG), DEAD_BY_SIGINT);
  assert.deepEqual(secondsShown(pty.raw), []);
  assert.equal(count(pty.raw, SHUTTING_DOWN), 1);
  assert.equal(count(pty.raw, TERMINATING), 1);
});

for (const target of TARGETS) {
  Deno.test(`${target}: text has the messages as lines, and nothing that moves`, async () => {
    await using program = spawnDetached({
      ...ladderFixture(target, "deaf", shutdown({ timeoutSecs: 1 })),
    });
    await program.stdout.expect("ready");
    program.kill("SIGTERM");
    const { code, signal, stderr } = await program.result();
    assert.deepEqual({ code, signal }, DEAD_BY_SIGINT);
    assert.equal(stderr, `${SHUTTING_DOWN}\n${TERMINATING}\n`);
  });

  Deno.test(`${target}: json has the messages as records, and nothing else`, async () => {
    const options = { ...shutdown({ timeoutSecs: 1 }), format: "json" };
    await using program = spawnDetached({ ...ladderFixture(target, "deaf", options) });
    await program.stdout.expect("ready");
    program.kill("SIGTERM");
    const { code, signal, stderr } = await program.result();
    assert.deepEqual({ code, signal }, DEAD_BY_SIGINT);
    assert.deepEqual(stderr, `{"message":"${SHUTTING_DOWN}"}\n{"message":"${TERMINATING}"}\n`);
  });
}

Deno.test("on a terminal, too: text has no countdown and json only records", async () => {
  for (const format of ["text", "json"]) {
    const options = { ...shutdown({ timeoutSecs: 1 }), format };
    await using pty = spawnPty({ ...ladderFixture("binary", "deaf", options) });
    await pty.expect("ready");
    pty.kill("SIGTERM");
    assert.deepEqual(await pty.expectExit(BEFORE_THE_WATCHDOG), DEAD_BY_SIGINT);
    const { text } = await pty.screen();
    const wrap = (message: string) => format === "json" ? JSON.stringify({ message }) : message;
    assert.deepEqual(rows(text), ["ready", wrap(SHUTTING_DOWN), wrap(TERMINATING)]);
    assert.ok(!pty.raw.includes("\x1b"), JSON.stringify(pty.raw));
  }
});

Deno.test("the configured deadline is the one that holds", async () => {
  const config = "[interrupt.shutdown]\ntimeout_secs = 0\n";
  await using run = await startJp("binary", undefined, { fixture: { config } });
  const { pty } = run;
  await pty.expect("not a language model:");
  await pressCtrlC(pty);
  await pty.expect(MENU);
  await pressCtrlC(pty);
  await pty.expect(SHUTTING_DOWN);
  assert.deepEqual(await pty.expectExit(BEFORE_THE_WATCHDOG), DEAD_BY_SIGINT);
  await assertTerminalRestored(pty);
});

// More than any pipe holds, as fast as it goes.
const FLOOD = query(200_000, 0);

for (const target of TARGETS) {
  Deno.test(`${target}: stdout that nobody reads keeps no press waiting`, async () => {
    for (const presses of [2, 3]) {
      await using env = await fixtureEnv();
      await using pipe = await UnreadPipe.make(env.root);
      await using run = await startJp(target, FLOOD, { redirect: `1<>'${pipe.path}'` });
      const { pty } = run;
      await pipe.full();
      await pressCtrlC(pty);
      await pty.expect(MENU);
      await pressCtrlC(pty);
      await pty.expect(SHUTTING_DOWN);
      if (presses === 3) {
        await pastRelayWindow();
        pty.press("C-c");
        // The wait for the reader is short: on a busy machine it may be over before the press.
        await Promise.race([pty.expect(TERMINATING).catch(() => {}), pty.exit]);
      }
      assert.deepEqual(await pty.expectExit(BEFORE_THE_WATCHDOG), DEAD_BY_SIGINT);
      await assertTerminalRestored(pty, { pipeline: true });
    }
  });

  Deno.test(`${target}: a terminal that takes no output keeps no press waiting`, async () => {
    await using run = await startJp(target, FLOOD);
    const { pty } = run;
    await pty.expect("not a language model:");
    pty.setReading(false);
    await pastRelayWindow();
    pty.write("\x03");
    // Nothing can be seen of the menu but the mode it reads in; two presses may come as one before.
    await eventually(() => !pty.termios().on.has("ICANON") || undefined, "the menu's mode");
    await pastRelayWindow();
    pty.write("\x03");
    // The end of a program on a terminal is not known before all that it wrote is read.
    await eventually(() => pty.survivors().length === 0 || undefined, "its end");
    pty.setReading(true);
    assert.deepEqual(await pty.expectExit(BEFORE_THE_WATCHDOG), DEAD_BY_SIGINT);
  });

  Deno.test(`${target}: stdout that nobody reads does not move the deadline`, async () => {
    await using env = await fixtureEnv();
    await using pipe = await UnreadPipe.make(env.root);
    await using program = spawnDetached({
      ...ladderFixture(target, "flood", shutdown({ timeoutSecs: 1 })),
      stdout: { file: pipe.path },
    });
    await pipe.full();
    program.kill("SIGTERM");
    await program.stderr.expect(SHUTTING_DOWN);
    await program.stderr.expect(TERMINATING);
    assert.deepEqual(await program.expectExit(BEFORE_THE_WATCHDOG), DEAD_BY_SIGINT);
  });
}

Deno.test("the configured countdown is the one that is shown", async () => {
  for (const [setting, isShown] of [["delay_secs = 0", true], ["show = false", false]] as const) {
    await using env = await fixtureEnv();
    await using pipe = await UnreadPipe.make(env.root);
    const config = `[interrupt.shutdown]\n${setting}\n`;
    await using run = await startJp("binary", FLOOD, {
      redirect: `1<>'${pipe.path}'`,
      fixture: { config },
    });
    const { pty } = run;
    // The flush that nobody takes is what there is time to count down.
    await pipe.full();
    pty.kill("SIGTERM");
    assert.deepEqual(await pty.expectExit(BEFORE_THE_WATCHDOG), DEAD_BY_SIGINT);
    assert.equal(count(pty.raw, SHUTTING_DOWN), 1);
    assert.equal(secondsShown(pty.raw).length > 0, isShown, setting);
  }
});
