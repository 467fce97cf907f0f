/**
 * A list picker as plain lines: the rows have numbers; a number chooses, other text filters.
 *
 * @module
 */

import type { Line } from "../../core/frame/mod.ts";
import { oneLine } from "./cells.ts";
import type { PickerItem } from "./picker_choices.ts";
import { plainLines } from "./plain_text.ts";

/** Rows that are listed; more are found by a filter. */
const LISTED = 20;

/** The question with its numbered rows. */
export function plainList(
  { head, prompt }: { readonly head: readonly Line[]; readonly prompt: string },
  rows: readonly PickerItem[],
  filter: string,
): string {
  const listed = rows.slice(0, LISTED).map(({ label, detail = "" }, index) =>
    `  ${index + 1}  ${oneLine(label)}${detail === "" ? "" : `  ${oneLine(detail)}`}\n`
  );
  const more = rows.length - listed.length;
  if (more > 0) listed.push(`  … and ${more} more\n`);
  if (rows.length === 0) listed.push(`  Nothing found: ${filter}\n`);
  return `${plainLines(head)}${listed.join("")}Number to choose, text to filter\n${prompt}`;
}

/** The row a line chooses, if it is the number of one that is listed. */
export function plainChoice(rows: readonly PickerItem[], line: string): PickerItem | undefined {
  const number = /^\s*(\d+)\s*$/.exec(line)?.[1];
  return number === undefined ? undefined : rows.slice(0, LISTED)[Number(number) - 1];
}
