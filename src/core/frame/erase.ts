/**
 * Taking a frame off the screen.
 *
 * Owns the way in and out: the clean line a frame starts on, and the return to where it began, so
 * that if nothing scrolled the screen is cell for cell what it was. It must never clear a row above
 * the frame.
 */
import { type Frame, openFrame, type Screen } from "./frame.ts";
import { Pen } from "./pen.ts";
import { endColumn, type Reflow, rowsAboveCursor } from "./reflow.ts";
import type { Size } from "./types.ts";
import { atLeastOne, type Painted, type PaintOptions, synchronize } from "./options.ts";

/** What erasing has to know. */
export type EraseOptions = Pick<PaintOptions, "size" | "synchronized" | "reflow">;

/** An erased frame. */
export interface Erased extends Painted {
  /**
   * True if the unfinished line above fills its row to the edge. The next character would have gone
   * to the next row, a state no cursor motion can bring back: the cursor stands on the last cell of
   * that row, and whoever continues the line has to write that cell's glyph again first.
   */
  readonly rewriteLast: boolean;
}

/**
 * Clears all rows of a frame and puts the cursor back where it was when the frame was opened. The
 * frame returned is open again, at the same place. Nothing to write if it was never painted.
 */
export function erase(frame: Frame, options: EraseOptions): Erased {
  const before = frame.screen;
  const empty = openFrame(frame.startColumn);
  if (before === null) return { frame: empty, output: "", rewriteLast: false };
  const size = atLeastOne(options.size);
  const resized = before.size.columns !== size.columns || before.size.rows > size.rows;
  let output = resized
    ? clearResized(before, size, options.reflow ?? "unknown")
    : clearRows(before);
  let rewriteLast = false;
  // On a screen of one row the unfinished line has scrolled away.
  if (frame.startColumn > 0 && size.rows > 1) {
    const column = returnColumn(frame.startColumn, size.columns, options.reflow);
    rewriteLast = column >= size.columns;
    const right = Math.min(column, size.columns - 1);
    output += "\x1b[A" + (right > 0 ? `\x1b[${right}C` : "");
  }
  return { frame: empty, output: synchronize(output, options.synchronized ?? false), rewriteLast };
}

/** What leads from where the cursor was to the first cell of the frame, with default colours. */
export function startRow(frame: Frame): string {
  return (frame.startColumn > 0 ? "\r\n" : "") + "\x1b[m";
}

/**
 * Clears a frame that was painted for another size, and leaves the cursor in the first cell of what
 * was its first row. The rule is in reflow.ts.
 */
export function clearResized(screen: Screen, size: Size, reflow: Reflow): string {
  const { rows, cursor } = screen;
  const up = size.columns < screen.size.columns
    ? rowsAboveCursor(rows.map((row) => row.cells()), cursor, size.columns, reflow)
    : cursor.row;
  const within = Math.min(up, size.rows - 1);
  return "\r" + (within > 0 ? `\x1b[${within}A` : "") + "\x1b[J";
}

/** Clears row by row, from the bottom, so that rows below the frame are not touched. */
function clearRows(screen: Screen): string {
  const pen = new Pen(screen.cursor, screen.rows.length);
  for (let i = screen.rows.length - 1; i >= 0; i--) {
    pen.moveTo(i, 0);
    pen.eraseRow();
  }
  return pen.output;
}

function returnColumn(startColumn: number, columns: number, reflow: Reflow | undefined): number {
  return reflow === "none" ? Math.min(startColumn, columns) : endColumn(startColumn, columns);
}
