/**
 * Which file a command plugin is: `jp-NAME`, installed by the user or found on PATH. Looks only;
 * whether it may run is decided elsewhere.
 *
 * Source: reference-facts 8.1.
 *
 * @module
 */

import type { FileSystem, Os } from "../../host/platform/port.ts";

/** What looking needs of the machine; a `Platform` has it. */
export interface PluginHost {
  readonly fs: FileSystem;
  readonly os: Os;
  env(name: string): string | undefined;
}

/** A plugin that is there. */
export interface FoundPlugin {
  /** Without `jp-`; `a-b` for what is called as `jp a b`. */
  readonly name: string;
  readonly path: string;
  /** `installed`: the user has put it into the program's own folder. */
  readonly source: "installed" | "path";
}

/** A plugin for a command line. */
export interface PluginForWords extends FoundPlugin {
  /** How many of the words are its name; the others are its arguments. */
  readonly words: number;
}

/** What a plugin can be called. */
const NAME = /^[A-Za-z0-9][\w.-]*$/;
/** `jp a b c d` may be `jp-a-b-c-d`; longer names have to be written with dashes. */
const MOST_WORDS = 4;
const PREFIX = "jp-";
const ENDINGS: Readonly<Record<Os, readonly string[]>> = {
  linux: [""],
  darwin: [""],
  windows: [".exe", ".cmd", ".bat"],
};

/** The folder for plugins the user has installed. */
function installedFolder(userData: string): string {
  return `${userData}/plugins/command`;
}

/** The plugin that `jp WORD...` means: the longest name there is; null when there is none. */
export async function findPlugin(
  host: PluginHost,
  userData: string | null,
  words: readonly string[],
): Promise<PluginForWords | null> {
  const end = words.findIndex((word) => !NAME.test(word));
  const most = Math.min(end < 0 ? words.length : end, MOST_WORDS);
  for (let count = most; count > 0; count--) {
    const name = words.slice(0, count).join("-");
    for (const { folder, source } of folders(host, userData)) {
      for (const ending of ENDINGS[host.os]) {
        const path = `${folder}/${PREFIX}${name}${ending}`;
        if (await isProgram(host, path)) return { name, path, source, words: count };
      }
    }
  }
  return null;
}

/** A file of a plugin's name that nobody may execute; null when there is none. */
export async function findUnexecutable(
  host: PluginHost,
  userData: string | null,
  name: string,
): Promise<string | null> {
  if (!NAME.test(name)) return null;
  for (const { folder } of folders(host, userData)) {
    const path = `${folder}/${PREFIX}${name}`;
    const info = await host.fs.info(path).catch(() => null);
    if (info?.kind === "file" && info.executable === false) return path;
  }
  return null;
}

/** Every plugin there is, by name; of two with one name the one that would be run. */
export async function listPlugins(
  host: PluginHost,
  userData: string | null,
): Promise<FoundPlugin[]> {
  const found = new Map<string, FoundPlugin>();
  for (const { folder, source } of folders(host, userData)) {
    // A folder of PATH that is not there, or not ours to read, has no plugins.
    const entries = await host.fs.list(folder).catch(() => []);
    for (const { name: file } of entries) {
      const name = nameOf(file, ENDINGS[host.os]);
      if (name === null || found.has(name)) continue;
      const path = `${folder}/${file}`;
      if (await isProgram(host, path)) found.set(name, { name, path, source });
    }
  }
  return [...found.values()].sort((a, b) => a.name < b.name ? -1 : 1);
}

function nameOf(file: string, endings: readonly string[]): string | null {
  if (!file.startsWith(PREFIX)) return null;
  const ending = endings.find((each) => file.toLowerCase().endsWith(each));
  if (ending === undefined) return null;
  const name = file.slice(PREFIX.length, file.length - ending.length);
  return NAME.test(name) ? name : null;
}

function folders(
  { env, os }: PluginHost,
  userData: string | null,
): { readonly folder: string; readonly source: FoundPlugin["source"] }[] {
  const path = (env("PATH") ?? "").split(os === "windows" ? ";" : ":")
    // A relative entry would run what somebody has put into the directory we happen to be in.
    .filter((folder) => os === "windows" ? /^[A-Za-z]:[\\/]/.test(folder) : folder.startsWith("/"))
    .map((folder) => folder.length > 1 ? folder.replace(/[\\/]+$/, "") : folder);
  return [
    ...(userData === null
      ? []
      : [{ folder: installedFolder(userData), source: "installed" }] as const),
    ...[...new Set(path)].map((folder) => ({ folder, source: "path" }) as const),
  ];
}

async function isProgram({ fs }: PluginHost, path: string): Promise<boolean> {
  const info = await fs.info(path).catch(() => null);
  return info?.kind === "file" && info.executable !== false;
}
