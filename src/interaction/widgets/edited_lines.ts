/**
 * The lines of a text that can be in sight.
 *
 * Owns the cut: a text may have half a million lines and a key has 5 ms, so a view is given those
 * around the caret. What is given depends on the text and the caret alone, and its start moves in
 * large steps, so that the painter finds again what it has drawn.
 *
 * @module
 */

import type { Caret, Line, Span } from "../../core/frame/mod.ts";
import type { TextRange } from "../../core/line_editor/mod.ts";

/** Part of a text, in lines. */
export interface EditedLines {
  readonly lines: readonly Line[];
  /** In `lines`. */
  readonly caret: Caret;
  /** Whether the text's first line is among them. */
  readonly hasFirst: boolean;
  /** Whether its last one is. */
  readonly hasLast: boolean;
}

/** Code units between two places where a cut may be. */
const STEP = 4096;
/** SGR inverse. */
const SELECTED = "7";

/**
 * Splits a text, except for what is more than a screen of `rows` rows away from the caret.
 * `selected` is drawn inverse.
 */
export function editedLines(
  text: string,
  caret: number,
  rows: number,
  selected: TextRange | null,
): EditedLines {
  const height = Math.max(1, rows);
  const from = firstInSight(text, caret, height);
  const lines: Line[] = [];
  let place: Caret = { line: 0, offset: 0 };
  let below = 0;
  let start = from;
  for (;;) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    if (start <= caret) place = { line: lines.length, offset: caret - start };
    else below++;
    lines.push(spansOf(text, start, end, selected));
    if (newline === -1 || below >= height) {
      return { lines, caret: place, hasFirst: from === 0, hasLast: newline === -1 };
    }
    start = newline + 1;
  }
}

/** The start of a line at least `rows` lines above the caret's, or of the text. */
function firstInSight(text: string, caret: number, rows: number): number {
  let start = caret;
  for (let n = rows; n >= 0 && start > 0; n--) start = lineStart(text, start - 1);
  return lineStart(text, Math.floor(start / STEP) * STEP);
}

function lineStart(text: string, at: number): number {
  return at <= 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

function spansOf(
  text: string,
  start: number,
  end: number,
  selected: TextRange | null,
): readonly Span[] {
  const from = Math.max(start, selected?.start ?? end);
  const to = Math.min(end, selected?.end ?? end);
  if (from >= to) return [{ text: text.slice(start, end) }];
  return [
    { text: text.slice(start, from) },
    { text: text.slice(from, to), style: SELECTED },
    { text: text.slice(to, end) },
  ];
}
