/**
 * A whole file as text, with what is needed to tell later whether it is still the same; and writing
 * one so that readers see the old or the new, never half.
 *
 * @module
 */

import { FsError, type LinkInfo } from "../../host/platform/port.ts";
import type { ToolHost } from "./host.ts";
import { ToolError } from "./types.ts";
import { inWords, type Place, type WorkspaceFiles } from "./workspace_files.ts";

/** A larger file is not changed as text, in bytes. */
const MAX_TEXT = 8 * 1024 * 1024;

/** A file as it was when a change was worked out; null when there was none. */
export interface Snapshot {
  readonly place: Place;
  readonly text: string | null;
}

/**
 * Reads a file that is going to be changed.
 *
 * @throws {ToolError} for a directory, a file that is not text, read-only or too large.
 */
export async function snapshot(files: WorkspaceFiles, path: string): Promise<Snapshot> {
  const place = await files.findForWriting(path);
  if (place.info === null) return { place, text: null };
  if (place.info.mode !== null && (place.info.mode & 0o222) === 0) {
    throw new ToolError("unavailable", `${place.shown} is read-only.`);
  }
  await using file = await files.open(place);
  if (file.info.size > MAX_TEXT) {
    throw new ToolError("unavailable", `${place.shown} is too large (${file.info.size} bytes).`);
  }
  const bytes = await inWords(place.shown, file.read(0, MAX_TEXT + 1));
  return { place: { ...place, info: file.info }, text: decoded(bytes, place.shown) };
}

function decoded(bytes: Uint8Array, shown: string): string {
  try {
    if (!bytes.includes(0)) {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    }
  } catch {
    // Said below.
  }
  throw new ToolError("unavailable", `${shown} is not UTF-8 text.`);
}

/** Why the file is no longer what was read; null when it is. */
export async function changed(
  files: WorkspaceFiles,
  path: string,
  before: Snapshot,
): Promise<string | null> {
  const { shown } = before.place;
  let now: Snapshot;
  try {
    now = await snapshot(files, path);
  } catch (error) {
    if (error instanceof ToolError) return error.message;
    throw error;
  }
  if (now.place.path !== before.place.path) return `${shown} leads somewhere else now.`;
  if (before.text === null) return now.text === null ? null : `${shown} has been created.`;
  if (now.text === null) return `${shown} has been removed.`;
  if (now.text !== before.text) return `${shown} has been changed.`;
  const [was, is] = [before.place.info, now.place.info];
  return was?.mode !== is?.mode ? `The permissions of ${shown} have been changed.` : null;
}

/**
 * Writes a text beside the file and renames it over it. Directories that are missing are made.
 *
 * @throws {ToolError} when the disk does not take it; the old file is then as it was.
 */
export async function writeText(
  host: ToolHost,
  files: WorkspaceFiles,
  { path, shown, info }: Place,
  text: string,
): Promise<void> {
  const { files: real } = await host.workbench();
  const parent = path.slice(0, path.lastIndexOf("/")) || "/";
  await makeParents(host, files, shown);
  const beside = `${parent === "/" ? "" : parent}/.jp-${crypto.randomUUID().slice(0, 8)}.tmp`;
  try {
    await inWords(shown, real.create(beside, new TextEncoder().encode(text), info?.mode ?? 0o666));
    if (info?.mode != null) await inWords(shown, real.setMode(beside, info.mode));
    // The directory may have become a link a moment ago: what was written has to be where it is named.
    const where = await inWords(shown, host.fs.realPath(beside));
    if (where.replaceAll("\\", "/") !== beside || !sameFile(info, await real.linkInfo(path))) {
      throw new ToolError("unavailable", `${shown} has just been changed by somebody else.`);
    }
    await inWords(shown, host.fs.rename(beside, path));
  } catch (error) {
    await host.fs.remove(beside).catch(() => {});
    throw error;
  }
  // The name is on the disk when the directory is; where that cannot be asked for, it comes later.
  await host.fs.syncDir(parent).catch((error: unknown) => {
    if (!(error instanceof FsError)) throw error;
  });
}

function sameFile(was: LinkInfo | null, is: LinkInfo | null): boolean {
  return was?.identity === is?.identity && was?.kind === is?.kind && was?.modified === is?.modified;
}

async function makeParents(host: ToolHost, files: WorkspaceFiles, shown: string): Promise<void> {
  const parts = shown.split("/").slice(0, -1);
  for (const index of parts.keys()) {
    const directory = parts.slice(0, index + 1).join("/");
    // Looked up anew each time: a name may have become a link.
    const place = await files.find(directory);
    if (place.info?.kind === "directory") continue;
    if (place.info !== null) {
      throw new ToolError("unavailable", `${directory} is not a directory.`);
    }
    await inWords(directory, host.fs.makeDir(place.path, { recursive: false, mode: 0o777 }));
  }
}
