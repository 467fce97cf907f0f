/**
 * Which workspace a command works in: a directory with `.jp/`, found upwards, named by the user, or
 * the user's own default one. Only looks; creates nothing.
 *
 * @module
 */

import { type FileSystem, FsError, type Os } from "../../host/platform/port.ts";
import { attempt, StoreError } from "./errors.ts";
import { isAbsolute, join, parentOf, resolveFrom } from "./paths.ts";
import { readRegisteredStorage, WORKSPACE_ID } from "./registration.ts";

/** Where a workspace is. */
export interface Workspace {
  /** `default` when there is no `.jp/` around: the user's own, shared by all such directories. */
  readonly kind: "found" | "default";
  /** The directory tools work in: the one that holds `.jp/`, or the current one. */
  readonly root: string;
  /** The `.jp` directory; that of the default workspace need not exist yet. */
  readonly storage: string;
  /** The user data directory; null when nothing says where it is. */
  readonly userData: string | null;
}

/** What finding needs of the machine; a `Platform` has it. */
export interface WorkspaceHost {
  readonly fs: FileSystem;
  readonly os: Os;
  env(name: string): string | undefined;
  cwd(): string;
}

const STORAGE = ".jp";
const NO_HOME_HELP = "Set HOME, XDG_DATA_HOME or JP_USER_DATA_DIR.";

/**
 * Where sessions, locks, drafts and the default workspace live: `JP_USER_DATA_DIR` as it is, else
 * `$XDG_DATA_HOME/jp` if that is absolute, else the platform's data directory and `jp`. Null when
 * the environment names none.
 */
export function userDataDir(host: Pick<WorkspaceHost, "env" | "os" | "cwd">): string | null {
  const own = host.env("JP_USER_DATA_DIR");
  if (own) return resolveFrom(host.cwd(), own, host.os);
  const xdg = host.env("XDG_DATA_HOME");
  if (xdg && isAbsolute(xdg, host.os)) return join(xdg, "jp");
  if (host.os === "windows") {
    const data = host.env("APPDATA");
    return data ? join(data, "jp") : null;
  }
  const home = host.env("HOME");
  if (!home || !isAbsolute(home, host.os)) return null;
  return host.os === "darwin"
    ? join(home, "Library/Application Support/jp")
    : join(home, ".local/share/jp");
}

/**
 * Finds the workspace.
 *
 * @param named what `--workspace` says: the path of a directory with `.jp/`, or a workspace's id.
 * Where the default workspace is meant and has no place it is one in memory: only what is to be kept
 * in it fails.
 *
 * @throws {StoreError} `not_found` for a name that fits nothing, `vanished` when the current
 * directory is gone.
 */
export async function findWorkspace(host: WorkspaceHost, named?: string): Promise<Workspace> {
  const userData = await attempt("find the data directory", () => userDataDir(host));
  const cwd = await attempt("find the workspace", () => host.cwd());
  if (named !== undefined) return await namedWorkspace(host, cwd, named, userData);
  for (let at: string | null = cwd; at !== null; at = parentOf(at, host.os)) {
    if (await hasStorage(host.fs, at)) return found(at, userData);
  }
  const storage = userData === null ? join(cwd, STORAGE) : defaultStorage(userData);
  return { kind: "default", root: cwd, storage, userData };
}

/** The user data directory of a workspace. @throws {StoreError} `no_home` when there is none. */
export function needUserData(workspace: Workspace): string {
  if (workspace.userData !== null) return workspace.userData;
  if (workspace.kind === "found") {
    throw new StoreError("no_home", "there is no place for your sessions and locks", {
      help: NO_HOME_HELP,
    });
  }
  throw new StoreError("no_home", "there is no workspace here, and no place for a default one", {
    help: `${NO_HOME_HELP} Or make a workspace: jp init`,
  });
}

async function namedWorkspace(
  host: WorkspaceHost,
  cwd: string,
  named: string,
  userData: string | null,
): Promise<Workspace> {
  const path = resolveFrom(cwd, named, host.os);
  if (await hasStorage(host.fs, path)) return found(path, userData);
  if (WORKSPACE_ID.test(named) && userData !== null) {
    const storage = await readRegisteredStorage(host.fs, userData, named);
    if (storage !== null && storage === defaultStorage(userData)) {
      return { kind: "default", root: cwd, storage, userData };
    }
    const root = storage === null ? null : parentOf(storage, host.os);
    if (root !== null && await hasStorage(host.fs, root)) return found(root, userData);
  }
  throw new StoreError("not_found", `there is no workspace ${named}`, {
    help: `Name a directory with .jp/ or a workspace's id; to make one: jp init ${named}`,
  });
}

function found(root: string, userData: string | null): Workspace {
  return { kind: "found", root, storage: join(root, STORAGE), userData };
}

function defaultStorage(userData: string): string {
  return join(userData, "default", STORAGE);
}

async function hasStorage(fs: FileSystem, directory: string): Promise<boolean> {
  try {
    return (await fs.info(join(directory, STORAGE)))?.kind === "directory";
  } catch (error) {
    // A directory above us that may not be looked into is none of ours.
    if (error instanceof FsError) return false;
    throw error;
  }
}
