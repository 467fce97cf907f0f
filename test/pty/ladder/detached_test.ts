/**
 * Without a terminal to ask on: one rung less, nothing asked, the messages on stderr in its format
 * (RFD 092, "Non-TTY contract"; PR-053). And as the first process of a namespace, where no signal
 * kills.
 */
import assert from "node:assert/strict";
import {
  eventually,
  type FixtureEnv,
  fixtureEnv,
  jpCommand,
  spawnDetached,
  type Target,
  TARGETS,
  termiosChanges,
} from "../../support/mod.ts";
import {
  assertNoTrace,
  conversationEvents,
  count,
  DEAD_BY_SIGINT,
  ladderFixture,
  LONG_QUERY,
  pastRelayWindow,
  SHUTTING_DOWN,
  startJp,
  streaming,
  TERMINATING,
} from "./support.ts";

const MAY_UNSHARE = new Deno.Command("unshare", { args: ["--pid", "--fork", "true"] })
  .outputSync().success;

function where(env: FixtureEnv) {
  return { env: env.env, cwd: env.workspace, timeoutMs: 20_000 };
}

for (const target of TARGETS) {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    Deno.test(`${target}: one ${signal} begins a graceful shutdown, and nothing is asked`, async () => {
      await using env = await fixtureEnv();
      await using jp = spawnDetached({ ...jpCommand(target, ...LONG_QUERY), ...where(env) });
      await jp.stdout.expect("not a language model:");
      jp.kill(signal);
      const { code, signal: diedBy, stdout, stderr } = await jp.result();
      assert.deepEqual({ code, signal: diedBy }, DEAD_BY_SIGINT);
      assert.equal(count(stderr, SHUTTING_DOWN), 1);
      assert.equal(count(stderr, TERMINATING), 0);
      assert.ok(!(stdout + stderr).includes("Interrupted ["));
      assert.ok(!(stdout + stderr).includes("\x1b"));
      assertNoTrace(stderr);
      const events = await conversationEvents(env);
      assert.equal(events.at(-1)?.["reason"], "interrupted");
      const answer = String(events.find(({ type }) => type === "chat_response")?.["message"]);
      assert.equal(stdout.trimEnd(), answer.trimEnd(), "what was kept is what was said");
    });
  }

  Deno.test(`${target}: a second SIGINT ends it at once, and so does one SIGQUIT`, async () => {
    await using twice = spawnDetached(ladderFixture(target, "deaf"));
    await twice.stdout.expect("ready");
    twice.kill("SIGINT");
    await twice.stderr.expect(SHUTTING_DOWN);
    await pastRelayWindow();
    twice.kill("SIGINT");
    const ended = await twice.result();
    assert.deepEqual({ code: ended.code, signal: ended.signal }, DEAD_BY_SIGINT);
    assert.equal(ended.stderr, `${SHUTTING_DOWN}\n${TERMINATING}\n`);

    await using quit = spawnDetached(ladderFixture(target, "deaf"));
    await quit.stdout.expect("ready");
    quit.kill("SIGQUIT");
    const quitted = await quit.result();
    assert.deepEqual({ code: quitted.code, signal: quitted.signal }, DEAD_BY_SIGINT);
    assert.equal(quitted.stderr, `${TERMINATING}\n`);
  });

  Deno.test(`${target}: a further SIGTERM changes nothing, a SIGINT after it ends it`, async () => {
    await using program = spawnDetached(ladderFixture(target, "deaf"));
    await program.stdout.expect("ready");
    program.kill("SIGTERM");
    await program.stderr.expect(SHUTTING_DOWN);
    for (let n = 0; n < 3; n++) {
      await pastRelayWindow();
      program.kill("SIGTERM");
    }
    await pastRelayWindow();
    program.kill("SIGINT");
    const { code, signal, stderr } = await program.result();
    assert.deepEqual({ code, signal }, DEAD_BY_SIGINT);
    assert.equal(stderr, `${SHUTTING_DOWN}\n${TERMINATING}\n`);
  });

  Deno.test(`${target}: json says it in a record, and stdout ends in one`, async () => {
    await using env = await fixtureEnv();
    await using jp = spawnDetached({
      ...jpCommand(target, "--format", "json", ...LONG_QUERY),
      ...where(env),
    });
    // The answer is one record at its end; what comes before it is the request.
    await eventually(async () => {
      const events = await conversationEvents(env).catch(() => []);
      return events.some(({ type }) => type === "chat_request") || undefined;
    }, "the request");
    jp.kill("SIGINT");
    const { code, signal, stdout, stderr } = await jp.result();
    assert.deepEqual({ code, signal }, DEAD_BY_SIGINT);
    const messages = stderr.trimEnd().split("\n").map((line) => JSON.parse(line)["message"]);
    assert.equal(messages.filter((message) => message === SHUTTING_DOWN).length, 1);
    const records = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
    assert.equal(records.at(-1)["type"], "turn_end");
    assert.equal(records.at(-1)["reason"], "interrupted");
  });

  Deno.test(`${target}: on a terminal, but told to ask nobody`, async () => {
    for (const how of ["variable", "flag"] as const) {
      const args = how === "flag" ? ["--non-interactive", ...LONG_QUERY] : LONG_QUERY;
      const fixture = how === "variable" ? { env: { JP_NON_INTERACTIVE: "1" } } : {};
      await using run = await startJp(target, args, { fixture });
      const { pty } = run;
      await streaming(pty);
      pty.press("C-c");
      await pty.expect(SHUTTING_DOWN);
      assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
      assert.ok(!pty.raw.includes("Interrupted ["), how);
      assert.deepEqual(termiosChanges(pty.initialTermios, pty.termios()), []);
    }
  });

  Deno.test(`${target}: with stdin closed it is the same`, async () => {
    await using env = await fixtureEnv();
    await using jp = spawnDetached({
      ...jpCommand(target, ...LONG_QUERY),
      ...where(env),
      stdin: "closed",
    });
    await jp.stdout.expect("not a language model:");
    jp.kill("SIGINT");
    const { code, signal, stderr } = await jp.result();
    assert.deepEqual({ code, signal }, DEAD_BY_SIGINT);
    assert.equal(count(stderr, SHUTTING_DOWN), 1);
  });

  Deno.test({
    name: `${target}: as the first process of a namespace it ends with status 130`,
    // A namespace of its own takes a privilege that not every container has.
    ignore: !MAY_UNSHARE,
    fn: () => firstProcess(target),
  });
}

async function firstProcess(target: Target): Promise<void> {
  const { cmd, args } = ladderFixture(target, "idle");
  await using program = spawnDetached({
    cmd: "unshare",
    args: ["--pid", "--fork", cmd, ...args],
  });
  await program.stdout.expect("ready");
  const inner = program.survivors().find(({ pid, command }) =>
    pid !== program.pid && !command.startsWith("unshare")
  );
  assert.ok(inner, JSON.stringify(program.survivors()));
  Deno.kill(inner.pid, "SIGINT");
  const { code, signal, stderr } = await program.result();
  assert.deepEqual({ code, signal }, { code: 130, signal: null });
  assert.equal(stderr, `${SHUTTING_DOWN}\n`);
}
