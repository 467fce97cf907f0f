/**
 * Tables, drawn while they grow. Until one is as long as the screen all its rows stay open and the
 * columns follow the text; then the widths are kept, and each row that is complete is final, so that
 * the cost of a row does not depend on how many came before. Cells wrap; nothing is cut off.
 */
import type { Align } from "./block_starts.ts";
import { splitCells } from "./block_starts.ts";
import { type Context, MIN_TEXT } from "./context.ts";
import { parseInline } from "./inline.ts";
import { EMPTY_ROW, joinRows, type Row, rowOf } from "./rows.ts";
import { type Run, runsOf } from "./runs.ts";
import { Wrapper } from "./wrap.ts";

interface Cell {
  readonly runs: readonly Run[];
  /** Cells of its text in one row. */
  readonly natural: number;
}

interface TableRow {
  readonly cells: readonly Cell[];
  /** How it was drawn last: it is drawn again for each token until the table is complete. */
  drawn: { readonly widths: string; readonly rows: readonly Row[] } | null;
}

export interface Table {
  readonly kind: "table";
  readonly aligns: readonly Align[];
  readonly header: TableRow;
  /** Rows that are not final. */
  readonly rows: readonly TableRow[];
  /** Widths that are kept; null while they follow the text. */
  readonly widths: readonly number[] | null;
}

export function openTable(header: string, aligns: readonly Align[], context: Context): Table {
  return {
    kind: "table",
    aligns,
    header: readRow(header, aligns.length, context, context.look.theme.tableHeader, false),
    rows: [],
    widths: null,
  };
}

/** Adds a row; `goesOn` if its last cell is not complete. Gives back the rows that are final. */
export function addRow(
  table: Table,
  line: string,
  context: Context,
  width: number,
  goesOn: boolean,
): { readonly leaf: Table; readonly rows: readonly Row[] } {
  const row = readRow(line, table.aligns.length, context, "", goesOn);
  const grown = { ...table, rows: [...table.rows, row] };
  if (goesOn) return { leaf: grown, rows: [] };
  if (table.widths !== null) {
    const rows = bodyRows([row], kept(table.widths, width), table.aligns, context, width);
    return { leaf: { ...table, rows: [] }, rows };
  }
  if (grown.rows.length * 2 < context.height && !mayBeTall(grown, context, width)) {
    return { leaf: grown, rows: [] };
  }
  const rows = drawn(grown, context, width);
  return rows.length < context.height
    ? { leaf: grown, rows: [] }
    : { leaf: keepWidths(grown, context, width), rows };
}

/** The rows that are not final yet, as they are now. */
export function tableRows(table: Table, context: Context, width: number): Row[] {
  if (table.widths === null) return drawn(table, context, width);
  return bodyRows(table.rows, kept(table.widths, width), table.aligns, context, width);
}

/** The line under a finished table. */
export function tableEnd(table: Table, context: Context, width: number): Row[] {
  const widths = table.widths === null ? fit(table, context, width) : kept(table.widths, width);
  return context.table.border === "box" && widths.length > 0
    ? [border(widths, "└", "┴", "┘", context)]
    : [];
}

/** The table with all rows final. */
export function keepWidths(table: Table, context: Context, width: number): Table {
  return { ...table, rows: [], widths: table.widths ?? fit(table, context, width) };
}

function readRow(
  line: string,
  columns: number,
  context: Context,
  style: string,
  goesOn: boolean,
): TableRow {
  const all = splitCells(line);
  // GFM drops what is beyond the header's columns; here it is shown in the last one.
  const texts = [
    ...all.slice(0, columns - 1),
    ...(all.length < columns ? [] : [all.slice(columns - 1).join(" | ")]),
  ];
  const cells = texts.map((text, index): Cell => {
    const open = goesOn && index === texts.length - 1;
    const { nodes } = parseInline(text, { definition: context.definition, goesOn: open });
    const { runs } = runsOf(nodes, context.look, style, "");
    const wrapper = new Wrapper(Number.MAX_SAFE_INTEGER, context.measure);
    wrapper.feed(runs);
    return { runs, natural: Math.max(0, ...wrapper.finish().map(({ cells }) => cells)) };
  });
  return { cells, drawn: null };
}

/** Whether a cell is so long that the row takes more rows of the screen than one or two. */
function mayBeTall(table: Table, context: Context, width: number): boolean {
  const share = Math.max(1, Math.floor(width / table.aligns.length) - 3);
  const rows = [table.header, ...table.rows].reduce((sum, row) => {
    return sum + Math.max(1, ...row.cells.map(({ natural }) => Math.ceil((2 * natural) / share)));
  }, 3);
  return rows >= context.height;
}

/** Width of each column; none if the table is too wide to be drawn as one. */
function fit(table: Table, { table: style }: Context, width: number): number[] {
  const columns = table.aligns.length;
  const room = roomFor(columns, width);
  const most = style.maxColumnWidth > 0 ? style.maxColumnWidth : room;
  const wanted = table.aligns.map((_, index) => {
    const cells = [table.header, ...table.rows].map((row) => row.cells[index]?.natural ?? 0);
    return Math.min(most, Math.max(1, ...cells));
  });
  // Too narrow for words, a column says less than the same cells one under the other.
  const least = Math.min(4, Math.max(...wanted));
  if (room < columns * Math.min(least, 2)) return [];
  return shrink(wanted, room);
}

/** Widths that were kept, on a terminal that may be narrower by now. */
function kept(widths: readonly number[], width: number): readonly number[] {
  const room = roomFor(widths.length, width);
  const sum = widths.reduce((sum, cells) => sum + cells, 0);
  return sum <= room ? widths : room < widths.length ? [] : shrink(widths, room);
}

/** Cells for text in so many columns. */
function roomFor(columns: number, width: number): number {
  return width - (3 * columns + 1);
}

/** The widest columns give way first, down to the same width. */
function shrink(wanted: readonly number[], room: number): number[] {
  let left = room;
  const widths = wanted.map(() => 0);
  const order = wanted.map((_, index) => index).sort((a, b) => {
    return (wanted[a] ?? 0) - (wanted[b] ?? 0);
  });
  order.forEach((column, index) => {
    const share = Math.floor(left / (order.length - index));
    const width = Math.max(1, Math.min(wanted[column] ?? 1, share));
    widths[column] = width;
    left -= width;
  });
  return widths;
}

function drawn(table: Table, context: Context, width: number): Row[] {
  const widths = fit(table, context, width);
  const { aligns } = table;
  if (widths.length === 0) {
    return [table.header, ...table.rows].flatMap((row) => listed(row, context, width));
  }
  const body = bodyRows(table.rows, widths, aligns, context, width);
  const header = cellRows(table.header, widths, aligns, context);
  return context.table.border === "box"
    ? [
      border(widths, "┌", "┬", "┐", context),
      ...header,
      border(widths, "├", "┼", "┤", context),
      ...body,
    ]
    : [...header, delimiterRow(widths, aligns, context), ...body];
}

function bodyRows(
  rows: readonly TableRow[],
  widths: readonly number[],
  aligns: readonly Align[],
  context: Context,
  width: number,
): Row[] {
  if (widths.length === 0) return rows.flatMap((row) => listed(row, context, width));
  return rows.flatMap((row) => cellRows(row, widths, aligns, context));
}

function cellRows(
  row: TableRow,
  widths: readonly number[],
  aligns: readonly Align[],
  context: Context,
): readonly Row[] {
  const key = widths.join();
  if (row.drawn?.widths === key) return row.drawn.rows;
  const cells = widths.map((width, column) => {
    const wrapper = new Wrapper(width, context.measure);
    wrapper.feed(row.cells[column]?.runs ?? []);
    return wrapper.finish();
  });
  const height = Math.max(1, ...cells.map((lines) => lines.length));
  const rows = Array.from({ length: height }, (_, line) => {
    const edge = edgeOf(line > 0, context);
    const parts = widths.flatMap((width, column) => [
      edge,
      padded(cells[column]?.[line] ?? EMPTY_ROW, width, aligns[column] ?? "none"),
    ]);
    return joinRows([...parts, edge]);
  });
  row.drawn = { widths: key, rows };
  return rows;
}

function padded(row: Row, width: number, align: Align): Row {
  const free = Math.max(0, width - row.cells);
  const left = align === "right" ? free : align === "center" ? Math.floor(free / 2) : 0;
  const blanks = (count: number): Row => rowOf(" ".repeat(count), "");
  return joinRows([blanks(1 + left), row, blanks(free - left + 1)]);
}

function edgeOf(continues: boolean, context: Context): Row {
  const marked = continues && context.table.continuationEdge;
  const bar = context.table.border === "box" ? (marked ? "┆" : "│") : marked ? ":" : "|";
  return rowOf(bar, ruleStyle(context));
}

function border(
  widths: readonly number[],
  left: string,
  middle: string,
  right: string,
  context: Context,
): Row {
  const text = left + widths.map((width) => "─".repeat(width + 2)).join(middle) + right;
  return rowOf(text, ruleStyle(context));
}

function delimiterRow(
  widths: readonly number[],
  aligns: readonly Align[],
  context: Context,
): Row {
  const cells = widths.map((width, column) => {
    const align = aligns[column] ?? "none";
    const left = align === "left" || align === "center" ? ":" : "-";
    const right = align === "right" || align === "center" ? ":" : "-";
    return left + "-".repeat(width) + right;
  });
  return rowOf(`|${cells.join("|")}|`, ruleStyle(context));
}

function ruleStyle({ look }: Context): string {
  return look.color ? look.theme.rule : "";
}

/** A row of a table that has no room for its columns: its cells as text. */
function listed(row: TableRow, context: Context, width: number): Row[] {
  const wrapper = new Wrapper(Math.max(MIN_TEXT, width), context.measure);
  row.cells.forEach(({ runs }, index) => {
    if (index > 0) wrapper.feed([{ text: " | ", style: ruleStyle(context) }]);
    wrapper.feed(runs);
  });
  return wrapper.finish();
}
