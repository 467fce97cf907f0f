/**
 * The meaning of `ESC O …`: cursor keys and keypad in application mode, F1 to F4.
 *
 * Owns that one table. Source: xterm's ctlseqs ("PC-Style" and "VT220-Style Function Keys").
 */
import type { Key } from "./types.ts";
import {
  charKey,
  KEYPAD,
  LETTERS,
  modifiers,
  namedKey,
  PLAIN,
  RXVT_ARROWS,
  unknownKey,
} from "./legacy.ts";

/**
 * The key of `ESC O body final`, where `body` is empty or holds modifiers (`5`, `1;5`: some
 * terminals send them here too). Null when no terminal sends this.
 */
export function readSs3(body: string, final: string, alt: boolean, kitty: boolean): Key | null {
  const field = body.slice(body.lastIndexOf(";") + 1);
  const sent = body === "" ? PLAIN : modifiers(Math.min(Number(field), 256), kitty);
  const mods = alt ? { ...sent, alt } : sent;
  const name = LETTERS[final];
  if (name !== undefined) return namedKey(name, mods);
  if (final === "M") return namedKey("enter", mods);
  if (final === "I") return namedKey("tab", mods);
  if (final === "E") return unknownKey("OE", mods);
  const cap = KEYPAD[final];
  if (cap !== undefined) return charKey(cap.charCodeAt(0), mods);
  const arrow = body === "" ? RXVT_ARROWS[final] : undefined;
  return arrow === undefined ? null : namedKey(arrow, { ...mods, ctrl: true });
}
