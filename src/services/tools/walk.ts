/**
 * The files below a directory, in the order of their names, without what git ignores. Links are
 * named and never followed.
 *
 * @module
 */

import { type DirEntry, type FileSystem, FsError } from "../../host/platform/port.ts";
import type { Place } from "./workspace_files.ts";

/** A name in a directory. */
export interface Walked {
  /** As seen from the workspace's root. */
  readonly shown: string;
  readonly path: string;
  readonly kind: DirEntry["kind"];
  /** 1 for what is directly in the directory. */
  readonly depth: number;
}

/** How far it goes. */
export interface WalkOptions {
  /** Levels of directories. */
  readonly depth: number;
  /** What git ignores as well. */
  readonly all: boolean;
}

/** What git and we keep to ourselves: conversations quote everything that was ever looked for. */
const KEPT: ReadonlySet<string> = new Set([".git", ".jp"]);

interface Rules {
  /** The directory they are about, as seen from the root; empty for the root. */
  readonly from: string;
  ignores(path: string): boolean;
}

/** Walks; a directory that cannot be read holds nothing. */
export async function* walk(
  fs: FileSystem,
  start: Place,
  options: WalkOptions,
  signal: AbortSignal,
): AsyncGenerator<Walked> {
  const rules = options.all ? [] : await rulesAbove(fs, start);
  yield* directory(fs, start, 1, rules, options, signal);
}

async function* directory(
  fs: FileSystem,
  at: Pick<Place, "path" | "shown">,
  depth: number,
  above: readonly Rules[],
  options: WalkOptions,
  signal: AbortSignal,
): AsyncGenerator<Walked> {
  signal.throwIfAborted();
  const entries = await listed(fs, at.path);
  const own = options.all ? null : await rulesIn(fs, at.path, at.shown, entries);
  const rules = own === null ? above : [...above, own];
  for (const { name, kind } of entries) {
    if (!options.all && KEPT.has(name)) continue;
    const shown = at.shown === "." ? name : `${at.shown}/${name}`;
    const path = `${at.path === "/" ? "" : at.path}/${name}`;
    if (isIgnored(rules, kind === "directory" ? `${shown}/` : shown)) continue;
    yield { shown, path, kind, depth };
    if (kind === "directory" && depth < options.depth) {
      yield* directory(fs, { path, shown }, depth + 1, rules, options, signal);
    }
  }
}

async function listed(fs: FileSystem, path: string): Promise<DirEntry[]> {
  try {
    const entries = await fs.list(path);
    return entries.toSorted((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
  } catch (error) {
    if (error instanceof FsError) return [];
    throw error;
  }
}

function isIgnored(rules: readonly Rules[], shown: string): boolean {
  return rules.some(({ from, ignores }) => {
    const path = from === "" ? shown : shown.slice(from.length + 1);
    return path !== "" && ignores(path);
  });
}

/** The rules of the directories above, which hold below as well. */
async function rulesAbove(fs: FileSystem, { path, shown }: Place): Promise<Rules[]> {
  if (shown === ".") return [];
  const parts = shown.split("/");
  const root = path.slice(0, path.length - shown.length - 1) || "/";
  const rules: Rules[] = [];
  for (const index of parts.keys()) {
    const from = parts.slice(0, index).join("/");
    const at = from === "" ? root : `${root === "/" ? "" : root}/${from}`;
    const own = await rulesIn(fs, at, from === "" ? "." : from, await listed(fs, at));
    if (own !== null) rules.push(own);
  }
  return rules;
}

const MAX_RULES = 256 * 1024;

async function rulesIn(
  fs: FileSystem,
  path: string,
  shown: string,
  entries: readonly DirEntry[],
): Promise<Rules | null> {
  if (!entries.some(({ name, kind }) => name === ".gitignore" && kind === "file")) return null;
  const file = `${path === "/" ? "" : path}/.gitignore`;
  try {
    if (((await fs.info(file))?.size ?? Infinity) > MAX_RULES) return null;
    const { default: ignore } = await import("ignore");
    const rules = ignore().add(await fs.readText(file));
    return { from: shown === "." ? "" : shown, ignores: (name) => rules.ignores(name) };
  } catch (error) {
    if (error instanceof FsError) return null;
    throw error;
  }
}
