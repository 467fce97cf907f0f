/**
 * A .tar.gz from memory, the same bytes for the same files: no clock, owner or order of this
 * machine gets into it.
 */

import type { ArchiveEntry } from "./archive.ts";

const BLOCK = 512;
/** tar(5): the longest name that fits without an extension. */
const NAME_BYTES = 100;

/** The entries as a gzip-compressed ustar archive. */
export async function tarGz(entries: readonly ArchiveEntry[]): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (const entry of entries) {
    parts.push(header(entry), entry.data, new Uint8Array(padding(entry.data.length)));
  }
  parts.push(new Uint8Array(2 * BLOCK));
  const stream = new Blob(parts).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function header({ name, data, executable }: ArchiveEntry): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const block = new Uint8Array(BLOCK);
  if (encoder.encode(name).length > NAME_BYTES) throw new Error(`too long for tar: ${name}`);
  const put = (offset: number, text: string) => block.set(encoder.encode(text), offset);
  const octal = (offset: number, digits: number, value: number) =>
    put(offset, value.toString(8).padStart(digits, "0") + "\0");
  put(0, name);
  octal(100, 7, executable ? 0o755 : 0o644);
  octal(108, 7, 0); // uid
  octal(116, 7, 0); // gid
  octal(124, 11, data.length);
  octal(136, 11, 0); // mtime
  put(148, " ".repeat(8)); // the checksum counts itself as spaces
  put(156, "0"); // a regular file
  put(257, "ustar\0" + "00");
  const sum = block.reduce((total, byte) => total + byte, 0);
  put(148, sum.toString(8).padStart(6, "0") + "\0 ");
  return block;
}

function padding(length: number): number {
  return (BLOCK - length % BLOCK) % BLOCK;
}
