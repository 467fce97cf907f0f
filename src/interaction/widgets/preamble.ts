/**
 * What a question is about, in a window of its own where the screen is too low for all of it: a diff
 * has to be seen before it is approved. Pure; which lines are in sight is the widget's state.
 *
 * @module
 */

import type { Line } from "../../core/frame/mod.ts";
import { describeKey, type Key } from "../../core/keys/mod.ts";
import { cutLine, endCell, type Grid } from "./cells.ts";

/** The lines in sight. */
export interface Window {
  /** What is drawn: the lines, and which ones they are if there are others. */
  readonly lines: readonly Line[];
  /** Index of the first line in sight, as far down as makes sense. */
  readonly top: number;
}

/** The lines from `top` on, in at most `rows` rows (but for one line that is longer than that). */
export function windowOn(all: readonly Line[], top: number, rows: number, grid: Grid): Window {
  if (countFrom(all, 0, rows, grid) >= all.length) return { lines: all, top: 0 };
  const room = Math.max(1, rows - 1);
  const first = Math.max(0, Math.min(top, lastTop(all, room, grid)));
  const count = countFrom(all, first, room, grid);
  const place = `  lines ${first + 1}–${first + count} of ${all.length} · Up, Down, PgUp, PgDn`;
  return {
    lines: [
      ...all.slice(first, first + count),
      cutLine([{ text: place, style: "2" }], grid),
    ],
    top: first,
  };
}

/** Where the window begins after a key; null for a key that does not move it. */
export function scrolledBy(
  key: Key,
  all: readonly Line[],
  top: number,
  rows: number,
  grid: Grid,
): number | null {
  const { top: now } = windowOn(all, top, rows, grid);
  const to = (wanted: number): number => windowOn(all, wanted, rows, grid).top;
  const page = Math.max(1, countFrom(all, now, Math.max(1, rows - 1), grid) - 1);
  switch (describeKey(key)) {
    case "Up":
      return to(now - 1);
    case "Down":
      return to(now + 1);
    case "PageUp":
      return to(now - page);
    case "PageDown":
      return to(now + page);
    case "Home":
      return to(0);
    case "End":
      return to(all.length);
    default:
      return null;
  }
}

/** Rows that a text takes; one too many where it ends at the edge. */
export function rowsOf(text: string, grid: Grid): number {
  return Math.floor(endCell(text, grid) / Math.max(1, grid.columns)) + 1;
}

// Only as many lines are looked at as there is room for, however many there are.
function countFrom(all: readonly Line[], first: number, rows: number, grid: Grid): number {
  let taken = 0;
  let at = first;
  for (; at < all.length; at++) {
    taken += rowsOf(textOf(all[at] as Line), grid);
    if (taken > rows) break;
  }
  return Math.max(1, at - first);
}

function lastTop(all: readonly Line[], rows: number, grid: Grid): number {
  let taken = 0;
  let at = all.length;
  while (at > 0) {
    taken += rowsOf(textOf(all[at - 1] as Line), grid);
    if (taken > rows) break;
    at--;
  }
  return Math.min(at, all.length - 1);
}

function textOf(line: Line): string {
  return line.map(({ text }) => text).join("");
}
