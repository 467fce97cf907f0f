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
  if (grapheme.length === 1 && isWide(grapheme.charCodeAt(0))) return 2;
  const first = grapheme.codePointAt(0);
  if (first === undefined) return 0;
  const base = String.fromCodePoint(first);
  if (base.length < grapheme.length && EMOJI_PRESENTATION.test(grapheme)) return 2;
  if (ZERO.test(base)) return 0;
  return Math.min(2, eastAsianWidth(first));
}

/** Han, Hangul syllables and most kana, wide throughout: no table for most of what is wide. */
function isWide(unit: number): boolean {
  return (unit >= 0x4e00 && unit <= 0x9fff) || (unit >= 0xac00 && unit <= 0xd7a3) ||
    (unit >= 0x3041 && unit <= 0x3096) || (unit >= 0x30a0 && unit <= 0x30ff);
}
