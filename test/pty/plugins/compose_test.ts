/**
 * A plugin's questions, asked by jp: they look and behave like jp's own, also when Ctrl-C is pressed
 * in them, and go when the plugin does (interrupts.md "Plugins").
 */
import assert from "node:assert/strict";
import type { Pty } from "../../support/mod.ts";
import {
  assertTerminalRestored,
  DEAD_BY_SIGINT,
  pressCtrlC,
  SHUTTING_DOWN,
} from "../ladder/support.ts";
import { assertNoneLeft, pluginWorld } from "./support.ts";

const MENU = /Interrupted \[c,q,b,\?\] /;

/** Asks once, notes the answer, and every SIGINT. */
function asking(question: string): string {
  return `
trap 'note INT' INT
say '${question}'
IFS= read -r answer
note "$answer"
say '{"type":"exit","code":0}'
`;
}

const LINE = asking('{"type":"compose","id":"q1","kind":"line","message":"Name?","text":"dra"}');

async function typed(pty: Pty): Promise<void> {
  await pty.expectScreen("Name? dra");
  pty.write("ft");
  await pty.expectScreen("Name? draft");
}

for (const target of ["deno", "bun", "binary"] as const) {
  Deno.test(`${target}: a line, with the menu and back in between`, async () => {
    await using world = await pluginWorld({ plugins: { asks: LINE } });
    await using pty = world.pty(target, ["asks"]);
    await typed(pty);
    await pty.expectScreen("jp-asks asks:");
    await pressCtrlC(pty);
    await pty.expect(MENU);
    pty.press("b");
    await pty.expectScreen("Name? draft");
    pty.press("Enter");
    assert.deepEqual(await pty.expectExit(), { code: 0, signal: null });
    assert.deepEqual(await world.notes("asks"), [
      '{"type":"composed","id":"q1","outcome":"submitted","text":"draft","values":["draft"]}',
    ]);
    assert.equal((await pty.screen()).text, "");
    await assertTerminalRestored(pty);
  });
}

Deno.test("two presses in a question: the plugin is asked to end, and told of no press", async () => {
  await using world = await pluginWorld({ plugins: { asks: LINE } });
  await using pty = world.pty("binary", ["asks"]);
  await typed(pty);
  await pressCtrlC(pty);
  await pty.expect(MENU);
  await pressCtrlC(pty);
  await pty.expect(SHUTTING_DOWN);
  assert.deepEqual(await pty.expectExit(), DEAD_BY_SIGINT);
  const notes = await world.notes("asks");
  assert.ok(
    notes.every((note) => /shutdown|"outcome":"aborted","text":"draft"/.test(note)),
    `${notes}`,
  );
  await assertTerminalRestored(pty);
  await assertNoneLeft(pty);
});

Deno.test("one key of several, ESC, and a list", async () => {
  const options = '[{"value":"red","label":"Red","key":"r"},{"value":"blue","key":"u"}]';
  const plugins = {
    keys: asking(`{"type":"compose","kind":"select","message":"Which?","options":${options}}`),
    list: asking(
      '{"type":"compose","kind":"select","message":"Which?","text":"two","options":["one","two","three"]}',
    ),
  };
  await using world = await pluginWorld({ plugins });
  for (
    const [key, outcome] of [["u", '"submitted","text":"blue","values":["blue"]'], [
      "Esc",
      '"cancelled","text":"","values":[]',
    ]] as const
  ) {
    await using pty = world.pty("binary", ["keys"]);
    await pty.expect("Which? [r,u,?] ");
    pty.press(key);
    await pty.expectExit();
    assert.equal((await world.notes("keys")).at(-1), `{"type":"composed","outcome":${outcome}}`);
  }
  await using pty = world.pty("binary", ["list"]);
  await pty.expectScreen("three");
  pty.press("Down", "Enter");
  await pty.expectExit();
  assert.match((await world.notes("list"))[0] ?? "", /"submitted","text":"three"/);
});

Deno.test("a text, by way of the editor", async () => {
  const plugins = {
    writes: asking('{"type":"compose","kind":"buffer","message":"Text:","text":"one"}'),
    edits: '#!/bin/sh\nprintf "one\\ntwo" >"$1"\n',
  };
  await using world = await pluginWorld({ plugins, config: '[editor]\ncmd = "jp-edits"\n' });
  await using pty = world.pty("binary", ["writes"]);
  await pty.expectScreen("Text: one");
  pty.press("C-x");
  await pty.expectScreen("two");
  pty.press("Enter");
  await pty.expectExit();
  assert.match((await world.notes("writes"))[0] ?? "", /"submitted","text":"one\\ntwo"/);
  await assertTerminalRestored(pty);
});

Deno.test("a question of a plugin that dies goes with it", async () => {
  const dies = `
say '{"type":"compose","kind":"line","message":"Name?"}'
until [ -e "$0.go" ]; do sleep 0.05; done
echo out of luck >&2
kill -KILL $$
`;
  await using world = await pluginWorld({ plugins: { dies } });
  await using pty = world.pty("binary", ["dies"]);
  await pty.expectScreen("Name?");
  await Deno.writeTextFile(`${world.bin}/jp-dies.go`, "");
  assert.deepEqual(await pty.expectExit(), { code: 1, signal: null });
  const { text } = await pty.screen();
  assert.ok(!text.includes("Name?"), text);
  assert.match(text, /jp-dies ended by SIGKILL without saying exit\nIts last words: out of luck/);
  await assertTerminalRestored(pty);
});

Deno.test("nobody to ask, nonsense, and two questions at once are answered", async () => {
  const plugins = {
    wrong: `
for question in '"kind":"line","message":"Name?"' '"kind":"select","message":"x","options":[]' '"kind":"form","message":"x"' '"kind":"select","message":"x","options":[{"value":"v","key":"b"}]'; do
  say '{"type":"compose","id":1,'"$question"'}'
  IFS= read -r answer
  note "$answer"
done
say '{"type":"exit","code":0}'
`,
  };
  await using world = await pluginWorld({ plugins });
  await using jp = world.detached("binary", ["wrong"]);
  assert.equal((await jp.result()).code, 0);
  const error = (message: string) =>
    `{"type":"error","id":1,"request":"compose","message":"${message}"}`;
  assert.deepEqual(await world.notes("wrong"), [
    '{"type":"composed","id":1,"outcome":"unavailable","text":"","values":[]}',
    error("options has to be a list of at least one answer"),
    error("kind has to be one of line, buffer, select"),
    error("the key b has a meaning of its own"),
  ]);
});
