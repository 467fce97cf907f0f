/**
 * vi's operators: what is done to a range.
 *
 * @module
 */

import { lower, mapCase, upper } from "./edit_commands.ts";
import { deleteRange, type Editor, moveTo, openGroup, replaceRange } from "./editor.ts";
import { nextBoundary, stepBoundaries } from "./graphemes.ts";
import { firstNonBlank, lineEnd, lineStart, lineStartAway } from "./text.ts";
import { type OperandRange, textObject } from "./text_objects.ts";
import { enterInsert } from "./vi_insert.ts";
import type { MotionName } from "./vi_keymap.ts";
import { runMotion } from "./vi_motions.ts";
import { storeRegister } from "./vi_registers.ts";
import type { Operand, ViCommand, ViState } from "./vi_state.ts";

type Operate = Extract<ViCommand, { kind: "operate" }>;

/** Columns that > and < shift by. */
const SHIFT_WIDTH = 2;

/** Motions readline's vi mode lacks; all others let `c` enter insert mode even if they fail. */
const FATAL_TO_CHANGE: ReadonlySet<MotionName> = new Set<MotionName>(["line_up", "line_down"]);

/** Runs an operator; the same state when its operand covers nothing. */
export function operate(ed: Editor, vi: ViState, command: Operate): Editor {
  const range = operandRange(ed, vi, command);
  if (range !== null) return applyOperator(ed, vi, command, range);
  const { operator, operand } = command;
  if (operator !== "change" || operand.kind === "object") return ed;
  if (operand.kind === "motion" && FATAL_TO_CHANGE.has(operand.motion)) return ed;
  const begun = openGroup(ed);
  return enterInsert(begun.ed, vi, command, begun.floor);
}

function operandRange(ed: Editor, vi: ViState, command: Operate): OperandRange | null {
  const { operand, count } = command;
  switch (operand.kind) {
    case "motion":
      return motionRange(ed, vi, command, operand);
    case "object":
      return textObject(ed.text, ed.caret, operand.object, operand.around, count);
    case "lines":
      return linesFrom(ed.text, ed.caret, count);
    case "rows":
      return linesFrom(ed.text, ed.caret, operand.size);
    case "clusters": {
      const end = stepBoundaries(ed.text, ed.caret, operand.size);
      return end === ed.caret ? null : { start: ed.caret, end, linewise: false };
    }
  }
}

function linesFrom(text: string, caret: number, count: number): OperandRange {
  const last = lineStartAway(text, caret, count - 1) ?? text.length;
  return { start: lineStart(text, caret), end: lineEnd(text, last), linewise: true };
}

function motionRange(
  { text, caret }: Editor,
  { lastFind }: ViState,
  { operator, count, explicit }: Operate,
  { motion, char }: Extract<Operand, { kind: "motion" }>,
): OperandRange | null {
  const target = runMotion(motion, { text, caret, count, explicit, operator, char, lastFind });
  if (target === null) return null;
  const [start, end] = [Math.min(caret, target.to), Math.max(caret, target.to)];
  switch (target.kind) {
    case "linewise":
      return { start: lineStart(text, start), end: lineEnd(text, end), linewise: true };
    case "inclusive":
      return { start, end: nextBoundary(text, end), linewise: false };
    case "exclusive":
      return start === end ? null : exclusiveRange(text, start, end);
  }
}

/**
 * An exclusive range that ends at the start of a line ends before that line's newline instead, and
 * covers whole lines when it begins at or before the first non-blank (vim's exclusive-linewise).
 */
function exclusiveRange(text: string, start: number, end: number): OperandRange {
  if (text[end - 1] !== "\n" || lineStart(text, start) === end) {
    return { start, end, linewise: false };
  }
  if (start <= firstNonBlank(text, start) && end - 1 > start) {
    return { start: lineStart(text, start), end: end - 1, linewise: true };
  }
  return { start, end: end - 1 > start ? end - 1 : end, linewise: false };
}

/** Does to a range what the command's operator says. The caller has made sure it is not empty. */
export function applyOperator(
  ed: Editor,
  vi: ViState,
  command: Operate,
  range: OperandRange,
): Editor {
  const { start, end } = range;
  switch (command.operator) {
    case "delete":
      return range.linewise
        ? deleteLines(stored(ed, vi, command, range), start, end)
        : deleteRange(stored(ed, vi, command, range), start, end);
    case "change": {
      const begun = openGroup(stored(ed, vi, command, range));
      const emptied = deleteRange(begun.ed, start, end);
      return enterInsert(moveTo(emptied, start), emptied.vi ?? vi, command, begun.floor);
    }
    case "yank":
      return stored(ed, vi, command, range);
    case "shift_right":
      return shiftLines(ed, start, end, (line) => line === "" ? line : INDENT + line);
    case "shift_left":
      return shiftLines(ed, start, end, (line) => line.replace(OUTDENT, ""));
    case "toggle_case":
      return changeCase(ed, range, toggled);
    case "lower_case":
      return changeCase(ed, range, lower);
    case "upper_case":
      return changeCase(ed, range, upper);
  }
}

const INDENT = " ".repeat(SHIFT_WIDTH);
const OUTDENT = new RegExp(`^(?: {1,${SHIFT_WIDTH}}|\\t)`);

/** The other case. */
export function toggled(char: string): string {
  const small = lower(char);
  return small === char ? upper(char) : small;
}

/**
 * Puts the range into the register. A lone line is stored as characters: in a buffer of one line
 * readline's dd and yy are not linewise.
 */
function stored(ed: Editor, vi: ViState, command: Operate, range: OperandRange): Editor {
  const text = ed.text.slice(range.start, range.end);
  const linewise = range.linewise && ed.text.includes("\n");
  return storeRegister(ed, vi, { text: linewise ? text + "\n" : text, linewise }, command.register);
}

/** Deletes whole lines with one of the newlines around them. */
function deleteLines(ed: Editor, start: number, end: number): Editor {
  const followed = end < ed.text.length;
  const from = followed || start === 0 ? start : start - 1;
  const rest = deleteRange(ed, from, followed ? end + 1 : end);
  return moveTo(rest, firstNonBlank(rest.text, rest.caret));
}

function shiftLines(
  ed: Editor,
  start: number,
  end: number,
  shift: (line: string) => string,
): Editor {
  const from = lineStart(ed.text, start);
  const to = lineEnd(ed.text, end);
  const shifted = ed.text.slice(from, to).split("\n").map(shift).join("\n");
  if (shifted === ed.text.slice(from, to)) return ed;
  const moved = replaceRange(ed, from, to, shifted);
  return moveTo(moved, firstNonBlank(moved.text, from));
}

function changeCase(ed: Editor, range: OperandRange, map: (char: string) => string): Editor {
  const { start, end, linewise } = range;
  const changed = replaceRange(ed, start, end, mapCase(ed.text.slice(start, end), map));
  return moveTo(changed, linewise ? ed.caret : start);
}
