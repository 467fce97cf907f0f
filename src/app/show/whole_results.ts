/**
 * Files with the whole of results that are cut on the screen, beside the conversation they belong
 * to and gone with it. A file's name follows from what is in it, so that one text is one file.
 *
 * Source: `results_file_link` (reference-facts 2.3).
 *
 * @module
 */

import { type FileSystem, FsError } from "../../host/platform/port.ts";

/** Bytes of the digest that a name is made of: enough for the results of one conversation. */
const NAME_BYTES = 8;

/** The files of one conversation. */
export class WholeResults {
  readonly #fs: FileSystem;
  readonly #directory: () => string | null;

  /** @param directory where they lie; null as long as nothing is kept. */
  constructor(fs: FileSystem, directory: () => string | null) {
    this.#fs = fs;
    this.#directory = directory;
  }

  /** Writes the file, unless it is there; null where nothing is kept, or it cannot be written. */
  async keep(content: string): Promise<string | null> {
    const directory = this.#directory();
    if (directory === null) return null;
    const bytes = new TextEncoder().encode(content);
    const path = await this.#path(directory, bytes);
    try {
      await this.#fs.makeDir(directory, { recursive: true, mode: 0o700 });
      await this.#fs.createNew(path, bytes, 0o600);
    } catch (error) {
      if (!(error instanceof FsError)) throw error;
      if (error.code !== "EEXIST") return null;
    }
    return path;
  }

  /** The file, if there is one. */
  async find(content: string): Promise<string | null> {
    const directory = this.#directory();
    if (directory === null) return null;
    const path = await this.#path(directory, new TextEncoder().encode(content));
    const info = await this.#fs.info(path).catch(() => null);
    return info?.kind === "file" ? path : null;
  }

  async #path(directory: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    const name = Array.from(
      digest.subarray(0, NAME_BYTES),
      (byte) => byte.toString(16).padStart(2, "0"),
    );
    return `${directory}/${name.join("")}.txt`;
  }
}

/** The address of a file, for a hyperlink. */
export function fileUrl(path: string): string {
  const parts = path.replaceAll("\\", "/").split("/").map(encodeURIComponent);
  // A drive's colon stays one.
  const joined = parts.join("/").replace(/^([A-Za-z])%3A/, "$1:");
  return `file://${joined.startsWith("/") ? "" : "/"}${joined}`;
}
