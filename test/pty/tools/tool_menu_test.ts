/**
 * What else can be chosen while tools run, and what is configured in its place.
 */
import assert from "node:assert/strict";
import { answer } from "../../support/mod.ts";
import {
  assertEndedWell,
  DEAD_BY_SIGINT,
  file,
  go,
  pressCtrlC,
  results,
  running,
  second,
  shell,
  TOOL_MENU,
  toolMessages,
  toolWorld,
  WAITS,
} from "./support.ts";

Deno.test("t asks nothing where the permission is remembered", async () => {
  await using world = await toolWorld([shell(WAITS), answer("Done.")]);
  await using pty = await running(world, "deno", "Y");
  await pressCtrlC(pty);
  await pty.expect(TOOL_MENU);
  pty.press("t");
  await file(world, "started", 2);
  await go(world);
  await pty.expect("Done.");
  await assertEndedWell(pty);
});

Deno.test("r: the message in place of the result; back to the menu and again, the draft is kept", async () => {
  await using world = await toolWorld([shell(WAITS), answer("Fine.")]);
  await using pty = await running(world, "binary");
  await pressCtrlC(pty);
  await pty.expect(TOOL_MENU);
  pty.press("r");
  await pty.expect("Reply: ");
  pty.write("use rg");
  await pty.expect("use rg");
  await pressCtrlC(pty);
  await pty.expect(TOOL_MENU);
  pty.press("r");
  await pty.expect("Reply: use rg");
  pty.press("Enter");
  await pty.expect("Fine.");
  await assertEndedWell(pty);
  assert.deepEqual(toolMessages(await second(world)), [
    "call call_1",
    "call_1: The user cancelled this tool call, and says: use rg",
  ]);
});

Deno.test("r and Enter: the tool's own words", async () => {
  await using world = await toolWorld(
    [shell(WAITS), answer("Fine.")],
    '[conversation.tools.shell]\ncancellation_response = "Not that one."\n',
  );
  await using pty = await running(world, "binary");
  await pressCtrlC(pty);
  await pty.expect(TOOL_MENU);
  pty.press("r");
  await pty.expect("Reply: ");
  pty.press("Enter");
  await pty.expect("Fine.");
  await assertEndedWell(pty);
  assert.deepEqual(toolMessages(await second(world)).at(-1), "call_1: Not that one.");
});

Deno.test("a configured action takes the menu's place", async () => {
  for (
    const [action, reason, requests] of [["stop", "stopped", 1], [
      "respond",
      "complete",
      2,
    ]] as const
  ) {
    await using world = await toolWorld(
      [shell(WAITS), answer("Fine.")],
      `[interrupt.tool_call]\naction = "${action}"\n`,
    );
    await using pty = await running(world, "binary");
    await pressCtrlC(pty);
    if (action === "respond") {
      await pty.expect("Reply: ");
      pty.press("Enter");
      await pty.expect("Fine.");
    }
    await assertEndedWell(pty);
    assert.ok(!pty.raw.includes("Interrupted ["));
    assert.equal((await world.events()).at(-1)?.["reason"], reason);
    assert.equal(world.provider.requests.length, requests);
  }
});

Deno.test("two presses: cancelled, recorded, gone", async () => {
  await using world = await toolWorld([shell(`sleep 1000 & ${WAITS}`), answer("Never.")]);
  await using pty = await running(world, "binary");
  await pressCtrlC(pty);
  await pty.expect(TOOL_MENU);
  await pressCtrlC(pty);
  await pty.expect("gracefully shutting down");
  assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
  assert.deepEqual(results(await world.events()), ["call_1: Tool call was interrupted."]);
  assert.deepEqual(pty.survivors(), []);
});
