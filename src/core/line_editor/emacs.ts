/**
 * Emacs mode: one key into the next state.
 *
 * Owns what has to wait for further keys: Meta as a prefix, numeric arguments, quoted insert and
 * character search.
 *
 * @module
 */

import type { Key } from "../keys/mod.ts";
import { searchCharacter } from "./char_search.ts";
import { beginCommand, type CommandName, type Count, NO_COUNT, runCommand } from "./commands.ts";
import { COMMON_KEYMAP } from "./common_keymap.ts";
import { selfInsert } from "./edit_commands.ts";
import { type Editor, moveTo } from "./editor.ts";
import { EMACS_KEYMAP, type EmacsPrefixName } from "./emacs_keymap.ts";
import {
  type Argument,
  argumentCount,
  type EmacsPending,
  NOTHING_PENDING,
  withDigit,
} from "./emacs_state.ts";
import { lookUp, typedCharacter } from "./keymap.ts";
import { quotedCharacter } from "./quoted_insert.ts";
import type { LineEditorView } from "./types.ts";

type Update = ReturnType<typeof runCommand>;

const unchanged = (state: Editor): Update => ({ state, effects: [] });

/** Handles one key. */
export function emacsKey(ed: Editor, pressed: Key, view: LineEditorView): Update {
  const { argument, meta, wait } = ed.pending;
  const key = meta ? { ...pressed, alt: true } : pressed;
  if (wait !== null) return waitedKey(ed, key, wait, view);
  if (argument !== null) {
    const longer = continueArgument(argument, pressed);
    if (longer !== null) return unchanged(withPending(ed, { argument: longer }));
  }
  const name = lookUp(EMACS_KEYMAP, key);
  if (name === undefined) return typeCharacter(ed, key);
  return isPrefix(name)
    ? prefixKey(ed, key, name, view)
    : runCommand(withPending(ed, {}), name, key, countOf(argument), view);
}

function withPending(ed: Editor, pending: Partial<EmacsPending>): Editor {
  return { ...ed, pending: { ...NOTHING_PENDING, ...pending } };
}

function countOf(argument: Argument | null): Count {
  return argument === null ? NO_COUNT : { count: argumentCount(argument), explicit: true };
}

function isPrefix(name: CommandName | EmacsPrefixName): name is EmacsPrefixName {
  return name === "digit-argument" || name === "quoted-insert" || name === "character-search" ||
    name === "character-search-backward" || name === "prefix-meta";
}

/** A digit, or a sign before any, typed without Meta after M-digit or M--. */
function continueArgument(argument: Argument, key: Key): Argument | null {
  const char = typedCharacter(key);
  if (char !== null && /^[0-9]$/.test(char)) return withDigit(argument, Number(char));
  return char === "-" && argument.value === null ? { sign: -1, value: null } : null;
}

function prefixKey(ed: Editor, key: Key, name: EmacsPrefixName, view: LineEditorView): Update {
  const { argument } = ed.pending;
  switch (name) {
    case "prefix-meta":
      if (!ed.escapeCancels) return unchanged(withPending(ed, { argument, meta: true }));
      return argument === null
        ? runCommand(ed, "cancel", key, NO_COUNT, view)
        : unchanged(withPending(ed, {}));
    case "digit-argument": {
      const longer = key.char === "-"
        ? { sign: -1 as const, value: null }
        : withDigit(argument, Number(key.char));
      return unchanged(withPending(ed, { argument: longer }));
    }
    case "quoted-insert":
      return unchanged(withPending(ed, { argument, wait: "quoted" }));
    case "character-search":
      return unchanged(withPending(ed, { argument, wait: "search_forward" }));
    case "character-search-backward":
      return unchanged(withPending(ed, { argument, wait: "search_backward" }));
  }
}

function waitedKey(
  ed: Editor,
  key: Key,
  wait: NonNullable<EmacsPending["wait"]>,
  view: LineEditorView,
): Update {
  const { count } = countOf(ed.pending.argument);
  const ready = beginCommand(withPending(ed, {})).ed;
  // Leaving is never data: Ctrl-C has to act wherever it is pressed.
  if (key.name === "escape" && wait !== "quoted") return unchanged(ready);
  const leaves = lookUp(COMMON_KEYMAP, key) === "interrupt";
  const char = leaves ? null : wait === "quoted" ? quotedCharacter(key) : typedCharacter(key);
  if (char === null) return emacsKey(ready, key, view);
  if (wait === "quoted") return unchanged(selfInsert(ready, char, count, false));
  const forward = (wait === "search_forward") === count > 0;
  const length = ready.text.length;
  const search = { forward, till: false };
  const to = searchCharacter(ready.text, ready.caret, char, search, Math.abs(count), 0, length);
  return unchanged(to === null ? ready : moveTo(ready, to));
}

function typeCharacter(ed: Editor, key: Key): Update {
  const { count } = countOf(ed.pending.argument);
  const ready = withPending(ed, {});
  const char = typedCharacter(key);
  if (char === null) return unchanged(beginCommand(ready).ed);
  return unchanged(selfInsert(beginCommand(ready).ed, char, count, ed.overwrite));
}
