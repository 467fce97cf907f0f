/**
 * Reading what may have no end (a link to a device, in somebody else's repository): no further than
 * it takes to know that it is too much.
 *
 * @module
 */

import { FsError } from "./file_system.ts";

const CHUNK = 65_536;

/**
 * The text of an open file of `most` bytes at most.
 *
 * @param read fills the buffer; how many bytes, 0 or null at the end.
 * @throws {FsError} `EFBIG` when there is more.
 */
export async function readBounded(
  path: string,
  most: number,
  read: (buffer: Uint8Array) => Promise<number | null>,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  const buffer = new Uint8Array(CHUNK);
  for (let size = 0;;) {
    const count = await read(buffer) ?? 0;
    if (count === 0) return text + decoder.decode();
    size += count;
    if (size > most) throw new FsError("EFBIG", "read", path);
    text += decoder.decode(buffer.subarray(0, count), { stream: true });
  }
}
