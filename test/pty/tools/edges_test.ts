/**
 * Presses at awkward moments, what is configured in a menu's place, and the way to the editor.
 */
import assert from "node:assert/strict";
import { answer, elapse, toolCalls } from "../../support/mod.ts";
import {
  askingTool,
  assertEndedWell,
  KEYS,
  pressCtrlC,
  results,
  RUNTIMES,
  STREAMING_OVER_PROMPT,
  TOOL_MENU_OVER_PROMPT,
  toolMessages,
  toolWorld,
  write,
} from "./support.ts";

const PROMPT = `Run built-in fs_write tool? ${KEYS} `;
const ASK = ["q", "-t=fs_write", "do it"];

for (const target of RUNTIMES) {
  // Before the call is there, while it is worked out, when the question is being drawn.
  Deno.test(`${target}: a press around the moment the question appears asks, and loses nothing (PR-002)`, async () => {
    for (const afterMs of [0, 3, 8]) {
      await using world = await toolWorld([
        [{ text: "Thinking" }, { stall: true }, ...write("a.txt", "x")],
        answer("Done."),
      ]);
      await using pty = world.pty(target, ASK);
      await pty.expect("Thinking");
      world.provider.release();
      await elapse(afterMs);
      pty.kill("SIGINT");
      await pty.expect(/Interrupted \[c,r,s,a,(b,)?\?\] /);
      pty.press("c");
      await pty.expect(PROMPT);
      pty.press("y");
      await pty.expect("Done.");
      await assertEndedWell(pty);
      assert.equal(results(await world.events()).length, 1);
    }
  });
}

Deno.test("from a question: t runs the tool again and asks again, r answers in its place", async () => {
  await using world = await toolWorld(
    [toolCalls({ id: "a", name: "one", args: {} }), answer("Fine.")],
    askingTool("one", "Sure?"),
  );
  await using pty = world.pty("binary", ["q", "do it"]);
  for (const key of ["t", "r"]) {
    await pty.expect("Sure? [y,Y,n,N,?] ");
    await pressCtrlC(pty);
    await pty.expect(TOOL_MENU_OVER_PROMPT);
    pty.press(key);
  }
  await pty.expect("Reply: ");
  pty.write("not now");
  await pty.expect("not now");
  pty.press("Enter");
  await pty.expect("Fine.");
  await assertEndedWell(pty);
  const body = (await world.provider.request(2)).body as Record<string, unknown>;
  assert.deepEqual(toolMessages(body), [
    "call a",
    "a: The user cancelled this tool call, and says: not now",
  ]);
});

Deno.test("a configured action takes the menu's place over a prompt, too", async () => {
  await using world = await toolWorld(
    [write("a.txt", "x"), answer("Done.")],
    '[interrupt.streaming]\naction = "continue"\n',
  );
  await using pty = world.pty("binary", ASK);
  await pty.expect(PROMPT);
  const before = await pty.screen();
  await pressCtrlC(pty);
  await pty.expect(PROMPT);
  assert.equal((await pty.screen()).text, before.text);
  pty.press("y");
  await pty.expect("Done.");
  await assertEndedWell(pty);
  assert.ok(!pty.raw.includes("Interrupted ["));
});

Deno.test("Ctrl-X takes the arguments to the editor and back", async () => {
  await using world = await toolWorld([write("a.txt", "x"), answer("Done.")]);
  const editor = `${world.fixture.root}/editor`;
  await Deno.writeTextFile(
    editor,
    `#!/bin/sh\ncase "$1" in *.json) ;; *) exit 1;; esac\n` +
      `sleep 0.3; echo '{"path":"b.txt","content":"from the editor"}' > "$1"\n`,
    { mode: 0o755 },
  );
  await using pty = world.pty("binary", ASK, { env: { EDITOR: editor } });
  await pty.expect(PROMPT);
  pty.press("e");
  await pty.expect("Edit arguments: ");
  pty.press("C-x");
  await pty.expect("from the editor");
  await pressCtrlC(pty);
  await pty.expect(STREAMING_OVER_PROMPT);
  pty.press("b");
  await pty.expect("from the editor");
  pty.press("Enter");
  await pty.expect("b.txt (new file)");
  await pty.expect(PROMPT);
  pty.press("y");
  await pty.expect("Done.");
  await assertEndedWell(pty);
  assert.equal(
    await Deno.readTextFile(`${world.fixture.workspace}/b.txt`),
    "from the editor",
  );
});
