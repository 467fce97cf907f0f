import assert from "node:assert/strict";
import fc from "fast-check";
import { decode, flush, type InputEvent, startDecoder } from "../../../../src/core/keys/mod.ts";
import {
  type InlineSelect,
  OPENED,
  type SelectOutcome,
  updateSelect,
  viewSelect,
} from "../../../../src/interaction/widgets/mod.ts";

const MENU: InlineSelect = {
  message: "Interrupted",
  choices: [{ key: "c", label: "Continue" }, { key: "q", label: "Quit gracefully" }],
};

function eventsOf(bytes: string): InputEvent[] {
  const { state, events } = decode(startDecoder(), new TextEncoder().encode(bytes));
  return [...events, ...flush(state).events];
}

/** What typing the bytes leads to, up to the first outcome. */
function typed(select: InlineSelect, bytes: string): SelectOutcome | null {
  let state = OPENED;
  for (const event of eventsOf(bytes)) {
    const step = updateSelect(select, state, event);
    if (step.outcome !== null) return step.outcome;
    state = step.state;
  }
  return null;
}

Deno.test("one key acts at once, in the case it is given in", () => {
  assert.deepEqual(typed(MENU, "c"), { kind: "chosen", key: "c" });
  assert.deepEqual(typed(MENU, "q"), { kind: "chosen", key: "q" });
  assert.equal(typed(MENU, "C"), null);
  const both = { ...MENU, choices: [{ key: "y", label: "yes" }, { key: "Y", label: "always" }] };
  assert.deepEqual(typed(both, "Y"), { kind: "chosen", key: "Y" });
  assert.deepEqual(typed(both, "y"), { kind: "chosen", key: "y" });
  // Kitty sends the unshifted key and the modifier.
  assert.deepEqual(typed(both, "\x1b[121;2u"), { kind: "chosen", key: "Y" });
});

Deno.test("ESC backs out; the keys for the process are told apart", () => {
  assert.deepEqual(typed(MENU, "\x1b"), { kind: "cancelled" });
  assert.deepEqual(typed(MENU, "\x03"), { kind: "interrupted" });
  assert.deepEqual(typed(MENU, "\x1b[99;5u"), { kind: "interrupted" });
  assert.deepEqual(typed(MENU, "\x1c"), { kind: "quit" });
  assert.deepEqual(typed(MENU, "\x1a"), { kind: "suspend" });
});

Deno.test("Enter takes an option only where one is marked, as CR and as LF", () => {
  assert.equal(typed(MENU, "\r"), null);
  assert.equal(typed(MENU, "\n"), null);
  const marked = { ...MENU, enter: "c" };
  assert.deepEqual(typed(marked, "\r"), { kind: "chosen", key: "c" });
  assert.deepEqual(typed(marked, "\n"), { kind: "chosen", key: "c" });
});

Deno.test("keys that mean nothing, keys with modifiers and pastes do nothing", () => {
  for (
    const bytes of ["\x04", "x", " ", "\t", "\x7f", "\x1b[A", "\x1bOP", "\x1bc", "\x1bq", "日"]
  ) {
    assert.equal(typed(MENU, bytes), null, JSON.stringify(bytes));
  }
  assert.equal(typed(MENU, "\x1b[200~cq\x03\x1b\x1b[201~"), null);
  assert.deepEqual(typed(MENU, "\x1b[200~q\x1b[201~c"), { kind: "chosen", key: "c" });
});

Deno.test("whatever is typed, only an option's own key chooses it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 20 }), (text) => {
      const outcome = typed(MENU, text);
      if (outcome?.kind === "chosen") assert.ok(text.includes(outcome.key));
    }),
  );
});

Deno.test("the help comes and goes, above the question", () => {
  const text = (state: typeof OPENED) =>
    viewSelect(MENU, state).lines.map((line) => line.map(({ text }) => text).join(""));
  assert.deepEqual(text(OPENED), ["Interrupted [c,q,?] "]);
  const [question] = eventsOf("?");
  assert.ok(question);
  const shown = updateSelect(MENU, OPENED, question);
  assert.equal(shown.outcome, null);
  assert.deepEqual(text(shown.state), [
    "  c  Continue",
    "  q  Quit gracefully",
    "  ?  Show or hide this help",
    "Interrupted [c,q,?] ",
  ]);
  assert.deepEqual(viewSelect(MENU, shown.state).caret, { line: 3, offset: 20 });
  const marked = viewSelect({ ...MENU, enter: "q" }, shown.state).lines;
  assert.deepEqual(marked[1], [{ text: "  q  Quit gracefully (Enter)" }]);
  assert.deepEqual(updateSelect(MENU, shown.state, question).state, OPENED);
});
