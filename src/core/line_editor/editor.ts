/**
 * The state behind the editor, and the few primitives every command is made of.
 *
 * Owns how a change reaches text, caret, undo list and kill ring together. Nothing else may build
 * an `Editor` with another text, or the undo list no longer describes it.
 *
 * @module
 */

import type { Key } from "../keys/mod.ts";
import { boundaryAtOrAfter } from "./graphemes.ts";
import { type History, historyOf, walkHistory } from "./history.ts";
import { EMPTY_RING, joinKill, type KillRing, pushKill } from "./kill_ring.ts";
import { normaliseText } from "./text.ts";
import type { LineEditorOptions, LineEditorState, LineEditorView } from "./types.ts";
import {
  collapse,
  NO_UNDO,
  record,
  type Restored,
  seal,
  type Step,
  type UndoList,
} from "./undo.ts";
import type { EmacsPending } from "./emacs_state.ts";
import { initialVi, type ViState } from "./vi_state.ts";

/** What the command before this one allows the next one to do. */
export type Chain =
  /** A further kill joins the newest entry of the ring. */
  | { readonly kind: "kill" }
  /** M-y may replace what was yanked. */
  | { readonly kind: "yank" }
  /** Up or Down keeps aiming at the column of `from`. */
  | { readonly kind: "vertical"; readonly from: number }
  | { readonly kind: "none" };

/** The chain after any command that is none of the three. */
export const NO_CHAIN: Chain = { kind: "none" };

/** The whole state. Outside this folder only `LineEditorState` is known of it. */
export interface Editor extends LineEditorState {
  readonly escapeCancels: boolean;
  readonly undo: UndoList;
  readonly ring: KillRing;
  readonly history: History;
  readonly chain: Chain;
  /** Keys typed so far that are not a command yet, in emacs mode. */
  readonly pending: EmacsPending;
  /** Emacs mode's overwrite-mode: typed characters replace. */
  readonly overwrite: boolean;
  /** Null in emacs mode. */
  readonly vi: ViState | null;
}

/** How a command was called. */
export interface Invocation {
  readonly key: Key;
  /** The numeric argument, 1 without one; may be negative or 0 in emacs mode. */
  readonly count: number;
  /** An argument was given. */
  readonly explicit: boolean;
  /** What the command before this one was. */
  readonly previous: Chain;
  readonly view: LineEditorView;
}

/** An editing command. It begins with `chain` reset and sets it where it matters. */
export type Command = (ed: Editor, call: Invocation) => Editor;

/** Longer texts are refused, so that no repetition of yanks can exhaust the engine. Code units. */
export const MAX_TEXT_LENGTH = 1 << 26;

/** The state an editor begins in. */
export function initialEditor(options: LineEditorOptions): Editor {
  const text = normaliseText(options.text ?? "");
  const history = historyOf((options.history ?? []).map(normaliseText));
  const caret = boundaryAtOrAfter(text, clamp(options.caret ?? text.length, text));
  return {
    text,
    caret,
    escapeCancels: options.escapeCancels ?? false,
    undo: NO_UNDO,
    ring: EMPTY_RING,
    history,
    chain: NO_CHAIN,
    pending: { argument: null, meta: false, wait: null },
    overwrite: false,
    vi: options.editMode === "vi" ? initialVi(caret) : null,
  };
}

function clamp(offset: number, text: string): number {
  return Number.isFinite(offset) ? Math.min(Math.max(Math.trunc(offset), 0), text.length) : 0;
}

/** Moves the caret, to the boundary at or after `caret`. */
export function moveTo(ed: Editor, caret: number): Editor {
  const to = boundaryAtOrAfter(ed.text, clamp(caret, ed.text));
  return to === ed.caret ? ed : { ...ed, caret: to };
}

/**
 * Replaces `[from, to)`; the caret goes after the new text. A change that makes two clusters one
 * moves the caret past the joined cluster.
 */
export function replaceRange(ed: Editor, from: number, to: number, inserted: string): Editor {
  if (from === to && inserted === "") return moveTo(ed, to);
  const removed = ed.text.slice(from, to);
  if (ed.text.length - removed.length + inserted.length > MAX_TEXT_LENGTH) return ed;
  const text = ed.text.slice(0, from) + inserted + ed.text.slice(to);
  const caret = boundaryAtOrAfter(text, from + inserted.length);
  return { ...ed, text, caret, undo: record(ed.undo, { at: from, removed, inserted }) };
}

/** Inserts at the caret. */
export function insertText(ed: Editor, inserted: string): Editor {
  return replaceRange(ed, ed.caret, ed.caret, inserted);
}

/** Deletes without touching the kill ring. */
export function deleteRange(ed: Editor, from: number, to: number): Editor {
  return replaceRange(ed, Math.min(from, to), Math.max(from, to), "");
}

/**
 * Kills what lies between two offsets: forward when `from` comes first. In emacs mode it joins the
 * kill before it; vi's deletions replace each other. Killing nothing is no kill: it ends the chain.
 */
export function kill(ed: Editor, from: number, to: number, previous: Chain): Editor {
  const killed = ed.text.slice(Math.min(from, to), Math.max(from, to));
  if (killed === "") return ed;
  const next = deleteRange(ed, from, to);
  const kept = next.undo.past?.edits.edit.removed ?? killed; // storage of its own
  const ring = previous.kind === "kill" && ed.vi === null
    ? joinKill(ed.ring, kept, from < to ? "forward" : "backward")
    : pushKill(ed.ring, kept);
  return { ...next, ring, chain: { kind: "kill" } };
}

/** Runs several changes as one undo step. */
export function grouped(ed: Editor, change: (ed: Editor) => Editor): Editor {
  const begun = openGroup(ed);
  return closeGroup(change(begun.ed), begun.floor);
}

/** Begins a group that lasts over several commands. The floor names it to `closeGroup`. */
export function openGroup(ed: Editor): { readonly ed: Editor; readonly floor: Step | null } {
  const undo = seal(ed.undo);
  return { ed: undo === ed.undo ? ed : { ...ed, undo }, floor: undo.past };
}

/** Makes everything since the floor one undo step. */
export function closeGroup(ed: Editor, floor: Step | null): Editor {
  const undo = collapse(ed.undo, floor);
  return undo === ed.undo ? ed : { ...ed, undo };
}

/** Takes over what undo or redo answered. */
export function restore(ed: Editor, restored: Restored): Editor {
  const { text, undo } = restored;
  return { ...ed, text, undo, caret: boundaryAtOrAfter(text, clamp(restored.caret, text)) };
}

/** Goes `offset` places through the history; the same state when there is no such place. */
export function moveInHistory(ed: Editor, offset: number): Editor {
  const left = { text: ed.text, caret: ed.caret, undo: ed.undo };
  const arrived = walkHistory(ed.history, left, offset);
  if (arrived === null) return ed;
  return restore({ ...ed, history: arrived.history }, arrived.slot);
}
