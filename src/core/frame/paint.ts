/**
 * The painter: `(frame, view, options) -> { frame, output }`.
 *
 * Owns the difference between what is on the screen and what is to be there. Unchanged rows cost
 * nothing, a changed row is rewritten from its first changed cell. It must never write outside the
 * frame's rows, scroll for any reason but a row that has no place, or leave the cursor in the
 * pending-wrap state (PR-027).
 */
import type { Frame, Screen } from "./frame.ts";
import { Pen } from "./pen.ts";
import { clearResized, startRow } from "./erase.ts";
import { atLeastOne, type Painted, type PaintOptions, synchronize } from "./options.ts";
import type { Reflow } from "./reflow.ts";
import { type Cell, cellsOutput, commonCells, drawRow, EMPTY_ROW, type Row } from "./row.ts";
import type { Line, Size, View } from "./types.ts";
import type { LineLayout } from "./line_layout.ts";
import { layoutView, type RowPlace, type ViewLayout, windowOf } from "./view_layout.ts";

/** Brings the screen from `frame` to `view`. */
export function paint(frame: Frame, view: View, options: PaintOptions): Painted {
  const size = atLeastOne(options.size);
  const grid = {
    columns: size.columns,
    wrap: options.wrap ?? "cell",
    measure: options.measure,
  };
  // The row above, if it is somebody's unfinished line, has to stay on the screen to be returned to.
  const room = Math.max(1, size.rows - (frame.startColumn > 0 ? 1 : 0));
  const height = Math.max(1, Math.min(room, options.maxRows ?? room));

  const before = frame.screen;
  const layout = layoutView(view, grid, height, before?.layout ?? null);
  const { top, rows: places } = windowOf(layout, height, before?.top ?? 0);
  const rows = places.map((place) => drawPlace(view, layout, place));
  const cursor = { row: layout.caret.row - top, column: layout.caret.column };

  const { pen, shown } = begin(frame, size, options.reflow ?? "unknown");
  rows.forEach((row, i) => paintRow(pen, i, shown[i], row, size.columns));
  for (let i = rows.length; i < shown.length; i++) {
    if ((shown[i] as Row).width === 0) continue;
    pen.moveTo(i, 0);
    pen.eraseRow();
  }
  pen.moveTo(cursor.row, cursor.column);

  const screen: Screen = { size, rows, cursor, top, layout };
  return {
    frame: { startColumn: frame.startColumn, screen },
    output: synchronize(pen.output, options.synchronized ?? false),
  };
}

/** The pen where the frame's rows can be painted, and what those rows show. */
function begin(frame: Frame, size: Size, reflow: Reflow): { pen: Pen; shown: readonly Row[] } {
  const before = frame.screen;
  if (before === null) {
    const pen = new Pen({ row: 0, column: 0 }, 1);
    pen.write(startRow(frame), 0);
    return { pen, shown: [] };
  }
  if (before.size.columns === size.columns && before.size.rows <= size.rows) {
    return { pen: new Pen(before.cursor, before.rows.length), shown: before.rows };
  }
  const pen = new Pen({ row: 0, column: 0 }, 1);
  pen.write(clearResized(before, size, reflow), 0);
  return { pen, shown: [] };
}

function paintRow(pen: Pen, at: number, old: Row | undefined, row: Row, columns: number): void {
  if (old === undefined) {
    pen.moveTo(at, 0);
    // What is below the cursor is blank as a rule, but nobody has promised it.
    pen.eraseRow();
    pen.write(row.output, columnAfter(row, columns));
    return;
  }
  if (old.output === row.output) return;
  const same = commonCells(old, row);
  const rest: readonly Cell[] = row.cells().slice(same.count);
  pen.moveTo(at, same.width);
  // Erasing first is right whatever the terminal thinks of the widths; erasing afterwards writes
  // less, but in a full row it would take the last glyph, and after an uncertain one a wrong cell.
  const certain = !old.uncertain && !row.uncertain;
  if (!certain) pen.eraseRow();
  if (rest.length > 0) pen.write(cellsOutput(rest), columnAfter(row, columns));
  if (certain && row.width < old.width) pen.eraseRow();
}

function columnAfter(row: Row, columns: number): number | null {
  return row.uncertain || row.width >= columns ? null : row.width;
}

function drawPlace(view: View, layout: ViewLayout, place: RowPlace): Row {
  const line: Line = view.lines[place.line] ?? [];
  const lines: LineLayout = layout.layouts[place.line] as LineLayout;
  return place.row >= lines.rows ? EMPTY_ROW : drawRow(line, lines, place.row, layout.grid);
}
