/**
 * What every prompt is to the loop that shows it: a start, a step, a picture.
 *
 * Owns the shape and the words of it. A widget never owns the loop: it is fed events and asked for
 * views, has no clock and does no I/O, and what it wants done comes out as data. Its state is
 * immutable and complete, so a prompt that was hidden is shown again from the state it had.
 *
 * @module
 */

import type { Measure, View } from "../../core/frame/mod.ts";
import type { InputEvent } from "../../core/keys/mod.ts";

/** A prompt: `S` is all it remembers, `O` how it can end. */
export interface Widget<S, O> {
  /** The terminal's line discipline while it is open: `cbreak` keeps ISIG on, `raw` does not. */
  readonly discipline: "cbreak" | "raw";
  /**
   * What to switch on at the terminal while it is open, in this order, and off in the reverse one;
   * also around a stop (Ctrl-Z) and while it is hidden. `kitty`: it may be asked to disambiguate
   * keys; whether it does, it says by the keys it sends.
   */
  privateModes(terminal: { readonly kitty: boolean }): readonly PrivateMode[];
  /** The state it opens in. */
  readonly initial: S;
  /** What an event leads to. Never throws; an event without a meaning gives the same state. */
  update(state: S, event: InputEvent, context: WidgetContext): WidgetUpdate<S, O>;
  /** What it looks like. To be painted with the painter's default wrap, at the context's size. */
  view(state: S, context: WidgetContext): View;
  /**
   * The cursor's shape that goes with a state, null where it is the user's own: for a prompt that is
   * shown again, hidden before or stopped. Absent where it never changes.
   */
  cursorShape?(state: S): CursorShape | null;
  /** How it is asked on a terminal that understands no escape sequence (`TERM=dumb`). */
  readonly plain: PlainForm<S, O>;
}

/** A prompt as a question and a line typed in answer, which the terminal itself edits. */
export interface PlainForm<S, O> {
  /** What is written; the answer is typed behind its last line. Printable but for line breaks. */
  question(state: S): string;
  /** What a line means, without its end; null is Ctrl-D on an empty line. Never throws. */
  answer(state: S, line: string | null): PlainStep<S, O>;
  /** What Ctrl-C means where it is an outcome of the prompt's own: in a reply. */
  interrupted?(state: S): O;
  /** The answer is not to be seen while it is typed. */
  readonly hidden?: boolean;
}

/** One line of a plain prompt. */
export type PlainStep<S, O> =
  | { readonly kind: "done"; readonly outcome: O }
  /** It is asked again, with what is to be said about the line that was typed. */
  | { readonly kind: "again"; readonly state: S; readonly why: string };

/** What a widget has to know of the terminal. Hand in the same `measure` each time. */
export interface WidgetContext {
  /** Cells in a row. */
  readonly columns: number;
  /** Rows on the screen. */
  readonly rows: number;
  /** The width function that the painter is given. */
  readonly measure: Measure;
  /** The terminal disambiguates keys (kitty protocol, pushed and confirmed). */
  readonly kitty: boolean;
}

/** One step. */
export interface WidgetUpdate<S, O> {
  /** The state after it; the same value if nothing changed. */
  readonly state: S;
  /** How the prompt ended, or null while it goes on. */
  readonly outcome: O | null;
  /** What is to be done besides, in order. Default: nothing. */
  readonly effects?: readonly WidgetEffect[];
}

/** Something for the loop to do. */
export type WidgetEffect =
  /** The cursor's shape changed. */
  | { readonly kind: "cursor_shape"; readonly shape: CursorShape }
  /** The key could not do what it is for. */
  | { readonly kind: "bell" }
  /** Ctrl-L: draw everything anew. */
  | { readonly kind: "redraw" };

/** The shapes a cursor can have (DECSCUSR, steady). */
export type CursorShape = "bar" | "block" | "underline";

/** Two escape sequences that belong together. */
export interface PrivateMode {
  /** Switches it on. */
  readonly enter: string;
  /** Switches it off again. */
  readonly leave: string;
}

/** Text that was typed, as far as it got: enough to offer it again (PR-035). */
export interface Draft {
  /** Lines end in LF. */
  readonly text: string;
  /** UTF-16 offset into `text`, on a grapheme boundary. */
  readonly caret: number;
}

/** Pasted text arrives marked, so that it is never taken for keys (PR-026). */
export const BRACKETED_PASTE: PrivateMode = { enter: "\x1b[?2004h", leave: "\x1b[?2004l" };

/** Pushes kitty's "disambiguate escape codes", and pops it (PR-030). */
export const DISAMBIGUATED_KEYS: PrivateMode = { enter: "\x1b[>1u", leave: "\x1b[<u" };

const SHAPES: Readonly<Record<CursorShape, number>> = { block: 2, underline: 4, bar: 6 };

/** The sequence that sets a cursor shape. */
export function cursorShapeSequence(shape: CursorShape): string {
  return `\x1b[${SHAPES[shape]} q`;
}

/** A cursor shape to begin with; the user's own comes back. */
export function cursorShapeMode(shape: CursorShape): PrivateMode {
  return { enter: cursorShapeSequence(shape), leave: "\x1b[0 q" };
}
