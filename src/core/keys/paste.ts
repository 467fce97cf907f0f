/**
 * Bracketed paste.
 *
 * Owns the search for the end marker and the text gathered so far. Nothing inside a paste is ever
 * a key (PR-026), and each byte is looked at once, however the reads are cut.
 */
import type { Paste } from "./types.ts";
import { PASTE_START, type PasteMode } from "./state.ts";
import { decodeUtf8, endUtf8 } from "./utf8.ts";

const END_MARKER = [0x1b, 0x5b, 0x32, 0x30, 0x31, 0x7e] as const;
const END_BYTES = Uint8Array.from(END_MARKER);

/** A paste after some more bytes. */
export interface PasteStep {
  /** The mode to go on in, or null when the end marker was seen. */
  readonly mode: PasteMode | null;
  /** Index of the first byte that is not part of the paste. */
  readonly next: number;
}

/**
 * Feeds `bytes` from `start`. Finished pieces go to `emit`: one at the end marker, and one whenever
 * `limit` bytes have gathered (counted in payload bytes, so the cut of the reads plays no part).
 */
export function feedPaste(
  paste: PasteMode,
  bytes: Uint8Array,
  start: number,
  limit: number,
  emit: (event: Paste) => void,
): PasteStep {
  let mode = paste;
  let i = start;
  while (i < bytes.length) {
    if (mode.matched > 0) {
      if (bytes[i] === END_MARKER[mode.matched]) {
        i++;
        if (mode.matched === END_MARKER.length - 1) {
          endPaste(mode, emit);
          return { mode: null, next: i };
        }
        mode = { ...mode, matched: mode.matched + 1 };
        continue;
      }
      // Only the first byte of the marker is an ESC, so what matched is text and the marker can
      // begin no earlier than here.
      mode = append({ ...mode, matched: 0 }, END_BYTES, 0, mode.matched, limit, emit);
      continue;
    }
    const found = findMarker(bytes, i);
    if (found.at > i) mode = append(mode, bytes, i, found.at, limit, emit);
    i = found.at + found.matched;
    if (found.matched === END_MARKER.length) {
      endPaste(mode, emit);
      return { mode: null, next: i };
    }
    mode = { ...mode, matched: found.matched };
  }
  return { mode, next: i };
}

/** The first whole end marker from `from`, or the part of one that `bytes` ends with. */
function findMarker(bytes: Uint8Array, from: number): { at: number; matched: number } {
  let at = bytes.indexOf(0x1b, from);
  while (at !== -1) {
    let matched = 1;
    while (matched < END_MARKER.length && bytes[at + matched] === END_MARKER[matched]) matched++;
    if (matched === END_MARKER.length || at + matched === bytes.length) return { at, matched };
    at = bytes.indexOf(0x1b, at + matched);
  }
  return { at: bytes.length, matched: 0 };
}

/** Delivers what a paste holds, as if the end marker had come. Marker bytes seen are dropped. */
export function endPaste(mode: PasteMode, emit: (event: Paste) => void): void {
  const text = mode.text + endUtf8(mode.carry);
  if (text !== "" || !mode.continued) emit({ kind: "paste", text });
}

function append(
  paste: PasteMode,
  bytes: Uint8Array,
  start: number,
  end: number,
  limit: number,
  emit: (event: Paste) => void,
): PasteMode {
  let mode = paste;
  let i = start;
  while (i < end) {
    const stop = Math.min(end, i + limit - mode.bytes);
    const decoded = decodeUtf8(mode.carry, bytes, i, stop);
    mode = {
      ...mode,
      text: mode.text + decoded.text,
      bytes: mode.bytes + stop - i,
      carry: decoded.carry,
    };
    i = stop;
    if (mode.bytes >= limit) {
      if (mode.text !== "") emit({ kind: "paste", text: mode.text });
      mode = { ...PASTE_START, carry: mode.carry, continued: true };
    }
  }
  return mode;
}
