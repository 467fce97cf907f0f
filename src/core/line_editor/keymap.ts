/**
 * Tables from keys to commands, and how a key is looked up in one.
 *
 * Keys are named as `describeKey` names them: `C-a`, `C-M-]`, `M-Enter`, `Space`.
 *
 * @module
 */

import { describeKey, type Key } from "../keys/mod.ts";

/** Key name to what it is bound to. */
export type Keymap<Binding> = Readonly<Record<string, Binding>>;

/** The plain character a key types, or null for every other key. */
export function typedCharacter(key: Key): string | null {
  if (key.name !== "char" || key.ctrl || key.alt || key.super === true) return null;
  const char = key.char ?? "";
  // deno-lint-ignore no-control-regex -- a control character is not typed text
  return char === "" || /[\x00-\x1f\x7f]/.test(char) ? null : char.toWellFormed();
}

/**
 * The command a key is bound to. Where there is no binding for it with Shift, the one without
 * counts; where there is none for Alt and a capital, the one for the small letter (readline's
 * do-lowercase-version).
 */
export function lookUp<Binding>(keymap: Keymap<Binding>, key: Key): Binding | undefined {
  return bound(keymap, key) ??
    (key.shift ? bound(keymap, { ...key, shift: false }) : undefined) ??
    (key.alt && key.char !== undefined
      ? bound(keymap, { ...key, shift: false, char: key.char.toLowerCase() })
      : undefined);
}

function bound<Binding>(keymap: Keymap<Binding>, key: Key): Binding | undefined {
  const name = describeKey(key);
  return Object.hasOwn(keymap, name) ? keymap[name] : undefined;
}
