/**
 * What will be done: edited, changed behind the prompt's back, or made to draw on the screen.
 */
import assert from "node:assert/strict";
import { answer } from "../../support/mod.ts";
import {
  assertEndedWell,
  KEYS,
  pressCtrlC,
  results,
  STREAMING_OVER_PROMPT,
  TOOL_MENU_OVER_PROMPT,
  toolWorld,
  write,
} from "./support.ts";

const PROMPT = `Run built-in fs_write tool? ${KEYS} `;
const ASK = ["q", "-t=fs_write", "do it"];

Deno.test("arguments: a mistake is said, a press in the middle loses nothing, the edit is asked about", async () => {
  await using world = await toolWorld([write("a.txt", "x"), answer("Done.")]);
  await using pty = world.pty("deno", ASK);
  await pty.expect(PROMPT);
  pty.press("e");
  await pty.expect("Edit arguments: ");
  pty.press("C-e");
  pty.write("!");
  pty.press("Enter");
  await pty.expect("Not JSON: ");
  const before = await pty.screen();
  await pressCtrlC(pty);
  await pty.expect(STREAMING_OVER_PROMPT);
  pty.press("b");
  await pty.expect("Not JSON: ");
  const after = await pty.screen();
  assert.equal(after.text, before.text);
  assert.deepEqual(after.cursor, before.cursor);
  for (let line = 0; line < 6; line++) pty.press("C-u", "Backspace");
  pty.press("Down", "C-e", "C-u");
  pty.paste('{"path":"b.txt","content":"edited\\n"}');
  pty.press("Enter");
  await pty.expect("b.txt (new file)");
  await pty.expect(PROMPT);
  pty.press("y");
  await pty.expect("Done.");
  await assertEndedWell(pty);
  assert.equal(await Deno.readTextFile(`${world.fixture.workspace}/b.txt`), "edited\n");
  assert.match(results(await world.events())[0] ?? "", /The user changed the arguments/);
});

Deno.test("a file that changes while it is asked about is asked about again", async () => {
  await using world = await toolWorld([write("a.txt", "mine\n"), answer("Done.")]);
  const file = `${world.fixture.workspace}/a.txt`;
  await Deno.writeTextFile(file, "old\n");
  await using pty = world.pty("binary", ASK);
  await pty.expect(PROMPT);
  await Deno.writeTextFile(file, "someone else's\n");
  pty.press("y");
  await pty.expect("-someone else's");
  await pty.expect(PROMPT);
  assert.equal(await Deno.readTextFile(file), "someone else's\n");
  // The stream is over by now: it is the tools' menu.
  await pressCtrlC(pty);
  await pty.expect(TOOL_MENU_OVER_PROMPT);
  pty.press("b");
  await pty.expect(PROMPT);
  pty.press("y");
  await pty.expect("Done.");
  await assertEndedWell(pty);
  assert.equal(await Deno.readTextFile(file), "mine\n");
});

Deno.test("names, arguments and diffs cannot draw", async () => {
  await using world = await toolWorld([
    write("a\x1b]0;title\x07.txt", "\x1b[2J\x1b[1;1Hgone\x9b31m\n"),
    answer("Fine."),
  ]);
  await using pty = world.pty("binary", ASK);
  await pty.expect(PROMPT);
  const { text } = await pty.screen();
  assert.match(text, /a␛\]0;title␇\.txt \(new file\)/);
  assert.match(text, /\+␛\[2J␛\[1;1Hgone/);
  assert.ok(!pty.raw.includes("\x1b]0;title"));
  pty.press("p");
  await pty.expect(PROMPT);
  pty.press("n");
  await pty.expect("Fine.");
  await assertEndedWell(pty);
});
