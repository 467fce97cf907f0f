/**
 * Presses while jp waits for something that does not come: a configuration that is a pipe nobody
 * writes to, a provider that says nothing, the end of a long Retry-After, the end of stdin, a lock.
 * A menu after the first, the message after the second, and no third is needed (PR-001, PR-054).
 */
import assert from "node:assert/strict";
import {
  eventually,
  type Pty,
  routerStands,
  type Script,
  type Target,
  TARGETS,
} from "../../support/mod.ts";
import {
  assertTerminalRestored,
  count,
  DEAD_BY_SIGINT,
  humanPause,
  MENU,
  pressCtrlC,
  type ProviderWorld,
  SHUTTING_DOWN,
  TERMINATING,
  withProvider,
} from "./support.ts";

/** Shorter than the watchdog's ten seconds: what ends in this time was not ended by it. */
const BEFORE_THE_WATCHDOG = { timeoutMs: 8000 };

interface Wait {
  readonly scripts?: Script[];
  /** Starts jp, and resolves when it waits. */
  start(world: ProviderWorld, target: Target): Promise<Pty>;
}

async function makeFifo(path: string): Promise<void> {
  await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  await Deno.remove(path).catch(() => {});
  const { success } = await new Deno.Command("mkfifo", { args: [path] }).output();
  assert.ok(success, `mkfifo ${path}`);
}

/** Past its start, and a while later: nothing announces that a file is being waited for. */
async function startAndWait(world: ProviderWorld, target: Target): Promise<Pty> {
  const pty = world.pty(target, ["q", "hello"]);
  await eventually(() => routerStands(pty.pid) || undefined, "the router");
  await humanPause();
  return pty;
}

const WAITS: Record<string, Wait> = {
  "for a configuration of the user that nobody writes": {
    async start(world, target) {
      await makeFifo(`${world.env.configHome}/jp/config.toml`);
      return await startAndWait(world, target);
    },
  },
  "for a configuration of the workspace that nobody writes": {
    async start(world, target) {
      await makeFifo(`${world.env.workspace}/.jp/config.toml`);
      return await startAndWait(world, target);
    },
  },
  "for the headers of an answer": {
    scripts: [[{ acceptOnly: true }]],
    async start(world, target) {
      const pty = world.pty(target, ["q", "hello"]);
      await (await world.provider.request(1)).stalled();
      return pty;
    },
  },
  "for the rest of an answer": {
    scripts: [[{ text: "Half an ans" }, { stall: true }]],
    async start(world, target) {
      const pty = world.pty(target, ["q", "hello"]);
      await pty.expect("Half an ans");
      return pty;
    },
  },
  "for a long Retry-After to pass": {
    scripts: [[{ status: 429, headers: { "retry-after": "3600" }, body: { error: {} } }]],
    async start(world, target) {
      const pty = world.pty(target, ["q", "hello"]);
      await pty.expect("Retrying (1/");
      return pty;
    },
  },
  "for the end of stdin": {
    async start(world, target) {
      await makeFifo(`${world.env.root}/stdin`);
      // Opened for both, so that neither side of the pipe waits and it never ends.
      const pty = world.pty(target, ["q", "hello"], {
        redirect: `<>'${world.env.root}/stdin'`,
      });
      await pty.expect("Waiting for input on stdin");
      return pty;
    },
  },
};

for (const target of TARGETS) {
  for (const [what, { scripts = [], start }] of Object.entries(WAITS)) {
    Deno.test(`${target}: presses while it waits ${what}`, async () => {
      await using place = await withProvider(scripts);
      await using pty = await start(place, target);
      await pressCtrlC(pty);
      await pty.expect(MENU);
      await pressCtrlC(pty);
      await pty.expect(SHUTTING_DOWN);
      assert.deepEqual(await pty.expectExit(BEFORE_THE_WATCHDOG), DEAD_BY_SIGINT);
      assert.equal(count(pty.raw, SHUTTING_DOWN), 1);
      assert.equal(count(pty.raw, TERMINATING), 0);
      await assertTerminalRestored(pty);
    });
  }
}
