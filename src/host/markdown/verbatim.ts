/**
 * Text that is shown as it is, line by line: fenced and indented code, HTML. A finished line is
 * final; a line longer than a row is broken where the row is full, so that nothing of it is lost.
 */
import { CellFiller, expandTabs, withoutSgr } from "./cells.ts";
import type { Context } from "./context.ts";
import { type Highlighter, highlighterFor, type HighlightState } from "./highlight.ts";
import { EMPTY_ROW, joinRows, type Row, rowOf } from "./rows.ts";

/** What ends it. */
export type Until =
  | { readonly kind: "fence"; readonly marks: string; readonly indent: number }
  | { readonly kind: "indent" }
  | { readonly kind: "html"; readonly end: RegExp | "blank" };

export interface Verbatim {
  readonly kind: "verbatim";
  readonly until: Until;
  readonly highlighter: Highlighter | null;
  readonly state: HighlightState;
  /** Number of the line that comes next, from 1. */
  readonly line: number;
  /** The last row of a line that goes on, and the cells of the line before that row. */
  readonly unfinished: { readonly row: Row; readonly before: number } | null;
  /** Blank lines of indented code, which count only if more code follows. */
  readonly blanks: readonly string[];
}

export function openVerbatim(until: Until, language = ""): Verbatim {
  const highlighter = highlighterFor(language);
  return {
    kind: "verbatim",
    until,
    highlighter,
    state: null,
    line: 1,
    unfinished: null,
    blanks: [],
  };
}

/** Adds a line, or a part of one (`ends` false). Gives back the rows that are final. */
export function addVerbatim(
  leaf: Verbatim,
  text: string,
  ends: boolean,
  context: Context,
  width: number,
): { readonly leaf: Verbatim; readonly rows: readonly Row[] } {
  const gutter = gutterOf(leaf, context);
  const begins = (leaf.unfinished?.before ?? 0) === 0;
  const filler = new CellFiller(
    width - gutter.cells,
    context.measure,
    leaf.unfinished ?? undefined,
  );
  const column = filler.before + filler.rest.cells;
  const plain = expandTabs(withoutSgr(text), context.measure, column);
  const state = paint(leaf, plain, context, filler);
  const last = filler.rest.cells > 0 || filler.before === 0 ? [filler.rest] : [];
  const rows = ends ? [...filler.rows, ...last] : filler.rows;
  return {
    leaf: {
      ...leaf,
      state,
      line: ends ? leaf.line + 1 : leaf.line,
      unfinished: ends ? null : { row: filler.rest, before: filler.before },
    },
    rows: rows.map((row, index) => withGutter(row, gutter, index === 0 && begins)),
  };
}

/** The row of a line that goes on. */
export function unfinishedRows(leaf: Verbatim, context: Context): Row[] {
  if (leaf.unfinished === null) return [];
  const { row, before } = leaf.unfinished;
  if (row.cells === 0 && before > 0) return [];
  return [withGutter(row, gutterOf(leaf, context), before === 0)];
}

/** The line that opens or closes a fence. */
export function fenceRow(text: string, context: Context, width: number): Row[] {
  const filler = new CellFiller(width, context.measure);
  filler.fill(withoutSgr(text), context.look.color ? context.look.theme.rule : "");
  return [...filler.rows, filler.rest];
}

function paint(
  leaf: Verbatim,
  text: string,
  { look, code }: Context,
  filler: CellFiller,
): HighlightState {
  if (!look.color) {
    filler.fill(text, "");
    return null;
  }
  if (leaf.until.kind === "html") {
    filler.fill(text, look.theme.html);
    return null;
  }
  if (leaf.highlighter === null || !code.color) {
    filler.fill(text, "");
    return null;
  }
  const { tokens, state } = leaf.highlighter.line(text, leaf.state);
  for (const token of tokens) filler.fill(token.text, look.theme.syntax[token.role]);
  return state;
}

function gutterOf(leaf: Verbatim, { look, code }: Context): Row {
  if (leaf.until.kind === "html") return EMPTY_ROW;
  if (!code.lineNumbers) return leaf.until.kind === "indent" ? rowOf("    ", "") : EMPTY_ROW;
  return rowOf(`${String(leaf.line).padStart(4)}  `, look.color ? look.theme.rule : "");
}

function withGutter(row: Row, gutter: Row, first: boolean): Row {
  // A blank line of code has nothing beside it but its number.
  if (gutter.cells === 0 || (row.cells === 0 && isBlank(gutter))) return row;
  return joinRows([first ? gutter : rowOf(" ".repeat(gutter.cells), ""), row]);
}

function isBlank(row: Row): boolean {
  return row.spans.every(({ text }) => text.trim() === "");
}
