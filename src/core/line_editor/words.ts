/**
 * What a word is: readline's two kinds for emacs mode, and vi's word and WORD.
 *
 * Scans code points, not grapheme clusters, so that a word of a megabyte costs milliseconds; a
 * mark belongs to the character it stands on, and every result is moved to a cluster boundary.
 *
 * @module
 */

import { boundaryAtOrAfter, boundaryAtOrBefore } from "./graphemes.ts";
import { isSpace } from "./text.ts";

/** Letters and digits of any script. Han and kana count: a run of them is one word. */
export function isWordCharacter(code: number): boolean {
  if (code < 0x80) {
    return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) ||
      (code >= 0x61 && code <= 0x7a);
  }
  if ((code >= 0x4e00 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7a3)) return true;
  return /[\p{L}\p{N}\p{Alphabetic}]/u.test(String.fromCodePoint(code));
}

/** Zero-width characters that stand on the one before: accents, variation selectors, joiners. */
function isMark(code: number): boolean {
  if (code < 0x300 || (code >= 0x3041 && code <= 0x9fff && (code < 0x3099 || code > 0x309a))) {
    return false;
  }
  return /[\p{M}\p{Cf}]/u.test(String.fromCodePoint(code));
}

function codePointAt(text: string, at: number): number {
  return text.codePointAt(at) ?? 0;
}

function sizeOf(code: number): number {
  return code > 0xffff ? 2 : 1;
}

/** The start of the character before `at`, marks included. `at` must not be 0. */
function characterBefore(text: string, at: number): number {
  let to = at;
  let code: number;
  do {
    to--;
    const unit = text.charCodeAt(to);
    if ((unit & 0xfc00) === 0xdc00 && to > 0) to--;
    code = codePointAt(text, to);
  } while (to > 0 && isMark(code));
  return to;
}

/** The end of the character at `at`, marks included. */
function characterAfter(text: string, at: number): number {
  let to = at + sizeOf(codePointAt(text, at));
  while (to < text.length) {
    const code = codePointAt(text, to);
    if (!isMark(code)) break;
    to += sizeOf(code);
  }
  return to;
}

/** Past the end of the current or next word (readline's forward-word). */
export function forwardWord(text: string, at: number): number {
  let to = at;
  while (to < text.length && !isWordCharacter(codePointAt(text, to))) to = characterAfter(text, to);
  while (to < text.length && isWordCharacter(codePointAt(text, to))) to = characterAfter(text, to);
  return boundaryAtOrAfter(text, to);
}

/** The start of the current or previous word (readline's backward-word). */
export function backwardWord(text: string, at: number): number {
  let to = at;
  for (let inside = false; to > 0;) {
    const before = characterBefore(text, to);
    const word = isWordCharacter(codePointAt(text, before));
    if (inside && !word) break;
    inside ||= word;
    to = before;
  }
  return boundaryAtOrBefore(text, to);
}

/** `count` words ahead, or back when it is negative. */
export function moveWords(text: string, at: number, count: number): number {
  let to = at;
  for (let n = count; n > 0 && to < text.length; n--) to = forwardWord(text, to);
  for (let n = count; n < 0 && to > 0; n++) to = backwardWord(text, to);
  return to;
}

/** The start of the whitespace-delimited word before `at` (readline's unix-word-rubout). */
export function backwardSpacedWord(text: string, at: number): number {
  let to = at;
  while (to > 0 && isSpace(text.charCodeAt(to - 1))) to--;
  while (to > 0 && !isSpace(text.charCodeAt(to - 1))) to--;
  return boundaryAtOrBefore(text, to);
}

function isWordBoundaryUnit(unit: number): boolean {
  return isSpace(unit) || (unit > 0x20 && unit < 0x7f && !isWordCharacter(unit));
}

/**
 * Where vi insert mode's C-w stops: at white space and at punctuation alike (readline's
 * vi-unix-word-rubout, after POSIX sh).
 */
export function backwardPunctuatedWord(text: string, at: number): number {
  let to = at;
  const boundary = (offset: number) => isWordBoundaryUnit(text.charCodeAt(offset));
  if (to === text.length && to > 0 && isSpace(text.charCodeAt(to - 1))) {
    do to--; while (to > 0 && isSpace(text.charCodeAt(to)));
  }
  if (to > 0 && !boundary(to) && boundary(to - 1)) to--;
  if (to > 0 && boundary(to)) {
    while (to > 0 && boundary(to - 1)) to--;
  } else {
    while (to > 0 && !boundary(to - 1)) to--;
  }
  return boundaryAtOrBefore(text, to);
}

/** What a character is to vi's word motions. */
export type WordClass = "space" | "keyword" | "other";

/** Which words a vi motion walks: `w` sees keywords and punctuation, `W` only what blanks part. */
export type WordSize = "word" | "WORD";

/** The class of the character at an offset. Letters of any script and `_` are keywords. */
export function wordClassAt(text: string, at: number, size: WordSize): WordClass {
  const code = codePointAt(text, at);
  if (isSpace(code)) return "space";
  return size === "WORD" || code === 0x5f || isWordCharacter(code) ? "keyword" : "other";
}

/** The end of the run of one class that begins at or covers `at`. */
export function runEnd(text: string, at: number, size: WordSize): number {
  const kind = wordClassAt(text, at, size);
  let to = at;
  while (to < text.length && wordClassAt(text, to, size) === kind) to = characterAfter(text, to);
  return boundaryAtOrAfter(text, to);
}

/** The start of the run of one class whose last character ends at `at`. */
export function runStart(text: string, at: number, size: WordSize): number {
  if (at <= 0) return 0;
  let to = characterBefore(text, at);
  const kind = wordClassAt(text, to, size);
  while (to > 0) {
    const before = characterBefore(text, to);
    if (wordClassAt(text, before, size) !== kind) break;
    to = before;
  }
  return boundaryAtOrBefore(text, to);
}
