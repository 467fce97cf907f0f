/**
 * Searching one character: C-] in emacs mode, f t F T in vi.
 *
 * @module
 */

import { boundaryAtOrAfter, nextBoundary, previousBoundary } from "./graphemes.ts";

/** Direction, and whether the search stops on the character or just short of it. */
export interface CharSearch {
  readonly forward: boolean;
  readonly till: boolean;
}

/**
 * The `count`-th occurrence of `char` within `[low, high)`, or the last one when there are fewer;
 * null when there is none. A cluster counts when it begins with the character.
 */
export function searchCharacter(
  text: string,
  at: number,
  char: string,
  { forward, till }: CharSearch,
  count: number,
  low: number,
  high: number,
): number | null {
  let found: number | null = null;
  let from = at;
  for (let n = count; n > 0; n--) {
    const next = forward ? nextMatch(text, from, char, high) : previousMatch(text, from, char, low);
    if (next === null) break;
    from = found = next;
  }
  if (found === null || !till) return found;
  return forward ? previousBoundary(text, found) : nextBoundary(text, found);
}

function nextMatch(text: string, at: number, char: string, high: number): number | null {
  for (let to = at;;) {
    to = text.indexOf(char, to + 1);
    if (to < 0 || to >= high) return null;
    if (boundaryAtOrAfter(text, to) === to) return to;
  }
}

function previousMatch(text: string, at: number, char: string, low: number): number | null {
  for (let to = at; to > low;) {
    to = text.lastIndexOf(char, to - 1);
    if (to < low) return null;
    if (boundaryAtOrAfter(text, to) === to) return to;
  }
  return null;
}
