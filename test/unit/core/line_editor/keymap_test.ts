import assert from "node:assert/strict";
import { parseKeyName } from "../../../../src/core/keys/mod.ts";
import { COMMON_KEYMAP, TYPING_KEYMAP } from "../../../../src/core/line_editor/common_keymap.ts";
import { EMACS_KEYMAP } from "../../../../src/core/line_editor/emacs_keymap.ts";
import { lookUp, typedCharacter } from "../../../../src/core/line_editor/keymap.ts";
import {
  VI_ACTIONS,
  VI_CONTROLS,
  VI_INSERT_KEYMAP,
  VI_MOTIONS,
  VI_NORMAL_KEYMAP,
  VI_OPERATORS,
  VI_SHORTHANDS,
  VI_VISUAL_OPERATORS,
} from "../../../../src/core/line_editor/vi_keymap.ts";
import { describeKey } from "../../../../src/core/keys/mod.ts";

const TABLES = {
  COMMON_KEYMAP,
  TYPING_KEYMAP,
  EMACS_KEYMAP,
  VI_INSERT_KEYMAP,
  VI_NORMAL_KEYMAP,
  VI_MOTIONS,
  VI_OPERATORS,
  VI_SHORTHANDS,
  VI_ACTIONS,
  VI_CONTROLS,
  VI_VISUAL_OPERATORS,
};

Deno.test("keymaps: every name is one that a key can have", () => {
  for (const [table, keymap] of Object.entries(TABLES)) {
    for (const name of Object.keys(keymap)) {
      if (/^g[^-]$/.test(name)) continue; // a sequence of two keys
      const key = parseKeyName(name);
      assert.ok(key !== null && describeKey(key) === name, `${table}: ${name}`);
    }
  }
});

Deno.test("keymaps: Ctrl-Q is left to the terminal", () => {
  for (const [table, keymap] of Object.entries(TABLES)) {
    assert.equal(Object.hasOwn(keymap, "C-q"), false, table);
  }
});

Deno.test("keymaps: what leaves the editor is bound alike in every mode", () => {
  for (const [name, command] of Object.entries(COMMON_KEYMAP)) {
    for (const keymap of [EMACS_KEYMAP, VI_INSERT_KEYMAP, VI_NORMAL_KEYMAP]) {
      assert.equal(keymap[name], command, name);
    }
  }
});

Deno.test("lookUp: Shift and capitals fall back, nothing inherited is found", () => {
  const find = (name: string) => {
    const key = parseKeyName(name);
    return key === null ? null : lookUp(EMACS_KEYMAP, key);
  };
  assert.equal(find("S-Left"), "backward-char");
  assert.equal(find("S-Enter"), "insert-newline");
  assert.equal(find("M-B"), "backward-word");
  assert.equal(find("C-S-a"), "beginning-of-line");
  assert.equal(find("M-S--"), "redo");
  assert.equal(find("C-Super-a"), undefined);
  assert.equal(
    lookUp({ a: 1 }, {
      kind: "key",
      name: "char",
      char: "toString",
      ctrl: false,
      alt: false,
      shift: false,
    }),
    undefined,
  );
});

Deno.test("typedCharacter: plain characters only", () => {
  const typed = (name: string) => typedCharacter(parseKeyName(name) ?? assert.fail(name));
  assert.equal(typed("é"), "é");
  assert.equal(typed("Space"), " ");
  assert.equal(typed("S-Space"), " ");
  assert.equal(typed("C-a"), null);
  assert.equal(typed("M-a"), null);
  assert.equal(typed("Enter"), null);
  const odd = { kind: "key", name: "char", ctrl: false, alt: false, shift: false } as const;
  assert.equal(typedCharacter({ ...odd, char: "\r" }), null);
  assert.equal(typedCharacter({ ...odd, char: "\ud800" }), "\ufffd");
  assert.equal(typedCharacter(odd), null);
});
