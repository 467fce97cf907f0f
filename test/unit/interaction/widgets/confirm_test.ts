import assert from "node:assert/strict";
import {
  confirm,
  type ConfirmOptions,
  type ConfirmOutcome,
  type ConfirmState,
  type WidgetContext,
} from "../../../../src/interaction/widgets/pure.ts";
import { Driver } from "./driver.ts";

function ask(
  options: Partial<ConfirmOptions> = {},
  context: Partial<WidgetContext> = {},
): Driver<ConfirmState, ConfirmOutcome> {
  return new Driver(confirm({ message: "Delete 3 conversations?", ...options }), context);
}

Deno.test("the default is the capital, if there is one", () => {
  assert.deepEqual(ask().lines, ["Delete 3 conversations? [y,n,?] "]);
  assert.deepEqual(ask({ default: "yes" }).lines, ["Delete 3 conversations? [Y,n,?] "]);
  const no = ask({ default: "no" });
  assert.equal(no.caretLine, "Delete 3 conversations? [y,N,?] |");
});

Deno.test("one key answers, in either case", () => {
  for (const key of ["y", "Y"]) {
    assert.deepEqual(ask({ default: "no" }).press(key).outcomes, [{ kind: "answered", yes: true }]);
  }
  for (const key of ["n", "N"]) {
    assert.deepEqual(ask({ default: "yes" }).press(key).outcomes, [
      { kind: "answered", yes: false },
    ]);
  }
});

Deno.test("Enter, a line feed in cbreak, takes the default and without one does nothing", () => {
  assert.equal(ask().widget.discipline, "cbreak");
  assert.deepEqual(ask().press("Enter").outcomes, []);
  assert.deepEqual(ask({ default: "no" }).press("Enter").outcome, { kind: "answered", yes: false });
  assert.deepEqual(ask({ default: "yes" }).press("C-j").outcome, { kind: "answered", yes: true });
});

Deno.test("ESC cancels; a sequence in pieces is not ESC (PR-031)", () => {
  assert.deepEqual(ask().press("Esc").outcome, { kind: "cancelled" });
  assert.deepEqual(ask().type("\x1b[A\x1b[1;5C\x1bOP", 1).outcomes, []);
});

Deno.test("Ctrl-C, Ctrl-Z and Ctrl-\\ that arrive as input are told apart", () => {
  for (const kitty of [false, true]) {
    assert.deepEqual(ask({}, { kitty }).press("C-c", "C-z", "C-\\").outcomes, [
      { kind: "interrupted" },
      { kind: "suspend" },
      { kind: "quit" },
    ]);
  }
});

Deno.test("other keys and pasted text do nothing", () => {
  const driver = ask({ default: "yes" }).paste("y\nn\n").type("xq \t");
  driver.press("C-d", "C-y", "M-y", "M-Enter", "Up", "F1");
  assert.deepEqual(driver.outcomes, []);
  assert.deepEqual(driver.modes, [{ enter: "\x1b[?2004h", leave: "\x1b[?2004l" }]);
});

Deno.test("? says what the keys do, and again hides it", () => {
  const labels = { yes: "Delete them", no: "Keep them" };
  const driver = ask({ labels, preamble: [[{ text: "three titles" }]] }).press("?");
  assert.deepEqual(driver.lines, [
    "three titles",
    "  y  Delete them",
    "  n  Keep them",
    "  ?  Show or hide this help",
    "Delete 3 conversations? [y,n,?] ",
  ]);
  assert.equal(driver.view.caret.line, 4);
  const again = ask({ labels, state: driver.state });
  assert.equal(again.lines.length, 4);
  assert.equal(again.press("?").lines.length, 1);
});
