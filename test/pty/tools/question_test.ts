/**
 * Questions of tools and results that are looked at first: a press in them asks, and what stood
 * there comes back as it was, in its place in the queue (PR-014).
 */
import assert from "node:assert/strict";
import { answer, toolCalls } from "../../support/mod.ts";
import {
  askingTool,
  assertEndedWell,
  assertPaired,
  DEAD_BY_SIGINT,
  pressCtrlC,
  results,
  RUNTIMES,
  second,
  sendSigint,
  shell,
  TOOL_MENU_OVER_PROMPT,
  toolWorld,
} from "./support.ts";

for (const target of RUNTIMES) {
  Deno.test(`${target}: two questions wait in order; a press and back change neither`, async () => {
    await using world = await toolWorld(
      [
        toolCalls({ id: "a", name: "one", args: {} }, { id: "b", name: "two", args: {} }),
        answer("Done."),
      ],
      askingTool("one", "First?") + askingTool("two", "Second?"),
    );
    await using pty = world.pty(target, ["q", "do it"]);
    const shown = (await pty.expect(/(First|Second)\? \[y,Y,n,N,\?\] /)).text;
    const before = await pty.screen();
    for (const [press, back] of [[pressCtrlC, "b"], [sendSigint, "Esc"]] as const) {
      await press(pty);
      await pty.expect(TOOL_MENU_OVER_PROMPT);
      pty.press(back);
      await pty.expect(shown);
      const after = await pty.screen();
      assert.equal(after.text, before.text);
      assert.deepEqual(after.cursor, before.cursor);
    }
    pty.press("y");
    const other = shown.startsWith("First") ? "Second" : "First";
    await pty.expect(`${other}? [y,Y,n,N,?] `);
    pty.press("n");
    await pty.expect("Done.");
    await assertEndedWell(pty);
    const told = results(await world.events());
    assert.equal(told.length, 2);
    const first = shown.startsWith("First") ? "a" : "b";
    assert.match(told.find((line) => line.startsWith(first)) ?? "", /"q": true/);
    assert.match(told.find((line) => !line.startsWith(first)) ?? "", /"q": false/);
    assertPaired(await second(world));
  });

  Deno.test(`${target}: a text and its draft come back from the menu, and from two presses never`, async () => {
    await using world = await toolWorld(
      [toolCalls({ id: "a", name: "one", args: {} }), answer("Never.")],
      askingTool("one", "Name?", '"Text"'),
    );
    await using pty = world.pty(target, ["q", "do it"]);
    await pty.expect("Name? ");
    pty.write("Ada L");
    await pty.expect("Ada L");
    pty.press("Left");
    pty.write("u ");
    await pty.expectScreen(/Name\? Ada u L/);
    const before = await pty.screen();
    await pressCtrlC(pty);
    await pty.expect(TOOL_MENU_OVER_PROMPT);
    pty.press("b");
    await pty.expect("Name? Ada u L");
    const after = await pty.screen();
    assert.equal(after.text, before.text);
    assert.deepEqual(after.cursor, before.cursor);
    await pressCtrlC(pty);
    await pty.expect(TOOL_MENU_OVER_PROMPT);
    await pressCtrlC(pty);
    assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
    assert.deepEqual(results(await world.events()), ["a: Tool call was interrupted."]);
  });
}

Deno.test("ESC in a question answers the call, and is no press", async () => {
  await using world = await toolWorld(
    [toolCalls({ id: "a", name: "one", args: {} }), answer("Fine.")],
    askingTool("one", "Which?", '{"Select":{"options":["red","blue"]}}'),
  );
  await using pty = world.pty("binary", ["q", "do it"]);
  await pty.expect("Which? ");
  pty.press("Esc");
  await pty.expect("Fine.");
  await assertEndedWell(pty);
  assert.deepEqual(results(await world.events()), ["a: Tool input cancelled by user."]);
});

Deno.test("a result is looked at, edited, emptied, and delivered", async () => {
  await using world = await toolWorld(
    [shell("echo secret"), answer("Fine.")],
    '[conversation.tools.shell]\nrun = "unattended"\nresult = "ask"\n',
  );
  await using pty = world.pty("binary", ["q", "-t=shell", "do it"]);
  const question = "Deliver shell result to assistant? [y,n,e,?] ";
  await pty.expect(question);
  assert.match((await pty.screen()).text, /secret/);
  pty.press("e");
  await pty.expect("Edit result before delivery: ");
  pty.press("C-k", "Enter");
  await pty.expect(question);
  pty.press("e");
  await pty.expect("Edit result before delivery: ");
  pty.press("C-k");
  pty.write("nothing to see");
  await pty.expect("nothing to see");
  const before = await pty.screen();
  await pressCtrlC(pty);
  await pty.expect(TOOL_MENU_OVER_PROMPT);
  pty.press("b");
  await pty.expect("nothing to see");
  assert.equal((await pty.screen()).text, before.text);
  pty.press("Enter");
  await pty.expect("Fine.");
  await assertEndedWell(pty);
  const told = results(await world.events())[0] ?? "";
  assert.match(told, /nothing to see/);
  assert.ok(!told.includes("secret"));
});
