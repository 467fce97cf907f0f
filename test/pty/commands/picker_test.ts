/** Choosing a conversation from a list: from where, how it ends, and what a press does in it. */
import assert from "node:assert/strict";
import { answer, type Pty } from "../../support/mod.ts";
import { assertTerminalRestored, DEAD_BY_SIGINT, pressCtrlC } from "../ladder/support.ts";
import { type World, world } from "../query/world.ts";

const DONE = { code: 0, signal: null } as const;
const PROMPT = "Conversation: ";

/** Two conversations, and none of them active where the picker is asked for. */
async function bed(): Promise<World> {
  const w = await world({ scripts: (request) => answer(`answer ${request.n}`) });
  for (const text of ["walk uphill", "cook rice"]) {
    assert.equal((await w.run("binary", ["q", "-n", text])).code, 0);
  }
  return w;
}

const elsewhere = (w: World, ...args: string[]): Pty =>
  w.pty("binary", args, { env: { JP_SESSION: "another" } });

Deno.test("picker: nothing active and nothing named: choose, by typing a part of it", async () => {
  await using w = await bed();
  await using pty = elsewhere(w, "c", "path");
  await pty.expect(PROMPT);
  pty.write("UPH");
  await pty.expectScreen(/1\/1/);
  pty.press("Enter");
  assert.deepEqual(await pty.expectExit(), DONE);
  assert.match((await pty.screen()).text, /walk-uphill/);
  await assertTerminalRestored(pty);
});

Deno.test("picker: text that is no id is what it is looked for with; ESC chooses nothing", async () => {
  await using w = await bed();
  await using pty = elsewhere(w, "c", "archive", "rice");
  await pty.expectScreen(/Conversation: rice/);
  pty.press("Esc");
  await pty.expect("no conversation was chosen");
  assert.deepEqual(await pty.expectExit(), { code: 1, signal: null });
  assert.equal((await w.conversations()).length, 2);
});

Deno.test("picker: Ctrl-C leads to the menu and back, and twice ends the run", async () => {
  await using w = await bed();
  await using pty = elsewhere(w, "c", "rm", "--yes", "?");
  await pty.expect(PROMPT);
  pty.write("rice");
  await pty.expectScreen(/Conversation: rice/);
  await pressCtrlC(pty);
  await pty.expect("Interrupted [c,q,b,?] ");
  pty.press("b");
  await pty.expectScreen(/Conversation: rice/);
  await pressCtrlC(pty);
  await pty.expect("Interrupted [c,q,b,?] ");
  await pressCtrlC(pty);
  assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
  await assertTerminalRestored(pty);
  assert.equal((await w.conversations()).length, 2);
});

Deno.test("picker: a query asks only where that is set, and can begin a new one there", async () => {
  await using w = await bed();
  const ask = ["-c", "conversation.default_id=ask"];
  await using pty = elsewhere(w, "q", ...ask, "anew");
  await pty.expect("+ Start a new conversation");
  pty.press("Enter");
  assert.deepEqual(await pty.expectExit(), DONE);
  assert.equal((await w.conversations()).length, 3);
  // Without it, and with one active since, nothing is asked.
  await using again = elsewhere(w, "q", ...ask, "on");
  assert.deepEqual(await again.expectExit(), DONE);
  const alone = await w.run("binary", ["q", ...ask, "x"], { env: { JP_SESSION: "third" } });
  assert.equal(alone.code, 1);
  assert.match(alone.stderr, /nobody to ask/);
  assert.equal((await w.conversations()).length, 3);
});
