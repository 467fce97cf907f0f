/**
 * How a picker looks: the question with the filter, the rows in sight, a line of help.
 *
 * Owns how many rows there are room for. Each item takes one row, cut to the width by cells.
 *
 * @module
 */

import type { Line, View } from "../../core/frame/mod.ts";
import { cutLine, endCell, oneLine } from "./cells.ts";
import type { PickerItem } from "./picker_choices.ts";
import type { WidgetContext } from "./widget.ts";

/** What is to be drawn. */
export interface Picture {
  readonly head: readonly Line[];
  readonly prompt: string;
  /** The filter. */
  readonly text: string;
  readonly caret: number;
  /** The rows that match. */
  readonly rows: readonly PickerItem[];
  /** Index of the selected one; -1 if there is none. */
  readonly selected: number;
  /** Rows scrolled out at the top, if the screen is still what it was. */
  readonly top: number;
}

const DIM = "2";
const BOLD = "1";
/** On a lower screen the list has the row of the help. */
const ROWS_WITH_HELP = 6;

/** Draws it. */
export function pickerView(picture: Picture, context: WidgetContext): View {
  const { head, prompt, text, caret, rows, selected } = picture;
  const height = listHeight(picture, text, context);
  const top = scrolled(picture.top, selected, rows.length, height);
  const shown = rows.slice(top, top + height).map((item, index) =>
    row(item, top + index === selected, context)
  );
  if (selected < 0) shown.push(cutLine([{ text: "  Nothing found", style: DIM }], context));
  return {
    lines: [...head, [{ text: prompt }, { text }], ...shown, ...help(picture, context)],
    caret: { line: head.length, offset: prompt.length + caret },
  };
}

/** How many rows of the list fit below the question, at least 1. */
export function listHeight(
  { head, prompt }: Pick<Picture, "head" | "prompt">,
  filter: string,
  context: WidgetContext,
): number {
  const rowsOf = (text: string): number =>
    Math.floor(endCell(text, context) / Math.max(1, context.columns)) + 1;
  const above = head.reduce((sum, line) => sum + rowsOf(line.map(({ text }) => text).join("")), 0);
  const taken = above + rowsOf(prompt + filter) + (context.rows >= ROWS_WITH_HELP ? 1 : 0);
  // The row above may be somebody's unfinished line, which has to stay.
  return Math.max(1, context.rows - 1 - taken);
}

/** The rows scrolled out, changed as little as brings the selected one into sight. */
export function scrolled(top: number, selected: number, count: number, height: number): number {
  const shown = Math.max(Math.min(top, Math.max(selected, 0)), selected - height + 1);
  return Math.max(0, Math.min(shown, count - height));
}

function row(item: PickerItem, selected: boolean, context: WidgetContext): Line {
  const label = oneLine(item.label);
  const detail = oneLine(item.detail ?? "");
  return cutLine([
    selected ? { text: `> ${label}`, style: BOLD } : { text: `  ${label}` },
    ...(detail === "" ? [] : [{ text: `  ${detail}`, style: DIM }]),
  ], context);
}

function help({ rows, selected }: Picture, context: WidgetContext): Line[] {
  if (context.rows < ROWS_WITH_HELP) return [];
  const place = selected < 0 ? "" : `${selected + 1}/${rows.length} · `;
  const text = `${place}Type to filter · Enter to choose · Esc to cancel`;
  return [cutLine([{ text, style: DIM }], context)];
}
