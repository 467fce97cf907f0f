/**
 * Every kind of prompt on a real terminal: it shows what it asks, takes the keys it should, says
 * what came of it, and leaves the terminal as it was.
 */
import assert from "node:assert/strict";
import type { Target } from "../../support/mod.ts";
import { ask, assertEndedWell, outcome, RUNTIMES, type Step } from "./support.ts";

interface Case {
  readonly step: Step;
  /** On the screen before a key is pressed. */
  readonly shows: string;
  readonly keys: readonly string[];
  readonly gives: object;
}

const CASES: Record<string, Case> = {
  "a select takes a key": {
    step: { do: "select", preamble: ["--- a", "+++ b"] },
    shows: "Run it? [y,n,?] ",
    keys: ["x", "Enter", "C-d", "y"],
    gives: { kind: "chosen", key: "y" },
  },
  "a select is left by Escape": {
    step: { do: "select" },
    shows: "Run it? [y,n,?] ",
    keys: ["Esc"],
    gives: { kind: "cancelled" },
  },
  "a confirm takes its default": {
    step: { do: "confirm", default: "no" },
    shows: "Sure? [y,N,?] ",
    keys: ["Enter"],
    gives: { kind: "answered", yes: false },
  },
  "a line is typed": {
    step: { do: "line", text: "ol" },
    shows: "Name: ol",
    keys: ["d", "C-a", "x", "Enter"],
    gives: { kind: "submitted", text: "xold", caret: 1 },
  },
  "a line falls back": {
    step: { do: "line", default: "main" },
    shows: "(main)",
    keys: ["Enter"],
    gives: { kind: "submitted", text: "main", caret: 4 },
  },
  "a line is left by Ctrl-D": {
    step: { do: "line" },
    shows: "Name: ",
    keys: ["C-d"],
    gives: { kind: "cancelled", text: "", caret: 0 },
  },
  "a list is filtered and chosen from": {
    step: { do: "pick", items: ["one", "two", "three", "four"] },
    shows: "> one",
    keys: ["t", "Down", "Enter"],
    gives: { kind: "chosen", id: "three" },
  },
  "an edit is submitted": {
    step: { do: "edit", text: "{}", preamble: ["of tool x"] },
    shows: "Edit: {}",
    keys: ["Backspace", "a", "M-Enter", "Enter"],
    gives: { kind: "submitted", text: "{a\n", caret: 3 },
  },
  "a reply is submitted": {
    step: { do: "reply" },
    shows: "Reply: ",
    keys: ["h", "i", "Enter"],
    gives: { kind: "reply", text: "hi", composedIn: "inline" },
  },
  "an empty reply is one": {
    step: { do: "reply" },
    shows: "Reply: ",
    keys: ["Space", "Enter"],
    gives: { kind: "empty" },
  },
  "Ctrl-C in a reply is its outcome": {
    step: { do: "reply", draft: { text: "kept", caret: 2 } },
    shows: "Reply: kept",
    keys: ["x", "C-c"],
    gives: { kind: "interrupted", text: "kexpt", caret: 3 },
  },
  "Ctrl-D in an empty reply backs out": {
    step: { do: "reply" },
    shows: "Reply: ",
    keys: ["C-d"],
    gives: { kind: "cancelled", by: "key", text: "", caret: 0 },
  },
  "vi mode: Escape five times is no way out": {
    step: { do: "reply", editMode: "vi" },
    shows: "Reply: ",
    keys: ["a", "b", "Esc", "Esc", "Esc", "Esc", "Esc", "x", "Enter"],
    gives: { kind: "reply", text: "a", composedIn: "inline" },
  },
};

async function prove(target: Target, { step, shows, keys, gives }: Case): Promise<void> {
  await using pty = ask(target, [{ do: "print", text: "before\n" }, step]);
  await pty.expect(shows);
  for (const key of keys) pty.press(key);
  assert.deepEqual(await outcome(pty), gives);
  await assertEndedWell(pty);
  const { lines } = await pty.screen();
  assert.deepEqual(lines.slice(0, 3), ["before", JSON.stringify(gives), ""]);
}

for (const target of RUNTIMES) {
  for (const [name, each] of Object.entries(CASES)) {
    Deno.test(`${target}: ${name}`, () => prove(target, each));
  }
}
