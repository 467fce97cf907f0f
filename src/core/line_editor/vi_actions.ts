/**
 * vi's commands that need no motion: entering insert mode, replacing, putting, joining.
 *
 * @module
 */

import { mapCase } from "./edit_commands.ts";
import {
  type Editor,
  insertText,
  MAX_TEXT_LENGTH,
  moveTo,
  openGroup,
  replaceRange,
} from "./editor.ts";
import { nextBoundary, previousBoundary, stepBoundaries } from "./graphemes.ts";
import { firstNonBlank, isBlank, lineEnd, lineStart, lineStartAway } from "./text.ts";
import { enterInsert } from "./vi_insert.ts";
import type { ActionName } from "./vi_keymap.ts";
import { toggled } from "./vi_operators.ts";
import { readRegister } from "./vi_registers.ts";
import type { ViCommand, ViState } from "./vi_state.ts";

type Act = Extract<ViCommand, { kind: "act" }>;
type Action = (ed: Editor, vi: ViState, command: Act) => Editor;

/** After the character under the caret. */
function afterCaret({ text, caret }: Editor): number {
  return caret === lineEnd(text, caret) ? caret : nextBoundary(text, caret);
}

function insertAt(place: (ed: Editor) => number): Action {
  return (ed, vi, command) => {
    const { ed: begun, floor } = openGroup(moveTo(ed, place(ed)));
    return enterInsert(begun, vi, command, floor);
  };
}

function openLine(below: boolean): Action {
  return (ed, vi, command) => {
    const at = below ? lineEnd(ed.text, ed.caret) : lineStart(ed.text, ed.caret);
    const { ed: begun, floor } = openGroup(ed);
    const opened = replaceRange(begun, at, at, "\n");
    return enterInsert(moveTo(opened, below ? at + 1 : at), vi, command, floor);
  };
}

/** Near the end of a line it replaces what is there (readline), where vim refuses. */
function replaceCharacters(ed: Editor, _vi: ViState, { char, count }: Act): Editor {
  const high = lineEnd(ed.text, ed.caret);
  if (char === null || ed.caret === high) return ed;
  let [end, replacement] = [ed.caret, ""];
  for (let n = count; n > 0 && end < high; n--) {
    end = nextBoundary(ed.text, end);
    replacement += char;
  }
  const replaced = replaceRange(ed, ed.caret, end, replacement);
  return moveTo(replaced, previousBoundary(replaced.text, replaced.caret));
}

function toggleCharacters(ed: Editor, _vi: ViState, { count }: Act): Editor {
  const end = stepBoundaries(ed.text, ed.caret, count, 0, lineEnd(ed.text, ed.caret));
  if (end === ed.caret) return ed;
  return replaceRange(ed, ed.caret, end, mapCase(ed.text.slice(ed.caret, end), toggled));
}

function put(after: boolean): Action {
  return (ed, vi, { register, count }) => {
    const kill = readRegister(ed, vi, register);
    if (kill === undefined || kill.text.length * count > MAX_TEXT_LENGTH) return ed;
    const text = kill.text.repeat(count);
    if (kill.linewise) return putLines(ed, text, after);
    const at = after ? afterCaret(ed) : ed.caret;
    const inserted = insertText(moveTo(ed, at), text);
    return moveTo(
      inserted,
      text.includes("\n") ? at : previousBoundary(inserted.text, at + text.length),
    );
  };
}

/** `text` ends in a newline; the last line of the buffer does not. */
function putLines(ed: Editor, text: string, after: boolean): Editor {
  const end = lineEnd(ed.text, ed.caret);
  const put = after
    ? replaceRange(ed, end, end, "\n" + text.slice(0, -1))
    : replaceRange(ed, lineStart(ed.text, ed.caret), lineStart(ed.text, ed.caret), text);
  const first = after ? end + 1 : lineStart(ed.text, ed.caret);
  return moveTo(put, firstNonBlank(put.text, first));
}

/**
 * Joins `count` lines, at least two; the caret goes where the last two met. Leading blanks give way
 * to one, or to none before `)` and after a blank (vim).
 */
function joinLines(spaced: boolean): Action {
  return (ed, _vi, { count }) => {
    const { text, caret } = ed;
    const start = lineStart(text, caret);
    const last = lineStartAway(text, caret, Math.max(count, 2) - 1) ?? text.length;
    const end = lineEnd(text, last);
    const [first = "", ...others] = text.slice(start, end).split("\n");
    if (others.length === 0) return ed;
    const pieces: string[] = [];
    let length = first.length;
    let met = length;
    let before = first;
    for (const line of others) {
      const joined = spaced ? line.replace(/^[ \t]+/, "") : line;
      const glued = spaced && joined !== "" && !joined.startsWith(")") && before !== "" &&
        !isBlank(before.charCodeAt(before.length - 1));
      met = length;
      pieces.push(glued ? " " : "", joined);
      length += joined.length + (glued ? 1 : 0);
      if (joined !== "") before = joined;
    }
    // What the first and last line keep is no part of the change.
    const kept = pieces.pop() ?? "";
    const between = pieces.join("");
    return moveTo(
      replaceRange(ed, start + first.length, end - kept.length, between),
      start + met,
    );
  };
}

const ACTIONS: Readonly<Record<ActionName, Action>> = {
  insert: insertAt((ed) => ed.caret),
  append: insertAt(afterCaret),
  // Column 0, not the first non-blank (readline).
  insert_at_line_start: insertAt((ed) => lineStart(ed.text, ed.caret)),
  append_at_line_end: insertAt((ed) => lineEnd(ed.text, ed.caret)),
  open_below: openLine(true),
  open_above: openLine(false),
  replace_mode: (ed, vi, command) => {
    const { ed: begun, floor } = openGroup(ed);
    return enterInsert(begun, vi, command, floor, "replace");
  },
  replace_char: replaceCharacters,
  toggle_case_char: toggleCharacters,
  put_after: put(true),
  put_before: put(false),
  join_lines: joinLines(true),
  join_lines_unspaced: joinLines(false),
};

/** Runs an action; the same state when there is nothing to act on. */
export function act(ed: Editor, vi: ViState, command: Act): Editor {
  return ACTIONS[command.action](ed, vi, command);
}
