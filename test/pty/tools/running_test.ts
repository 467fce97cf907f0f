/**
 * A press while tools run: they hear of none, and are cancelled whole, or run again.
 */
import assert from "node:assert/strict";
import { answer } from "../../support/mod.ts";
import {
  assertEndedWell,
  assertPaired,
  file,
  go,
  pressCtrlC,
  results,
  running,
  RUNTIMES,
  second,
  sendSigint,
  shell,
  SHELL_PROMPT,
  TOOL_MENU,
  toolWorld,
  TURN_MENU_OVER_PROMPT,
  WAITS,
} from "./support.ts";

for (const target of RUNTIMES) {
  Deno.test(`${target}: c lets a tool go on, which has heard of no press (PR-007)`, async () => {
    await using world = await toolWorld([shell(WAITS), answer("Done.")]);
    await using pty = await running(world, target);
    for (const press of [pressCtrlC, sendSigint]) {
      await press(pty);
      await pty.expect(TOOL_MENU);
      pty.press("c");
      await pty.expect("\x1b[?2004l");
    }
    await go(world);
    await pty.expect("Done.");
    await assertEndedWell(pty);
    assert.match(results(await world.events()).join(), /finished/);
    await assert.rejects(Deno.readTextFile(`${world.fixture.workspace}/heard`));
  });

  Deno.test(`${target}: s cancels and ends, with the whole group; the call has its one result`, async () => {
    await using world = await toolWorld([
      shell(`sleep 1000 & ${WAITS}`),
      answer("Never."),
    ]);
    await using pty = await running(world, target);
    await pressCtrlC(pty);
    await pty.expect(TOOL_MENU);
    pty.press("s");
    await assertEndedWell(pty);
    const events = await world.events();
    assert.equal(events.at(-1)?.["reason"], "stopped");
    assert.equal(results(events).length, 1);
    assert.match(results(events)[0] ?? "", /The user cancelled this tool call/);
    assert.equal(world.provider.requests.length, 1);
    assert.deepEqual(pty.survivors(), []);
  });

  Deno.test(`${target}: t runs it again, after asking again in the turn's scope`, async () => {
    await using world = await toolWorld([shell(WAITS), answer("Done.")]);
    await using pty = await running(world, target);
    await pressCtrlC(pty);
    await pty.expect(TOOL_MENU);
    pty.press("t");
    await pty.expect(SHELL_PROMPT);
    await pressCtrlC(pty);
    await pty.expect(TURN_MENU_OVER_PROMPT);
    pty.press("b");
    await pty.expect(SHELL_PROMPT);
    pty.press("y");
    await file(world, "started", 2);
    await go(world);
    await pty.expect("Done.");
    await assertEndedWell(pty);
    assert.equal(results(await world.events()).length, 1);
    assertPaired(await second(world));
  });
}
