/**
 * The line editor against GNU readline 8.2 (bash 5.2.15, locale C.UTF-8), recorded key by key:
 * data/public.jsonl. Every case passes or is listed below with the reason why it should not.
 */
import assert from "node:assert/strict";
import { createLineEditor, type EditMode, mode } from "../../src/core/line_editor/mod.ts";
import { press } from "../unit/core/line_editor/press.ts";

interface Case {
  readonly id: string;
  readonly mode: EditMode;
  readonly class: string;
  readonly core: boolean;
  readonly initial: string;
  readonly keys: readonly string[];
  readonly expect: { readonly text: string; readonly cursor: number; readonly vimode?: string };
}

interface Difference {
  readonly reason: string;
  readonly ids: readonly string[];
}

const DIFFERENCES: readonly Difference[] = [
  {
    reason: "readline moves by code point and zero-width mark; the caret moves by grapheme " +
      "cluster, so a family, a flag or a skin tone is one step (PR-029)",
    ids: ["emacs-h305", "emacs-h310", "vi-h314", "vi-h315", "vi-r158", "vi-r174"],
  },
  {
    reason: "readline's vi word motions take every character outside ASCII for punctuation " +
      "(café is two words); here letters of any script are letters, as in emacs mode (PR-029)",
    ids: ["vi-h303", "vi-h304", "vi-h309", "vi-r360"],
  },
  {
    reason:
      "readline's b goes to column 0 when the word begins in column 1; POSIX and vim stop at " +
      "the word",
    ids: ["vi-h048"],
  },
  {
    reason: "readline's r and ~ overwrite the unnamed register with the old character; POSIX and " +
      "vim leave it, and what was yanked to be put is not lost to a corrected letter",
    ids: ["vi-h179"],
  },
  {
    reason: "readline's . after C deletes without typing the new text again; it is repeated whole",
    ids: ["vi-h257"],
  },
  {
    reason: "readline's . enters insert mode when there is nothing to repeat; here it does nothing",
    ids: ["vi-r054"],
  },
  {
    reason: "readline's p of an empty register still moves, even past the end of the line; in " +
      "normal mode the caret is always on a character",
    ids: ["vi-r191", "vi-r260", "vi-r279"],
  },
];

const CASES: readonly Case[] = Deno.readTextFileSync(
  new URL("./data/public.jsonl", import.meta.url),
).trim().split("\n").map((line) => JSON.parse(line));

const LISTED = new Map(
  DIFFERENCES.flatMap(({ reason, ids }) => ids.map((id) => [id, reason] as const)),
);

/** The end of a case in the recording's terms: code points, and vi's two modes. */
function played({ mode: editMode, initial, keys }: Case): Case["expect"] {
  const { state } = press(createLineEditor({ editMode, text: initial }), keys);
  const cursor = [...state.text.slice(0, state.caret)].length;
  if (editMode === "emacs") return { text: state.text, cursor };
  return { text: state.text, cursor, vimode: mode(state) === "vi_normal" ? "normal" : "insert" };
}

function shown({ id, initial, keys }: Case): string {
  return `${id}: ${JSON.stringify(initial)} ${keys.join(" ")}`;
}

for (const editMode of ["emacs", "vi"] as const) {
  const cases = CASES.filter((entry) => entry.mode === editMode);
  for (const name of new Set(cases.map((entry) => entry.class))) {
    Deno.test(`readline, ${editMode}: ${name}`, () => {
      for (const entry of cases.filter((one) => one.class === name && !LISTED.has(one.id))) {
        assert.deepEqual(played(entry), entry.expect, shown(entry));
      }
    });
  }
}

Deno.test("readline: the recording is whole", () => {
  assert.equal(CASES.length, 575);
  assert.equal(CASES.filter((entry) => entry.core).length, 301);
});

Deno.test("readline: every listed difference exists, is none of the core, and differs", () => {
  for (const [id, reason] of LISTED) {
    const entry = CASES.find((one) => one.id === id);
    assert.ok(entry !== undefined, `${id} is not in the recording`);
    assert.equal(entry.core, false, `${id} is core`);
    assert.notDeepEqual(
      played(entry),
      entry.expect,
      `${shown(entry)} no longer differs: ${reason}`,
    );
  }
});
