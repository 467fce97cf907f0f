/**
 * A logical line broken into rows.
 *
 * Owns where rows begin, and which of it may be kept when the text changes. It must never look at
 * more of a line than is asked for: a line may be a megabyte long and a key has 5 ms.
 */
import { type Glyph, glyphOf } from "./glyph.ts";
import { isPlainAscii, walkGraphemes } from "./graphemes.ts";
import type { Measure, Wrap } from "./types.ts";

/** What decides where rows break, apart from the text. */
export interface Grid {
  /** Cells in a row, at least 1. */
  readonly columns: number;
  /** Where a long line is broken. */
  readonly wrap: Wrap;
  /** The width function. */
  readonly measure: Measure;
}

/** How much of a line has to be laid out: the row that holds `offset`, and `rows` more. */
export interface Extent {
  /** Offset in code units. */
  readonly offset: number;
  /** Rows beyond the one that holds it. */
  readonly rows: number;
}

/** All of a line. */
export const WHOLE: Extent = { offset: Infinity, rows: 0 };

/** The rows of one line. */
export interface LineLayout {
  /** The text laid out. */
  readonly text: string;
  /** Where each row begins; null if rows are equally long (ASCII broken at the cell). */
  readonly starts: readonly number[] | null;
  /** Code units of a row when `starts` is null. */
  readonly step: number;
  /** Number of rows, at least 1; a lower bound while `complete` is false. */
  readonly rows: number;
  /** False when only an extent of the line was laid out. */
  readonly complete: boolean;
}

/** Lays out a line, at least as far as `extent`, keeping from `previous` what still holds. */
export function layoutLine(
  text: string,
  grid: Grid,
  extent: Extent = WHOLE,
  previous: LineLayout | null = null,
): LineLayout {
  if (previous !== null && previous.text === text && covers(previous, extent)) return previous;
  if (grid.wrap === "cell" && isPlainAscii(text)) {
    const rows = Math.max(1, Math.ceil(text.length / grid.columns));
    return { text, starts: null, step: grid.columns, rows, complete: true };
  }
  const starts = previous === null ? [0] : keptStarts(previous, text);
  const complete = breakRows(text, grid, extent, starts);
  return { text, starts, step: 0, rows: starts.length, complete };
}

/** Offset at which a row begins; past the last row, the end of the text. */
export function rowStart(layout: LineLayout, row: number): number {
  if (row >= layout.rows) return layout.text.length;
  return layout.starts === null ? row * layout.step : layout.starts[row] as number;
}

/** The row that holds an offset; at a break, the row that begins there. */
export function rowOf(layout: LineLayout, offset: number): number {
  if (layout.starts === null) {
    return Math.min(layout.rows - 1, Math.floor(Math.max(0, offset) / layout.step));
  }
  let low = 0;
  let high = layout.rows - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((layout.starts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** One cluster in its place. */
export interface Placed {
  /** Offset of its first code unit. */
  readonly start: number;
  /** Offset after its last. */
  readonly end: number;
  /** Column of its first cell, from 0. */
  readonly column: number;
  /** What is drawn. */
  readonly glyph: Glyph;
}

/**
 * Walks the clusters of one row until `visit` returns false; gives the column after the last
 * cluster that was walked over.
 */
export function walkRow(
  layout: LineLayout,
  row: number,
  grid: Grid,
  visit: (placed: Placed) => boolean,
): number {
  const { text } = layout;
  const stop = rowStart(layout, row + 1);
  let column = 0;
  walkGraphemes(text, rowStart(layout, row), (start, end) => {
    if (start >= stop) return false;
    const glyph = glyphOf(text.slice(start, end), column, grid.columns, grid.measure);
    if (!visit({ start, end, column, glyph })) return false;
    column += glyph.cells;
    return true;
  });
  return column;
}

/**
 * Row and column (from 0) of an offset; inside a cluster, those of the cluster. At the end of a
 * full row the column is `grid.columns`, a place the cursor cannot stand in.
 */
export function locate(
  layout: LineLayout,
  offset: number,
  grid: Grid,
): { row: number; column: number } {
  const at = Math.min(Math.max(0, offset), layout.text.length);
  const row = rowOf(layout, at);
  if (layout.starts === null) return { row, column: at - rowStart(layout, row) };
  return { row, column: walkRow(layout, row, grid, ({ end }) => end <= at) };
}

function covers(layout: LineLayout, extent: Extent): boolean {
  return layout.complete ||
    (extent.offset < Infinity && rowOf(layout, extent.offset) + extent.rows < layout.rows - 1);
}

/**
 * The row starts of `previous` that hold for `text` too. A break depends on the cluster after it
 * (with word wrap, on the word), and a cluster on the character after it; both lie within the row
 * that follows, so the two rows before the first difference are given up and all others kept.
 */
function keptStarts(previous: LineLayout, text: string): number[] {
  const same = commonPrefix(previous.text, text);
  const keep = Math.max(1, rowOf(previous, same) - 1);
  if (previous.starts !== null) return previous.starts.slice(0, keep);
  return Array.from({ length: keep }, (_, row) => rowStart(previous, row));
}

/** Adds row starts to `starts` until `extent` is covered; true when the whole line is. */
function breakRows(text: string, grid: Grid, extent: Extent, starts: number[]): boolean {
  const { columns, measure } = grid;
  const words = grid.wrap === "word";
  let column = 0;
  // The last place in this row where a word may be broken off, and the column there.
  let breakAt = -1;
  let breakColumn = 0;
  let rowsAfter = 0;
  let complete = true;
  walkGraphemes(text, starts.at(-1) ?? 0, (start, end) => {
    const cluster = text.slice(start, end);
    let glyph = glyphOf(cluster, column, columns, measure);
    if (column + glyph.cells > columns) {
      if (breakAt > 0) {
        starts.push(breakAt);
        column -= breakColumn;
      } else {
        starts.push(start);
        column = 0;
      }
      breakAt = -1;
      if ((starts.at(-1) as number) > extent.offset && ++rowsAfter > extent.rows) {
        complete = false;
        return false;
      }
      if (cluster === "\t") glyph = glyphOf(cluster, column, columns, measure);
      // The part of a word that moved down may leave no room for a wide glyph.
      if (column + glyph.cells > columns) {
        starts.push(start);
        column = 0;
      }
    }
    column += glyph.cells;
    if (words && (cluster === " " || cluster === "\t" || glyph.cells > 1)) {
      breakAt = end;
      breakColumn = column;
    }
    return true;
  });
  return complete;
}

/** Length of the common prefix, compared block by block, which the engines do natively. */
function commonPrefix(a: string, b: string): number {
  const BLOCK = 4096;
  const limit = Math.min(a.length, b.length);
  let at = 0;
  while (at + BLOCK <= limit && a.slice(at, at + BLOCK) === b.slice(at, at + BLOCK)) at += BLOCK;
  while (at < limit && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}
