/**
 * One conversation's `events.jsonl` while it is being written: only added to, one buffer and one
 * write a call, each event kept in memory whether the disk took it or not. Never rewrites what is
 * there, and never says "saved" of what is not.
 *
 * @module
 */

import {
  type ConversationEvent,
  encodeEvents,
  type LogContents,
  type LogProblem,
  readLog,
} from "../../core/conversation/mod.ts";
import type { AppendFile, FileSystem } from "../../host/platform/port.ts";
import { attempt, failedWith, StoreError, tidy } from "./errors.ts";
import { join } from "./paths.ts";

/** The file's name in the conversation's directory. */
export const EVENTS_FILE = "events.jsonl";

/** What was wrong with a log when it was opened; nothing of it is fatal. */
export interface LogDamage {
  /** The end was cut off. */
  readonly torn: {
    /** How many bytes of it there were. */
    readonly bytes: number;
    /** Where they are now; null when they stayed in place or were nothing but zeros. */
    readonly setAside: string | null;
  } | null;
  /** Lines that are no events; they stay where they are. */
  readonly problems: readonly LogProblem[];
}

const NEWLINE = new Uint8Array([0x0a]);
const TEMPORARY = /\.[0-9a-f]{8}\.tmp$/;

/** A conversation's events for reading; a line just being written by its owner is no fault. */
export async function readEvents(fs: FileSystem, directory: string): Promise<LogContents> {
  return await attempt("read the conversation", async () => readLog(await bytesOf(fs, directory)));
}

/** The writer of a conversation. Whoever makes one holds the conversation's lock. */
export class ConversationLog implements AsyncDisposable {
  /** What was wrong with the file when it was opened. */
  readonly damage: LogDamage;
  readonly #fs: FileSystem;
  readonly #directory: string;
  readonly #path: string;
  readonly #events: ConversationEvent[];
  /** Events the disk has, counted from the first. */
  #saved: number;
  /** Bytes of the file that are in order. */
  #size: number;
  #endsClean: boolean;
  /** The file is new: its name is not on the disk before the directory is. */
  #unlisted: boolean;
  /** A failed write may have left a part of itself behind `#size`. */
  #dirty = false;
  #file: AppendFile | null = null;
  /** Set once the file was taken away under us; saving ended there. */
  #lost: StoreError | null = null;
  /** Work that has to end first; never rejects. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor(
    fs: FileSystem,
    directory: string,
    state: {
      readonly events: ConversationEvent[];
      readonly size: number;
      readonly endsClean: boolean;
      readonly unlisted: boolean;
      readonly damage: LogDamage;
    },
  ) {
    this.#fs = fs;
    this.#directory = directory;
    this.#path = join(directory, EVENTS_FILE);
    this.#events = state.events;
    this.#saved = state.events.length;
    this.#size = state.size;
    this.#endsClean = state.endsClean;
    this.#unlisted = state.unlisted;
    this.damage = state.damage;
  }

  /**
   * Opens the log in a conversation's directory. A torn end is set aside into
   * `events.torn-<n>.jsonl`; where that cannot be done it stays, and new events begin on a new line.
   *
   * @throws {StoreError} when it cannot be read, or is a link to somewhere else.
   */
  static async open(fs: FileSystem, directory: string): Promise<ConversationLog> {
    return await attempt("open the conversation", async () => {
      const names = new Map((await fs.list(directory)).map(({ name, kind }) => [name, kind]));
      // A workspace may come from somebody else: a link would have us write anywhere.
      if (names.get(EVENTS_FILE) === "symlink") {
        throw new StoreError("invalid", `${join(directory, EVENTS_FILE)} is a symbolic link`, {
          help: "Replace it by the file it points to.",
        });
      }
      for (const name of names.keys()) {
        // Left by a killed writer: nobody else writes here while we hold the lock (PR-039).
        if (TEMPORARY.test(name)) await tidy(() => fs.remove(join(directory, name)));
      }
      const bytes = await bytesOf(fs, directory);
      const contents = readLog(bytes);
      const { size, endsClean, torn } = await setAside(fs, directory, contents, bytes.length);
      return new ConversationLog(fs, directory, {
        events: [...contents.events],
        size,
        endsClean,
        unlisted: !names.has(EVENTS_FILE),
        damage: { torn, problems: contents.problems },
      });
    });
  }

  /** Every event, in order: those on the disk and those not yet. */
  get events(): readonly ConversationEvent[] {
    return this.#events;
  }

  /** How many events at the end the disk does not have. */
  get unsaved(): number {
    return this.#events.length - this.#saved;
  }

  /**
   * Adds events and writes them, with all that could not be written before, as one buffer. They are
   * in memory at once, and stay there.
   *
   * @throws {StoreError} when they are not in the file; the next call tries again.
   */
  append(events: readonly ConversationEvent[]): Promise<void> {
    for (const event of events) this.#events.push(event);
    return this.#inTurn(() => this.#write());
  }

  /**
   * Writes what is unsaved and waits until all of it is on the disk.
   *
   * @throws {StoreError} when it is not. `vanished` or `changed`: the file was taken away under us,
   * nothing more can be saved here; the events are still in memory, {@linkcode copyTo} saves them.
   */
  sync(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#write();
      const file = this.#file;
      if (file === null) return;
      await attempt("save the conversation", async () => {
        await file.sync();
        if (this.#unlisted) await this.#syncNames();
        this.#unlisted = false;
        await this.#checkPlace();
      });
    });
  }

  /**
   * Writes every event to a new file elsewhere.
   *
   * @throws {StoreError} when that fails, also when the file is there already.
   */
  async copyTo(path: string): Promise<void> {
    await attempt(
      "copy the conversation",
      () => this.#fs.createNew(path, encodeEvents(this.#events), 0o600),
    );
  }

  /** Closes the file once running writes have ended. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#last;
    const file = this.#file;
    this.#file = null;
    await file?.[Symbol.asyncDispose]();
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  async #write(): Promise<void> {
    if (this.unsaved === 0) return;
    if (this.#lost !== null) throw this.#lost;
    await attempt("save the conversation", async () => {
      const file = this.#file ??= await this.#fs.openAppend(this.#path, 0o666);
      if (this.#dirty) await this.#takeBack(file);
      if (file.size !== this.#size) throw this.#lose("changed");
      const upTo = this.#events.length;
      const lines = encodeEvents(this.#events.slice(this.#saved));
      const bytes = this.#endsClean ? lines : concat(NEWLINE, lines);
      this.#dirty = true;
      try {
        await file.append(bytes);
      } catch (error) {
        await tidy(() => this.#takeBack(file));
        throw error;
      }
      this.#dirty = false;
      this.#size += bytes.length;
      this.#endsClean = true;
      this.#saved = upTo;
    });
  }

  /** Cuts a write that failed half-way off again; until that works nothing may follow it. */
  async #takeBack(file: AppendFile): Promise<void> {
    await file.truncate(this.#size);
    this.#dirty = false;
  }

  /** An open file can be written to long after its name is gone or names another file. */
  async #checkPlace(): Promise<void> {
    const info = await this.#fs.info(this.#path);
    if (info === null) throw this.#lose("vanished");
    if (info.size !== this.#size) throw this.#lose("changed");
  }

  #lose(code: "vanished" | "changed"): StoreError {
    this.#saved = 0;
    const what = code === "vanished" ? "its file was removed" : "something else wrote to its file";
    this.#lost = new StoreError(code, `cannot save the conversation: ${what} (${this.#path})`, {
      help: "The answer goes on; what was said is written elsewhere at its end, if that can be.",
    });
    return this.#lost;
  }

  async #syncNames(): Promise<void> {
    for (const directory of [this.#directory, join(this.#directory, "..")]) {
      try {
        await this.#fs.syncDir(directory);
      } catch (error) {
        // Some file systems cannot; the file's own data is safe then.
        if (!failedWith(error, "EINVAL", "ENOTSUP", "EBADF", "EACCES", "EISDIR")) throw error;
      }
    }
  }
}

async function bytesOf(fs: FileSystem, directory: string): Promise<Uint8Array> {
  try {
    return await fs.readBytes(join(directory, EVENTS_FILE));
  } catch (error) {
    if (failedWith(error, "ENOENT")) return new Uint8Array();
    throw error;
  }
}

async function setAside(
  fs: FileSystem,
  directory: string,
  contents: LogContents,
  size: number,
): Promise<
  { readonly size: number; readonly endsClean: boolean; readonly torn: LogDamage["torn"] }
> {
  const { torn, validBytes, endsClean } = contents;
  if (torn === null) return { size, endsClean, torn: null };
  const report = (setAside: string | null) => ({ bytes: torn.bytes.length, setAside });
  try {
    const zeros = torn.bytes.every((byte) => byte === 0);
    const copy = zeros ? null : await keepTorn(fs, directory, torn.bytes);
    await fs.truncate(join(directory, EVENTS_FILE), validBytes);
    return { size: validBytes, endsClean, torn: report(copy) };
  } catch (error) {
    if (!failedWith(error, "ENOSPC", "EDQUOT", "EROFS", "EACCES", "EPERM", "EIO")) throw error;
    return { size, endsClean: false, torn: report(null) };
  }
}

async function keepTorn(fs: FileSystem, directory: string, bytes: Uint8Array): Promise<string> {
  for (let number = 1;; number++) {
    const path = join(directory, `events.torn-${number}.jsonl`);
    try {
      await fs.createNew(path, bytes, 0o666);
      return path;
    } catch (error) {
      if (failedWith(error, "EEXIST")) continue;
      // Half a copy is worth less than none: the original stays.
      await tidy(() => fs.remove(path));
      throw error;
    }
  }
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
