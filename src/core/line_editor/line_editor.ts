/**
 * The line editor: a state, an event, the next state and what is to be done.
 *
 * No clock, no I/O: keys arrive decoded, rows are the view's business, and leaving the editor is
 * an effect for its owner.
 *
 * @module
 */

import type { Key } from "../keys/mod.ts";
import { beginCommand } from "./commands.ts";
import { type Editor, grouped, initialEditor, insertText, moveTo, replaceRange } from "./editor.ts";
import { emacsKey } from "./emacs.ts";
import { NOTHING_PENDING } from "./emacs_state.ts";
import { nextBoundary } from "./graphemes.ts";
import { lineEnd, lineStart, normaliseText, pastedText } from "./text.ts";
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
import { NO_PENDING, type ViState } from "./vi_state.ts";
import { leaveVisual, selectedRange, visualSelection } from "./vi_visual.ts";

/** An editor with the seeded text, ready for the first event. */
export function createLineEditor(options: LineEditorOptions): LineEditorState {
  return initialEditor(options);
}

/**
 * Handles one key or paste. Never throws, and never answers a state whose text is not well-formed
 * UTF-16 or whose caret is inside a grapheme. A change that would make the text longer than 64 Mi
 * UTF-16 units is refused: the state stays as it was.
 */
export function updateLineEditor(
  state: LineEditorState,
  event: LineEditorEvent,
  view: LineEditorView,
): LineEditorUpdate {
  const ed = asEditor(state);
  if (event.kind === "paste") return { state: paste(ed, pastedText(event.text)), effects: [] };
  const key = asEscape(event);
  return ed.vi === null ? emacsKey(ed, key, view) : viKey(ed, ed.vi, key, view);
}

/** Ctrl-[ is Escape; only the kitty protocol tells the two apart. */
function asEscape(key: Key): Key {
  return key.ctrl && key.char === "[" ? { ...key, name: "escape", ctrl: false } : key;
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
  const ready = { ...vi, pending: NO_PENDING };
  return settle(grouped({ ...ed, vi: ready }, (begun) => viPaste(begun, ready, text)));
}

function viPaste(ed: Editor, vi: ViState, text: string): Editor {
  switch (vi.mode) {
    case "insert":
    case "replace":
      return pasteInSession(ed, text);
    case "normal":
      return insertText(moveTo(ed, pastePlace(ed)), text);
    case "visual":
    case "visual_line": {
      const { start, end } = selectedRange(ed, vi);
      return replaceRange(leaveVisual(ed, vi), start, end, text);
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
 * The state with another `escapeCancels`: a terminal may say only after the prompt has opened that
 * it tells Escape from Meta. Nothing else changes, keys half typed included.
 */
export function setEscapeCancels(state: LineEditorState, escapeCancels: boolean): LineEditorState {
  const ed = asEditor(state);
  if (ed.escapeCancels === escapeCancels) return ed;
  const next: Editor = { ...ed, escapeCancels };
  return next;
}

/**
 * The text replaced from outside, by what an external editor saved for instance: one undo step, the
 * caret at `caret` (a UTF-16 offset into the new text, default its end). Mode, kill ring and
 * history stay.
 */
export function replaceText(state: LineEditorState, text: string, caret?: number): LineEditorState {
  const { ed } = beginCommand(asEditor(state));
  const ready = { ...ed, pending: NOTHING_PENDING };
  const replaced = grouped(ready, (begun) => {
    return replaceRange(begun, 0, begun.text.length, normaliseText(text));
  });
  return settle(caret === undefined ? replaced : moveTo(replaced, caret));
}
