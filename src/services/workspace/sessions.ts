/**
 * Which conversation is active in which terminal session. One small file a session, replaced as a
 * whole; losing one costs a choice, never a conversation.
 *
 * @module
 */

import {
  type ConversationId,
  type Json,
  type JsonObject,
  parseId,
} from "../../core/conversation/mod.ts";
import type { Clock, FileSystem } from "../../host/platform/port.ts";
import { type ConversationRef, directoryOf, pickById } from "./conversation_dirs.ts";
import type { Conversations } from "./conversations.ts";
import { attempt, failedWith } from "./errors.ts";
import { parseObject, timestampOf } from "./metadata.ts";
import { join } from "./paths.ts";
import type { SessionIdentity } from "./session_identity.ts";
import type { UserDir } from "./user_dir.ts";

/** A conversation that was active in a session. */
export interface SessionEntry {
  readonly id: ConversationId;
  /** UTC timestamp. */
  readonly activatedAt: string;
  /** The name of its directory, so that finding it costs one look; null when it was not noted. */
  readonly directory: string | null;
}

const FOLDER = "sessions";
const HISTORY_LENGTH = 100;

/** The session of this process. */
export class Sessions {
  readonly #fs: FileSystem;
  readonly #dir: UserDir;
  readonly #clock: Clock;
  /** Null when nothing tells sessions apart: then none has an active conversation. */
  readonly identity: SessionIdentity | null;

  constructor(fs: FileSystem, dir: UserDir, clock: Clock, identity: SessionIdentity | null) {
    this.#fs = fs;
    this.#dir = dir;
    this.#clock = clock;
    this.identity = identity;
  }

  /** What was active here, newest first; empty for a new session or a file nobody can read. */
  async history(): Promise<readonly SessionEntry[]> {
    const { identity } = this;
    if (identity === null) return [];
    return await attempt("read the session", async () => {
      const path = await this.#dir.path();
      if (path === null) return [];
      try {
        const text = await this.#fs.readText(join(path, FOLDER, identity.fileName));
        const stored = parseObject(text);
        return isSame(stored, identity) ? entriesIn(stored.history) : [];
      } catch (error) {
        if (failedWith(error, "ENOENT", "EACCES")) return [];
        throw error;
      }
    });
  }

  /**
   * The conversation that is active here: the newest of the history that exists. An archived one
   * ends the search, so that putting it away does not bring back the one before it.
   */
  async active(conversations: Conversations): Promise<ConversationRef | null> {
    const history = await this.history();
    const [newest] = history;
    if (newest === undefined) return null;
    const noted = newest.directory === null ? null : await conversations.named(newest.directory);
    if (noted?.id === newest.id) return noted;
    const live = await conversations.list();
    let archive: readonly ConversationRef[] | null = null;
    for (const { id } of history) {
      const ref = pickById(live, id);
      if (ref !== null) return ref;
      archive ??= await conversations.list({ archived: true });
      if (archive.some((each) => each.id === id)) return null;
    }
    return null;
  }

  /** The conversation that was active here before the newest one and still exists. */
  async previous(conversations: Conversations): Promise<ConversationRef | null> {
    const history = await this.history();
    if (history.length < 2) return null;
    const live = await conversations.list();
    for (const { id } of history.slice(1)) {
      const ref = pickById(live, id);
      if (ref !== null) return ref;
    }
    return null;
  }

  /** Makes a conversation the active one here. @throws {StoreError} when that cannot be noted. */
  async activate(ref: ConversationRef): Promise<void> {
    const { identity } = this;
    if (identity === null) return;
    const older = (await this.history()).filter((entry) => entry.id !== ref.id);
    const newest = {
      id: ref.id,
      activatedAt: timestampOf(this.#clock.now()),
      directory: directoryOf(ref),
    };
    const history = [newest, ...older].slice(0, HISTORY_LENGTH);
    const text = `${JSON.stringify(stored(identity, history), null, 2)}\n`;
    await attempt(
      "note the active conversation",
      () =>
        this.#dir.within(
          FOLDER,
          (path) =>
            this.#fs.replace(
              join(path, identity.fileName),
              new TextEncoder().encode(text),
              0o600,
            ),
        ),
    );
  }
}

function stored(identity: SessionIdentity, history: readonly SessionEntry[]): JsonObject {
  return {
    history: history.map(({ id, activatedAt, directory }) => ({
      id,
      activated_at: activatedAt,
      ...(directory === null ? {} : { directory }),
    })),
    id: identity.id,
    source: { ...identity.source },
    ...(identity.leaderStarted === null ? {} : { leader_started: identity.leaderStarted }),
  };
}

/** A pid is given out again: another start time is another session, however alike they look. */
function isSame(stored: JsonObject, identity: SessionIdentity): boolean {
  const { id, leader_started } = stored;
  if (id !== undefined && id !== identity.id) return false;
  return typeof leader_started !== "string" || identity.leaderStarted === null ||
    leader_started === identity.leaderStarted;
}

function entriesIn(history: Json | undefined): SessionEntry[] {
  if (!Array.isArray(history)) return [];
  return history.flatMap((entry: Json) => {
    if (typeof entry !== "object" || entry === null || !("id" in entry)) return [];
    const id = typeof entry.id === "string" ? parseId(entry.id) : null;
    const { activated_at, directory } = entry;
    return id === null ? [] : [{
      id,
      activatedAt: typeof activated_at === "string" ? activated_at : "",
      directory: typeof directory === "string" ? directory : null,
    }];
  });
}
