/**
 * How text lies in cells.
 *
 * Owns the questions widgets have about widths. They are put to the painter itself, so that what a
 * widget believes and what is drawn cannot differ; no width rule may be written down here.
 *
 * @module
 */

import {
  type Cell,
  type Frame,
  frameHeight,
  type Line,
  type Measure,
  openFrame,
  paint,
  type Span,
} from "../../core/frame/mod.ts";

/** How far a line of a screen reaches. */
export interface Grid {
  /** Cells in a row. */
  readonly columns: number;
  readonly measure: Measure;
}

const ELLIPSIS = "…";

/**
 * Cells from the start of a text to the place after it, counted row by row: a cell that a wide glyph
 * leaves free at the edge counts.
 */
export function endCell(text: string, grid: Grid): number {
  const { screen } = draw([{ text }], text.length, 1, grid);
  if (screen === null) return 0;
  return (screen.top + screen.cursor.row) * Math.max(1, grid.columns) + screen.cursor.column;
}

/** The line, cut with an ellipsis where it would not fit into one row. */
export function cutLine(line: Line, grid: Grid): Line {
  const frame = draw(line, 0, 2, grid);
  if (frameHeight(frame) < 2) return line;
  const [{ cells: width }] = firstRow([{ text: ELLIPSIS }], grid) as [Cell];
  const room = Math.max(1, grid.columns) - width;
  const kept: Span[] = [];
  let used = 0;
  for (const { text, cells, style } of cellsOf(frame)) {
    used += cells;
    if (used > room) break;
    kept.push({ text, style });
  }
  return [...kept, { text: ELLIPSIS, style: kept.at(-1)?.style ?? "" }];
}

/** Text of one line: line breaks and tabs become blanks. */
export function oneLine(text: string): string {
  return text.replace(/\s*[\r\n\t]\s*/g, " ");
}

function draw(line: Line, caret: number, rows: number, grid: Grid): Frame {
  const { columns, measure } = grid;
  const view = { lines: [line], caret: { line: 0, offset: caret } };
  return paint(openFrame(), view, { size: { columns, rows }, measure }).frame;
}

function firstRow(line: Line, grid: Grid): readonly Cell[] {
  return cellsOf(draw(line, 0, 1, grid));
}

function cellsOf(frame: Frame): readonly Cell[] {
  return frame.screen?.rows[0]?.cells() ?? [];
}
