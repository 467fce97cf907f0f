/**
 * What painting and erasing have in common: their options and their result.
 *
 * Owns these shapes and the defaults that need a line of code.
 */
import type { Frame } from "./frame.ts";
import type { Reflow } from "./reflow.ts";
import type { Measure, Size, Wrap } from "./types.ts";

/** What the painter has to know besides the view. */
export interface PaintOptions {
  /** The terminal's size now; another than at the last paint means it was resized in between. */
  readonly size: Size;
  /** The width function. Hand in the same function each time: another drops all cached layout. */
  readonly measure: Measure;
  /** Where long lines are broken. Default `"cell"`. */
  readonly wrap?: Wrap;
  /** Rows the frame may take at most. Default: the screen's. */
  readonly maxRows?: number;
  /** Wrap the output in `CSI ? 2026 h`/`l`, for terminals that answered that they know it. */
  readonly synchronized?: boolean;
  /** What the terminal does to long rows when it becomes narrower. Default `"unknown"`. */
  readonly reflow?: Reflow;
}

/** What there is to write, and what will then be on the screen. */
export interface Painted {
  /** The frame once `output` was written. */
  readonly frame: Frame;
  /** Text for the terminal, to be encoded as UTF-8 and written whole; empty if nothing changed. */
  readonly output: string;
}

/** Marks output as one update of the screen; nothing stays nothing. */
export function synchronize(output: string, on: boolean): string {
  return on && output !== "" ? `\x1b[?2026h${output}\x1b[?2026l` : output;
}

/** A size without zeros, which a terminal reports while it has no window. */
export function atLeastOne(size: Size): Size {
  return {
    columns: Math.max(1, Math.trunc(size.columns)),
    rows: Math.max(1, Math.trunc(size.rows)),
  };
}
