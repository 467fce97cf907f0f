/**
 * Somebody's words on one line of a listing.
 *
 * @module
 */

/** Code points a title is shown with at most. */
const LONGEST = 80;

/** The words without line ends and control characters, cut where they are long. */
export function oneLine(words: string): string {
  // deno-lint-ignore no-control-regex -- control characters are what has to go
  const plain = words.replace(/[\u0000-\u001f\u007f-\u009f]+/g, " ").trim();
  return [...plain].slice(0, LONGEST).join("");
}
