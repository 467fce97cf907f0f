/**
 * The document's file in the user's own directory of a conversation. Owns what is on the disk: what
 * we wrote is taken back on every way out, what a person wrote never is.
 *
 * Source: reference-facts 5.3, 5.4. One owner, armed once, however often the editor is opened.
 *
 * @module
 */

import type { ConversationId } from "../../../../core/conversation/mod.ts";
import { type FileSystem, FsError } from "../../../../host/platform/port.ts";
import { type Store, StoreError } from "../../../../services/workspace/mod.ts";
import { DOCUMENT_FILE } from "./document.ts";

const FOLDER = "conversations";
/** More editors than this, open at once for new conversations of one workspace, is no use case. */
const SLOTS = 99;

/** The file of one document, held until disposed. */
export class DraftFile implements AsyncDisposable {
  readonly #fs: FileSystem;
  readonly #store: Store;
  readonly #kept = new DisposableStack();
  #folder: string;
  #path: string | null;
  /** What was there before us; null: nothing. */
  readonly earlier: string | null;
  /** What we have written and may take back. */
  #ours: string | null = null;

  private constructor(
    fs: FileSystem,
    store: Store,
    at: { readonly folder: string; readonly path: string | null; readonly earlier: string | null },
  ) {
    this.#fs = fs;
    this.#store = store;
    this.#folder = at.folder;
    this.#path = at.path;
    this.earlier = at.earlier;
  }

  /**
   * Opens it. Whoever passes an id holds that conversation's lock; for one that is yet to be made
   * (null) a file is taken that nobody else composes in.
   *
   * @throws {StoreError | FsError} when there is no place for it.
   */
  static async open(fs: FileSystem, store: Store, id: ConversationId | null): Promise<DraftFile> {
    using slot = new DisposableStack();
    const name = id ?? await freeSlot(fs, store, slot);
    const folder = `${FOLDER}/${name}`;
    const directory = await store.userDir.path();
    const path = directory === null ? null : `${directory}/${folder}/${DOCUMENT_FILE}`;
    const earlier = path === null ? null : await textOf(fs, path);
    const file = new DraftFile(fs, store, { folder, path, earlier });
    file.#kept.use(slot.move());
    return file;
  }

  /** Where it is; null as long as nothing was ever written. */
  get path(): string | null {
    return this.#path;
  }

  /** Writes it, and answers where. */
  async write(text: string): Promise<string> {
    const bytes = new TextEncoder().encode(text);
    const path = await this.#store.userDir.within(this.#folder, async (directory) => {
      const file = `${directory}/${DOCUMENT_FILE}`;
      await this.#fs.replace(file, bytes, 0o600);
      return file;
    });
    this.#ours = text;
    return this.#path = path;
  }

  /** What is in it; an editor that removed it has emptied it. */
  async read(): Promise<string> {
    return this.#path === null ? "" : await textOf(this.#fs, this.#path) ?? "";
  }

  /** What is in it is somebody's words by now: it stays. */
  keep(): void {
    this.#ours = null;
  }

  /** The conversation exists now: it is its draft, where it will be looked for next time. */
  async moveTo(id: ConversationId): Promise<void> {
    const from = this.#path;
    const folder = `${FOLDER}/${id}`;
    if (from === null || folder === this.#folder) return;
    await quietly(async () => {
      this.#path = await this.#store.userDir.within(folder, async (directory) => {
        const file = `${directory}/${DOCUMENT_FILE}`;
        await this.#fs.rename(from, file);
        return file;
      });
      this.#folder = folder;
      await this.#fs.remove(directoryOf(from));
    });
  }

  /** Takes it away: what it says is in the conversation, or was emptied by its author. */
  async remove(): Promise<void> {
    this.#ours = null;
    const path = this.#path;
    if (path === null) return;
    await quietly(() => this.#fs.remove(path));
    // Only an empty one goes: an editor's own backup may lie beside it.
    await quietly(() => this.#fs.remove(directoryOf(path)));
    await quietly(() => this.#fs.remove(directoryOf(directoryOf(path))));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    using _kept = this.#kept;
    const ours = this.#ours;
    const path = this.#path;
    this.#ours = null;
    if (ours === null || path === null) return;
    await quietly(async () => {
      if (await textOf(this.#fs, path) !== ours) return;
      if (this.earlier === null) return await this.remove();
      await this.#fs.replace(path, new TextEncoder().encode(this.earlier), 0o600);
    });
  }
}

/** Takes the first name that no other process composes a new conversation under. */
async function freeSlot(fs: FileSystem, store: Store, held: DisposableStack): Promise<string> {
  for (let number = 1; number < SLOTS; number++) {
    const name = number === 1 ? "new" : `new-${number}`;
    const lock = await store.userDir.within("locks", (path) => fs.openLock(`${path}/${name}.lock`));
    if (lock.tryLock()) {
      held.use(lock);
      return name;
    }
    lock[Symbol.dispose]();
  }
  throw new StoreError("io", "too many queries are being composed here", {
    help: "Close an editor, or give the question as words.",
  });
}

async function textOf(fs: FileSystem, path: string): Promise<string | null> {
  try {
    return await fs.readText(path);
  } catch (error) {
    if (error instanceof FsError && error.code === "ENOENT") return null;
    throw error;
  }
}

function directoryOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

/** A file that cannot be tidied away is no reason to fail: nothing is lost by it. */
async function quietly(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof FsError || error instanceof StoreError)) throw error;
  }
}
