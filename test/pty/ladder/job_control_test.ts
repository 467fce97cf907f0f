/**
 * Ctrl-Z, fg, bg and `&` under a shell with job control: the shell gets the terminal as it was,
 * nothing in the background touches it or is stopped by it, and what was there before comes back
 * (PR-012).
 */
import assert from "node:assert/strict";
import {
  elapse,
  eventually,
  processState,
  type Pty,
  TARGETS,
  termiosChanges,
} from "../../support/mod.ts";
import {
  count,
  LONG_QUERY,
  MENU,
  pressCtrlC,
  PROMPT,
  query,
  SHUTTING_DOWN,
  startShell,
  streaming,
} from "./support.ts";

/** The shell has the terminal, and finds it as it was. */
function assertAsFound(pty: Pty): void {
  assert.equal(pty.foregroundGroup, pty.pid);
  assert.deepEqual(termiosChanges(pty.initialTermios, pty.termios()), []);
}

async function stop(pty: Pty): Promise<void> {
  pty.press("C-z");
  await pty.expect("Stopped");
  await pty.expect(PROMPT);
  assertAsFound(pty);
  assert.deepEqual((await pty.screen()).leftOn, []);
}

async function type(pty: Pty, line: string): Promise<void> {
  pty.write(`${line}\n`);
  await pty.expect(line);
}

/** The pid of jp itself, whatever it is started through. */
function jpPid(pty: Pty): number {
  const found = pty.survivors().find(({ pid, command }) =>
    pid !== pty.pid && /main\.ts|jp-linux/.test(command)
  );
  if (found === undefined) throw new Error(`no jp among ${JSON.stringify(pty.survivors())}`);
  return found.pid;
}

/** It runs or sleeps, and goes on doing so: SIGTTIN and SIGTTOU would stop it within these looks. */
async function assertNotStopped(pid: number): Promise<void> {
  for (let look = 0; look < 20; look++) {
    assert.notEqual(processState(pid), "T", "stopped");
    await elapse(20);
  }
}

async function leave(pty: Pty): Promise<void> {
  await pressCtrlC(pty);
  await pty.expect(SHUTTING_DOWN);
  await pty.expect(PROMPT);
  assertAsFound(pty);
}

for (const target of TARGETS) {
  Deno.test(`${target}: Ctrl-Z while it streams, twice, and on it goes`, async () => {
    await using run = await startShell(target, LONG_QUERY);
    const { pty } = run;
    await type(pty, "$JP");
    await streaming(pty);
    for (let n = 0; n < 2; n++) {
      await stop(pty);
      await type(pty, "echo typed $((6 * 7))");
      await pty.expect("typed 42");
      await pty.expect(PROMPT);
      pty.write("fg\n");
      await pty.expect(/\w+ \w+ \w+ \w+/);
      await eventually(() => pty.foregroundGroup !== pty.pid || undefined, "the foreground");
    }
    await pressCtrlC(pty);
    await pty.expect(MENU);
    await leave(pty);
  });

  Deno.test(`${target}: Ctrl-Z in the menu; the same menu is back after fg`, async () => {
    await using run = await startShell(target, query(120, 4));
    const { pty } = run;
    await type(pty, "$JP");
    await streaming(pty);
    await pressCtrlC(pty);
    await pty.expect(MENU);
    await stop(pty);
    pty.write("fg\n");
    await pty.expect(MENU);
    await eventually(() => !pty.termios().on.has("ICANON") || undefined, "the menu's modes");
    pty.press("c");
    await pty.expect(PROMPT);
    assertAsFound(pty);
    await type(pty, "echo status $?");
    await pty.expect("status 0");
  });

  Deno.test(`${target}: bg with a menu open touches nothing; fg without a SIGCONT brings it back`, async () => {
    await using run = await startShell(target, LONG_QUERY);
    const { pty } = run;
    await type(pty, "$JP");
    await streaming(pty);
    await pressCtrlC(pty);
    await pty.expect(MENU);
    await stop(pty);
    await type(pty, "bg");
    await pty.expect(PROMPT);
    const before = pty.raw;
    await assertNotStopped(jpPid(pty));
    assertAsFound(pty);
    assert.equal(pty.raw, before, "nothing is written from the background");
    pty.write("fg\n");
    await pty.expect(MENU);
    await leave(pty);
  });

  Deno.test(`${target}: started in the background it never touches the terminal`, async () => {
    await using run = await startShell(target, query(2000, 10));
    const { pty } = run;
    await type(pty, "$JP >out 2>err &");
    await pty.expect(PROMPT);
    await eventually(async () => {
      const out = await Deno.readTextFile(`${run.env.workspace}/out`).catch(() => "");
      return out.length > 200 || undefined;
    }, "some output");
    assertAsFound(pty);
    await assertNotStopped(jpPid(pty));
    // A press is the shell's, and no prompt can be opened for a kill: it is as without a terminal.
    pty.press("C-c");
    await pty.expect(PROMPT);
    assert.notEqual(processState(jpPid(pty)), undefined);
    await type(pty, "kill -INT %1; wait %1; echo status $?");
    await pty.expect("status 130");
    assertAsFound(pty);
    const err = await Deno.readTextFile(`${run.env.workspace}/err`);
    assert.equal(count(err, SHUTTING_DOWN), 1);
    assert.ok(!pty.raw.includes("Interrupted"));
  });

  Deno.test(`${target}: from the background to the front, a press asks`, async () => {
    await using run = await startShell(target, LONG_QUERY);
    const { pty } = run;
    await type(pty, "$JP >out 2>err &");
    await pty.expect(PROMPT);
    pty.write("fg\n");
    await eventually(async () => {
      const out = await Deno.readTextFile(`${run.env.workspace}/out`).catch(() => "");
      return (out.length > 200 && pty.foregroundGroup !== pty.pid) || undefined;
    }, "some output, in the foreground");
    await pressCtrlC(pty);
    await pty.expect(MENU);
    pty.press("Esc");
    await eventually(() => pty.termios().on.has("ICANON") || undefined, "the end of the menu");
    await pressCtrlC(pty);
    await pty.expect(MENU);
    await pressCtrlC(pty);
    await pty.expect(PROMPT);
    assertAsFound(pty);
  });
}

Deno.test("stopped by SIGSTOP in the menu, it is drawn again", async () => {
  await using run = await startShell("binary", LONG_QUERY);
  const { pty } = run;
  await type(pty, "$JP");
  await streaming(pty);
  await pressCtrlC(pty);
  await pty.expect(MENU);
  Deno.kill(jpPid(pty), "SIGSTOP");
  await pty.expect("Stopped");
  await pty.expect(PROMPT);
  pty.write("fg\n");
  await pty.expect(MENU);
  await leave(pty);
});

Deno.test("xargs dies of the first press, and jp does not stay behind", async () => {
  await using run = await startShell("binary", LONG_QUERY);
  const { pty } = run;
  await type(pty, "printf '1\\n2\\n' | xargs -n1 $JP");
  await streaming(pty);
  const jp = jpPid(pty);
  await pressCtrlC(pty);
  await pty.expect(PROMPT);
  await eventually(() => processState(jp) === undefined || undefined, "the end of jp");
  assert.equal(count(pty.raw, "not a language model:"), 1, "the second was never started");
  await type(pty, "echo typed $((6 * 7))");
  await pty.expect("typed 42");
  await pty.expect(PROMPT);
  assertAsFound(pty);
});
