/**
 * Earlier replies, and the text being written, as a list to walk with Up and Down.
 *
 * As in readline an entry that was edited keeps its edits, and its own undo list, for the session;
 * the entries handed in are never changed. The newest place is the unsent draft.
 *
 * @module
 */

import { NO_UNDO, type UndoList } from "./undo.ts";

/** What was left behind at one place of the list. */
export interface HistorySlot {
  readonly text: string;
  readonly caret: number;
  readonly undo: UndoList;
}

/** Where we are in the list. Immutable. */
export interface History {
  /** Oldest first. */
  readonly entries: readonly string[];
  /** `entries.length` is the draft. */
  readonly index: number;
  /** Places visited before, by index. */
  readonly slots: ReadonlyMap<number, HistorySlot>;
}

/** A history positioned at the draft. */
export function historyOf(entries: readonly string[]): History {
  return { entries, index: entries.length, slots: new Map() };
}

/**
 * Leaves the current place in `left` and goes `offset` places on (negative: to older ones).
 * Null when there is no such place.
 */
export function walkHistory(
  history: History,
  left: HistorySlot,
  offset: number,
): { readonly history: History; readonly slot: HistorySlot } | null {
  const index = history.index + offset;
  const entry = history.entries[index] ?? "";
  if (offset === 0 || index < 0 || index > history.entries.length) return null;
  const slots = new Map(history.slots).set(history.index, left);
  const kept = slots.get(index);
  // Only the draft keeps its caret: an entry is entered at its end, to go on walking from there.
  const slot = kept === undefined
    ? { text: entry, caret: entry.length, undo: NO_UNDO }
    : index === history.entries.length
    ? kept
    : { ...kept, caret: kept.text.length };
  return { history: { ...history, index, slots }, slot };
}
