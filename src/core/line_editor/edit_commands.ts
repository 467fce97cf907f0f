/**
 * Commands that change the text without the kill ring: deleting, transposing, case, undo.
 *
 * @module
 */

import {
  type Command,
  deleteRange,
  type Editor,
  grouped,
  insertText,
  type Invocation,
  kill,
  moveTo,
  replaceRange,
  restore,
} from "./editor.ts";
import { nextBoundary, previousBoundary, stepBoundaries } from "./graphemes.ts";
import { isBlank, lineEnd, lineStart } from "./text.ts";
import { redoStep, type Restored, revert, type Step, undoStep } from "./undo.ts";
import { moveWords } from "./words.ts";

/** Inserts a typed character `count` times, over what is there in overwrite mode. */
export function selfInsert(ed: Editor, char: string, count: number, overwrite: boolean): Editor {
  if (count < 1) return ed;
  const inserted = char.repeat(count);
  if (!overwrite) return insertText(ed, inserted);
  return grouped(ed, (begun) => overtype(begun, inserted, count));
}

/**
 * Inserts over the next `count` characters of the line. Two edits, so that undo leaves the caret
 * before what it brings back (readline).
 */
export function overtype(ed: Editor, inserted: string, count: number): Editor {
  const over = stepBoundaries(ed.text, ed.caret, count, 0, lineEnd(ed.text, ed.caret)) - ed.caret;
  const from = ed.caret + inserted.length;
  return moveTo(deleteRange(insertText(ed, inserted), from, from + over), from);
}

/** Deletes characters; with an argument it kills them (readline's delete-char and rubout). */
function deleteCharacters(ed: Editor, call: Invocation, count: number): Editor {
  const to = stepBoundaries(ed.text, ed.caret, count);
  return call.explicit ? kill(ed, ed.caret, to, call.previous) : deleteRange(ed, ed.caret, to);
}

/** Backspace in overwrite mode leaves a blank, so that the rest of the line stays in place. */
function overwriteRubout(ed: Editor, count: number): Editor {
  const from = stepBoundaries(ed.text, ed.caret, -count, lineStart(ed.text, ed.caret));
  if (from === ed.caret || ed.caret === lineEnd(ed.text, ed.caret)) {
    return deleteRange(ed, stepBoundaries(ed.text, ed.caret, -count), ed.caret);
  }
  const blanks = " ".repeat(count);
  return grouped(ed, (begun) => moveTo(replaceRange(begun, from, begun.caret, blanks), from));
}

/** Drags the character before the caret over the one at it; at a line's end swaps the last two. */
function transposeCharacters(ed: Editor, count: number): Editor {
  const [low, high] = [lineStart(ed.text, ed.caret), lineEnd(ed.text, ed.caret)];
  if (count === 0 || ed.caret === low || nextBoundary(ed.text, low) >= high) return ed;
  const atEnd = ed.caret === high;
  const end = atEnd ? previousBoundary(ed.text, high) : ed.caret;
  const start = previousBoundary(ed.text, end);
  const dragged = ed.text.slice(start, end);
  return grouped(ed, (begun) => {
    const without = deleteRange(begun, start, end);
    const room = lineEnd(without.text, start);
    const to = stepBoundaries(without.text, start, atEnd ? 1 : count, low, room);
    return insertText(moveTo(without, to), dragged);
  });
}

/** Drags the word before the caret over the next one. */
function transposeWords(ed: Editor, count: number): Editor {
  if (count === 0) return ed;
  const { text } = ed;
  const secondEnd = moveWords(text, ed.caret, count);
  const secondStart = moveWords(text, secondEnd, -1);
  const firstStart = moveWords(text, secondStart, -count);
  const firstEnd = moveWords(text, firstStart, 1);
  if (firstStart === secondStart || secondStart < firstEnd) return ed;
  const first = text.slice(firstStart, firstEnd);
  const second = text.slice(secondStart, secondEnd);
  return grouped(ed, (begun) => {
    const later = replaceRange(begun, secondStart, secondEnd, first);
    return moveTo(replaceRange(later, firstStart, firstEnd, second), secondEnd);
  });
}

/** One code point to one, as C's towupper does: `ß` stays `ß`, so that no offset moves. */
export function mapCase(text: string, map: (char: string) => string): string {
  return text.replace(
    /[\p{Changes_When_Uppercased}\p{Changes_When_Lowercased}]/gu,
    (char) => sameLength(char, map(char)),
  );
}

function sameLength(char: string, changed: string): string {
  return changed.length === char.length ? changed : char;
}

/** The small letter. */
export const lower = (char: string): string => char.toLowerCase();
/** The capital letter. */
export const upper = (char: string): string => char.toUpperCase();

function capitalise(text: string): string {
  return mapCase(text, lower).replace(
    /[\p{L}\p{N}\p{Alphabetic}][\p{L}\p{N}\p{Alphabetic}\p{M}\p{Cf}]*/gu,
    (word) => {
      const first = String.fromCodePoint(word.codePointAt(0) ?? 0);
      return sameLength(first, upper(first)) + word.slice(first.length);
    },
  );
}

function changeWordCase(change: (text: string) => string): Command {
  return (ed, { count }) => {
    const to = moveWords(ed.text, ed.caret, count);
    const [from, end] = [Math.min(ed.caret, to), Math.max(ed.caret, to)];
    if (from === end) return ed;
    return grouped(ed, (begun) => {
      const changed = change(begun.text.slice(from, end));
      return replaceRange(begun, from, end, changed);
    });
  };
}

function deleteHorizontalSpace(ed: Editor): Editor {
  let [from, to] = [ed.caret, ed.caret];
  while (from > 0 && isBlank(ed.text.charCodeAt(from - 1))) from--;
  while (isBlank(ed.text.charCodeAt(to))) to++;
  return deleteRange(ed, from, to);
}

function repeated(ed: Editor, count: number, once: (from: Restored) => Restored | null): Editor {
  let now = ed;
  for (let n = count; n > 0; n--) {
    const restored = once(now);
    if (restored === null) break;
    now = restore(now, restored);
  }
  return now;
}

/** Undoes `count` commands, none of them older than `floor`. */
export function undoCommands(ed: Editor, count: number, floor: Step | null): Editor {
  return repeated(ed, count, (from) => undoStep(from, floor));
}

/** Redoes what `count` undos took back. */
export function redoCommands(ed: Editor, count: number): Editor {
  return repeated(ed, count, redoStep);
}

/** Command name to command. */
export const EDIT_COMMANDS = {
  "delete-char": (ed, call) => deleteCharacters(ed, call, call.count),
  "backward-delete-char": (ed, call) =>
    ed.overwrite && call.count > 0
      ? overwriteRubout(ed, call.count)
      : deleteCharacters(ed, call, -call.count),
  "delete-horizontal-space": deleteHorizontalSpace,
  "insert-newline": (ed, { count }) => selfInsert(ed, "\n", count, false),
  "tab-insert": (ed, { count }) => selfInsert(ed, "\t", count, ed.overwrite),
  "transpose-chars": (ed, { count }) => transposeCharacters(ed, count),
  "transpose-words": (ed, { count }) => transposeWords(ed, count),
  "upcase-word": changeWordCase((text) => mapCase(text, upper)),
  "downcase-word": changeWordCase((text) => mapCase(text, lower)),
  "capitalize-word": changeWordCase(capitalise),
  "overwrite-mode": (ed, { count, explicit }) => ({
    ...ed,
    overwrite: explicit ? count > 0 : !ed.overwrite,
  }),
  "undo": (ed, { count }) => undoCommands(ed, count, null),
  "redo": (ed, { count }) => redoCommands(ed, count),
  "revert-line": (ed) => repeated(ed, 1, revert),
} satisfies Record<string, Command>;
