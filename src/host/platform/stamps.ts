/**
 * Stamping many files: synchronous calls in slices, since a round trip through the runtime's threads
 * costs several times the call itself, with a look at the event loop in between.
 *
 * @module
 */

import type { FileStamp } from "./file_system.ts";
import { fsError } from "./guard.ts";

/** What a runtime's `stat` says of a file. */
export interface Stat {
  readonly size: number;
  readonly modified: number | null;
  /** When its contents, name or permissions changed last; null where the system does not say. */
  readonly changed: number | null;
  /** Which file it is, whatever its name; null where the system does not say. */
  readonly inode: number | null;
}

/** Some 30 ms of calls, then a press is heard. */
const SLICE = 5000;

/** The stamps of the files at `paths`. */
export async function stampsOf(
  paths: readonly string[],
  stat: (path: string) => Stat,
): Promise<(FileStamp | null)[]> {
  const stamps: (FileStamp | null)[] = [];
  for (let start = 0; start < paths.length; start += SLICE) {
    if (start > 0) await new Promise((resolve) => setTimeout(resolve, 0));
    for (const path of paths.slice(start, start + SLICE)) stamps.push(stampOf(path, stat));
  }
  return stamps;
}

function stampOf(path: string, stat: (path: string) => Stat): FileStamp | null {
  try {
    const { size, modified, changed, inode } = stat(path);
    // The runtimes differ in how fine their times are: what both know, so that either trusts what
    // the other remembers.
    const at = `${modified === null ? "" : Math.floor(modified)}`;
    const since = `${changed === null ? "" : Math.floor(changed / 1000)}`;
    return {
      state: `${size} ${at} ${since} ${inode ?? ""}`,
      changed: Math.max(modified ?? Infinity, changed ?? 0),
    };
  } catch (error) {
    const { code } = fsError("stat", path, error);
    return code === "ENOENT" || code === "ENOTDIR" ? null : { state: "", changed: Infinity };
  }
}
