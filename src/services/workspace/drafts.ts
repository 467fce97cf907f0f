/**
 * Texts somebody was still writing, one a conversation, so that no typed word is lost (PR-035).
 *
 * @module
 */

import type { ConversationId } from "../../core/conversation/mod.ts";
import type { Clock, FileSystem } from "../../host/platform/port.ts";
import { attempt, failedWith } from "./errors.ts";
import { parseObject, timestampOf } from "./metadata.ts";
import { join } from "./paths.ts";
import type { UserDir } from "./user_dir.ts";

/** A text with the place of its caret, in whatever unit its editor counts. */
export interface Draft {
  readonly text: string;
  readonly caret: number;
}

/** Whose draft it is; `new` is that of a conversation that does not exist yet. */
export type DraftKey = ConversationId | "new";

const FOLDER = "drafts";

/** The drafts of a workspace. */
export class Drafts {
  readonly #fs: FileSystem;
  readonly #dir: UserDir;
  readonly #clock: Clock;

  constructor(fs: FileSystem, dir: UserDir, clock: Clock) {
    this.#fs = fs;
    this.#dir = dir;
    this.#clock = clock;
  }

  /** Keeps a draft in place of the one there was. @throws {StoreError} when it is not kept. */
  async save(key: DraftKey, draft: Draft): Promise<void> {
    const record = { ...draft, saved_at: timestampOf(this.#clock.now()) };
    const bytes = new TextEncoder().encode(`${JSON.stringify(record)}\n`);
    await attempt(
      "save the draft",
      () => this.#dir.within(FOLDER, (path) => this.#fs.replace(file(path, key), bytes, 0o600)),
    );
  }

  /** The draft, or null when there is none. @throws {StoreError} when it cannot be read. */
  async read(key: DraftKey): Promise<Draft | null> {
    return await attempt("read the draft", async () => {
      const path = await this.#dir.path();
      if (path === null) return null;
      try {
        return parseDraft(await this.#fs.readText(file(join(path, FOLDER), key)));
      } catch (error) {
        if (failedWith(error, "ENOENT")) return null;
        throw error;
      }
    });
  }

  /** Lets go of a draft. @throws {StoreError} when it is still there. */
  async remove(key: DraftKey): Promise<void> {
    await attempt("remove the draft", async () => {
      const path = await this.#dir.path();
      if (path === null) return;
      try {
        await this.#fs.remove(file(join(path, FOLDER), key));
      } catch (error) {
        if (!failedWith(error, "ENOENT")) throw error;
      }
    });
  }
}

function file(directory: string, key: DraftKey): string {
  return join(directory, `${key}.json`);
}

/** A file that is no draft of ours was written by hand: then all of it is the text. */
function parseDraft(contents: string): Draft {
  const { text, caret } = parseObject(contents);
  if (typeof text !== "string") return { text: contents, caret: contents.length };
  const inside = typeof caret === "number" && Number.isInteger(caret) && caret >= 0;
  return { text, caret: inside ? Math.min(caret, text.length) : text.length };
}
