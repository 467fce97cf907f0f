/**
 * The line editor: a state, an event, the next state and what is to be done.
 *
 * No clock, no I/O: keys arrive decoded, rows are the view's business, and leaving the editor is
 * an effect for its owner.
 *
 * @module
 */

import { beginCommand } from "./commands.ts";
import { deleteRange, type Editor, grouped, initialEditor, insertText, moveTo } from "./editor.ts";
import { emacsKey } from "./emacs.ts";
import { NOTHING_PENDING } from "./emacs_state.ts";
import { cleanPaste, lineEnd, lineStart, normaliseText } from "./text.ts";
import { nextBoundary } from "./graphemes.ts";
import type {
  LineEditorEvent,
  LineEditorOptions,
  LineEditorState,
  LineEditorUpdate,
  LineEditorView,
  Mode,
  TextRange,
} from "./types.ts";
import { settle, viKey } from "./vi.ts";
import { pasteInSession } from "./vi_insert.ts";
import { NO_PENDING } from "./vi_state.ts";
import { leaveVisual, selectedRange, visualSelection } from "./vi_visual.ts";

/** An editor with the caret at the end of the seeded text, ready for the first event. */
export function createLineEditor(options: LineEditorOptions): LineEditorState {
  return initialEditor(options);
}

/**
 * Handles one key or paste. Never throws, and never answers a state whose text is not well-formed
 * UTF-16 or whose caret is inside a grapheme.
 */
export function updateLineEditor(
  state: LineEditorState,
  event: LineEditorEvent,
  view: LineEditorView,
): LineEditorUpdate {
  const ed = asEditor(state);
  if (event.kind === "paste") return { state: paste(ed, cleanPaste(event.text)), effects: [] };
  return ed.vi === null ? emacsKey(ed, event, view) : viKey(ed, ed.vi, event, view);
}

/** Every state was made by `createLineEditor`: the public type only hides the rest of it. */
function asEditor(state: LineEditorState): Editor {
  return state as Editor;
}

/** One undo step of its own; keys half typed are forgotten. */
function paste(before: Editor, text: string): Editor {
  const { ed } = beginCommand({ ...before, pending: NOTHING_PENDING });
  const { vi } = ed;
  if (vi === null) return grouped(ed, (begun) => insertText(begun, text));
  const ready = { ...ed, vi: { ...vi, pending: NO_PENDING } };
  switch (vi.mode) {
    case "insert":
    case "replace":
      return grouped(ready, (begun) => pasteInSession(begun, text));
    case "normal":
      return settle(insertText(moveTo(ready, pastePlace(ready)), text));
    case "visual":
    case "visual_line": {
      const { start, end } = selectedRange(ready, ready.vi);
      return settle(
        grouped(
          leaveVisual(ready, ready.vi),
          (begun) => insertText(deleteRange(begun, start, end), text),
        ),
      );
    }
  }
}

/** In normal mode a paste goes after the character under the caret, at column 0 before it (vim). */
function pastePlace({ text, caret }: Editor): number {
  return caret === lineStart(text, caret) || caret === lineEnd(text, caret)
    ? caret
    : nextBoundary(text, caret);
}

/** The whole text. */
export function text(state: LineEditorState): string {
  return state.text;
}

/** The caret as a UTF-16 offset into the text, on a grapheme boundary. */
export function caret(state: LineEditorState): number {
  return state.caret;
}

/** What keys mean now, for the shape of the cursor. */
export function mode(state: LineEditorState): Mode {
  const { vi, overwrite } = asEditor(state);
  if (vi === null) return overwrite ? "emacs_overwrite" : "emacs";
  return `vi_${vi.mode}`;
}

/** What vi's visual mode has selected, to be highlighted; null in every other mode. */
export function selection(state: LineEditorState): TextRange | null {
  return visualSelection(asEditor(state));
}

/**
 * The text replaced from outside, by what an external editor saved for instance: one undo step, the
 * caret at `caret` (UTF-16 offset, default the end). Mode, kill ring and history stay.
 */
export function replaceText(
  state: LineEditorState,
  text: string,
  caret: number = text.length,
): LineEditorState {
  const { ed } = beginCommand(asEditor(state));
  const replaced = grouped(
    { ...ed, pending: NOTHING_PENDING },
    (begun) => insertText(deleteRange(begun, 0, begun.text.length), normaliseText(text)),
  );
  return settle(moveTo(replaced, caret));
}
