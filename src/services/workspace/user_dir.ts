/**
 * The user's own directory of a workspace, `<user-data>/workspace/<id>/`: locks, sessions, drafts.
 * Owns the id in `.jp/.id`, which is made at the first write and never before.
 *
 * @module
 */

import type { ConversationId } from "../../core/conversation/mod.ts";
import type { FileSystem } from "../../host/platform/port.ts";
import { delay } from "./delay.ts";
import { attempt, failedWith, tidy } from "./errors.ts";
import { needUserData, type Workspace } from "./find_workspace.ts";
import { join } from "./paths.ts";
import { parseWorkspaceId, readRegisteredStorage, registrationFile } from "./registration.ts";

const ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz";
const PREAMBLE = "# The id of this workspace: it ties your sessions and locks to it. Keep it.\n";
// Whoever made the file writes its few bytes right after; a kill in between leaves it empty.
const RETRIES = 20;
const RETRY_MS = 10;
const PRIVATE = { recursive: true, mode: 0o700 };

/** The user's directory of one workspace. */
export class UserDir {
  readonly #fs: FileSystem;
  readonly #workspace: Workspace;
  #id: string | null = null;

  constructor(fs: FileSystem, workspace: Workspace) {
    this.#fs = fs;
    this.#workspace = workspace;
  }

  /** The workspace's id, or null as long as nothing was ever written. */
  async id(): Promise<string | null> {
    this.#id ??= await attempt("read the workspace's id", () => this.#readId());
    return this.#id;
  }

  /** Its path, or null while the workspace has no id or the user no data directory. */
  async path(): Promise<string | null> {
    const { userData } = this.#workspace;
    if (userData === null) return null;
    const id = await this.id();
    return id === null ? null : join(userData, "workspace", id);
  }

  /**
   * Makes the directory and what it needs.
   *
   * @throws {StoreError} when it cannot be made.
   */
  async ensure(): Promise<string> {
    const userData = needUserData(this.#workspace);
    return await attempt("set up your data for this workspace", async () => {
      const id = await this.id() ?? await this.#makeId();
      this.#id = id;
      const path = join(userData, "workspace", id);
      await this.#fs.makeDir(path, PRIVATE);
      const { storage } = this.#workspace;
      if (await readRegisteredStorage(this.#fs, userData, id) !== storage) {
        const text = `${JSON.stringify({ storage })}\n`;
        await this.#fs.replace(
          registrationFile(userData, id),
          new TextEncoder().encode(text),
          0o600,
        );
      }
      return path;
    });
  }

  /**
   * Does work on a file in the directory `folder` of this one; makes the folder only when the work
   * says that it is missing, so that the usual case costs nothing.
   */
  async within<T>(folder: string, work: (path: string) => T | Promise<T>): Promise<T> {
    const path = await this.path();
    if (path !== null) {
      try {
        return await work(join(path, folder));
      } catch (error) {
        // Making it finds out what is in the way as well.
        if (!failedWith(error, "ENOENT", "ENOTDIR")) throw error;
      }
    }
    const made = join(await this.ensure(), folder);
    await this.#fs.makeDir(made, PRIVATE);
    return await work(made);
  }

  /**
   * Takes away what it holds of a conversation that is gone: drafts of requests and replies. Whatever
   * cannot be removed is no reason to fail.
   */
  async forget(id: ConversationId): Promise<void> {
    const path = await this.path();
    if (path === null) return;
    await tidy(() => this.#fs.remove(join(path, "conversations", id), { recursive: true }));
    await tidy(() => this.#fs.remove(join(path, "drafts", `${id}.json`)));
  }

  async #readId(): Promise<string | null> {
    try {
      return parseWorkspaceId(await this.#fs.readText(this.#idFile()));
    } catch (error) {
      if (failedWith(error, "ENOENT", "ENOTDIR")) return null;
      throw error;
    }
  }

  async #makeId(): Promise<string> {
    const id = randomId();
    const text = new TextEncoder().encode(`${PREAMBLE}${id}\n`);
    await this.#fs.makeDir(this.#workspace.storage, {
      recursive: true,
      mode: this.#workspace.kind === "default" ? 0o700 : 0o777,
    });
    try {
      await this.#fs.createNew(this.#idFile(), text, 0o666);
      return id;
    } catch (error) {
      if (!failedWith(error, "EEXIST")) throw error;
    }
    for (let tries = 0; tries < RETRIES; tries++) {
      const theirs = await this.#readId();
      if (theirs !== null) return theirs;
      await delay(RETRY_MS);
    }
    await this.#fs.replace(this.#idFile(), text, 0o666);
    return id;
  }

  #idFile(): string {
    return join(this.#workspace.storage, ".id");
  }
}

function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint32Array(5));
  return Array.from(bytes, (value) => ALPHABET[value % ALPHABET.length]).join("");
}
