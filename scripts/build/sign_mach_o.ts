/**
 * Signs a program for macOS anew where the compiler has left the signature of what it put the program
 * into: a system that looks ends such a program before its first line. The signature is an ad-hoc one,
 * as a linker makes it: hashes of every page, and nobody's name.
 *
 * Source: <mach-o/loader.h>; cs_blobs.h of xnu.
 */

import { createHash } from "node:crypto";

const LC_SEGMENT_64 = 0x19;
const LC_CODE_SIGNATURE = 0x1d;
const HEADER_BYTES = 32;

const SUPER_BLOB = 0xfade0cc0;
const CODE_DIRECTORY = 0xfade0c02;
/** With the executable segment's place. */
const VERSION = 0x20400;
const AD_HOC_BY_LINKER = 0x20002;
const SHA256 = 2;
const HASH_BYTES = 32;
const PAGE_BITS = 12;
const PAGE = 1 << PAGE_BITS;
/** macOS maps segments in pages of this size on any machine. */
const SEGMENT_PAGE = 0x4000;
const MAIN_BINARY = 1n;
/** Before the identifier in a code directory, and before the one blob in a super blob. */
const DIRECTORY_BYTES = 88;
const INDEX_BYTES = 20;

/** The bytes of a signed program; the same ones when their signature covers them. */
export function signed(program: Uint8Array, identifier: string): Uint8Array {
  const view = viewOf(program);
  const { signature, linkEdit, text } = commandsOf(view);
  const limit = view.getUint32(signature + 8, true);
  if (coveredBytes(view, limit) === limit) return program;
  const name = new TextEncoder().encode(`${identifier}\0`);
  const slots = Math.ceil(limit / PAGE);
  const directoryBytes = DIRECTORY_BYTES + name.length + slots * HASH_BYTES;
  const size = Math.ceil((INDEX_BYTES + directoryBytes) / 16) * 16;

  const result = new Uint8Array(limit + size);
  result.set(program.subarray(0, limit));
  const out = viewOf(result);
  out.setUint32(signature + 12, size, true);
  const segmentBytes = BigInt(limit + size) - out.getBigUint64(linkEdit + 40, true);
  out.setBigUint64(linkEdit + 48, segmentBytes, true);
  const mapped = Math.ceil(Number(segmentBytes) / SEGMENT_PAGE) * SEGMENT_PAGE;
  out.setBigUint64(linkEdit + 32, BigInt(mapped), true);

  const words = (at: number, ...values: readonly number[]): void =>
    values.forEach((value, index) => out.setUint32(at + 4 * index, value));
  words(limit, SUPER_BLOB, INDEX_BYTES + directoryBytes, 1, 0, INDEX_BYTES);
  const directory = limit + INDEX_BYTES;
  const hashes = DIRECTORY_BYTES + name.length;
  words(directory, CODE_DIRECTORY, directoryBytes, VERSION, AD_HOC_BY_LINKER, hashes);
  words(directory + 20, DIRECTORY_BYTES, 0, slots, limit);
  result.set([HASH_BYTES, SHA256, 0, PAGE_BITS], directory + 36);
  out.setBigUint64(directory + 64, out.getBigUint64(text + 40, true));
  out.setBigUint64(directory + 72, out.getBigUint64(text + 48, true));
  out.setBigUint64(directory + 80, MAIN_BINARY);
  result.set(name, directory + DIRECTORY_BYTES);
  for (let slot = 0; slot < slots; slot++) {
    const page = result.subarray(slot * PAGE, Math.min(limit, (slot + 1) * PAGE));
    const hash = createHash("sha256").update(page).digest();
    result.set(hash, directory + hashes + slot * HASH_BYTES);
  }
  return result;
}

/** Where the load commands are that a signature has to do with. */
function commandsOf(view: DataView): { signature: number; linkEdit: number; text: number } {
  const found = new Map<string, number>();
  let at = HEADER_BYTES;
  for (let left = view.getUint32(16, true); left > 0; left--) {
    const kind = view.getUint32(at, true);
    if (kind === LC_CODE_SIGNATURE) found.set("signature", at);
    if (kind === LC_SEGMENT_64) found.set(nameAt(view, at + 8), at);
    at += view.getUint32(at + 4, true);
  }
  const place = (name: string): number => {
    const offset = found.get(name);
    if (offset === undefined) throw new Error(`there is no ${name} in this Mach-O program`);
    return offset;
  };
  return { signature: place("signature"), linkEdit: place("__LINKEDIT"), text: place("__TEXT") };
}

function nameAt(view: DataView, at: number): string {
  const bytes = new Uint8Array(view.buffer, view.byteOffset + at, 16);
  return new TextDecoder().decode(bytes).replace(/\0.*$/s, "");
}

/** How much of the file the signature at `at` speaks of; 0 when there is none. */
function coveredBytes(view: DataView, at: number): number {
  if (at + INDEX_BYTES > view.byteLength || view.getUint32(at) !== SUPER_BLOB) return 0;
  const directory = at + view.getUint32(at + 16);
  if (directory + DIRECTORY_BYTES > view.byteLength) return 0;
  return view.getUint32(directory) === CODE_DIRECTORY ? view.getUint32(directory + 32) : 0;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
