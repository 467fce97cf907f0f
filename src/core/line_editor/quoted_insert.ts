/**
 * Quoted insert: the character a key sends, as text.
 *
 * @module
 */

import type { Key } from "../keys/mod.ts";
import { typedCharacter } from "./keymap.ts";

const NAMED: Readonly<Record<string, string>> = {
  enter: "\n", // never CR: a buffer's lines end in LF alone
  tab: "\t",
  escape: "\x1b",
  backspace: "\x7f",
};

/** What C-v makes of a key, or null for a key that sends no single character. */
export function quotedCharacter(key: Key): string | null {
  if (key.name !== "char") return NAMED[key.name] ?? null;
  if (!key.ctrl) return typedCharacter({ ...key, alt: false });
  const code = (key.char ?? "").toUpperCase().charCodeAt(0);
  if (!(code >= 0x3f && code <= 0x5f)) return null;
  const control = String.fromCharCode(code === 0x3f ? 0x7f : code & 0x1f);
  return control === "\r" ? "\n" : control;
}
