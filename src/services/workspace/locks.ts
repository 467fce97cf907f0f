/**
 * One writer per conversation (PR-041). The kernel's lock on a file decides and dies with its
 * holder, so there is no stale lock to judge (PR-042); what the file says is only shown to people.
 *
 * @module
 */

import type { ConversationId } from "../../core/conversation/mod.ts";
import { type Clock, type FileSystem, FsError, type LockFile } from "../../host/platform/port.ts";
import { delay } from "./delay.ts";
import { attempt, tidy } from "./errors.ts";
import { parseObject, timestampOf } from "./metadata.ts";
import { join } from "./paths.ts";
import type { UserDir } from "./user_dir.ts";

/** Who holds a lock, as far as it left word. */
export interface LockHolder {
  readonly pid: number | null;
  /** Its session, for telling "here" from "elsewhere". */
  readonly session: string | null;
  readonly acquiredAt: string | null;
}

/** The right to write to one conversation, until disposed. */
export interface ConversationLock extends Disposable {
  readonly id: ConversationId;
}

/** How trying for a lock went. */
export type LockAttempt =
  | { readonly kind: "acquired"; readonly lock: ConversationLock }
  | { readonly kind: "held"; readonly holder: LockHolder };

/** How to wait for a lock. */
export interface LockWait {
  /** Gives the wait up; it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Milliseconds between tries; 500 when left out. */
  readonly pollMs?: number;
  /** Told who is waited for: once the first try failed, and when that changes. */
  readonly onWait?: (holder: LockHolder) => void;
}

const FOLDER = "locks";
const POLL_MS = 500;

/** What locks need to know of this process. */
export interface LockOwner {
  readonly pid: number;
  readonly session: string | null;
}

/** The locks of a workspace's conversations. */
export class Locks {
  readonly #fs: FileSystem;
  readonly #dir: UserDir;
  readonly #clock: Clock;
  readonly #owner: LockOwner;

  constructor(fs: FileSystem, dir: UserDir, clock: Clock, owner: LockOwner) {
    this.#fs = fs;
    this.#dir = dir;
    this.#clock = clock;
    this.#owner = owner;
  }

  /** Takes the lock if it is free; never waits. @throws {StoreError} when locking cannot work. */
  async tryLock(id: ConversationId): Promise<LockAttempt> {
    return await attempt("lock the conversation", async () => {
      using opened = new DisposableStack();
      const file = opened.use(await this.#open(id));
      if (this.#take(file)) return { kind: "acquired", lock: held(id, opened.move()) };
      return { kind: "held", holder: parseHolder(file.description()) };
    });
  }

  /**
   * Waits until the lock is ours. Read the conversation only after: its last holder may have
   * written meanwhile.
   *
   * @throws {StoreError} when locking cannot work; the signal's reason when it aborts.
   */
  async waitForLock(id: ConversationId, options: LockWait = {}): Promise<ConversationLock> {
    const { signal, pollMs = POLL_MS, onWait } = options;
    return await attempt("lock the conversation", async () => {
      signal?.throwIfAborted();
      using opened = new DisposableStack();
      const file = opened.use(await this.#open(id));
      let told: string | null = null;
      for (;;) {
        signal?.throwIfAborted();
        if (this.#take(file)) return held(id, opened.move());
        const description = file.description();
        if (description !== told) onWait?.(parseHolder(description));
        told = description;
        await delay(pollMs, signal);
      }
    });
  }

  /** Takes the file of a conversation that is no more away. Only for the lock's holder. */
  async forget(lock: ConversationLock): Promise<void> {
    const path = await this.#dir.path();
    if (path !== null) await tidy(() => this.#fs.remove(join(path, FOLDER, fileName(lock.id))));
  }

  #open(id: ConversationId): Promise<LockFile> {
    return this.#dir.within(FOLDER, (path) => this.#fs.openLock(join(path, fileName(id))));
  }

  #take(file: LockFile): boolean {
    if (!file.tryLock()) return false;
    const { pid, session } = this.#owner;
    const acquired_at = timestampOf(this.#clock.now());
    try {
      file.describe(`${JSON.stringify({ pid, session, acquired_at })}\n`);
    } catch (error) {
      // A full disk: the lock holds all the same, only nobody can read whose it is.
      if (!(error instanceof FsError)) throw error;
    }
    return true;
  }
}

/** The lock over what has to be closed with it. */
function held(id: ConversationId, kept: DisposableStack): ConversationLock {
  return { id, [Symbol.dispose]: () => kept.dispose() };
}

function fileName(id: ConversationId): string {
  return `${id}.lock`;
}

function parseHolder(text: string): LockHolder {
  const { pid, session, acquired_at } = parseObject(text);
  return {
    pid: typeof pid === "number" ? pid : null,
    session: typeof session === "string" ? session : null,
    acquiredAt: typeof acquired_at === "string" ? acquired_at : null,
  };
}
