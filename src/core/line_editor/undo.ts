/**
 * The undo list: what each editing command changed, and how to take it back and do it again.
 *
 * Owns the steps and their grouping. It must never look at keys or modes. Every value is
 * immutable and shares its tail with the one before, so a step costs the text it changed.
 *
 * Granularity follows readline: one step per editing command, typed characters joined into steps
 * of at most 20 bytes.
 *
 * @module
 */

import { detach, utf8Length } from "./text.ts";

/** One replacement: at `at`, `removed` gave way to `inserted`. Offsets in the text of that moment. */
export interface Edit {
  /** UTF-16 offset. */
  readonly at: number;
  /** What stood there. */
  readonly removed: string;
  /** What stands there now. */
  readonly inserted: string;
}

/** Edits of one step, the newest first. */
export interface EditList {
  readonly edit: Edit;
  readonly older: EditList | null;
}

/** What one undo takes back. */
export interface Step {
  readonly edits: EditList;
  /** UTF-8 bytes of a lone insertion that typing may still join; Infinity when it may not. */
  readonly bytes: number;
  readonly below: Step | null;
}

/** A step taken back, to be done again. */
export interface Undone {
  readonly edits: EditList;
  /** Where the caret was before it was taken back. */
  readonly caret: number;
  readonly next: Undone | null;
}

/** Everything there is to undo and to redo. */
export interface UndoList {
  readonly past: Step | null;
  readonly future: Undone | null;
}

/** A text and the caret in it, before it is moved to a cluster boundary. */
export interface Restored {
  readonly undo: UndoList;
  readonly text: string;
  readonly caret: number;
}

/** Nothing to undo. */
export const NO_UNDO: UndoList = { past: null, future: null };

/** readline joins typed characters while the step is shorter than this, in bytes. */
const TYPED_STEP_BYTES = 20;

/**
 * Adds an edit. A single ASCII character joins the step before it when that is a lone insertion
 * ending where this one begins.
 */
export function record(undo: UndoList, edit: Edit): UndoList {
  const top = undo.past;
  const lone = edit.removed === "" && edit.inserted.length <= TYPED_STEP_BYTES;
  const bytes = lone ? utf8Length(edit.inserted) : Infinity;
  if (bytes === 1 && top !== null && top.bytes < TYPED_STEP_BYTES) {
    const last = top.edits.edit;
    if (last.at + last.inserted.length === edit.at) {
      const joined = { at: last.at, removed: "", inserted: last.inserted + edit.inserted };
      const edits = { edit: joined, older: null };
      return { past: { edits, bytes: top.bytes + 1, below: top.below }, future: null };
    }
  }
  const kept = { at: edit.at, removed: detach(edit.removed), inserted: detach(edit.inserted) };
  return { past: { edits: { edit: kept, older: null }, bytes, below: top }, future: null };
}

/** Keeps typing from joining the newest step. */
export function seal(undo: UndoList): UndoList {
  const top = undo.past;
  if (top === null || top.bytes === Infinity) return undo;
  return { past: { ...top, bytes: Infinity }, future: undo.future };
}

/** Makes one sealed step of all steps above `floor`. */
export function collapse(undo: UndoList, floor: Step | null): UndoList {
  if (undo.past === floor) return undo;
  const edits = editsAbove(undo.past, floor);
  return edits === null
    ? undo
    : { past: { edits, bytes: Infinity, below: floor }, future: undo.future };
}

/** All edits above `floor`, newest first; null when the floor is not below. */
function editsAbove(past: Step | null, floor: Step | null): EditList | null {
  const newestFirst: Edit[] = [];
  let step = past;
  for (; step !== null && step !== floor; step = step.below) {
    for (let list: EditList | null = step.edits; list !== null; list = list.older) {
      newestFirst.push(list.edit);
    }
  }
  if (step !== floor) return null;
  return newestFirst.reduceRight<EditList | null>((older, edit) => ({ edit, older }), null);
}

/**
 * Takes the newest step back, or answers null when there is none above `floor`. The caret goes
 * after restored text, as in readline.
 */
export function undoStep(from: Restored, floor: Step | null): Restored | null {
  const step = from.undo.past;
  if (step === null || step === floor) return null;
  let { text, caret } = from;
  for (let list: EditList | null = step.edits; list !== null; list = list.older) {
    const { at, removed, inserted } = list.edit;
    text = text.slice(0, at) + removed + text.slice(at + inserted.length);
    caret = at + removed.length;
  }
  const undone = { edits: step.edits, caret: from.caret, next: from.undo.future };
  return { undo: { past: step.below, future: undone }, text, caret };
}

/**
 * Does the step last taken back again; null when there is none. The caret goes where the change
 * ended, and after the last one where it was before the first undo.
 */
export function redoStep(from: Restored): Restored | null {
  const undone = from.undo.future;
  if (undone === null) return null;
  const oldestFirst: Edit[] = [];
  for (let list: EditList | null = undone.edits; list !== null; list = list.older) {
    oldestFirst.push(list.edit);
  }
  oldestFirst.reverse();
  let { text, caret } = from;
  for (const { at, removed, inserted } of oldestFirst) {
    text = text.slice(0, at) + inserted + text.slice(at + removed.length);
    caret = at + inserted.length;
  }
  if (undone.next === null) caret = undone.caret;
  const step = { edits: undone.edits, bytes: Infinity, below: from.undo.past };
  return { undo: { past: step, future: undone.next }, text, caret };
}

/** Takes everything back at once; one redo brings all of it back. */
export function revert(from: Restored): Restored | null {
  return undoStep({ ...from, undo: collapse(from.undo, null) }, null);
}

/**
 * What vi keeps at the first Esc. POSIX makes the text at that moment the one `u` and `U` go back
 * to, so mere typing is forgotten; if anything was deleted it is kept, or a slip on C-u in insert
 * mode could never be taken back (PR-035).
 */
export function forgetTyping(undo: UndoList): UndoList {
  for (let step = undo.past; step !== null; step = step.below) {
    for (let list: EditList | null = step.edits; list !== null; list = list.older) {
      if (list.edit.removed !== "") return undo;
    }
  }
  return NO_UNDO;
}
