/**
 * Names of keys, and tables from such names to commands.
 *
 * A name is `C-`, `M-` and `S-` (Control, Alt, Shift; in this order) before a character or one of
 * the names below: `C-a`, `M-C-]` is written `C-M-]`, `C-Left`, `S-Enter`, `Space`.
 *
 * @module
 */

import type { Key, KeyName } from "../keys/mod.ts";

/** Key name to command name. */
export type Keymap<Name extends string> = Readonly<Record<string, Name>>;

const NAMES: Readonly<Partial<Record<KeyName, string>>> = {
  enter: "Enter",
  tab: "Tab",
  backspace: "Backspace",
  delete: "Delete",
  insert: "Insert",
  escape: "Escape",
  up: "Up",
  down: "Down",
  left: "Left",
  right: "Right",
  home: "Home",
  end: "End",
  pageup: "PageUp",
  pagedown: "PageDown",
};

function baseName(key: Key): string | undefined {
  if (key.name !== "char") return NAMES[key.name];
  return key.char === " " ? "Space" : key.char;
}

/** The plain character a key types, or null for every other key. */
export function typedCharacter(key: Key): string | null {
  if (key.name !== "char" || key.ctrl || key.alt || key.super) return null;
  return key.char === undefined || key.char === "" ? null : key.char.toWellFormed();
}

/**
 * The command a key is bound to. Where there is no binding for it with Shift, the one without
 * counts; where there is none for Alt and a capital, the one for the small letter (readline's
 * do-lowercase-version).
 */
export function lookUp<Name extends string>(keymap: Keymap<Name>, key: Key): Name | undefined {
  const base = baseName(key);
  if (base === undefined || key.super) return undefined;
  const modifiers = (key.ctrl ? "C-" : "") + (key.alt ? "M-" : "");
  const candidates = key.shift ? [modifiers + "S-" + base, modifiers + base] : [modifiers + base];
  if (key.alt && key.name === "char") candidates.push(modifiers + base.toLowerCase());
  for (const name of candidates) {
    if (Object.hasOwn(keymap, name)) return keymap[name];
  }
  return undefined;
}
