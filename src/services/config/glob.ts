/**
 * The files a pattern of `extends` stands for: `*` and `?` inside a name, `**` for any folders.
 * Sorted by name, so that the order of merging never depends on the disk.
 *
 * @module
 */

import { type FileSystem, FsError, unlessAborted } from "../../host/platform/port.ts";

/** The most directory entries one pattern looks at. */
const MAX_ENTRIES = 10_000;

/** Whether a path is a pattern. */
export function isGlob(path: string): boolean {
  return /[*?]/.test(path);
}

/**
 * The files below `folder` that match; null when there was too much to look at.
 *
 * @param pattern relative to `folder`, with `/`.
 * @throws {FsError} when a folder cannot be listed for another reason than not being there.
 */
export async function expandGlob(
  fs: FileSystem,
  folder: string,
  pattern: string,
  signal: AbortSignal,
): Promise<string[] | null> {
  const found: string[] = [];
  let budget = MAX_ENTRIES;
  const walk = async (at: string, parts: readonly string[]): Promise<boolean> => {
    const [part, ...rest] = parts;
    if (part === undefined) return true;
    if (part === "." || part === "") return await walk(at, rest);
    if (part === "..") return await walk(at.slice(0, at.lastIndexOf("/")), rest);
    if (part === "**" && !await walk(at, rest.length > 0 ? rest : ["*"])) return false;
    if (rest.length > 0 && !isGlob(part)) return await walk(`${at}/${part}`, rest);
    for (const { name, kind } of await entriesOf(fs, at, signal)) {
      if (--budget < 0) return false;
      const path = `${at}/${name}`;
      // Links are not followed through **, so that a loop of links cannot trap the walk.
      if (part === "**") {
        if (kind === "directory" && !await walk(path, parts)) return false;
      } else if (matches(part, name)) {
        if (rest.length === 0) {
          if (kind === "file" || kind === "symlink") found.push(path);
        } else if (kind !== "file" && !await walk(path, rest)) return false;
      }
    }
    return true;
  };
  const whole = await walk(folder === "/" ? "" : folder, pattern.split("/"));
  return whole ? [...new Set(found)].sort() : null;
}

async function entriesOf(fs: FileSystem, folder: string, signal: AbortSignal) {
  try {
    const entries = await unlessAborted(fs.list(folder || "/"), signal);
    return entries.sort((a, b) => a.name < b.name ? -1 : 1);
  } catch (error) {
    if (error instanceof FsError && (error.code === "ENOENT" || error.code === "ENOTDIR")) {
      return [];
    }
    throw error;
  }
}

function matches(pattern: string, name: string): boolean {
  if (name.startsWith(".") && !pattern.startsWith(".")) return false;
  const source = pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*").replaceAll(
    "?",
    ".",
  );
  return new RegExp(`^${source}$`, "u").test(name);
}
