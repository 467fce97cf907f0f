/**
 * What somebody downloads: the binary with its licence, manual page and completions, as .tar.gz,
 * and as .zip for Windows; and the list of checksums over all of it.
 */

import { zipSync } from "fflate";
import { tarGz } from "./tar.ts";

/** A file in an archive. */
export interface ArchiveEntry {
  /** With its directories, separated by `/`. */
  readonly name: string;
  readonly data: Uint8Array<ArrayBuffer>;
  readonly executable: boolean;
}

/** How an archive is packed. */
export type ArchiveKind = "tar.gz" | "zip";

/** The entries as one file. The same entries give the same bytes. */
export async function pack(
  kind: ArchiveKind,
  entries: readonly ArchiveEntry[],
): Promise<Uint8Array<ArrayBuffer>> {
  return kind === "zip" ? zip(entries) : await tarGz(entries);
}

/** The oldest time a zip can say; what is in it has none of its own. */
const ZIP_EPOCH = "1980-01-01T00:00:00";
/** Made by Unix: then the attributes' high half is the file's mode. */
const UNIX = 3;
const REGULAR_FILE = 0o100000;

function zip(entries: readonly ArchiveEntry[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(zipSync(Object.fromEntries(entries.map(({ name, data, executable }) => {
    const mode = REGULAR_FILE | (executable ? 0o755 : 0o644);
    return [name, [data, { mtime: ZIP_EPOCH, os: UNIX, attrs: (mode << 16) >>> 0 }]] as const;
  }))));
}

/** One line for each file, as `sha256sum --check` reads it, sorted by name. */
export async function checksums(
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
): Promise<string> {
  const lines: string[] = [];
  for (const [name, data] of [...files].sort(([a], [b]) => a < b ? -1 : 1)) {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
    lines.push(`${digest.toHex()}  ${name}\n`);
  }
  return lines.join("");
}
