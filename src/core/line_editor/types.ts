/**
 * The words of the line editor that others use: what is handed in, what comes out.
 *
 * @module
 */

import type { Key, Paste } from "../keys/mod.ts";

/** Which family of key bindings is in force. The values of `editor.inline.edit_mode`. */
export type EditMode = "emacs" | "vi";

/**
 * What the keys mean at this moment; a cursor shape can follow it (a bar while text is typed, an
 * underline while it is replaced, a block otherwise).
 */
export type Mode =
  | "emacs"
  | "emacs_overwrite"
  | "vi_insert"
  | "vi_replace"
  | "vi_normal"
  | "vi_visual"
  | "vi_visual_line";

/** How an editor begins. */
export interface LineEditorOptions {
  /** Key bindings. vi begins in insert mode. */
  readonly editMode: EditMode;
  /** The seeded text; undo never goes past it. CR and CRLF become LF. Default: empty. */
  readonly text?: string;
  /** UTF-16 offset in `text`, moved to a grapheme boundary. Default: its end. */
  readonly caret?: number;
  /** Earlier replies, oldest first, reached with Up at the first row. Default: none. */
  readonly history?: readonly string[];
  /**
   * A lone Escape in emacs mode cancels. Only for a terminal that tells Escape from the Meta prefix
   * (kitty protocol); elsewhere it is that prefix. vi mode never cancels with it. Default: false.
   */
  readonly escapeCancels?: boolean;
}

/**
 * Where a caret goes when it moves one screen row. The editor does not know the width of the
 * screen, so the view answers.
 */
export interface RowMapper {
  /**
   * The offset one row above `caret`, or null when `caret` is on the first row.
   *
   * @param text the whole text
   * @param caret UTF-16 offset
   * @param from where this run of Up and Down began: its column is the one to aim for
   */
  rowUp(text: string, caret: number, from: number): number | null;
  /** The offset one row below `caret`, or null when `caret` is on the last row. See `rowUp`. */
  rowDown(text: string, caret: number, from: number): number | null;
}

/** What the editor may ask of the screen while it handles one event. */
export interface LineEditorView {
  /** The wrapping in force. */
  readonly layout: RowMapper;
}

/** What the editor consumes: a key, or a bracketed paste. */
export type LineEditorEvent = Key | Paste;

/** Something the owner of the editor has to do. The editor itself changes only its state. */
export type LineEditorEffect =
  /** Enter. */
  | { readonly kind: "submit"; readonly text: string }
  /** Ctrl-X: go on in the configured editor. Its result comes back through `replaceText`. */
  | { readonly kind: "open_editor"; readonly text: string; readonly caret: number }
  /** Ctrl-C. `text` and `caret` are the draft to offer again (PR-035). */
  | { readonly kind: "interrupt"; readonly text: string; readonly caret: number }
  /** Local cancel: Ctrl-D on an empty buffer, or Escape where `escapeCancels` is set. */
  | { readonly kind: "cancel"; readonly text: string; readonly caret: number }
  /** Ctrl-Z. */
  | { readonly kind: "suspend" }
  /** Ctrl-\: what SIGQUIT means. */
  | { readonly kind: "quit"; readonly text: string; readonly caret: number }
  /** Ctrl-L: draw everything anew. */
  | { readonly kind: "redraw" };

/** A state, immutable: `updateLineEditor` answers a new one. */
export interface LineEditorState {
  /** The text. May hold tabs and other control characters; the view must show them, not emit them. */
  readonly text: string;
  /** UTF-16 offset into `text`, always on a grapheme boundary. */
  readonly caret: number;
}

/** What came of one event. */
export interface LineEditorUpdate {
  /** The state after it. */
  readonly state: LineEditorState;
  /** What is to be done, in order. */
  readonly effects: readonly LineEditorEffect[];
}

/** Part of the text, as UTF-16 offsets on grapheme boundaries; `end` is exclusive. */
export interface TextRange {
  /** First offset. */
  readonly start: number;
  /** Offset past the end. */
  readonly end: number;
}
