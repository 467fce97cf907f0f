/**
 * The terminal goes away, or the reader of stdout does: saved, silent, gone within bounds, without
 * a busy loop on a dead descriptor (PR-008, PR-058). What was ignored at the start stays ignored.
 */
import assert from "node:assert/strict";
import {
  eventually,
  fixtureEnv,
  jpCommand,
  processState,
  type Pty,
  shell,
  spawnDetached,
  spawnPty,
  TARGETS,
} from "../../support/mod.ts";
import {
  assertNoTrace,
  conversationEvents,
  ladderFixture,
  LONG_QUERY,
  MENU,
  pressCtrlC,
  query,
  startJp,
  streaming,
} from "./support.ts";

/** Ends within this time only if nothing waits for the ten seconds of the default deadline. */
const BEFORE_THE_WATCHDOG = { timeoutMs: 8000 };

/** Hundredths of a second of processor time a process and its threads have used. */
function cpuTicks(pid: number): number {
  const text = Deno.readTextFileSync(`/proc/${pid}/stat`);
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

const STATES: Record<string, (pty: Pty) => Promise<void>> = {
  "while it streams": streaming,
  "with the menu open": async (pty) => {
    await streaming(pty);
    await pressCtrlC(pty);
    await pty.expect(MENU);
  },
  "while it is stopped": async (pty) => {
    await streaming(pty);
    pty.kill("SIGSTOP");
    await eventually(() => processState(pty.pid) === "T" || undefined, "a stop");
  },
};

for (const target of TARGETS) {
  for (const [when, reach] of Object.entries(STATES)) {
    Deno.test(`${target}: the terminal is closed ${when}: saved, and dead by SIGHUP`, async () => {
      await using run = await startJp(target);
      const { pty } = run;
      await reach(pty);
      await pty.hangup();
      // The session's leader is continued when its terminal hangs up; a stop by hand is undone so.
      if (processState(pty.pid) === "T") pty.kill("SIGCONT");
      assert.deepEqual(await pty.expectExit(BEFORE_THE_WATCHDOG), { code: null, signal: "SIGHUP" });
      const events = await conversationEvents(run.env);
      assert.equal(events.at(-1)?.["reason"], "interrupted");
      const answer = events.find(({ type }) => type === "chat_response");
      assert.match(String(answer?.["message"]), /^I am jp's built-in demo, not a language model:/);
      assert.deepEqual(pty.survivors(), []);
    });
  }

  Deno.test(`${target}: the terminal is closed while nothing happens`, async () => {
    await using pty = spawnPty(ladderFixture(target, "idle"));
    await pty.expect("ready");
    await pty.hangup();
    assert.deepEqual(await pty.expectExit(BEFORE_THE_WATCHDOG), { code: null, signal: "SIGHUP" });
  });

  // Bun takes SIGTERM over before any line of ours where a standard stream is a terminal, and with
  // that what it was: there it cannot be known to have been ignored.
  const ignored = target === "deno" ? ["SIGHUP", "SIGTERM"] as const : ["SIGHUP"] as const;
  Deno.test(`${target}: ${ignored.join(" and ")} ignored at the start stay ignored`, async () => {
    const env = await fixtureEnv();
    const out = `${env.root}/out`;
    await using run = await startJp(target, query(150, 5), {
      ignore: ignored,
      redirect: `>'${out}' 2>&1`,
    });
    const { pty } = run;
    await eventually(async () => {
      const text = await Deno.readTextFile(out).catch(() => "");
      return text.includes("not a language model") || undefined;
    }, "an answer");
    for (const signal of ignored) pty.kill(signal);
    await pty.hangup();
    assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
    const events = await conversationEvents(run.env);
    assert.equal(events.at(-1)?.["reason"], "complete");
    await env[Symbol.asyncDispose]();
  });

  Deno.test(`${target}: with hang-ups ignored, a menu on a dead terminal ends without spinning`, async () => {
    await using run = await startJp(target, LONG_QUERY, { ignore: ["SIGHUP"] });
    const { pty } = run;
    await streaming(pty);
    await pressCtrlC(pty);
    await pty.expect(MENU);
    const before = cpuTicks(pty.pid);
    await pty.hangup();
    let used = 0;
    const watching = setInterval(() => {
      try {
        used = cpuTicks(pty.pid) - before;
      } catch {
        // It has ended.
      }
    }, 20);
    assert.deepEqual(await pty.expectExit(BEFORE_THE_WATCHDOG), { code: null, signal: "SIGHUP" });
    clearInterval(watching);
    assert.ok(used < 100, `${used} ticks of processor time`);
  });

  Deno.test(`${target}: interrupts that were ignored at the start stay ignored`, async () => {
    await using env = await fixtureEnv();
    const { cmd, args } = jpCommand(target, ...query(150, 5));
    await using pty = shell('"$@" & wait $!; echo "status $?"', {
      pty: true,
      args: [cmd, ...args],
      env: env.env,
      cwd: env.workspace,
      timeoutMs: 20_000,
    });
    await streaming(pty);
    const jp = pty.survivors().find(({ pid }) => pid !== pty.pid);
    assert.ok(jp);
    Deno.kill(jp.pid, "SIGINT");
    Deno.kill(jp.pid, "SIGQUIT");
    await pty.expect("status 0");
    assert.ok(!pty.raw.includes("Interrupted"));
  });
}

/** Pipelines whose reader goes, each with what the script says of jp's status. */
const READERS: Record<string, string> = {
  "head -1": 'set -o pipefail; "$@" 2>err | head -1; echo "status ${PIPESTATUS[0]}"',
  "head -1 for both streams": '"$@" 2>&1 | head -1; echo "status ${PIPESTATUS[0]}"',
  "true": '"$@" 2>err | true; echo "status ${PIPESTATUS[0]}"',
};

for (const target of TARGETS) {
  for (const [reader, script] of Object.entries(READERS)) {
    Deno.test(`${target}: ${reader} reads no more: dead by SIGPIPE, the turn is kept`, async () => {
      await using env = await fixtureEnv();
      const { cmd, args } = jpCommand(target, ...query(3000, 3));
      await using sh = shell(script, {
        shell: "bash",
        args: [cmd, ...args],
        env: env.env,
        cwd: env.workspace,
      });
      const { stdout, stderr } = await sh.result({ timeoutMs: 20_000 });
      assert.match(stdout, /status 141$/m);
      assertNoTrace(stdout + stderr);
      const err = await Deno.readTextFile(`${env.workspace}/err`).catch(() => "");
      assertNoTrace(err);
      const events = await conversationEvents(env);
      assert.notEqual(events.at(-1)?.["type"], "chat_request");
      assert.equal(events.at(-1)?.["type"], "turn_end");
    });
  }

  Deno.test(`${target}: stdout or stderr closed from the start is no crash`, async () => {
    for (const closed of ["stdout", "stderr"] as const) {
      await using env = await fixtureEnv();
      await using program = spawnDetached({
        ...jpCommand(target, ...query(30, 1)),
        env: env.env,
        cwd: env.workspace,
        [closed]: "closed",
      });
      const { code, signal, stdout, stderr } = await program.result({ timeoutMs: 20_000 });
      assert.equal(signal === null || signal === "SIGPIPE", true, `${closed}: ${signal ?? code}`);
      assertNoTrace(stdout + stderr);
      assert.equal((await conversationEvents(env)).at(-1)?.["type"], "turn_end");
    }
  });
}

for (const target of TARGETS) {
  Deno.test(`${target}: what started it dies while the menu is open: the terminal is not ours any more`, async () => {
    await using env = await fixtureEnv();
    const { cmd, args } = jpCommand(target, ...LONG_QUERY);
    // The outer shell keeps the session and survives the press, the inner one is what started jp.
    await using pty = shell(`trap : INT; sh -c '"$@"; :' inner "$@"; read line; echo over`, {
      pty: true,
      args: [cmd, ...args],
      env: env.env,
      cwd: env.workspace,
      timeoutMs: 20_000,
    });
    await streaming(pty);
    await pressCtrlC(pty);
    await pty.expect(MENU);
    const inner = pty.survivors().find(({ pid, command }) =>
      pid !== pty.pid && command.includes(" inner ")
    );
    assert.ok(inner, JSON.stringify(pty.survivors()));
    Deno.kill(inner.pid, "SIGKILL");
    await eventually(() => pty.survivors().length === 1 || undefined, "the end of jp");
    await pty.expectScreen(({ text }) => !text.includes("Interrupted"));
    pty.press("Enter");
    await pty.expect("over");
    await pty.expectExit();
    assert.equal((await conversationEvents(env)).at(-1)?.["reason"], "interrupted");
  });
}
