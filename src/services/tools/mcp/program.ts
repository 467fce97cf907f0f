/**
 * The program of a server, found on PATH, with the digest it has to have.
 *
 * @module
 */

import { type FileSystem, FsError, type Os } from "../../../host/platform/port.ts";
import type { McpServerConfig } from "../../config/mod.ts";

/** What finding needs. */
export interface ProgramSearch {
  readonly fs: FileSystem;
  readonly os: Os;
  readonly path: string;
  readonly cwd: string;
}

/**
 * The program to start; one whose digest is given is named by its full path, so that what was
 * looked at is what runs. An error's message says what is wrong.
 */
export async function programOf(config: McpServerConfig, search: ProgramSearch): Promise<string> {
  const { checksum, command } = config;
  if (checksum === null) return command;
  const path = await find(command, search);
  if (path === null) throw new Error(`there is no program ${command}`);
  const name = checksum.algorithm === "sha1" ? "SHA-1" : "SHA-256";
  const bytes = await search.fs.readBytes(path);
  const digest = await crypto.subtle.digest(name, new Uint8Array(bytes));
  const found = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  if (found === checksum.value.toLowerCase()) return path;
  throw new Error(`${path} is not the program it was: its ${checksum.algorithm} is ${found}`);
}

async function find(command: string, { fs, os, path, cwd }: ProgramSearch): Promise<string | null> {
  const windows = os === "windows";
  const names = /[\\/]/.test(command) ? [absolute(command, cwd, windows)] : path
    .split(windows ? ";" : ":").filter((folder) => folder !== "")
    .map((folder) => `${folder}/${command}`);
  for (const name of names) {
    for (const ending of windows ? ["", ".exe", ".cmd", ".bat"] : [""]) {
      try {
        const info = await fs.info(name + ending);
        if (info?.kind === "file" && info.executable !== false) {
          return await fs.realPath(name + ending);
        }
      } catch (error) {
        if (!(error instanceof FsError)) throw error;
      }
    }
  }
  return null;
}

function absolute(path: string, cwd: string, windows: boolean): string {
  const isAbsolute = windows ? /^([A-Za-z]:)?[\\/]/.test(path) : path.startsWith("/");
  return isAbsolute ? path : `${cwd}/${path}`;
}
