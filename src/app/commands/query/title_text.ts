/**
 * What of a text is a title.
 *
 * @module
 */

import { oneLine } from "../one_line.ts";

/** What a model said as a title: its first line, without what models put around it; null: nothing. */
export function titleOf(text: string): string | null {
  const [line = ""] = text.trim().split("\n", 1);
  const bare = oneLine(line).replace(/^(?:#+\s+|title:\s*)/i, "")
    .replace(/^["'“”„«*_`]+|["'“”»*_`.]+$/gu, "").trim();
  return bare === "" ? null : bare;
}

/** The heading a request begins with, or null. */
export function headingOf(text: string): string | null {
  const [, heading = ""] = /^\s*#{1,6}[ \t]+([^\n]+)/.exec(text) ?? [];
  const title = oneLine(heading.replace(/[ \t]+#+[ \t]*$/, ""));
  return title === "" ? null : title;
}
