/**
 * vi's visual mode: a selection between the caret and an anchor, and what keys do to it.
 *
 * @module
 */

import { type Editor, moveTo, replaceRange } from "./editor.ts";
import { nextBoundary, previousBoundary } from "./graphemes.ts";
import { lineEnd, lineStart } from "./text.ts";
import { type OperandRange, textObject } from "./text_objects.ts";
import type { TextRange } from "./types.ts";
import type { OperatorName } from "./vi_keymap.ts";
import { applyOperator } from "./vi_operators.ts";
import { readRegister, storeRegister } from "./vi_registers.ts";
import { runViCommand } from "./vi_repeat.ts";
import { NO_PENDING, type Operand, type ViCommand, type ViState } from "./vi_state.ts";

/** The selection: both ends' characters belong to it; linewise, whole lines without the last LF. */
export function selectedRange(ed: Editor, vi: ViState): OperandRange {
  const first = Math.min(ed.caret, vi.anchor);
  const last = Math.max(ed.caret, vi.anchor);
  return vi.mode === "visual_line"
    ? { start: lineStart(ed.text, first), end: lineEnd(ed.text, last), linewise: true }
    : { start: first, end: nextBoundary(ed.text, last), linewise: false };
}

/** What to highlight. Null outside visual mode. */
export function visualSelection(ed: Editor): TextRange | null {
  const { vi } = ed;
  if (vi === null || (vi.mode !== "visual" && vi.mode !== "visual_line")) return null;
  const { start, end } = selectedRange(ed, vi);
  return { start, end };
}

/** Begins to select, changes the kind of selection, or ends it when it is already of that kind. */
export function toggleVisual(ed: Editor, vi: ViState, mode: "visual" | "visual_line"): Editor {
  if (vi.mode === mode) return leaveVisual(ed, vi);
  const anchor = vi.mode === "normal" ? ed.caret : vi.anchor;
  return { ...ed, vi: { ...vi, mode, anchor, pending: NO_PENDING } };
}

/** Back to normal mode, the caret where it is. */
export function leaveVisual(ed: Editor, vi: ViState): Editor {
  return { ...ed, vi: { ...vi, mode: "normal", pending: NO_PENDING } };
}

/** `o`: the caret goes to the other end. */
export function swapEnds(ed: Editor, vi: ViState): Editor {
  return { ...ed, caret: vi.anchor, vi: { ...vi, anchor: ed.caret, pending: NO_PENDING } };
}

/** A text object becomes the selection. */
export function selectObject(
  ed: Editor,
  vi: ViState,
  object: string,
  around: boolean,
  count: number,
): Editor {
  const range = textObject(ed.text, ed.caret, object, around, count);
  const idle = { ...vi, pending: NO_PENDING };
  if (range === null || range.start >= range.end) return { ...ed, vi: idle };
  const mode = range.linewise ? "visual_line" : vi.mode;
  const caret = previousBoundary(ed.text, range.end);
  return { ...moveTo(ed, caret), vi: { ...idle, mode, anchor: range.start } };
}

/** An operator on the selection. `.` repeats it on as much text. */
export function operateOnSelection(
  ed: Editor,
  vi: ViState,
  operator: OperatorName,
  register: string | null,
): Editor {
  const range = selectedRange(ed, vi);
  const operand = measured(ed.text, range);
  const command = {
    kind: "operate",
    operator,
    operand,
    count: 1,
    explicit: false,
    register,
  } as const;
  const at = leaveVisual(moveTo(ed, range.start), vi);
  if (at.vi === null || (range.start === range.end && !range.linewise)) return at;
  const done = applyOperator(at, at.vi, command, range);
  if (operator === "yank" || done.vi === null) return done;
  return { ...done, vi: { ...done.vi, lastChange: { command, typed: "" } } };
}

function measured(text: string, { start, end, linewise }: OperandRange): Operand {
  if (linewise) return { kind: "rows", size: text.slice(start, end).split("\n").length };
  let size = 0;
  for (let at = start; at < end; at = nextBoundary(text, at)) size++;
  return { kind: "clusters", size };
}

/** `r`: every character of the selection but newlines becomes `char`. */
export function replaceSelection(ed: Editor, vi: ViState, char: string): Editor {
  const { start, end } = selectedRange(ed, vi);
  let replacement = "";
  for (let at = start; at < end; at = nextBoundary(ed.text, at)) {
    replacement += ed.text[at] === "\n" ? "\n" : char;
  }
  return moveTo(replaceRange(leaveVisual(ed, vi), start, end, replacement), start);
}

/** `p`: the selection gives way to the register, and becomes the unnamed register. */
export function putOverSelection(ed: Editor, vi: ViState, register: string | null): Editor {
  const kill = readRegister(ed, vi, register);
  if (kill === undefined) return leaveVisual(ed, vi);
  const { start, end, linewise } = selectedRange(ed, vi);
  const selected = { text: ed.text.slice(start, end) + (linewise ? "\n" : ""), linewise };
  const text = linewise
    ? kill.linewise ? kill.text.slice(0, -1) : kill.text
    : kill.linewise
    ? "\n" + kill.text
    : kill.text;
  const put = replaceRange(
    storeRegister(leaveVisual(ed, vi), vi, selected, null),
    start,
    end,
    text,
  );
  return moveTo(put, kill.linewise || text === "" ? start : previousBoundary(put.text, put.caret));
}

/** `J`: joins the lines of the selection. */
export function joinSelection(ed: Editor, vi: ViState, spaced: boolean): Editor {
  const { start, end } = selectedRange(ed, vi);
  const count = ed.text.slice(start, end).split("\n").length;
  const at = moveTo(leaveVisual(ed, vi), start);
  const command: ViCommand = {
    kind: "act",
    action: spaced ? "join_lines" : "join_lines_unspaced",
    char: null,
    count,
    explicit: true,
    register: null,
  };
  return runViCommand(at, at.vi ?? vi, command);
}
