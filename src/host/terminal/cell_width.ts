/**
 * How many cells a grapheme takes on the terminal. Unicode's tables come from a package; what a
 * cluster of several code points takes is decided here.
 *
 * @module
 */

import { eastAsianWidth } from "get-east-asian-width";

const ZERO = /^[\p{Mark}\p{Cf}\p{Cc}\p{Zl}\p{Zp}]$/u;
const EMOJI_PRESENTATION = /\uFE0F|\u200D|[\u{1F1E6}-\u{1F1FF}]{2}|[\u{1F3FB}-\u{1F3FF}]/u;

/** The cells (0, 1 or 2) of one grapheme cluster, as current terminals draw it. */
export function cellWidth(grapheme: string): number {
  const first = grapheme.codePointAt(0);
  if (first === undefined) return 0;
  const base = String.fromCodePoint(first);
  if (base.length < grapheme.length && EMOJI_PRESENTATION.test(grapheme)) return 2;
  if (ZERO.test(base)) return 0;
  return Math.min(2, eastAsianWidth(first));
}
