/**
 * A frame: what of a view is on the screen.
 *
 * Owns the record the painter compares the next view with, and its start value. It must never hold
 * more than a window of rows and the layout they came from.
 */
import type { PenPlace } from "./pen.ts";
import type { Row } from "./row.ts";
import type { Size } from "./types.ts";
import type { ViewLayout } from "./view_layout.ts";

/** What is on the screen. Opaque and immutable; made by `openFrame`, then by `paint`. */
export interface Frame {
  /** Cells of the row above that belong to somebody else's unfinished line; 0 if there is none. */
  readonly startColumn: number;
  /** Null until the first paint. */
  readonly screen: Screen | null;
}

/** A painted frame. */
export interface Screen {
  /** The terminal's size when it was painted. */
  readonly size: Size;
  /** The rows shown, from the top. */
  readonly rows: readonly Row[];
  /** Where the cursor is. */
  readonly cursor: PenPlace;
  /** How many rows of the view are above the window. */
  readonly top: number;
  /** The layout of the view, for the next one. */
  readonly layout: ViewLayout;
}

/**
 * A frame that is not on the screen yet. `startColumn` is the number of cells that the cursor's row
 * holds to its left, when output was stopped in the middle of a line: the frame then begins in the
 * next row, and that row is not touched. With 0 it begins where the cursor is.
 */
export function openFrame(startColumn = 0): Frame {
  return { startColumn: Math.max(0, Math.trunc(startColumn)), screen: null };
}

/**
 * A frame that may be damaged: the terminal was another size for a while, and broke and cut rows as
 * it liked, even if it has the old size again. The next paint writes all of it anew.
 */
export function damagedFrame(frame: Frame): Frame {
  const { screen } = frame;
  if (screen === null) return frame;
  return { ...frame, screen: { ...screen, size: { ...screen.size, rows: Infinity } } };
}

/** Number of rows the frame takes on the screen; 0 before the first paint. */
export function frameHeight(frame: Frame): number {
  return frame.screen?.rows.length ?? 0;
}
