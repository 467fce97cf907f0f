/**
 * JSON for a channel that may end on a terminal: no control character stands in it as such.
 *
 * @module
 */

/** A JSON text without DEL and C1, which JSON allows as they are; its value is the same. */
export function plainJson(json: string): string {
  return json.replace(
    /[\u007f-\u009f]/g,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`,
  );
}
