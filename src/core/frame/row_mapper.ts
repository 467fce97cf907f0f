/**
 * Up and down by screen rows, for an editor that does not know about rows.
 *
 * Owns the map from a caret to the caret one row further, in the layout the painter uses. It must
 * never leave the text: at the edge it says null, and the editor decides what that means.
 */
import {
  type Grid,
  layoutLine,
  type LineLayout,
  locate,
  rowStart,
  walkRow,
  WHOLE,
} from "./line_layout.ts";
import type { Measure, Wrap } from "./types.ts";

/** What decides where the rows of an edited text break. */
export interface RowMapperOptions {
  /** Cells in a row. */
  readonly columns: number;
  /** The width function the painter uses. */
  readonly measure: Measure;
  /** As in the painter. Default `"cell"`. */
  readonly wrap?: Wrap;
  /** Cells before the first line of the text, such as those of a prompt. Default 0. */
  readonly prefix?: number;
  /** Cells before each further line. Default 0. */
  readonly continuation?: number;
}

/** Caret movement by rows. Offsets are UTF-16 code units into the whole text; lines end in LF. */
export interface RowMapper {
  /**
   * The offset one row above `caret`, or null when `caret` is in the first row. The column aimed at
   * is that of `from`, where a run of such moves began; by default that of `caret` itself.
   */
  readonly rowUp: (text: string, caret: number, from?: number) => number | null;
  /** The offset one row below `caret`, or null when `caret` is in the last row. See `rowUp`. */
  readonly rowDown: (text: string, caret: number, from?: number) => number | null;
}

/** Makes the map for one screen width and one prompt. */
export function rowMapper(options: RowMapperOptions): RowMapper {
  const grid: Grid = {
    columns: Math.max(1, Math.trunc(options.columns)),
    measure: options.measure,
    wrap: options.wrap ?? "cell",
  };
  // The layout of the last long line, so that Up after Up in a megabyte does not begin anew each
  // time. It changes no answer.
  let long: LineLayout | null = null;

  function lineAt(text: string, at: number, whole: boolean): MappedLine {
    const start = at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
    const newline = text.indexOf("\n", at);
    const end = newline === -1 ? text.length : newline;
    const cells = (start === 0 ? options.prefix : options.continuation) ?? 0;
    const prefix = Math.max(0, Math.trunc(cells));
    // Two rows more than the one asked about: the row below, and one to tell that it is complete.
    const extent = whole ? WHOLE : { offset: prefix + at - start, rows: 2 };
    const content = " ".repeat(prefix) + text.slice(start, end);
    const layout = layoutLine(content, grid, extent, content.length < LONG ? null : long);
    if (content.length >= LONG) long = layout;
    return { start, end, prefix, layout };
  }

  function place(text: string, caret: number): Place {
    const at = Math.min(Math.max(0, caret), text.length);
    const line = lineAt(text, at, false);
    return { line, ...cursorAt(line, line.prefix + at - line.start, grid) };
  }

  return {
    rowUp(text, caret, from = caret) {
      const goal = from === caret ? null : place(text, from).column;
      const { line, row, column } = place(text, caret);
      const aim = goal ?? column;
      if (row > firstRow(line, grid)) return offsetIn(line, row - 1, aim, grid);
      if (line.start === 0) return null;
      const above = lineAt(text, line.start - 1, true);
      return offsetIn(above, Math.max(firstRow(above, grid), above.layout.rows - 1), aim, grid);
    },
    rowDown(text, caret, from = caret) {
      const goal = from === caret ? null : place(text, from).column;
      const { line, row, column } = place(text, caret);
      const aim = goal ?? column;
      if (row + 1 < line.layout.rows) return offsetIn(line, row + 1, aim, grid);
      if (line.end === text.length) return null;
      const below = lineAt(text, line.end + 1, false);
      return offsetIn(below, firstRow(below, grid), aim, grid);
    },
  };
}

/** Code units from which a line's layout is worth keeping. */
const LONG = 4096;

/** One line of the text, laid out with blanks in place of its prefix. */
interface MappedLine {
  readonly start: number;
  readonly end: number;
  readonly prefix: number;
  readonly layout: LineLayout;
}

/** Where a caret is on the screen. */
interface Place {
  readonly line: MappedLine;
  readonly row: number;
  readonly column: number;
}

/** The first row of a line that holds text: a prompt may fill rows of its own. */
function firstRow(line: MappedLine, grid: Grid): number {
  return cursorAt(line, line.prefix, grid).row;
}

/** Where the cursor is shown: at the end of a full row, at the start of a row of its own. */
function cursorAt(line: MappedLine, offset: number, grid: Grid): { row: number; column: number } {
  const found = locate(line.layout, offset, grid);
  return found.column < grid.columns ? found : { row: found.row + 1, column: 0 };
}

/** The offset in `row` of `line` whose cell is at `goal`, or the nearest one before it. */
function offsetIn(line: MappedLine, row: number, goal: number, grid: Grid): number {
  const { layout, prefix, start } = line;
  const stop = rowStart(layout, row + 1);
  const isLast = row + 1 >= layout.rows;
  let offset = rowStart(layout, row);
  walkRow(layout, row, grid, ({ start: cell, end, column, glyph }) => {
    offset = cell;
    if (column + glyph.cells > goal) return false;
    // Past the last cell of a row stands the caret only if the line ends there: otherwise that
    // offset is shown in the next row.
    if (end === stop && isLast) offset = end;
    return true;
  });
  return start + Math.max(0, offset - prefix);
}
