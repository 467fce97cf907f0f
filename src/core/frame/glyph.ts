/**
 * What a cluster looks like on the screen.
 *
 * Owns the replacement of everything that must not reach a terminal as it is: tabs, control
 * characters, marks without a base, glyphs wider than the screen. It must never let through a byte
 * that moves the cursor by anything but the cells it reports.
 */
import type { Measure } from "./types.ts";

/** A cluster as it is drawn. */
export interface Glyph {
  /** What is written. */
  readonly text: string;
  /** The cells it takes; 0 for what is not written at all. */
  readonly cells: number;
}

const TAB_WIDTH = 8;
const SHOWN_AS_NOTHING = /^[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+$/;
const NOTHING: Glyph = { text: "", cells: 0 };
/** For what does not fit into a row however empty: one cell fits everywhere. */
const TOO_WIDE: Glyph = { text: "?", cells: 1 };
const REPLACEMENT: Glyph = { text: "\ufffd", cells: 1 };

/**
 * The glyph of `cluster` at `column` (from 0) of a row of `columns` cells. At `column >= columns`
 * it is the glyph at the start of the next row; only a tab depends on the place.
 */
export function glyphOf(
  cluster: string,
  column: number,
  columns: number,
  measure: Measure,
): Glyph {
  const unit = cluster.charCodeAt(0);
  if (unit >= 0x20 && unit < 0x7f && cluster.length === 1) return { text: cluster, cells: 1 };
  if (unit === 0x09) {
    const at = column < columns ? column : 0;
    const cells = Math.min(TAB_WIDTH - at % TAB_WIDTH, columns - at);
    return { text: " ".repeat(cells), cells };
  }
  if (unit < 0x20 || unit === 0x7f) {
    const cells = 2 * cluster.length; // CR LF is one cluster
    return cells > columns ? TOO_WIDE : { text: caretNotation(cluster), cells };
  }
  // A megabyte of Chinese is a third of a million of these, and each check costs.
  if (cluster.length > 1 || !isEastAsian(unit)) {
    // Some terminals obey C1 controls; a lone surrogate has no encoding.
    if ((unit >= 0x80 && unit < 0xa0) || !cluster.isWellFormed()) return REPLACEMENT;
    if (SHOWN_AS_NOTHING.test(cluster)) return NOTHING;
  }
  const cells = Math.max(0, Math.trunc(measure(cluster)));
  if (cells > columns) return TOO_WIDE;
  if (cells > 0) return { text: cluster, cells };
  // A mark without a base would be drawn onto the cell before it.
  return /^\p{M}/u.test(cluster) ? { text: `\u25cc${cluster}`, cells: 1 } : NOTHING;
}

/** Kana to Hangul syllables: nothing in there is a control, invisible, or half a character. */
function isEastAsian(unit: number): boolean {
  return unit >= 0x3041 && unit < 0xd800;
}

/** `^A` for U+0001, `^?` for DEL. */
function caretNotation(cluster: string): string {
  let text = "";
  for (let i = 0; i < cluster.length; i++) {
    text += `^${String.fromCharCode(cluster.charCodeAt(i) ^ 0x40)}`;
  }
  return text;
}
