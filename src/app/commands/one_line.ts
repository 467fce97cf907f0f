/**
 * Somebody's words on one line of a listing, and numbers of things in a sentence.
 *
 * @module
 */

/** Code points a title is shown with at most. */
const LONGEST = 80;

/** What needs no look at single characters: most of a long listing. */
const PLAIN = /^[ -~]*$/;

/** The words without line ends, control characters and marks of direction, cut where they are long. */
export function oneLine(words: string): string {
  if (words.length <= LONGEST && PLAIN.test(words)) return words.trim();
  // A title is made from what somebody else wrote: it must not reorder what stands beside it.
  const plain = words.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "").trim();
  return [...plain].slice(0, LONGEST).join("");
}

/** `1 turn`, `2 turns`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
