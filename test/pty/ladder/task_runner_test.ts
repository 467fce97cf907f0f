/**
 * Under a task runner, which relays the terminal's SIGINT on top of it: one press is one press, at
 * every rung (interrupts.md, "Router"; PR-007).
 */
import assert from "node:assert/strict";
import {
  type Command,
  type FixtureEnv,
  fixtureEnv,
  repositoryPath,
  spawnPty,
} from "../../support/mod.ts";
import {
  assertTerminalRestored,
  conversationEvents,
  count,
  LONG_QUERY,
  MENU,
  pressCtrlC,
  SHUTTING_DOWN,
  streaming,
  TERMINATING,
} from "./support.ts";

const ROUNDS = 2;
/** Presses in each that are answered with continue. */
const CONTINUED = 2;

const TASK = ["task", "--quiet", "--config", repositoryPath("deno.json")];

/** The task runs in the repository; the conversation is kept in the fixture's workspace. */
function denoTask(env: FixtureEnv): Command {
  return {
    cmd: Deno.execPath(),
    args: [...TASK, "jp", "--workspace", env.workspace, ...LONG_QUERY],
  };
}

/** npx with a package that is there already, so that nothing is fetched: the same processes. */
async function npx(env: FixtureEnv): Promise<Command> {
  await env.file("package.json", '{"name":"x","version":"1.0.0"}');
  await Deno.mkdir(`${env.workspace}/node_modules/.bin`, { recursive: true });
  await Deno.symlink(Deno.execPath(), `${env.workspace}/node_modules/.bin/deno`);
  const { args } = denoTask(env);
  return { cmd: "npx", args: ["--no-install", "deno", ...args] };
}

for (
  const [name, start] of [
    ["deno task", denoTask],
    ["npx deno task", npx],
  ] as const
) {
  Deno.test(`${name}: press 1 asks, and asks again once it goes on; press 2 saves`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await using env = await fixtureEnv({ env: { npm_config_update_notifier: "false" } });
      await using pty = spawnPty({
        ...await start(env),
        env: env.env,
        cwd: env.workspace,
        timeoutMs: 30_000,
      });
      await streaming(pty);
      for (let n = 0; n < CONTINUED; n++) {
        await pressCtrlC(pty);
        await pty.expect(MENU);
        pty.press("c");
        await pty.expect(/\w+ \w+/);
      }
      assert.equal(count(pty.raw, SHUTTING_DOWN), 0);
      await pressCtrlC(pty);
      await pty.expect(MENU);
      await pressCtrlC(pty);
      await pty.expect(SHUTTING_DOWN);
      const { code, signal } = await pty.expectExit();
      assert.ok(signal === "SIGINT" || code === 130, `${signal ?? code}`);
      assert.equal(count(pty.raw, SHUTTING_DOWN), 1);
      assert.equal(count(pty.raw, TERMINATING), 0);
      await assertTerminalRestored(pty);
      const events = await conversationEvents(env);
      assert.equal(events.at(-1)?.["reason"], "interrupted");
      assert.deepEqual(pty.survivors(), []);
    }
  });
}
