/**
 * Lines of a text, and text from outside made fit for a buffer.
 *
 * A line never includes its "\n". Offsets are UTF-16 code units.
 *
 * @module
 */

/** Line breaks as LF and no lone surrogate; every other character is kept. */
export function normaliseText(text: string): string {
  return text.replace(/\r\n?/g, "\n").toWellFormed();
}

/**
 * Pasted text as it goes into the buffer: CR and CRLF become LF, every control character but tab
 * and newline is dropped. A 0x03 in a paste is neither a press nor text (PR-026).
 */
export function pastedText(text: string): string {
  // deno-lint-ignore no-control-regex -- control characters are what is dropped
  return normaliseText(text).replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, "");
}

/** Where the line around an offset begins. */
export function lineStart(text: string, at: number): number {
  return at <= 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

/** Where the line around an offset ends: its newline, or the end of the text. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

/** The first character of the line that is no blank, or the line's end. */
export function firstNonBlank(text: string, at: number): number {
  let to = lineStart(text, at);
  while (isBlank(text.charCodeAt(to))) to++;
  return to;
}

/** The start of the line `count` lines below (above when negative), or null past the edge. */
export function lineStartAway(text: string, at: number, count: number): number | null {
  let to = lineStart(text, at);
  for (let n = count; n > 0; n--) {
    const end = lineEnd(text, to);
    if (end === text.length) return null;
    to = end + 1;
  }
  for (let n = count; n < 0; n++) {
    if (to === 0) return null;
    to = lineStart(text, to - 1);
  }
  return to;
}

/** Space and tab: readline's whitespace. */
export function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x09;
}

/** Blank or newline. */
export function isSpace(unit: number): boolean {
  return isBlank(unit) || unit === 0x0a;
}

/**
 * The same characters in storage of their own. A slice of a long string keeps that string alive in
 * the engines we run on; an undo list of small slices would hold every past version of the text.
 */
export function detach(slice: string): string {
  return (" " + slice).slice(1);
}

/** Bytes of the UTF-8 form. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
