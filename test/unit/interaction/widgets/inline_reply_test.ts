import assert from "node:assert/strict";
import {
  inlineReply,
  type InlineReplyOptions,
  type InlineReplyState,
  type ReplyOutcome,
  type WidgetContext,
  withReplyText,
} from "../../../../src/interaction/widgets/pure.ts";
import { CONTEXT, Driver } from "./driver.ts";

const HELP = "Enter to send · Alt+Enter for newline · Ctrl+X to edit in $EDITOR";
const KITTY_HELP =
  "Enter to send · Shift+Enter or Alt+Enter for newline · Ctrl+X to edit in $EDITOR";

function reply(
  options: Partial<InlineReplyOptions> = {},
  context: Partial<WidgetContext> = {},
): Driver<InlineReplyState, ReplyOutcome> {
  const widget = inlineReply({
    message: "Reply: ",
    editMode: "emacs",
    opensEditor: true,
    ...options,
  });
  return new Driver(widget, context);
}

Deno.test("Enter submits the text, an empty one too", () => {
  assert.deepEqual(reply().press("Enter").outcome, { kind: "submitted", text: "", caret: 0 });
  const outcome = reply().type("hello").press("Left", "Enter").outcome;
  assert.deepEqual(outcome, { kind: "submitted", text: "hello", caret: 4 });
});

Deno.test("PR-030: Alt+Enter and Ctrl+J break the line on every terminal", () => {
  for (const kitty of [false, true]) {
    const driver = reply({}, { kitty }).type("a").press("M-Enter").type("b").press("C-j").type("c");
    assert.deepEqual(driver.lines.slice(0, 3), ["Reply: a", "… b", "… c"]);
    assert.deepEqual(driver.outcomes, []);
    assert.deepEqual(driver.press("Enter").outcome, {
      kind: "submitted",
      text: "a\nb\nc",
      caret: 5,
    });
  }
});

Deno.test("PR-030: Shift+Enter breaks the line, and is promised, where the terminal tells it", () => {
  const told = reply({}, { kitty: true }).type("a").press("S-Enter").type("b");
  assert.deepEqual(told.outcomes, []);
  assert.deepEqual(told.lines, ["Reply: a", "… b", KITTY_HELP]);
  assert.deepEqual(reply().lines, ["Reply: ", HELP]);
  assert.deepEqual(told.modes.map(({ enter, leave }) => [enter, leave]), [
    ["\x1b[?2004h", "\x1b[?2004l"],
    ["\x1b[>1u", "\x1b[<u"],
  ]);
  assert.deepEqual(reply().modes.map(({ enter }) => enter), ["\x1b[?2004h"]);
});

Deno.test("PR-030: an answer that comes late shows up in the help and never as text", () => {
  const driver = reply().type("ab").press("Left").type("\x1b[?1u");
  assert.equal(driver.caretLine, "Reply: a|b");
  driver.answerKitty();
  assert.deepEqual(driver.lines, ["Reply: ab", KITTY_HELP]);
  driver.press("S-Enter");
  assert.deepEqual(driver.lines.slice(0, 2), ["Reply: a", "… b"]);
  assert.deepEqual(driver.press("Esc").outcome, { kind: "cancelled", text: "a\nb", caret: 2 });
});

Deno.test("the help fits the width, keeps to what is wired, and leaves a low screen to the text", () => {
  assert.equal(reply({ opensEditor: false }).lines[1], "Enter to send · Alt+Enter for newline");
  for (const columns of [1, 2, 10, 40, 64, 65, 80]) {
    const [, help = ""] = reply({}, { columns }).lines;
    assert.ok(help.length <= columns, `${columns}: ${help}`);
    assert.equal(help, columns >= HELP.length ? HELP : `${HELP.slice(0, columns - 1)}…`);
  }
  assert.equal(reply({}, { rows: 3 }).lines.length, 2);
  assert.deepEqual(reply({}, { rows: 2 }).lines, ["Reply: "]);
});

const MODES: readonly { name: string; editMode: "emacs" | "vi"; keys: readonly string[] }[] = [
  { name: "emacs", editMode: "emacs", keys: [] },
  { name: "vi insert", editMode: "vi", keys: [] },
  { name: "vi replace", editMode: "vi", keys: ["Esc", "R"] },
  { name: "vi normal", editMode: "vi", keys: ["Esc"] },
  { name: "vi visual", editMode: "vi", keys: ["Esc", "v"] },
  { name: "vi operator pending", editMode: "vi", keys: ["Esc", "d"] },
];

for (const { name, editMode, keys } of MODES) {
  const begun = (options: Partial<InlineReplyOptions> = {}) =>
    reply({ editMode, text: "one\ntwo", caret: 5, ...options }).press(...keys);

  Deno.test(`PR-036: the ways out are the same in every mode (${name})`, () => {
    const caret = begun().state.editor.caret;
    const draft = { text: "one\ntwo", caret };
    assert.deepEqual(begun().press("C-x").outcome, { kind: "open_editor", ...draft });
    assert.deepEqual(begun().press("C-c").outcome, { kind: "interrupted", ...draft });
    assert.deepEqual(begun().press("C-z").outcome, { kind: "suspend", ...draft });
    assert.deepEqual(begun().press("C-\\").outcome, { kind: "quit", ...draft });
    assert.deepEqual(begun().press("Enter").outcome, { kind: "submitted", ...draft });
    assert.equal(begun().press("M-Enter").outcome, null);
    assert.equal(begun().press("M-Enter").state.editor.text.split("\n").length, 3);
  });

  Deno.test(`Ctrl-X does nothing where no editor is wired (${name})`, () => {
    const driver = begun({ opensEditor: false });
    const before = driver.lines;
    driver.press("C-x");
    assert.deepEqual(driver.outcomes, []);
    assert.deepEqual(driver.lines, before);
    assert.equal(driver.press("C-c").outcome?.kind, "interrupted");
  });
}

Deno.test("Ctrl-D cancels on an empty buffer and deletes in any other", () => {
  assert.deepEqual(reply().press("C-d").outcome, { kind: "cancelled", text: "", caret: 0 });
  const driver = reply({ text: "ab", caret: 0 }).press("C-d");
  assert.equal(driver.outcome, null);
  assert.equal(driver.caretLine, "Reply: |b");
});

Deno.test("a lone ESC cancels in emacs mode where the terminal tells it, else it is Meta", () => {
  const told = reply({}, { kitty: true }).type("draft").press("Esc");
  assert.deepEqual(told.outcome, { kind: "cancelled", text: "draft", caret: 5 });
  const legacy = reply({ text: "one two", caret: 0 }).press("Esc").type("f");
  assert.deepEqual(legacy.outcomes, []);
  assert.equal(legacy.caretLine, "Reply: one| two");
});

Deno.test("PR-036: ESC in vi mode only changes the mode, shown by the cursor's shape", () => {
  for (const kitty of [false, true]) {
    const driver = reply({ editMode: "vi" }, { kitty }).type("abc");
    driver.press("Esc", "Esc", "Esc", "Esc", "Esc");
    assert.deepEqual(driver.outcomes, []);
    driver.press("R", "Esc", "v", "Esc").type("i");
    assert.deepEqual(driver.effects, [
      { kind: "cursor_shape", shape: "block" },
      { kind: "cursor_shape", shape: "underline" },
      { kind: "cursor_shape", shape: "block" },
      { kind: "cursor_shape", shape: "bar" },
    ]);
    assert.deepEqual(driver.modes.at(-1), { enter: "\x1b[6 q", leave: "\x1b[0 q" });
    assert.equal(driver.widget.cursorShape?.(driver.state), "bar");
    assert.equal(driver.press("C-c").outcome?.kind, "interrupted");
  }
});

Deno.test("in emacs mode the cursor keeps the shape the user gave it", () => {
  const driver = reply().type("abc").press("Insert").type("x");
  assert.deepEqual(driver.effects, []);
  assert.equal(driver.widget.cursorShape?.(driver.state), null);
});

Deno.test("Ctrl-L asks for everything to be drawn anew", () => {
  assert.deepEqual(reply().press("C-l").effects, [{ kind: "redraw" }]);
});

Deno.test("PR-026: a paste is text whatever is in it, and is not submitted", () => {
  const driver = reply().type("> ");
  driver.paste("one\r\ntwo\rthree\nfour\x03\x1b[A\x00\x7f\tend\r\n", 1);
  assert.deepEqual(driver.outcomes, []);
  assert.deepEqual(driver.press("Enter").outcome, {
    kind: "submitted",
    text: "> one\ntwo\nthree\nfour[A\tend\n",
    caret: 27,
  });
});

Deno.test("a message of several lines and a preamble are drawn above the text", () => {
  const diff = [[{ text: "-old", style: "31" }], [{ text: "+new", style: "32" }]];
  const error = [{ text: "not JSON: line 1", style: "1" }];
  const driver = reply({
    message: "Edit arguments\nof fs_write: ",
    preamble: diff,
    error,
    text: "{",
  });
  assert.deepEqual(driver.lines, [
    "-old",
    "+new",
    "Edit arguments",
    "not JSON: line 1",
    "of fs_write: {",
    HELP,
  ]);
  assert.equal(driver.view.lines[0], diff[0]);
  assert.equal(driver.view.lines[3], error);
  assert.equal(driver.caretLine, "of fs_write: {|");
});

Deno.test("PR-035: a draft comes back with its caret, and undo does not go past it", () => {
  const left = reply().type("one").press("C-j").type("two").press("Left", "C-c").outcome;
  assert.deepEqual(left, { kind: "interrupted", text: "one\ntwo", caret: 6 });
  const again = reply({ text: left.text, caret: left.caret });
  assert.equal(again.caretLine, "… tw|o");
  assert.deepEqual(again.type("x").press("C-_", "C-_").press("C-c").outcome, left);
});

Deno.test("PR-035: a prompt that was hidden goes on with its undo list, its mode, its history", () => {
  const first = reply({ editMode: "vi", history: ["older"] }).type("abc def");
  first.press("Esc").type("dw");
  const second = reply({ editMode: "vi", history: ["older"], state: first.state });
  assert.deepEqual(second.view, first.view);
  assert.equal(second.widget.cursorShape?.(second.state), "block");
  assert.equal(second.modes.at(-1)?.enter, "\x1b[2 q");
  assert.equal(second.type("u").state.editor.text, "abc def");
  assert.equal(second.type("k").state.editor.text, "older");
});

Deno.test("what the external editor saved is one undo step", () => {
  const driver = reply().type("short");
  driver.state = withReplyText(driver.state, "much\r\nlonger");
  assert.deepEqual(driver.lines.slice(0, 2), ["Reply: much", "… longer"]);
  assert.equal(driver.caretLine, "… longer|");
  driver.press("C-_");
  assert.equal(driver.caretLine, "Reply: short|");
  driver.state = withReplyText(driver.state, "");
  assert.deepEqual(driver.press("Enter").outcome, { kind: "submitted", text: "", caret: 0 });
});

Deno.test("Up and Down go by screen row, then through the earlier replies", () => {
  // Three rows of 20 cells: 13 after the prompt, then 20, then the rest.
  const driver = reply({ history: ["old"], text: "abcdefghijklmnopqrstuvwxyz0123456789" }, {
    columns: 20,
  });
  driver.press("Up");
  assert.equal(driver.state.editor.caret, 16);
  driver.press("Up");
  assert.equal(driver.state.editor.caret, 0);
  driver.press("Up");
  assert.equal(driver.state.editor.text, "old");
  driver.press("Down");
  assert.equal(driver.state.editor.text, "abcdefghijklmnopqrstuvwxyz0123456789");
  driver.resize(80, 24);
  driver.press("Up");
  assert.equal(driver.state.editor.text, "old");
});

Deno.test("what vi has selected is drawn inverse, line by line", () => {
  // One row down from column 7 is the sixth character behind the mark.
  const driver = reply({ editMode: "vi", text: "abc\n0123456789", caret: 0 });
  driver.press("Esc").type("vj");
  const marked = driver.view.lines.map((line) =>
    line.filter(({ style }) => style === "7").map(({ text }) => text).join("")
  );
  assert.deepEqual(marked, ["abc", "012345", ""]);
});

Deno.test("of a text without end only what is near the caret is laid out", () => {
  const text = Array.from({ length: 200_000 }, (_, i) => `line ${i}`).join("\n");
  const driver = reply({ text, caret: 0, preamble: [[{ text: "about" }]] });
  assert.deepEqual(driver.lines.slice(0, 3), ["about", "Reply: line 0", "… line 1"]);
  assert.ok(driver.lines.length < 50);
  driver.press("C-End");
  assert.equal(driver.caretLine, "… line 199999|");
  assert.equal(driver.lines.at(-1), HELP);
  assert.ok(driver.lines.length < 1000);
  driver.press("C-a").type("x");
  assert.equal(driver.caretLine, "… x|line 199999");
  driver.press(...Array<string>(30).fill("Up"));
  assert.equal(driver.caretLine, "… l|ine 199969");
  assert.notEqual(driver.lines.at(-1), HELP);
});

Deno.test("what is no key and no paste changes nothing", () => {
  const driver = reply().type("a");
  const { state } = driver;
  driver.type("\x1b[I\x1b[O\x1b[12;40R\x1b[M !!\x1b[?62;22c\x1b]11;rgb:0/0/0\x07\x1b[57441u");
  assert.equal(driver.state, state);
  assert.deepEqual(driver.outcomes, []);
});

Deno.test("sizes of nothing are no reason to fail", () => {
  const driver = reply({}, { ...CONTEXT, columns: 0, rows: 0 }).type("a\x0ab").press("Up", "Down");
  assert.deepEqual(driver.lines, ["Reply: a", "… b"]);
});
