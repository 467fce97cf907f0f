/**
 * vi's motions: from a caret to a target, without changing anything.
 *
 * Character motions stay on their line, as in vi; word motions, brackets and paragraphs cross
 * lines. A motion that cannot move answers null.
 *
 * @module
 */

import { searchCharacter } from "./char_search.ts";
import { boundaryAtOrAfter, nextBoundary, previousBoundary, stepBoundaries } from "./graphemes.ts";
import { matchingBracket } from "./brackets.ts";
import { firstNonBlank, isBlank, isSpace, lineEnd, lineStart, lineStartAway } from "./text.ts";
import type { MotionName, OperatorName } from "./vi_keymap.ts";
import type { LastFind } from "./vi_state.ts";
import { runEnd, runStart, wordClassAt, type WordSize } from "./words.ts";

/** Where a motion leads, and what an operator makes of it. */
export interface Target {
  readonly to: number;
  /** The character at the further end belongs to the range; or whole lines do. */
  readonly kind: "exclusive" | "inclusive" | "linewise";
}

/** What a motion may look at. */
export interface MotionCall {
  readonly text: string;
  readonly caret: number;
  readonly count: number;
  readonly explicit: boolean;
  /** The operator waiting for the motion; it changes what `w` covers. */
  readonly operator: OperatorName | null;
  /** The character to find. */
  readonly char: string | null;
  readonly lastFind: LastFind | null;
}

type Motion = (call: MotionCall) => Target | null;

const exclusive = (to: number): Target => ({ to, kind: "exclusive" });
const inclusive = (to: number): Target => ({ to, kind: "inclusive" });
const linewise = (to: number): Target => ({ to, kind: "linewise" });

function characters(direction: 1 | -1): Motion {
  return ({ text, caret, count }) => {
    const [low, high] = [lineStart(text, caret), lineEnd(text, caret)];
    const to = stepBoundaries(text, caret, direction * count, low, high);
    return to === caret ? null : exclusive(to);
  };
}

function isEmptyLine(text: string, at: number): boolean {
  return (at === 0 || text[at - 1] === "\n") && (at === text.length || text[at] === "\n");
}

/** The start of the next word; an empty line is a word. */
function nextWord(text: string, at: number, size: WordSize): number {
  let to = at;
  if (wordClassAt(text, to, size) !== "space") to = runEnd(text, to, size);
  else to++;
  while (to < text.length && isSpace(text.charCodeAt(to)) && !isEmptyLine(text, to)) to++;
  return to;
}

/** What `c` covers: up to the end of the word, or one blank when it begins on blanks (POSIX). */
function changeWordEnd(text: string, caret: number, to: number): number {
  let end = to;
  while (end > caret && isSpace(text.charCodeAt(end - 1))) end--;
  return end > caret || text[caret] === "\n" ? end : nextBoundary(text, caret);
}

/** An operator on `w` does not reach from the last word of a line into the next line (vim). */
function withinLines(text: string, caret: number, to: number): number {
  const start = lineStart(text, to);
  return start > caret && firstNonBlank(text, to) >= to ? start - 1 : to;
}

function wordRight(size: WordSize): Motion {
  return ({ text, caret, count, operator }) => {
    let to = caret;
    for (let n = count; n > 0 && to < text.length; n--) to = nextWord(text, to, size);
    if (operator === "change") to = changeWordEnd(text, caret, to);
    else if (operator !== null) to = withinLines(text, caret, to);
    return to === caret ? null : exclusive(to);
  };
}

function wordLeft(size: WordSize): Motion {
  return ({ text, caret, count }) => {
    let to = caret;
    for (let n = count; n > 0 && to > 0; n--) {
      do to--; while (to > 0 && isSpace(text.charCodeAt(to)) && !isEmptyLine(text, to));
      if (!isSpace(text.charCodeAt(to))) to = runStart(text, to + 1, size);
    }
    return to === caret ? null : exclusive(to);
  };
}

function wordEnd(size: WordSize): Motion {
  return ({ text, caret, count }) => {
    if (text === "") return null;
    let to = caret;
    for (let n = count; n > 0; n--) {
      let next = nextBoundary(text, to);
      while (next < text.length && isSpace(text.charCodeAt(next))) next++;
      const end = next >= text.length ? text.length : runEnd(text, next, size);
      to = previousBoundary(text, end);
      if (end === text.length) break;
    }
    return inclusive(to);
  };
}

function wordEndLeft(size: WordSize): Motion {
  return ({ text, caret, count }) => {
    let to = caret;
    for (let n = count; n > 0 && to > 0; n--) {
      const inside = wordClassAt(text, to, size) !== "space";
      let end = inside ? runStart(text, nextBoundary(text, to), size) : to;
      while (end > 0 && isSpace(text.charCodeAt(end - 1)) && !isEmptyLine(text, end - 1)) end--;
      to = previousBoundary(text, end);
    }
    return to === caret ? null : inclusive(to);
  };
}

function find(call: MotionCall, { char, forward, till }: LastFind): Target | null {
  const { text, caret, count } = call;
  const [low, high] = [lineStart(text, caret), lineEnd(text, caret)];
  const to = searchCharacter(text, caret, char, { forward, till }, count, low, high);
  if (to === null) return null;
  return forward ? inclusive(to) : exclusive(to);
}

function findTyped(forward: boolean, till: boolean): Motion {
  return (call) => call.char === null ? null : find(call, { char: call.char, forward, till });
}

function findAgain(same: boolean): Motion {
  return (call) => {
    if (call.lastFind === null) return null;
    const forward = call.lastFind.forward === same;
    return find(call, { ...call.lastFind, forward });
  };
}

function lines(direction: 1 | -1): Motion {
  return ({ text, caret, count }) => {
    const to = lineStartAway(text, caret, direction * count);
    return to === null ? null : linewise(to);
  };
}

function toLine(fallback: "first" | "last"): Motion {
  return ({ text, count, explicit }) => {
    const last = lineStart(text, text.length);
    if (!explicit) return linewise(firstNonBlank(text, fallback === "first" ? 0 : last));
    return linewise(firstNonBlank(text, lineStartAway(text, 0, count - 1) ?? last));
  };
}

/** The next empty line after text, or the end. */
function paragraphDown({ text, caret, count }: MotionCall): Target | null {
  let to: number | null = lineStart(text, caret);
  for (let n = count; n > 0 && to !== null; n--) {
    while (to !== null && isEmptyLine(text, to)) to = lineStartAway(text, to, 1);
    while (to !== null && !isEmptyLine(text, to)) to = lineStartAway(text, to, 1);
  }
  const target = to ?? text.length;
  return target === caret ? null : exclusive(target);
}

/** The last empty line before text, or the start. */
function paragraphUp({ text, caret, count }: MotionCall): Target | null {
  let to: number | null = lineStart(text, caret);
  for (let n = count; n > 0 && to !== null; n--) {
    while (to !== null && isEmptyLine(text, to)) to = lineStartAway(text, to, -1);
    while (to !== null && !isEmptyLine(text, to)) to = lineStartAway(text, to, -1);
  }
  const target = to ?? 0;
  return target === caret ? null : exclusive(target);
}

function lineEndMotion({ text, caret, count }: MotionCall): Target | null {
  const start = lineStartAway(text, caret, count - 1) ?? caret;
  const to = lineEnd(text, start);
  return to === caret ? null : exclusive(to);
}

function toColumn(to: number, caret: number): Target | null {
  return to === caret ? null : exclusive(to);
}

function lastNonBlank({ text, caret }: MotionCall): Target {
  let to = lineEnd(text, caret);
  const start = lineStart(text, caret);
  while (to > start && isBlank(text.charCodeAt(to - 1))) to--;
  return inclusive(to > start ? previousBoundary(text, boundaryAtOrAfter(text, to)) : to);
}

const MOTIONS: Readonly<Record<MotionName, Motion>> = {
  char_left: characters(-1),
  char_right: characters(1),
  line_start: ({ text, caret }) => toColumn(lineStart(text, caret), caret),
  line_end: lineEndMotion,
  first_non_blank: ({ text, caret }) => toColumn(firstNonBlank(text, caret), caret),
  last_non_blank: lastNonBlank,
  column: ({ text, caret, count }) => {
    const [low, high] = [lineStart(text, caret), lineEnd(text, caret)];
    return toColumn(stepBoundaries(text, low, count - 1, low, high), caret);
  },
  word_right: wordRight("word"),
  word_left: wordLeft("word"),
  word_end: wordEnd("word"),
  word_end_left: wordEndLeft("word"),
  WORD_right: wordRight("WORD"),
  WORD_left: wordLeft("WORD"),
  WORD_end: wordEnd("WORD"),
  WORD_end_left: wordEndLeft("WORD"),
  find_right: findTyped(true, false),
  find_left: findTyped(false, false),
  till_right: findTyped(true, true),
  till_left: findTyped(false, true),
  repeat_find: findAgain(true),
  reverse_find: findAgain(false),
  matching_bracket: ({ text, caret }) => {
    const to = matchingBracket(text, caret);
    return to === null ? null : inclusive(to);
  },
  paragraph_up: paragraphUp,
  paragraph_down: paragraphDown,
  line_up: lines(-1),
  line_down: lines(1),
  first_line: toLine("first"),
  last_line: toLine("last"),
};

/** What a motion remembers for `;` and `,`, or null for motions that do not find. */
export function findOf(motion: MotionName, char: string | null): LastFind | null {
  if (char === null) return null;
  switch (motion) {
    case "find_right":
      return { char, forward: true, till: false };
    case "find_left":
      return { char, forward: false, till: false };
    case "till_right":
      return { char, forward: true, till: true };
    case "till_left":
      return { char, forward: false, till: true };
    default:
      return null;
  }
}

/** Where a motion leads, or null when it fails. */
export function runMotion(motion: MotionName, call: MotionCall): Target | null {
  return MOTIONS[motion](call);
}
