/**
 * The name that was probably meant.
 *
 * Counts a swap of neighbours ("qurey") as one edit, the commonest slip in typing a name. That,
 * and the 47 ms that the first CommonJS package costs Deno to load, are why the distance is
 * written out here: a mistyped command should be answered at once.
 */

/** Edits that still count as a slip of the finger. */
const MOST_EDITS = 2;

/**
 * The candidate closest to `word`, or null if none is close: one edit away, or two with the same
 * first letter, where words of fewer than three letters are never close to anything.
 */
export function nearest(word: string, candidates: readonly string[]): string | null {
  const written = word.toLowerCase();
  let best: string | null = null;
  let least = MOST_EDITS + 1;
  for (const candidate of candidates) {
    const shorter = Math.min(written.length, candidate.length);
    const longer = Math.max(written.length, candidate.length);
    if (shorter < 2 || longer < 3 || longer - shorter > MOST_EDITS) continue;
    const edits = editDistance(written, candidate);
    if (edits > 1 && (shorter < 4 || written[0] !== candidate[0])) continue;
    if (edits < least) {
      best = candidate;
      least = edits;
    }
  }
  return best;
}

/**
 * Insertions, deletions, replacements and swaps of neighbours between two words, in UTF-16 units
 * (optimal string alignment: no unit is edited twice).
 */
export function editDistance(a: string, b: string): number {
  let older: number[] = [];
  let old = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let edits = Math.min(
        at(old, column) + 1,
        at(current, column - 1) + 1,
        at(old, column - 1) + (same ? 0 : 1),
      );
      if (
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      ) {
        edits = Math.min(edits, at(older, column - 2) + 1);
      }
      current.push(edits);
    }
    older = old;
    old = current;
  }
  return at(old, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
