/**
 * Grapheme clusters of whole lines.
 *
 * Owns the walk that layout makes over every character: a fast path where boundaries are certain,
 * `Intl.Segmenter` for the stretches where they are not, one call per stretch. It must give the
 * same clusters as segmenting the whole text.
 */

import { segments } from "../segmenter/mod.ts";

/**
 * Calls `visit` with the range of each cluster of `text` from `from`, which must be a boundary,
 * until it returns false or the text ends.
 */
export function walkGraphemes(
  text: string,
  from: number,
  visit: (start: number, end: number) => boolean,
): void {
  let i = from;
  let limit = STRETCH;
  while (i < text.length) {
    if (isCertain(text, i + 1) && isSimple(text.charCodeAt(i))) {
      if (!visit(i, i + 1)) return;
      i++;
      continue;
    }
    const base = i;
    const end = stretchEnd(text, base, limit);
    const cut = !isCertain(text, end);
    for (const { index, segment } of segments(text.slice(base, end))) {
      const stop = base + index + segment.length;
      // What touches a cut may go on behind it: the next stretch begins with it.
      if (cut && stop === end) break;
      if (!visit(base + index, stop)) return;
      i = stop;
    }
    limit = i === base ? 2 * limit : STRETCH;
  }
}

/** The clusters of a text, in order. */
export function graphemes(text: string): string[] {
  const list: string[] = [];
  walkGraphemes(text, 0, (start, end) => {
    list.push(text.slice(start, end));
    return true;
  });
  return list;
}

/** True if `text` is printable ASCII throughout: every code unit is a cluster of one cell. */
export function isPlainAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

/** Code units segmented at once, at most: a caller that stops early has not paid for much more. */
const STRETCH = 256;
/** Certain boundaries in a row that end a stretch: a call to `segment` costs as much as these. */
const CALM = 32;

/** Where the stretch from `start` ends: at a certain boundary, or after `limit` code units. */
function stretchEnd(text: string, start: number, limit: number): number {
  let last = Math.min(text.length, start + limit);
  // Half a surrogate pair never joins what is before it; the whole one may.
  if (last < text.length && (text.charCodeAt(last - 1) & 0xfc00) === 0xd800) last++;
  let calm = 0;
  for (let end = start + 1; end < last; end++) {
    calm = isCertain(text, end) ? calm + 1 : 0;
    if (calm === CALM) return end;
  }
  return last;
}

/** A boundary whatever stands around: the end of the text, or two neighbours that never join. */
function isCertain(text: string, at: number): boolean {
  return at >= text.length ||
    (isSimple(text.charCodeAt(at - 1)) && isSimple(text.charCodeAt(at)));
}

/**
 * Code units that never join with another of their kind (UAX #29): between two of them only "break
 * everywhere" applies. CR is left out because LF joins it.
 */
function isSimple(unit: number): boolean {
  if (unit < 0x300) return unit !== 0x0d; // ASCII, Latin, IPA
  if (unit < 0x530) return unit >= 0x400 && (unit < 0x483 || unit > 0x489); // Cyrillic
  if (unit < 0x3001) return unit >= 0x2500 && unit <= 0x257f; // box drawing
  return unit <= 0x3029 || // CJK punctuation
    (unit >= 0x3041 && unit <= 0x30ff && (unit < 0x3097 || unit > 0x309f)) || // kana
    (unit >= 0x4e00 && unit <= 0x9fff) || // Han
    (unit >= 0xac00 && unit <= 0xd7a3) || // Hangul syllables
    (unit >= 0xff01 && unit <= 0xff5e); // full-width forms
}
