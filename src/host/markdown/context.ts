/**
 * What rendering depends on besides the text: the terminal's size and abilities, and the settings
 * `style.markdown.*` and `style.code.*` (reference-facts 2.3). Owns the limits that follow from the
 * size.
 */
import type { Measure } from "../../core/frame/mod.ts";
import type { ParagraphMemo } from "./paragraph.ts";
import type { Look } from "./runs.ts";

/** How tables are drawn. */
export interface TableStyle {
  /** Lines of box drawing, or the bars of markdown. */
  readonly border: "box" | "pipe";
  /** No column gets wider, in cells; 0 for no limit. `style.markdown.table_max_column_width`. */
  readonly maxColumnWidth: number;
  /** Mark rows that go on from the one above. `style.markdown.table_continuation_edge`. */
  readonly continuationEdge: boolean;
}

/** How code is shown. */
export interface CodeStyle {
  /** Whether it is highlighted, where there is colour at all. `style.code.color`. */
  readonly color: boolean;
  /** `style.code.line_numbers`. */
  readonly lineNumbers: boolean;
}

export interface Context {
  readonly look: Look;
  readonly measure: Measure;
  /** Cells in a row of the terminal. */
  readonly columns: number;
  /** Cells in a row of running text. */
  readonly textWidth: number;
  /** Rows that can be written again: those of the screen without the one at its edge. */
  readonly height: number;
  readonly table: TableStyle;
  readonly code: CodeStyle;
  readonly definition: (label: string) => string | undefined;
  /** What was found out about the text that is still growing. */
  readonly memo: ParagraphMemo;
}

/** Text keeps at least so many cells, however deep it is nested. */
export const MIN_TEXT = 10;
/** A longer row of a table is shown as it was written. In units of `weight`. */
export const MAX_TABLE_LINE = 4096;

/**
 * How much text may be undecided, in units of `weight`: what fits on the screen with room for rows
 * that words leave unfilled, so that it can be written again when it is decided.
 */
export function undecidedLimit({ textWidth, height }: Context): number {
  return Math.max(64, Math.min(1200, Math.floor(textWidth * height * 0.4)));
}

/** An upper bound for the cells of a text: what is not ASCII may be wide. */
export function weight(text: string): number {
  return /^[\0-\x7f]*$/.test(text) ? text.length : text.length + countWide(text);
}

function countWide(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) count++;
  return count;
}
