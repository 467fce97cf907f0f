/**
 * A view broken into rows, and the window of them that fits the screen.
 *
 * Owns the reuse of line layouts from one view to the next: a line that did not change is not laid
 * out again, and lines below the window are not laid out at all.
 */
import { type Grid, layoutLine, type LineLayout, locate, WHOLE } from "./line_layout.ts";
import type { Line, View } from "./types.ts";

/** The rows of a view, as far down as the screen can show. */
export interface ViewLayout {
  /** What the rows were broken for. */
  readonly grid: Grid;
  /** Text of every line. */
  readonly texts: readonly string[];
  /** Layouts of the lines from the top; lines that cannot be in sight have none. */
  readonly layouts: readonly LineLayout[];
  /** Row and column of the caret, the row counted from the top of the view. */
  readonly caret: { readonly row: number; readonly column: number };
  /**
   * The line after whose last row an empty row was added, because the caret stands at the end of a
   * full row, where a terminal's cursor cannot; -1 if none was.
   */
  readonly extraAfter: number;
}

/** One row of a view. */
export interface RowPlace {
  /** Index of its line. */
  readonly line: number;
  /** Row within the line; the number of its rows for the empty row added for the caret. */
  readonly row: number;
}

/** Lays out a view for a window of `height` rows, with what `previous` has already worked out. */
export function layoutView(
  view: View,
  grid: Grid,
  height: number,
  previous: ViewLayout | null,
): ViewLayout {
  const texts = view.lines.length === 0 ? [""] : view.lines.map(textOf);
  const caretLine = Math.min(Math.max(0, view.caret.line), texts.length - 1);
  const old = previous !== null && sameGrid(previous.grid, grid) ? matcher(previous, texts) : null;
  const layouts: LineLayout[] = [];
  let above = 0;
  let below = 0;
  for (let i = 0; i < texts.length && below < height; i++) {
    const extent = i < caretLine
      ? WHOLE
      : { offset: i === caretLine ? view.caret.offset : 0, rows: height };
    const layout = layoutLine(texts[i] as string, grid, extent, old?.(i) ?? null);
    layouts.push(layout);
    if (i < caretLine) above += layout.rows;
    else below += layout.rows - (i === caretLine ? locate(layout, extent.offset, grid).row : 0);
  }
  const place = locate(layouts[caretLine] as LineLayout, view.caret.offset, grid);
  if (place.column < grid.columns) {
    const caret = { row: above + place.row, column: place.column };
    return { grid, texts, layouts, caret, extraAfter: -1 };
  }
  const last = place.row + 1 === layouts[caretLine]?.rows;
  const caret = { row: above + place.row + 1, column: 0 };
  return { grid, texts, layouts, caret, extraAfter: last ? caretLine : -1 };
}

/**
 * The rows in sight, given the first row shown before: moved as little as keeps the caret in
 * sight and leaves no row of the window empty that text could fill.
 */
export function windowOf(
  layout: ViewLayout,
  height: number,
  oldTop: number,
): { top: number; rows: readonly RowPlace[] } {
  const { row } = layout.caret;
  const total = layout.layouts.reduce((sum, each) => sum + each.rows, 0) +
    (layout.extraAfter >= 0 ? 1 : 0);
  let top = Math.max(Math.min(oldTop, row), row - height + 1);
  top = Math.max(0, Math.min(top, total - height));
  const rows: RowPlace[] = [];
  let first = 0;
  for (let line = 0; line < layout.layouts.length && rows.length < height; line++) {
    const count = (layout.layouts[line] as LineLayout).rows + (layout.extraAfter === line ? 1 : 0);
    for (let i = Math.max(0, top - first); i < count && rows.length < height; i++) {
      rows.push({ line, row: i });
    }
    first += count;
  }
  return { top, rows };
}

/** The text of a line, without its styles. */
export function textOf(line: Line): string {
  if (line.length === 1) return (line[0] as Line[number]).text;
  return line.map((span) => span.text).join("");
}

function sameGrid(a: Grid, b: Grid): boolean {
  return a.columns === b.columns && a.wrap === b.wrap && a.measure === b.measure;
}

/**
 * Finds the old layout for a new line: equal lines at the top and at the bottom are matched, and
 * between them, where an edit was, lines by their number.
 */
function matcher(
  previous: ViewLayout,
  texts: readonly string[],
): (line: number) => LineLayout | undefined {
  const old = previous.texts;
  const limit = Math.min(old.length, texts.length);
  let head = 0;
  while (head < limit && old[head] === texts[head]) head++;
  let tail = 0;
  const shift = old.length - texts.length;
  while (
    tail < limit - head && old[old.length - 1 - tail] === texts[texts.length - 1 - tail]
  ) tail++;
  return (line) => previous.layouts[line < texts.length - tail ? line : line + shift];
}
