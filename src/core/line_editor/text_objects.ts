/**
 * Text objects: the range around the caret that `iw`, `a"`, `i(` and their like name.
 *
 * @module
 */

import { bracketPair, enclosingPair } from "./brackets.ts";
import { isBlank, lineEnd, lineStart, lineStartAway } from "./text.ts";
import { runEnd, runStart, wordClassAt, type WordSize } from "./words.ts";
import { nextBoundary } from "./graphemes.ts";

/** A range an operator acts on. */
export interface OperandRange {
  readonly start: number;
  /** Exclusive; for lines, the end of the last one without its newline. */
  readonly end: number;
  readonly linewise: boolean;
}

/** The range an object names, or null when there is none at the caret. */
export function textObject(
  text: string,
  caret: number,
  object: string,
  around: boolean,
  count: number,
): OperandRange | null {
  switch (object) {
    case "w":
      return words(text, caret, "word", around, count);
    case "W":
      return words(text, caret, "WORD", around, count);
    case "p":
      return paragraphs(text, caret, around, count);
    case '"':
    case "'":
    case "`":
      return quoted(text, caret, object, around);
  }
  const pair = bracketPair(object);
  return pair === undefined ? null : bracketed(text, caret, pair, around, count);
}

function charwise(start: number, end: number): OperandRange | null {
  return start < end ? { start, end, linewise: false } : null;
}

/** Runs of one class on the caret's line; `around` takes the blanks after, else before. */
function words(
  text: string,
  caret: number,
  size: WordSize,
  around: boolean,
  count: number,
): OperandRange | null {
  const [low, high] = [lineStart(text, caret), lineEnd(text, caret)];
  if (low === high) return null;
  const run = (at: number) => Math.min(runEnd(text, at, size), high);
  const start = Math.max(runStart(text, nextBoundary(text, caret), size), low);
  const onBlanks = wordClassAt(text, caret, size) === "space";
  let end = start;
  for (let n = count; n > 0 && end < high; n--) {
    end = run(end);
    if (around && onBlanks && end < high) end = run(end);
    const blanksFollow = end < high && wordClassAt(text, end, size) === "space";
    if (around && !onBlanks && blanksFollow) end = run(end);
  }
  const endsInBlanks = end > start && isBlank(text.charCodeAt(end - 1));
  if (!around || onBlanks || endsInBlanks || start === low) return charwise(start, end);
  const before = isBlank(text.charCodeAt(start - 1)) ? runStart(text, start, size) : start;
  return charwise(Math.max(before, low), end);
}

/** Quoted text on the caret's line, the first pair that ends at or after the caret. */
function quoted(text: string, caret: number, quote: string, around: boolean): OperandRange | null {
  const high = lineEnd(text, caret);
  let open: number | null = null;
  for (let at = lineStart(text, caret); at < high; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === quote) {
      if (open === null) open = at;
      else if (at >= caret) return around ? withBlanks(text, open, at + 1) : between(open, at);
      else open = null;
    }
  }
  return null;
}

function between(open: number, close: number): OperandRange {
  return { start: open + 1, end: close, linewise: false };
}

/** vim's `a"` takes the blanks after the quotes, or those before when there are none. */
function withBlanks(text: string, start: number, end: number): OperandRange {
  let [from, to] = [start, end];
  while (isBlank(text.charCodeAt(to))) to++;
  if (to === end) { while (from > 0 && isBlank(text.charCodeAt(from - 1))) from--; }
  return { start: from, end: to, linewise: false };
}

/** What a pair of brackets encloses; brackets on lines of their own enclose whole lines. */
function bracketed(
  text: string,
  caret: number,
  pair: string,
  around: boolean,
  count: number,
): OperandRange | null {
  const found = enclosingPair(text, caret, pair, count);
  if (found === null) return null;
  const { open, close } = found;
  if (around) return { start: open, end: close + 1, linewise: false };
  const firstLine = text[open + 1] === "\n" ? open + 2 : null;
  const lastLine = lineStart(text, close);
  const closesAlone = /^[ \t]*$/.test(text.slice(lastLine, close));
  if (firstLine !== null && closesAlone && firstLine < lastLine) {
    return { start: firstLine, end: lastLine - 1, linewise: true };
  }
  return between(open, close);
}

/** Lines without an empty one between them; `around` takes the empty ones after, else before. */
function paragraphs(
  text: string,
  caret: number,
  around: boolean,
  count: number,
): OperandRange {
  const empty = (at: number) => text[at] === "\n" || at === text.length;
  let first = lineStart(text, caret);
  const kind = empty(first);
  for (let up = first; up > 0;) {
    up = lineStart(text, up - 1);
    if (empty(up) !== kind) break;
    first = up;
  }
  let last = first;
  let next: number | null = first;
  for (let n = around ? count * 2 : count; n > 0 && next !== null; n--) {
    const block = empty(next);
    while (next !== null && empty(next) === block) {
      last = next;
      next = lineStartAway(text, next, 1);
    }
  }
  return { start: first, end: lineEnd(text, last), linewise: true };
}
