/**
 * UTF-8 from a stream that may be cut anywhere.
 *
 * Owns the carry between two chunks and the replacement rule: each maximal part of an ill-formed
 * sequence becomes one U+FFFD, as in the WHATWG Encoding Standard, so the result is what a
 * `TextDecoder` gives, which core may not use. It must never throw.
 */

/** What an unfinished code point needs next. */
export interface Utf8Carry {
  /** Continuation bytes still missing; 0 when nothing is pending. */
  readonly need: number;
  /** The bits collected so far. */
  readonly point: number;
  /** Smallest byte that may follow. */
  readonly low: number;
  /** Largest byte that may follow. */
  readonly high: number;
}

/** Nothing pending. */
export const NO_CARRY: Utf8Carry = { need: 0, point: 0, low: 0x80, high: 0xbf };

const REPLACEMENT = 0xfffd;
/** Code units gathered before they become a string: below the argument limit of every engine. */
const BLOCK = 8192;

/**
 * Decodes `bytes[start, end)` after `carry`. A code point that is not complete at `end` is in the
 * returned carry and not in the text. Linear, whatever the sizes of the chunks.
 */
export function decodeUtf8(
  carry: Utf8Carry,
  bytes: Uint8Array,
  start: number,
  end: number,
): { text: string; carry: Utf8Carry } {
  // Two units of room at the end: one byte can finish a surrogate pair, or break a sequence and
  // stand for itself.
  const units = new Uint16Array(Math.min(BLOCK, end - start + 2));
  let used = 0;
  let text = "";
  let { need, point, low, high } = carry;
  for (let i = start; i < end; i++) {
    if (used > units.length - 2) {
      text += fromUnits(units.subarray(0, used));
      used = 0;
    }
    const byte = bytes[i] as number;
    if (need > 0) {
      if (byte >= low && byte <= high) {
        point = (point << 6) | (byte & 0x3f);
        low = 0x80;
        high = 0xbf;
        if (--need > 0) continue;
        if (point < 0x10000) units[used++] = point;
        else {
          units[used++] = 0xd7c0 + (point >> 10);
          units[used++] = 0xdc00 | (point & 0x3ff);
        }
        continue;
      }
      units[used++] = REPLACEMENT;
      need = 0;
      low = 0x80;
      high = 0xbf;
    }
    if (byte < 0x80) {
      units[used++] = byte;
      // Most text is runs of ASCII.
      const stop = Math.min(end, i + units.length - 1 - used);
      while (i + 1 < stop && (bytes[i + 1] as number) < 0x80) units[used++] = bytes[++i] as number;
    } else if (byte >= 0xc2 && byte <= 0xdf) {
      need = 1;
      point = byte & 0x1f;
    } else if (byte >= 0xe0 && byte <= 0xef) {
      need = 2;
      point = byte & 0x0f;
      if (byte === 0xe0) low = 0xa0; // overlong
      if (byte === 0xed) high = 0x9f; // surrogates
    } else if (byte >= 0xf0 && byte <= 0xf4) {
      need = 3;
      point = byte & 0x07;
      if (byte === 0xf0) low = 0x90; // overlong
      if (byte === 0xf4) high = 0x8f; // above U+10FFFF
    } else units[used++] = REPLACEMENT;
  }
  text += fromUnits(units.subarray(0, used));
  return { text, carry: need > 0 ? { need, point, low, high } : NO_CARRY };
}

/** Ends a text: an unfinished code point is ill-formed now. */
export function endUtf8(carry: Utf8Carry): string {
  return carry.need > 0 ? "\ufffd" : "";
}

/** The number of UTF-8 bytes `text` takes; a lone surrogate counts as U+FFFD. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (isPair(text, i)) {
      bytes += 2; // two units, four bytes
      i++;
    } else bytes += 2;
  }
  return bytes;
}

function isPair(text: string, i: number): boolean {
  return (text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00;
}

function fromUnits(units: Uint16Array): string {
  return Reflect.apply(String.fromCharCode, undefined, units);
}
