/**
 * Where configuration files lie, lowest precedence first.
 *
 * @module
 */

import type { FileSystem, Os } from "../../host/platform/port.ts";
import { foldersDownTo, isAbsolute, type PathRules, resolvePath } from "./file_path.ts";
import type { LoadRoot } from "./load_path.ts";

/** Variables by name; undefined where unset. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The place a run of the program has in the file system. */
export interface Place {
  readonly fs: FileSystem;
  readonly os: Os;
  readonly env: Environment;
  /** The current directory, absolute. */
  readonly cwd: string;
  /** The folder that holds `.jp/`; null outside a workspace. */
  readonly workspaceRoot: string | null;
  /** The user's own folder for this workspace, in the user data directory; null without one. */
  readonly userWorkspaceDir: string | null;
}

/** A file that counts if it is there. */
export interface Location {
  readonly file: string;
  readonly isWorkspace: boolean;
}

/**
 * The folder of the user's global configuration: `JP_GLOBAL_CONFIG_DIR`, else `jp` in
 * `XDG_CONFIG_HOME` (if absolute), else in `~/.config`; null where the user has no home.
 */
export function globalConfigDir(env: Environment, cwd: string, os: Os): string | null {
  const rules = { windows: os === "windows" };
  const own = env["JP_GLOBAL_CONFIG_DIR"];
  if (own !== undefined && own !== "") return resolvePath(cwd, own, rules);
  const xdg = env["XDG_CONFIG_HOME"];
  if (xdg !== undefined && isAbsolute(xdg, rules)) return resolvePath(xdg, "jp", rules);
  const home = homeOf(env, rules);
  return home === null ? null : resolvePath(home, ".config/jp", rules);
}

/** The user's home; null when the environment does not say. */
export function homeOf(env: Environment, rules: PathRules): string | null {
  const home = (rules.windows ? env["USERPROFILE"] : undefined) ?? env["HOME"];
  return home !== undefined && isAbsolute(home, rules) ? resolvePath(home, ".", rules) : null;
}

/** Every file that counts if it is there, lowest precedence first. */
export function configLocations(place: Place): Location[] {
  const rules = { windows: place.os === "windows" };
  const locations: Location[] = [];
  const add = (folder: string, path: string, isWorkspace: boolean): void => {
    locations.push({ file: resolvePath(folder, path, rules), isWorkspace });
  };
  const global = globalConfigDir(place.env, place.cwd, place.os);
  if (global !== null) add(global, "config.toml", false);
  if (place.workspaceRoot !== null) {
    const root = resolvePath(place.workspaceRoot, ".", rules);
    add(root, ".jp/config.toml", true);
    for (const folder of foldersDownTo(root, resolvePath(place.cwd, ".", rules))) {
      add(folder, ".jp.toml", true);
    }
  }
  if (place.userWorkspaceDir !== null) add(place.userWorkspaceDir, "config.toml", false);
  return locations;
}

/** The folders `--cfg NAME` looks in, lowest precedence first. */
export function loadRoots(place: Place): LoadRoot[] {
  const rules = { windows: place.os === "windows" };
  const global = globalConfigDir(place.env, place.cwd, place.os);
  const roots: LoadRoot[] = [];
  if (global !== null) {
    const folder = resolvePath(global, "config", rules);
    roots.push({ folder, searchesItself: true, isWorkspace: false });
  }
  if (place.workspaceRoot !== null) {
    const folder = resolvePath(place.workspaceRoot, ".", rules);
    roots.push({ folder, searchesItself: false, isWorkspace: true });
  }
  if (place.userWorkspaceDir !== null) {
    const folder = resolvePath(place.userWorkspaceDir, "config", rules);
    roots.push({ folder, searchesItself: true, isWorkspace: false });
  }
  return roots;
}
