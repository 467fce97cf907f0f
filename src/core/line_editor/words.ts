/**
 * What a word is: readline's two kinds for emacs mode, and vi's word and WORD.
 *
 * Scans code points, not grapheme clusters, so that a word of a megabyte costs milliseconds; a
 * mark belongs to the character it stands on, and every result is moved to a cluster boundary.
 *
 * @module
 */

import { boundaryAtOrAfter, boundaryAtOrBefore, isSimple } from "./graphemes.ts";
import { isSpace } from "./text.ts";

/** Letters and digits of any script. Han and kana count: a run of them is one word. */
export function isWordCharacter(code: number): boolean {
  if (code < 0x80) {
    return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) ||
      (code >= 0x61 && code <= 0x7a);
  }
  // The commonest ranges by number: a regular expression for each character is slow.
  if (code >= 0xc0 && code <= 0x24f) return code !== 0xd7 && code !== 0xf7;
  if ((code >= 0x4e00 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7a3)) return true;
  if (code >= 0x3041 && code <= 0x30ff && isSimple(code)) return code !== 0x30a0 && code !== 0x30fb;
  if (code >= 0x1f300 && code <= 0x1faff) return false;
  return /[\p{L}\p{N}\p{Alphabetic}]/u.test(String.fromCodePoint(code));
}

/** Zero-width characters that stand on the one before: accents, variation selectors, joiners. */
function isMark(code: number): boolean {
  if (code === 0x200d || code === 0xfe0f) return true;
  if (isSimple(code) || (code >= 0x1f300 && code <= 0x1faff)) return false;
  return /[\p{M}\p{Cf}]/u.test(String.fromCodePoint(code));
}

/** What a character is to a word motion. */
export type WordClass = "space" | "keyword" | "other";

/**
 * Which words are walked: letters and digits only (emacs mode); keywords and punctuation (vi's `w`);
 * whatever blanks part (`W`).
 */
export type WordSize = "letters" | "word" | "WORD";

function classOf(code: number, size: WordSize): WordClass {
  if (isWordCharacter(code)) return "keyword";
  if (size === "letters") return "other";
  if (isSpace(code)) return "space";
  return size === "WORD" || code === 0x5f ? "keyword" : "other";
}

/** Past the characters of one class; a mark belongs to the one before it. */
function skipForward(text: string, at: number, size: WordSize, kind: WordClass): number {
  let to = at;
  while (to < text.length) {
    const unit = text.charCodeAt(to);
    if (isSimple(unit)) {
      if (classOf(unit, size) !== kind) break;
      to++;
      continue;
    }
    const code = text.codePointAt(to) ?? 0;
    if (!(to > at && isMark(code)) && classOf(code, size) !== kind) break;
    to += code > 0xffff ? 2 : 1;
  }
  return to;
}

/** Back over the characters of one class; a mark belongs to the one before it. */
function skipBackward(text: string, at: number, size: WordSize, kind: WordClass): number {
  let to = at;
  while (to > 0) {
    const unit = text.charCodeAt(to - 1);
    const before = isSimple(unit) ? to - 1 : characterBefore(text, to);
    const code = before === to - 1 ? unit : text.codePointAt(before) ?? 0;
    if (classOf(code, size) !== kind) break;
    to = before;
  }
  return to;
}

/** The start of the character before `at`, marks included. `at` must not be 0. */
function characterBefore(text: string, at: number): number {
  let to = at;
  let code: number;
  do {
    to--;
    if (to > 0 && (text.charCodeAt(to) & 0xfc00) === 0xdc00) to--;
    code = text.codePointAt(to) ?? 0;
  } while (to > 0 && isMark(code));
  return to;
}

/** Past the end of the current or next word (readline's forward-word). */
export function forwardWord(text: string, at: number): number {
  const start = skipForward(text, at, "letters", "other");
  return boundaryAtOrAfter(text, skipForward(text, start, "letters", "keyword"));
}

/** The start of the current or previous word (readline's backward-word). */
export function backwardWord(text: string, at: number): number {
  const end = skipBackward(text, at, "letters", "other");
  return boundaryAtOrBefore(text, skipBackward(text, end, "letters", "keyword"));
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

/** The class of the character at an offset. Letters of any script and `_` are keywords. */
export function wordClassAt(text: string, at: number, size: WordSize): WordClass {
  return classOf(text.codePointAt(at) ?? 0, size);
}

/** The end of the run of one class that begins at or covers `at`. */
export function runEnd(text: string, at: number, size: WordSize): number {
  return boundaryAtOrAfter(text, skipForward(text, at, size, wordClassAt(text, at, size)));
}

/** The start of the run of one class whose last character ends at `at`. */
export function runStart(text: string, at: number, size: WordSize): number {
  if (at <= 0) return 0;
  const kind = wordClassAt(text, characterBefore(text, at), size);
  return boundaryAtOrBefore(text, skipBackward(text, at, size, kind));
}
