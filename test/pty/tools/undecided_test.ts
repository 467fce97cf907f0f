/**
 * What leaves a permission prompt without an answer: nothing runs then, and nothing more is asked;
 * and what was typed before it, or came before it, is no answer (PR-013, PR-014).
 */
import assert from "node:assert/strict";
import { answer } from "../../support/mod.ts";
import {
  assertEndedWell,
  exists,
  KEYS,
  pressCtrlC,
  results,
  sendSigint,
  STREAMING_OVER_PROMPT,
  toolWorld,
  write,
} from "./support.ts";

const PROMPT = `Run built-in fs_write tool? ${KEYS} `;
const ASK = ["q", "-t=fs_write", "do it"];

Deno.test("s and a in the menu over the prompt: nothing runs, nothing more is asked (PR-013)", async () => {
  for (const [key, reason, kept] of [["s", "stopped", 1], ["a", "aborted", 0]] as const) {
    await using world = await toolWorld([write("a.txt", "x"), answer("Never.")]);
    await using pty = world.pty("deno", ASK);
    await pty.expect(PROMPT);
    await pressCtrlC(pty);
    await pty.expect(STREAMING_OVER_PROMPT);
    pty.press(key);
    await assertEndedWell(pty);
    const events = await world.events();
    assert.equal(events.at(-1)?.["reason"], reason);
    assert.equal(results(events).length, kept);
    assert.equal(await exists(`${world.fixture.workspace}/a.txt`), false);
    assert.equal(world.provider.requests.length, 1);
  }
});

Deno.test("r in the menu over the prompt: the reply is sent, the call undecided", async () => {
  await using world = await toolWorld([write("a.txt", "x"), answer("Fine.")]);
  await using pty = world.pty("binary", ASK);
  await pty.expect(PROMPT);
  await pressCtrlC(pty);
  await pty.expect(STREAMING_OVER_PROMPT);
  pty.press("r");
  await pty.expect("Reply: ");
  pty.write("rather not");
  await pty.expect("rather not");
  pty.press("Enter");
  await pty.expect("Fine.");
  await assertEndedWell(pty);
  const { messages } = (await world.provider.request(2)).body as { messages: unknown[] };
  const text = JSON.stringify(messages);
  assert.match(text, /The user answered before the tool was run/);
  assert.match(text, /rather not/);
  assert.equal(await exists(`${world.fixture.workspace}/a.txt`), false);
});

Deno.test("keys typed before the question are no answer to it", async () => {
  await using world = await toolWorld([
    [{ text: "Thinking" }, { stall: true }, ...write("a.txt", "x")],
    answer("Fine."),
  ]);
  await using pty = world.pty("binary", ASK);
  await pty.expect("Thinking");
  pty.write("yyYY");
  // The terminal's echo: they are typed before the question.
  await pty.expect("yyYY");
  world.provider.release();
  await pty.expect(PROMPT);
  pty.press("n");
  await pty.expect("Fine.");
  await assertEndedWell(pty);
  assert.deepEqual(results(await world.events()), ["call_1: Tool skipped by user."]);
  assert.equal(await exists(`${world.fixture.workspace}/a.txt`), false);
});

Deno.test("a call that arrives behind the menu is asked about when the menu is answered", async () => {
  await using world = await toolWorld([
    [{ text: "Thinking" }, { stall: true }, ...write("a.txt", "x")],
    answer("Done."),
  ]);
  await using pty = world.pty("binary", ASK);
  await pty.expect("Thinking");
  await sendSigint(pty);
  await pty.expect("Interrupted [c,r,s,a,?] ");
  world.provider.release();
  pty.press("c");
  await pty.expect(PROMPT);
  pty.press("y");
  await pty.expect("Done.");
  await assertEndedWell(pty);
  assert.equal(await Deno.readTextFile(`${world.fixture.workspace}/a.txt`), "x");
});

Deno.test("a terminal that goes away takes the question with it, unanswered", async () => {
  await using world = await toolWorld([write("a.txt", "x"), answer("Never.")]);
  await using pty = world.pty("binary", ASK);
  await pty.expect(PROMPT);
  await pty.hangup();
  assert.deepEqual(await pty.expectExit(), { code: null, signal: "SIGHUP" });
  assert.deepEqual(results(await world.events()), [
    "call_1: The turn ended before the tool was run.",
  ]);
  assert.equal(world.provider.requests.length, 1);
  assert.equal(await exists(`${world.fixture.workspace}/a.txt`), false);
});
