/**
 * Other programs on the same terminal: a pager's modes are its own and its presses, too; a reader
 * that survives the press sees the stream go on; one that dies of it does not take the turn along
 * (interrupts.md, "The terminal must be ours when a prompt opens", "Exit convention").
 */
import assert from "node:assert/strict";
import { type Pty, shell, type Target, TARGETS, termiosChanges } from "../../support/mod.ts";
import { eventually, type FixtureEnv, fixtureEnv, jpCommand } from "../../support/mod.ts";
import {
  assertNoTrace,
  conversationEvents,
  LONG_QUERY,
  MENU,
  pressCtrlC,
  query,
  withProvider,
} from "./support.ts";

function pipeline(target: Target, env: FixtureEnv, script: string, args: readonly string[]): Pty {
  const { cmd, args: own } = jpCommand(target, ...args);
  return shell(script, {
    pty: true,
    shell: "bash",
    args: [cmd, ...own],
    env: { ...env.env, LESS: "", LESSHISTFILE: "-" },
    cwd: env.workspace,
    rows: 10,
    timeoutMs: 20_000,
  });
}

function jpRuns(pty: Pty): boolean {
  return pty.survivors().some(({ command }) =>
    /main\.ts|jp-linux/.test(command) && !/bash/.test(command)
  );
}

for (const target of TARGETS) {
  Deno.test(`${target}: less keeps its modes and its presses`, async () => {
    await using env = await fixtureEnv();
    const script = '"$@" 2>err | less; echo "status ${PIPESTATUS[0]}"';
    await using pty = pipeline(target, env, script, LONG_QUERY);
    await pty.expectScreen("not a language model:");
    await eventually(() => !pty.termios().on.has("ICANON") || undefined, "the pager's modes");
    const own = pty.termios();
    for (let n = 0; n < 3; n++) await pressCtrlC(pty);
    pty.press("Space");
    await pty.expectScreen(({ text }) => !text.includes("not a language model:"));
    assert.ok(!pty.raw.includes("Interrupted ["), "no menu over the pager");
    assert.ok(jpRuns(pty), "the presses were not ours");
    assert.equal(pty.termios().hex, own.hex);
    pty.press("q");
    await pty.expect("status 141");
    assert.deepEqual(termiosChanges(pty.initialTermios, pty.termios()), []);
    assert.equal(
      await Deno.readTextFile(`${env.workspace}/err`).then((err) => err.includes("grace")),
      false,
    );
    const events = await conversationEvents(env);
    assert.equal(events.at(-1)?.["type"], "turn_end");
  });

  Deno.test(`${target}: less keeps its modes when jp ends before it`, async () => {
    await using env = await fixtureEnv();
    await using pty = pipeline(target, env, '"$@" 2>err | less', query(200, 1));
    await pty.expectScreen("not a language model:");
    await eventually(() => !pty.termios().on.has("ICANON") || undefined, "the pager's modes");
    const own = pty.termios();
    await eventually(() => !jpRuns(pty) || undefined, "the end of jp");
    assert.equal(pty.termios().hex, own.hex);
    pty.press("q");
    assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
    assert.deepEqual(termiosChanges(pty.initialTermios, pty.termios()), []);
  });

  Deno.test(`${target}: a reader that survives the press sees the stream go on`, async () => {
    await using env = await fixtureEnv();
    const script = '"$@" | (trap "" INT; cat >out); echo "status ${PIPESTATUS[0]}"';
    await using pty = pipeline(target, env, script, query(160, 4));
    const written = () => Deno.readTextFile(`${env.workspace}/out`).catch(() => "");
    await eventually(async () => (await written()).length > 100 || undefined, "some output");
    await pressCtrlC(pty);
    await pty.expect(MENU);
    pty.press("c");
    await pty.expect("status 0");
    const answer = (await conversationEvents(env)).find(({ type }) => type === "chat_response");
    assert.equal((await written()).trimEnd(), String(answer?.["message"]).trimEnd());
  });

  Deno.test(`${target}: what a reader has begun to write stays on the screen`, async () => {
    const steps = [{ text: "alpha beta" }, { stall: true } as const, { text: " gamma" }];
    await using world = await withProvider([[...steps, { finish: "stop" }]]);
    const script = '"$@" | (trap "" INT; cat); echo over';
    await using pty = pipeline(target, world.env, script, ["q", "hello"]);
    await pty.expect("alpha beta");
    await pressCtrlC(pty);
    await pty.expect(MENU);
    // In a pipeline the key's echo is not ours to suppress, and its row not ours to write again.
    assert.deepEqual((await pty.screen()).lines.slice(0, 2), [
      "alpha beta^C",
      "Interrupted [c,r,s,a,?]",
    ]);
    pty.press("c");
    await pty.expectScreen(({ text }) => text === "alpha beta^C");
    world.provider.release();
    await pty.expect("over");
    assert.deepEqual((await pty.screen()).lines.slice(0, 3), ["alpha beta^C", " gamma", "over"]);
  });

  Deno.test(`${target}: a reader that dies of the press does not take the turn along`, async () => {
    await using env = await fixtureEnv();
    // The shell around it all survives to tell.
    const script = 'trap : INT; "$@" | cat >out; echo "status ${PIPESTATUS[0]}"';
    await using pty = pipeline(target, env, script, query(160, 4));
    const written = () => Deno.readTextFile(`${env.workspace}/out`).catch(() => "");
    await eventually(async () => (await written()).length > 100 || undefined, "some output");
    await pressCtrlC(pty);
    await pty.expect(MENU);
    pty.press("c");
    await pty.expect("status 141");
    assert.match(pty.raw, /jp c print/);
    assertNoTrace(pty.raw);
    const events = await conversationEvents(env);
    assert.equal(events.at(-1)?.["reason"], "complete");
  });
}
