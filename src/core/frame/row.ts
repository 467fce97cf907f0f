/**
 * One row as it goes to the terminal.
 *
 * Owns the bytes of a row and the question how much of it the screen already shows. It must never
 * emit anything but glyphs and SGR.
 */
import { isPlainAscii } from "./graphemes.ts";
import { type Grid, type LineLayout, rowStart, walkRow } from "./line_layout.ts";
import type { Line } from "./types.ts";

/** A row, drawn or to be drawn. */
export interface Row {
  /** The bytes that draw it from its first cell, leaving default colours behind. */
  readonly output: string;
  /** Cells it takes. */
  readonly width: number;
  /**
   * True if a terminal may count its cells differently than we do: it holds a cluster of several
   * code units, such as an emoji sequence. What comes after such a cluster has no certain column.
   */
  readonly uncertain: boolean;
  /** Its cells, worked out when asked for. */
  readonly cells: () => readonly Cell[];
}

/** A cluster on the screen. */
export interface Cell {
  /** What is written for it. */
  readonly text: string;
  /** Cells it takes. */
  readonly cells: number;
  /** SGR parameters, or empty. */
  readonly style: string;
}

/** A row without anything. */
export const EMPTY_ROW: Row = { output: "", width: 0, uncertain: false, cells: () => [] };

/** Draws one row of a line. */
export function drawRow(line: Line, layout: LineLayout, row: number, grid: Grid): Row {
  const start = rowStart(layout, row);
  const end = rowStart(layout, row + 1);
  if (start >= end) return EMPTY_ROW;
  const cells = () => readCells(line, layout, row, grid);
  if (layout.starts === null || isPlainAscii(layout.text.slice(start, end))) {
    return { output: sliceOutput(line, start, end), width: end - start, uncertain: false, cells };
  }
  const list = cells();
  return {
    output: cellsOutput(list),
    width: list.reduce((sum, cell) => sum + cell.cells, 0),
    uncertain: !list.every(isCertain),
    cells,
  };
}

/** How many leading cells two rows share, as far as their columns are certain. */
export function commonCells(a: Row, b: Row): { count: number; width: number } {
  const [left, right] = [a.cells(), b.cells()];
  let [count, width] = [0, 0];
  for (; count < left.length && count < right.length; count++) {
    const [l, r] = [left[count] as Cell, right[count] as Cell];
    if (l.text !== r.text || l.style !== r.style || !isCertain(l)) break;
    width += l.cells;
  }
  return { count, width };
}

/** The bytes of some cells, from default colours to default colours. */
export function cellsOutput(cells: readonly Cell[]): string {
  let output = "";
  let text = "";
  let style = "";
  for (const cell of cells) {
    if (cell.style !== style) {
      output += styled(text, style);
      text = "";
      style = cell.style;
    }
    text += cell.text;
  }
  return output + styled(text, style);
}

function readCells(line: Line, layout: LineLayout, row: number, grid: Grid): Cell[] {
  const cells: Cell[] = [];
  let span = 0;
  let spanEnd = line[0]?.text.length ?? 0;
  walkRow(layout, row, grid, ({ start, glyph }) => {
    while (start >= spanEnd && span + 1 < line.length) {
      span++;
      spanEnd += (line[span] as Line[number]).text.length;
    }
    cells.push({ ...glyph, style: line[span]?.style ?? "" });
    return true;
  });
  return cells;
}

function sliceOutput(line: Line, start: number, end: number): string {
  let output = "";
  let at = 0;
  for (const span of line) {
    const { text, style = "" } = span;
    if (at >= end) break;
    if (at + text.length > start) {
      output += styled(text.slice(Math.max(0, start - at), end - at), style);
    }
    at += text.length;
  }
  return output;
}

function styled(text: string, style: string): string {
  return style === "" || text === "" ? text : `\x1b[${style}m${text}\x1b[m`;
}

/** One code unit, or what a tab or a control character is replaced by. */
function isCertain(cell: Cell): boolean {
  return cell.text.length === 1 || isPlainAscii(cell.text);
}
