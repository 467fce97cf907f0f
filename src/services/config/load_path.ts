/**
 * `--cfg NAME`: the files of that name on the load paths. In each root the first load path that
 * has one counts; what all roots have is merged, the workspace over the user's own folder, and the
 * user's folder for this workspace over both.
 *
 * @module
 */

import { type FileSystem, FsError, unlessAborted } from "../../host/platform/port.ts";
import { type PathRules, resolvePath } from "./file_path.ts";

/** A folder that names are looked up in. */
export interface LoadRoot {
  readonly folder: string;
  /** Whether the folder itself is searched, after the load paths. */
  readonly searchesItself: boolean;
  /** Whether files in it are the workspace's. */
  readonly isWorkspace: boolean;
}

/** A file that was found. */
export interface FoundFile {
  readonly file: string;
  readonly isWorkspace: boolean;
}

/** What looking a name up came to. */
export interface LookUp {
  /** One for each root that has it, lowest precedence first. */
  readonly found: readonly FoundFile[];
  /** The folders that were searched. */
  readonly searched: readonly string[];
}

/**
 * Looks a name up. A folder that cannot be looked into counts as empty.
 *
 * @throws the signal's reason once it aborts.
 */
export async function lookUp(
  name: string,
  roots: readonly LoadRoot[],
  loadPaths: readonly string[],
  { fs, rules, signal }: {
    readonly fs: FileSystem;
    readonly rules: PathRules;
    readonly signal: AbortSignal;
  },
): Promise<LookUp> {
  const found: FoundFile[] = [];
  const searched: string[] = [];
  for (const { folder, searchesItself, isWorkspace } of roots) {
    const folders = loadPaths.map((path) => resolvePath(folder, path, rules));
    if (searchesItself) folders.push(folder);
    searched.push(...folders);
    const file = await firstFile(
      folders.flatMap((each) => [`${each}/${name}`, `${each}/${name}.toml`, `${each}/${name}.json`])
        .filter((each) => /\.(toml|json)$/.test(each)),
      fs,
      signal,
    );
    if (file !== null) found.push({ file, isWorkspace });
  }
  return { found, searched };
}

async function firstFile(
  files: readonly string[],
  fs: FileSystem,
  signal: AbortSignal,
): Promise<string | null> {
  for (const file of files) {
    const info = await unlessAborted(fs.info(file), signal).catch(onlyFsErrors);
    if (info !== null && info.kind !== "directory") return file;
  }
  return null;
}

/** The names that could have been looked up. */
export async function namesIn(
  folders: readonly string[],
  fs: FileSystem,
  signal: AbortSignal,
): Promise<string[]> {
  const names = new Set<string>();
  for (const folder of folders) {
    const entries = await unlessAborted(fs.list(folder), signal).catch(onlyFsErrors);
    for (const { name } of entries ?? []) {
      const match = /^(.+)\.(toml|json)$/.exec(name);
      if (match?.[1] !== undefined) names.add(match[1]);
    }
  }
  return [...names].sort();
}

function onlyFsErrors(error: unknown): null {
  if (error instanceof FsError) return null;
  throw error;
}
