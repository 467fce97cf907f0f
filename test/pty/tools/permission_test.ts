/**
 * The permission prompt on the real program: what is shown is what is done, no press is an answer,
 * and what stood there comes back as it was (PR-002, PR-013, PR-014).
 */
import assert from "node:assert/strict";
import { answer, type Pty } from "../../support/mod.ts";
import {
  assertEndedWell,
  DEAD_BY_SIGINT,
  exists,
  KEYS,
  pressCtrlC,
  results,
  RUNTIMES,
  sendSigint,
  STREAMING_OVER_PROMPT,
  toolMessages,
  toolWorld,
  write,
} from "./support.ts";

const PROMPT = `Run built-in fs_write tool? ${KEYS} `;
const ASK = ["q", "-t=fs_write", "do it"];

async function prompted(pty: Pty): Promise<void> {
  await pty.expect(PROMPT);
}

for (const target of RUNTIMES) {
  Deno.test(`${target}: a diff is shown; a press asks; b, ESC and c bring all of it back; y does it`, async () => {
    await using world = await toolWorld([write("a.txt", "one\nTWO\nthree\n"), answer("Done.")]);
    const file = `${world.fixture.workspace}/a.txt`;
    await Deno.writeTextFile(file, "one\ntwo\nthree\n");
    await using pty = world.pty(target, ASK);
    await prompted(pty);
    const before = await pty.screen();
    for (const line of ["-two", "+TWO"]) assert.ok(before.text.includes(line), before.text);
    for (
      const [press, back] of [[pressCtrlC, "b"], [sendSigint, "Esc"], [pressCtrlC, "c"]] as const
    ) {
      await press(pty);
      await pty.expect(STREAMING_OVER_PROMPT);
      assert.ok(!(await pty.screen()).text.includes("-two"), "it makes way whole");
      pty.press(back);
      await prompted(pty);
      const after = await pty.screen();
      assert.equal(after.text, before.text);
      assert.deepEqual(after.cursor, before.cursor);
    }
    assert.equal(await Deno.readTextFile(file), "one\ntwo\nthree\n");
    pty.press("y");
    await pty.expect("Done.");
    await assertEndedWell(pty);
    assert.equal(await Deno.readTextFile(file), "one\nTWO\nthree\n");
    const second = (await world.provider.request(2)).body as Record<string, unknown>;
    assert.equal(toolMessages(second).length, 2, "one call, one result");
    assert.equal(results(await world.events()).length, 1);
  });

  Deno.test(`${target}: two presses shut down; the call is undecided, not refused`, async () => {
    await using world = await toolWorld([write("a.txt", "x"), answer("Never.")]);
    await using pty = world.pty(target, ASK);
    await prompted(pty);
    await pressCtrlC(pty);
    await pty.expect(STREAMING_OVER_PROMPT);
    await pressCtrlC(pty);
    await pty.expect("gracefully shutting down");
    assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
    assert.deepEqual(results(await world.events()), [
      "call_1: The turn ended before the tool was run.",
    ]);
    assert.equal(await exists(`${world.fixture.workspace}/a.txt`), false);
    assert.equal(world.provider.requests.length, 1);
  });
}
