/**
 * How conversations are named: an id made from the time, and a slug made from words. The slug is
 * for people looking at the directory; only the id means anything.
 *
 * @module
 */

/** `jp-c` and the tenths of a second since the epoch at which the conversation was made. */
export type ConversationId = `jp-c${number}`;

/** Code points a slug has at most. */
export const SLUG_LENGTH = 60;
// 255 bytes is a file name's limit almost everywhere; encrypted home directories allow 143.
const SLUG_BYTES = 120;
const NO_WORDS = "untitled";

const ID = /^jp-c(0|[1-9]\d{0,14})$/;
const DIRECTORY = /^(0|[1-9]\d{0,14})-([^/\\]+)$/;

/** The id of a number of deciseconds. */
export function idOf(deciseconds: number): ConversationId {
  return `jp-c${deciseconds}`;
}

/** The number in an id. */
export function numberOf(id: ConversationId): number {
  return Number(id.slice(4));
}

/** The text as an id, or null when it is none. */
export function parseId(text: string): ConversationId | null {
  const match = ID.exec(text);
  return match === null ? null : idOf(Number(match[1]));
}

/** The deciseconds of a time in milliseconds since the epoch. */
export function decisecondsOf(milliseconds: number): number {
  return Math.floor(milliseconds / 100);
}

/** When a conversation was made, in milliseconds since the epoch, to a tenth of a second. */
export function createdAt(id: ConversationId): number {
  return numberOf(id) * 100;
}

/** The name of a conversation's directory. */
export function directoryName(deciseconds: number, slug: string): string {
  return `${deciseconds}-${slug}`;
}

/** The parts of a conversation directory's name, or null when the name is not one. */
export function parseDirectoryName(
  name: string,
): { readonly id: ConversationId; readonly slug: string } | null {
  const match = DIRECTORY.exec(name);
  if (match === null) return null;
  return { id: idOf(Number(match[1])), slug: match[2] ?? "" };
}

/**
 * Words as a file name: lower case, letters and digits of any script with hyphens between them, at
 * most {@linkcode SLUG_LENGTH} code points, cut at a word where that leaves half of it. Never empty.
 */
export function slugOf(words: string): string {
  // Only as much as can matter: a request may be a whole file.
  const all = words.slice(0, 1000).toWellFormed().normalize("NFC").toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
  const points = [...all];
  let slug = "";
  let bytes = 0;
  let count = 0;
  for (const point of points) {
    bytes += utf8Length(point);
    if (count === SLUG_LENGTH || bytes > SLUG_BYTES) break;
    slug += point;
    count += 1;
  }
  if (count < points.length && points[count] !== "-") {
    const cut = slug.lastIndexOf("-");
    if (cut >= slug.length / 2) slug = slug.slice(0, cut);
  }
  return slug.replace(/-+$/, "") || NO_WORDS;
}

function utf8Length(point: string): number {
  const code = point.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}
