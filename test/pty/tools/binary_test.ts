/**
 * The compiled program through all of it once: permission, edit, question, result, and a press in
 * each.
 */
import assert from "node:assert/strict";
import { answer, type Pty, toolCalls } from "../../support/mod.ts";
import {
  askingTool,
  assertEndedWell,
  assertPaired,
  file,
  go,
  pressCtrlC,
  results,
  second,
  SHELL_PROMPT,
  STREAMING_OVER_PROMPT,
  TOOL_MENU,
  TOOL_MENU_OVER_PROMPT,
  toolWorld,
  WAITS,
} from "./support.ts";

/** Presses in a prompt and comes back to it. */
async function thereAndBack(pty: Pty, menu: string, prompt: string): Promise<void> {
  const before = await pty.screen();
  await pressCtrlC(pty);
  await pty.expect(menu);
  pty.press("b");
  await pty.expect(prompt);
  const after = await pty.screen();
  assert.equal(after.text, before.text);
  assert.deepEqual(after.cursor, before.cursor);
}

Deno.test("binary: every prompt of a tool, and a press in each", async () => {
  await using world = await toolWorld(
    [
      toolCalls(
        { id: "a", name: "shell", args: { command: WAITS } },
        { id: "b", name: "one", args: {} },
      ),
      answer("Done."),
    ],
    '[conversation.tools.shell]\nresult = "ask"\n' + askingTool("one", "Sure?"),
  );
  await using pty = world.pty("binary", ["q", "-t=shell", "do it"]);
  await pty.expect(SHELL_PROMPT);
  await thereAndBack(pty, STREAMING_OVER_PROMPT, SHELL_PROMPT);
  pty.press("e");
  await pty.expect("Edit arguments: ");
  await thereAndBack(pty, STREAMING_OVER_PROMPT, "Edit arguments: ");
  pty.press("Enter");
  await pty.expect(SHELL_PROMPT);
  pty.press("y");
  await pty.expect("Sure? [y,Y,n,N,?] ");
  await thereAndBack(pty, TOOL_MENU_OVER_PROMPT, "Sure? [y,Y,n,N,?] ");
  pty.press("y");
  await file(world, "started");
  await pressCtrlC(pty);
  await pty.expect(TOOL_MENU);
  pty.press("c");
  await go(world);
  const deliver = "Deliver shell result to assistant? [y,n,e,?] ";
  await pty.expect(deliver);
  await thereAndBack(pty, TOOL_MENU_OVER_PROMPT, deliver);
  pty.press("Enter");
  await pty.expect("Done.");
  await assertEndedWell(pty);
  assert.equal(results(await world.events()).length, 2);
  assertPaired(await second(world));
});
