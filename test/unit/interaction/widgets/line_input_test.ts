import assert from "node:assert/strict";
import {
  lineInput,
  type LineInputOptions,
  type LineInputOutcome,
  type LineInputState,
  type WidgetContext,
} from "../../../../src/interaction/widgets/pure.ts";
import { Driver } from "./driver.ts";

function input(
  options: Partial<LineInputOptions> = {},
  context: Partial<WidgetContext> = {},
): Driver<LineInputState, LineInputOutcome> {
  return new Driver(lineInput({ message: "Title: ", editMode: "emacs", ...options }), context);
}

Deno.test("Enter submits; Ctrl-J is Enter", () => {
  for (const key of ["Enter", "C-j"]) {
    const outcome = input().type("a name").press(key).outcome;
    assert.deepEqual(outcome, { kind: "submitted", text: "a name", caret: 6 });
  }
  assert.equal(input().widget.discipline, "raw");
});

Deno.test("no key gets a second line into it", () => {
  for (const keys of [["M-Enter"], ["C-v", "Enter"], ["C-v", "C-v", "C-v", "M-Enter"]]) {
    const driver = input().type("ab").press(...keys).type("c");
    assert.deepEqual(driver.outcomes, [], keys.join(" "));
    assert.ok(driver.state.editor.text.startsWith("ab"));
    assert.ok(driver.state.editor.text.endsWith("c"), keys.join(" "));
    assert.ok(!driver.state.editor.text.includes("\n"));
  }
  assert.equal(input({}, { kitty: true }).type("ab").press("S-Enter").outcome, null);
  for (const keys of ["o", "O", "3o", "yyp", "yyP", "ddP", "Vyp"]) {
    const driver = input({ editMode: "vi", text: "one two" }).press("Esc").type(keys);
    assert.ok(!driver.state.editor.text.includes("\n"), keys);
    // The count of the refused command is forgotten with it.
    driver.press("Esc").type("0ix").press("Enter");
    assert.ok(driver.outcome?.text.startsWith("x"), keys);
    assert.ok(!driver.outcome?.text.startsWith("xx"), keys);
  }
});

Deno.test("pasted line breaks become blanks, those at the end are dropped", () => {
  const driver = input().paste("one\r\ntwo\rthree\n\x03four\r\n");
  assert.equal(driver.outcome, null);
  assert.equal(driver.press("Enter").outcome?.text, "one two three four");
  assert.equal(input({ text: "seed\nof two" }).press("Enter").outcome?.text, "seed of two");
});

Deno.test("the ways out carry the draft; Ctrl-X is none", () => {
  const begun = () => input({ text: "draft", caret: 2 });
  for (
    const [key, kind] of [["C-c", "interrupted"], ["C-z", "suspend"], ["C-\\", "quit"]] as const
  ) assert.deepEqual(begun().press(key).outcome, { kind, text: "draft", caret: 2 });
  assert.equal(begun().press("C-x").outcome, null);
  assert.deepEqual(input().press("C-d").outcome, { kind: "cancelled", text: "", caret: 0 });
  assert.equal(begun().press("Esc").outcome, null);
  assert.equal(input({}, { kitty: true }).type("x").press("Esc").outcome?.kind, "cancelled");
});

Deno.test("Enter on nothing submits the default, which is shown until something is typed", () => {
  const driver = input({ default: "octocat" });
  assert.equal(driver.caretLine, "Title: |(octocat)");
  assert.deepEqual(driver.press("Enter").outcome, {
    kind: "submitted",
    text: "octocat",
    caret: 7,
  });
  assert.equal(driver.type("m").caretLine, "Title: m|");
  assert.equal(driver.press("Enter").outcome?.text, "m");
  assert.equal(input({ default: "octocat" }).press("C-c").outcome?.text, "");
  const long = input({ default: "a default that is much too long" }, { columns: 20 });
  assert.equal(long.lines[0], "Title: (a default t…");
});

Deno.test("a secret is drawn as bullets, one for each character, and without its default", () => {
  const driver = input({ secret: true, default: "hunter2" });
  assert.deepEqual(driver.lines, ["Title: "]);
  driver.type("pÄ👨‍👩‍👧漢").press("Left");
  assert.equal(driver.caretLine, "Title: •••|•");
  assert.equal(driver.press("Enter").outcome?.text, "pÄ👨‍👩‍👧漢");
  driver.press("Up", "Down", "Home").type("x");
  assert.equal(driver.caretLine, "Title: •|••••");
});

Deno.test("a prompt that was hidden goes on where it was, with what was wrong above it", () => {
  const first = input({ editMode: "vi" }).type("abc").press("Esc");
  const options = { editMode: "vi", state: first.state, error: [{ text: "taken" }] } as const;
  const second = input(options);
  assert.deepEqual(second.lines, ["taken", "Title: abc"]);
  assert.equal(second.type("x").caretLine, "Title: a|b");
});

Deno.test("Up and Down go by the rows of the screen", () => {
  const driver = input({ text: "abcdefghijklmnopqrstuvwxyz" }, { columns: 20 }).press("Up");
  assert.equal(driver.state.editor.caret, 6);
  driver.press("Up");
  assert.equal(driver.state.editor.caret, 6);
});
