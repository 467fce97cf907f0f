/**
 * Composing a reply: every way through the widget and the editor, each with what is left of the text
 * (RFD 088; interrupts.md "compose_in_editor"; PR-019, PR-020, PR-035).
 */
import assert from "node:assert/strict";
import type { Notice } from "../../../../src/core/notices/mod.ts";
import {
  type EditorBackend,
  EditorError,
  type ScriptedEdit,
  ScriptedEditor,
} from "../../../../src/interaction/editor/mod.ts";
import {
  type AskedPrompt,
  type ComposeInEditor,
  Composer,
  type ReplyRequest,
  type ScriptedAnswer,
  ScriptedPrompts,
} from "../../../../src/interaction/prompts/mod.ts";

const SIGNAL = new AbortController().signal;

interface Bed {
  readonly prompts: ScriptedPrompts;
  readonly editor: ScriptedEditor | null;
  readonly composer: Composer;
  readonly said: string[];
}

function bed(script: readonly ScriptedAnswer[], edits: readonly ScriptedEdit[] | null = []): Bed {
  const prompts = new ScriptedPrompts(script);
  const editor = edits === null ? null : new ScriptedEditor(edits);
  const said: string[] = [];
  const report = ({ text }: Notice): void => void said.push(text);
  const composer = new Composer({ prompts, editor: () => Promise.resolve(editor), report });
  return { prompts, editor, composer, said };
}

function request(compose: ComposeInEditor, more: Partial<ReplyRequest> = {}): ReplyRequest {
  return { compose, editMode: "emacs", signal: SIGNAL, ...more };
}

/** What the prompt at that place opened with. */
function openedWith(asked: AskedPrompt | undefined): { text: string; undo: string } {
  assert.ok(asked?.kind === "reply" || asked?.kind === "edit");
  const { state, text = "" } = asked.options;
  const shown = state?.editor.text ?? text;
  return { text: shown, undo: state === undefined ? "fresh" : "kept" };
}

const submitted = (text?: string): ScriptedAnswer => ({
  reply: { kind: "submitted", ...(text === undefined ? {} : { text }) },
});
const ctrlX = (text: string): ScriptedAnswer => ({ reply: { kind: "open_editor", text } });

Deno.test("inline: Enter sends, on blank text it is an empty reply", async () => {
  const sent = bed([submitted("do it")]);
  assert.deepEqual(await sent.composer.reply(request(false)), {
    kind: "reply",
    text: "do it",
    composedIn: "inline",
  });
  const blank = bed([submitted(" \n ")]);
  assert.deepEqual(await blank.composer.reply(request(false)), { kind: "empty" });
});

Deno.test("inline: every way out keeps the text and the caret", async () => {
  for (const kind of ["cancelled", "interrupted", "aborted", "gone", "unavailable"] as const) {
    const { composer } = bed([{ reply: { kind, text: "half a thought", caret: 4 } }]);
    const result = await composer.reply(request(false));
    const by = kind === "cancelled" ? { by: "key" } : {};
    assert.deepEqual(result, { kind, text: "half a thought", caret: 4, ...by });
  }
});

Deno.test("a draft is offered again, with its caret", async () => {
  const { composer, prompts } = bed([submitted()]);
  const draft = { text: "as it was", caret: 3 };
  assert.deepEqual(await composer.reply(request(false, { draft })), {
    kind: "reply",
    text: "as it was",
    composedIn: "inline",
  });
  const [asked] = prompts.asked;
  assert.ok(asked?.kind === "reply");
  assert.equal(asked.options.caret, 3);
  assert.equal(asked.options.message, "Reply: ");
});

Deno.test("Ctrl-X, and what the editor saved is in the widget, even if it is nothing", async () => {
  for (const saves of ["longer", ""]) {
    const { composer, prompts, editor, said } = bed([ctrlX("short"), submitted()], [{ saves }]);
    const result = await composer.reply(request(false));
    assert.deepEqual(editor?.opened, [{ content: "short", suffix: ".md" }]);
    assert.deepEqual(openedWith(prompts.asked[1]), { text: saves, undo: "kept" });
    assert.equal(result.kind, saves === "" ? "empty" : "reply");
    assert.deepEqual(said, []);
  }
});

Deno.test("Ctrl-X, and a cancelled editor leaves the text and names the file that was kept", async () => {
  const { composer, prompts, said } = bed(
    [ctrlX("short"), ctrlX("short"), submitted()],
    [{ cancels: true }, { cancels: true, keptAt: "/tmp/kept.md" }],
  );
  const result = await composer.reply(request(false));
  assert.deepEqual(result, { kind: "reply", text: "short", composedIn: "inline" });
  assert.deepEqual(openedWith(prompts.asked[1]), { text: "short", undo: "kept" });
  assert.equal(said.length, 1);
  assert.match(said[0] ?? "", /\/tmp\/kept\.md/);
});

Deno.test("Ctrl-X, and an editor that cannot run leaves the text and says why", async () => {
  const { composer, prompts, said } = bed([ctrlX("short"), submitted()], [{ fails: "spawn" }]);
  assert.equal((await composer.reply(request(false))).kind, "reply");
  assert.deepEqual(openedWith(prompts.asked[1]), { text: "short", undo: "kept" });
  assert.deepEqual(said, ["⚠ Couldn't open your editor: scripted failure. Keeping your text."]);
});

Deno.test("Ctrl-X, and an editor gone at once is pointed out; its file stays", async () => {
  const { composer, prompts, said } = bed(
    [ctrlX("short"), submitted()],
    [{ hastyAt: "/tmp/open.md" }],
  );
  assert.equal((await composer.reply(request(false))).kind, "reply");
  assert.deepEqual(openedWith(prompts.asked[1]), { text: "short", undo: "kept" });
  assert.match(said[0] ?? "", /wait.*Keeping your text.*\/tmp\/open\.md/s);
});

Deno.test("Ctrl-X, and a shutdown in the editor ends with the text", async () => {
  const { composer, said } = bed([ctrlX("short")], [{ aborts: true, keptAt: "/tmp/saved.md" }]);
  assert.deepEqual(await composer.reply(request(false)), {
    kind: "aborted",
    text: "short",
    caret: 5,
  });
  assert.match(said[0] ?? "", /\/tmp\/saved\.md/);
});

Deno.test("Ctrl-X is there only with an editor, and never under never", async () => {
  const opensEditor = async (compose: ComposeInEditor, edits: ScriptedEdit[] | null) => {
    const { composer, prompts } = bed([submitted("x")], edits);
    await composer.reply(request(compose));
    const [asked] = prompts.asked;
    return asked?.kind === "reply" && asked.options.opensEditor;
  };
  assert.equal(await opensEditor(false, []), true);
  assert.equal(await opensEditor(false, null), false);
  assert.equal(await opensEditor("never", []), false);
});

Deno.test("editor first: what was saved is sent; left empty or cancelled, no widget opens", async () => {
  const cases: [ScriptedEdit, object][] = [
    [{ saves: "from there" }, { kind: "reply", text: "from there", composedIn: "editor" }],
    [{ saves: " \n" }, { kind: "cancelled", by: "editor", text: "", caret: 0 }],
    [{ cancels: true }, { kind: "cancelled", by: "editor", text: "before", caret: 2 }],
    [{ hastyAt: "/tmp/x.md" }, { kind: "cancelled", by: "editor", text: "before", caret: 2 }],
    [{ aborts: true }, { kind: "aborted", text: "before", caret: 2 }],
  ];
  for (const compose of [true, "always"] as const) {
    for (const [edit, expected] of cases) {
      const { composer, prompts, editor } = bed([], [edit]);
      const draft = { text: "before", caret: 2 };
      assert.deepEqual(await composer.reply(request(compose, { draft })), expected);
      assert.deepEqual(editor?.opened, [{ content: "before", suffix: ".md" }]);
      assert.deepEqual(prompts.asked, []);
    }
  }
});

Deno.test("editor first, and it cannot run: true goes on inline, always does not", async () => {
  for (const edits of [[{ fails: "spawn" }] as const, null]) {
    const inline = bed([submitted("typed")], edits);
    assert.equal((await inline.composer.reply(request(true))).kind, "reply");
    assert.match(inline.said[0] ?? "", /^⚠ Couldn't open .* Continuing with the inline editor\.$/);

    const none = bed([], edits);
    assert.deepEqual(await none.composer.reply(request("always")), {
      kind: "cancelled",
      by: "editor",
      text: "",
      caret: 0,
    });
    assert.match(none.said[0] ?? "", /^⚠ Couldn't open .* Returning to the menu\.$/);
  }
});

Deno.test("without a terminal no editor is opened and nothing is asked", async () => {
  const prompts = new ScriptedPrompts([], { available: false });
  const editor = new ScriptedEditor([]);
  const composer = new Composer({
    prompts,
    editor: () => Promise.resolve(editor),
    report: () => assert.fail("nothing to say"),
  });
  for (const compose of [false, true, "always", "never"] as const) {
    assert.equal((await composer.reply(request(compose))).kind, "unavailable");
  }
});

Deno.test("a configured editor that cannot be understood is a failure to open, not none", async () => {
  const { prompts, said } = bed([ctrlX("short"), submitted()]);
  const broken = (): Promise<EditorBackend> =>
    Promise.reject(new EditorError("spawn", "editor.cmd: the quotes do not match", { help: "" }));
  const composer = new Composer({
    prompts,
    editor: broken,
    report: ({ text }) => void said.push(text),
  });
  assert.equal((await composer.reply(request(false))).kind, "reply");
  assert.match(said[0] ?? "", /quotes do not match\. Keeping your text/);
});

Deno.test("why the editor did not open is on the screen before the next prompt is", async () => {
  const order: string[] = [];
  const prompts = new ScriptedPrompts([submitted("typed")]);
  const composer = new Composer({
    prompts,
    editor: () => Promise.resolve(null),
    report: async () => {
      await new Promise((resolve) => setTimeout(resolve));
      order.push(`said, ${prompts.asked.length} asked`);
    },
  });
  assert.equal((await composer.reply(request(true))).kind, "reply");
  assert.deepEqual(order, ["said, 0 asked"]);
});

Deno.test("a fault that is no editor's is not hidden", async () => {
  const { prompts } = bed([ctrlX("x")]);
  const composer = new Composer({
    prompts,
    editor: () => Promise.reject(new TypeError("a bug")),
    report: () => {},
  });
  await assert.rejects(composer.reply(request(false)), TypeError);
});

Deno.test("an edit is a prompt of its own: its text, its suffix, and an emptied text is submitted", async () => {
  const { composer, prompts, editor } = bed(
    [{ edit: { kind: "open_editor", text: "{}" } }, { edit: { kind: "submitted", text: "" } }],
    [{ saves: '{"a":1}' }],
  );
  const result = await composer.edit({
    message: "Arguments: ",
    text: "{}",
    suffix: ".json",
    editMode: "vi",
    error: [{ text: "not JSON" }],
    signal: SIGNAL,
  });
  assert.deepEqual(result, { kind: "submitted", text: "", caret: 0 });
  assert.deepEqual(editor?.opened, [{ content: "{}", suffix: ".json" }]);
  assert.equal(openedWith(prompts.asked[1]).text, '{"a":1}');
  const [asked] = prompts.asked;
  assert.ok(asked?.kind === "edit");
  assert.deepEqual(asked.options.error, [{ text: "not JSON" }]);
  assert.equal(asked.options.editMode, "vi");
});

Deno.test("undo in the widget goes behind what the editor saved", async () => {
  const { composer, prompts } = bed([ctrlX("short"), submitted()], [{ saves: "longer" }]);
  await composer.reply(request(false));
  const asked = prompts.asked[1];
  assert.ok(asked?.kind === "reply" && asked.options.state !== undefined);
  const { updateLineEditor } = await import("../../../../src/core/line_editor/mod.ts");
  const undone = updateLineEditor(asked.options.state.editor, {
    kind: "key",
    name: "char",
    char: "_",
    ctrl: true,
    alt: false,
    shift: false,
  }, { layout: { rowUp: () => null, rowDown: () => null } });
  assert.equal(undone.state.text, "short");
});
