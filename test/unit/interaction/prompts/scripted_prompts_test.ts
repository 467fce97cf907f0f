import assert from "node:assert/strict";
import { ScriptedPrompts } from "../../../../src/interaction/prompts/mod.ts";

const SIGNAL = new AbortController().signal;
const SELECT = { message: "Sure?", choices: [{ key: "y", label: "Yes" }] };
const REPLY = { message: "Reply: ", editMode: "emacs", opensEditor: false } as const;

Deno.test("each kind of prompt gets its answer, and says what was asked", async () => {
  const prompts = new ScriptedPrompts([
    { menu: "c" },
    { select: { kind: "cancelled" } },
    { reply: { kind: "interrupted", text: "so far", caret: 2 } },
    { edit: { kind: "submitted" } },
    { line: { kind: "submitted", text: "a name" } },
    { pick: "second" },
    { pick: { kind: "gone" } },
    { confirm: true },
    { confirm: { kind: "unavailable" } },
  ]);
  const asking = { signal: SIGNAL };
  assert.deepEqual(await prompts.inlineSelect(SELECT, { ...asking, as: "menu" }), {
    kind: "chosen",
    key: "c",
  });
  assert.deepEqual(await prompts.inlineSelect(SELECT, { ...asking, as: "prompt" }), {
    kind: "cancelled",
  });
  const reply = await prompts.inlineReply(REPLY, { ...asking, as: "reply" });
  assert.deepEqual([reply.kind, reply.text, reply.caret], ["interrupted", "so far", 2]);
  assert.equal(reply.state.editor.text, "so far");
  const edit = await prompts.inlineReply({ ...REPLY, text: "{}" }, { ...asking, as: "prompt" });
  assert.deepEqual([edit.kind, edit.text, edit.caret], ["submitted", "{}", 2]);
  const line = await prompts.lineInput({ message: "Name: ", editMode: "emacs" }, asking);
  assert.deepEqual(line, { kind: "submitted", text: "a name", caret: 6 });
  const list = { message: "Which? ", items: [{ id: "second", label: "Second" }] };
  assert.deepEqual(await prompts.listPicker(list, asking), { kind: "chosen", id: "second" });
  assert.deepEqual(await prompts.listPicker(list, asking), { kind: "gone" });
  assert.deepEqual(await prompts.confirm({ message: "Go?" }, asking), {
    kind: "answered",
    yes: true,
  });
  assert.deepEqual(await prompts.confirm({ message: "Go?" }, asking), { kind: "unavailable" });
  assert.equal(prompts.left, 0);
  assert.deepEqual(
    prompts.asked.map(({ kind }) => kind),
    ["menu", "select", "reply", "edit", "line", "pick", "pick", "confirm", "confirm"],
  );
});

Deno.test("a prompt that the script does not have next is an error", async () => {
  const prompts = new ScriptedPrompts([{ menu: "c" }]);
  await assert.rejects(prompts.confirm({ message: "Go?" }, { signal: SIGNAL }), {
    name: "RangeError",
    message: "a confirm is asked, and the script has { menu }",
  });
  await assert.rejects(prompts.inlineSelect(SELECT, { signal: SIGNAL, as: "menu" }), RangeError);
});

Deno.test("an aborted signal and an absent user need no script", async () => {
  const aborted = new ScriptedPrompts([]);
  const signal = AbortSignal.abort();
  assert.equal((await aborted.confirm({ message: "Go?" }, { signal })).kind, "aborted");
  const nobody = new ScriptedPrompts([], { available: false });
  assert.equal((await nobody.confirm({ message: "Go?" }, { signal: SIGNAL })).kind, "unavailable");
  assert.deepEqual(aborted.asked, []);
});
