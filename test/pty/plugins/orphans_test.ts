/**
 * Whatever ends jp while a plugin runs, nothing of the plugin is left: SIGKILL, the terminal's end, a
 * main thread that never moves again (RFD 092 "Plugin scope").
 */
import assert from "node:assert/strict";
import { eventually, processState, spawnPty, type Target, TARGETS } from "../../support/mod.ts";
import { assertTerminalRestored, DEAD_BY_SIGINT, threePresses } from "../ladder/support.ts";
import { stuckFixture } from "./stuck.ts";
import { assertNoneLeft, DEAF, pluginWorld, QUIET } from "./support.ts";

for (const target of TARGETS) {
  Deno.test(`${target}: the terminal goes away: it is asked to end, and nothing is left`, async () => {
    await using world = await pluginWorld({
      plugins: { deaf: DEAF },
      config: `${QUIET}timeout_secs = 1\n`,
    });
    await using pty = world.pty(target, ["deaf"]);
    await pty.expect("deaf");
    await pty.hangup();
    await world.noted("deaf", '{"type":"shutdown"}');
    assert.deepEqual(await pty.exit, { code: null, signal: "SIGHUP" });
    await assertNoneLeft(pty);
  });

  Deno.test(`${target}: killed with SIGKILL, jp takes the plugin along`, async () => {
    await using world = await pluginWorld({ plugins: { deaf: DEAF } });
    await using pty = world.pty(target, ["deaf"]);
    await pty.expect("deaf");
    const self = Number((await world.noted("deaf", "self ")).slice("self ".length));
    assert.notEqual(processState(self), undefined);
    pty.kill("SIGKILL");
    await pty.expectExit();
    await gone(self);
  });
}

Deno.test("deno: with the main thread stuck, the sentinel kills it on the third press", async () => {
  await using pty = spawnPty({ ...stuckFixture("deno"), timeoutMs: 20_000 });
  await pty.expect("stuck");
  await threePresses(pty);
  assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
  await assertTerminalRestored(pty);
  await assertNoneLeft(pty);
});

for (const target of ["bun", "deno"] satisfies Target[]) {
  Deno.test(`${target}: with the main thread stuck and the terminal lent, a deadline ends both`, async () => {
    await using pty = spawnPty({ ...stuckFixture(target, "lent"), timeoutMs: 20_000 });
    await pty.expect("RAW");
    assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
    await assertTerminalRestored(pty);
    await assertNoneLeft(pty);
  });
}

async function gone(pid: number): Promise<void> {
  await eventually(
    () => [undefined, "Z"].includes(processState(pid)) || undefined,
    `the end of process ${pid}`,
  );
}
