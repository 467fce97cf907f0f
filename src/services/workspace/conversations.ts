/**
 * The conversations of a workspace. Whatever changes one takes its lock as an argument, so that
 * changing without holding it cannot be written down.
 *
 * @module
 */

import {
  type ConversationId,
  isKnown,
  type JsonObject,
  type LogContents,
  selectTurns,
  splitTurns,
  type TurnSelection,
} from "../../core/conversation/mod.ts";
import type { Clock, FileSystem } from "../../host/platform/port.ts";
import { mapBounded } from "./bounded.ts";
import {
  ARCHIVE,
  type ConversationRef,
  directoryOf,
  listConversations,
  pickById,
  refOf,
} from "./conversation_dirs.ts";
import { ConversationLog, readEvents } from "./conversation_log.ts";
import {
  BASE_CONFIG_FILE,
  createConversation,
  METADATA_FILE,
  type NewConversation,
  removalPlace,
} from "./create_conversation.ts";
import { attempt, failedWith, StoreError, tidy } from "./errors.ts";
import { changeLabels, type LabelChange } from "./labels.ts";
import type { Listed, ListingIndex } from "./listing_index.ts";
import type { ConversationLock, Locks } from "./locks.ts";
import { encodeMetadata, type Metadata, metadataOf, parseObject, timestampOf } from "./metadata.ts";
import { join } from "./paths.ts";
import type { UserDir } from "./user_dir.ts";

/** A conversation with its metadata: enough to list and sort it. */
export interface ConversationEntry {
  readonly ref: ConversationRef;
  readonly metadata: Metadata;
}

/** What a listing shows of a conversation; costs reading it. */
export interface ConversationSummary extends ConversationEntry {
  /** The title, else the first line of the first request, else null. */
  readonly title: string | null;
  /** When something last happened in it, UTC. */
  readonly lastActivity: string;
  /** Turns that count. */
  readonly turns: number;
  /** Lines that could not be read, a torn end among them. */
  readonly damaged: number;
}

/** What a fork takes along. */
export interface ForkOptions {
  readonly turns?: TurnSelection;
  /** Instead of the original's. */
  readonly title?: string;
  readonly labels?: LabelChange;
}

// More at once gain nothing: the runtimes read files on a few threads.
const READS_AT_ONCE = 64;

/** Where a store keeps its conversations, and what it needs for it. */
export interface ConversationsPlace {
  readonly fs: FileSystem;
  /** `.jp/conversations`. */
  readonly directory: string;
  readonly clock: Clock;
  readonly locks: Locks;
  readonly index: ListingIndex;
  readonly userDir: UserDir;
  /** Permission bits of directories that have to be made. */
  readonly mode: number;
  /** Called before one is made. @throws {StoreError} `no_home` where there is no place for it. */
  needPlace(): void;
}

/** The conversations of one workspace. All failures are {@linkcode StoreError}. */
export class Conversations {
  readonly #place: ConversationsPlace;

  constructor(place: ConversationsPlace) {
    this.#place = place;
  }

  /** The conversations there are, newest first. Reads names only. */
  async list(options: { readonly archived?: boolean } = {}): Promise<ConversationRef[]> {
    const { fs, directory } = this.#place;
    return await attempt(
      "list the conversations",
      () => listConversations(fs, directory, options.archived ?? false),
    );
  }

  /** Where a conversation is, also in the archive; null when there is none of that id. */
  async find(id: ConversationId): Promise<ConversationRef | null> {
    return pickById(await this.list(), id) ?? pickById(await this.list({ archived: true }), id);
  }

  /** The conversation in a directory of that name, if it is there and not archived; else null. */
  async named(name: string): Promise<ConversationRef | null> {
    const { fs, directory } = this.#place;
    const ref = refOf(directory, name, false);
    if (ref === null) return null;
    const info = await attempt("look for the conversation", () => fs.info(ref.directory));
    return info?.kind === "directory" ? ref : null;
  }

  /** Makes a conversation. Its lock is free: take it before anything is written to it. */
  async create(conversation: NewConversation = {}): Promise<ConversationRef> {
    const { fs, directory, clock, mode, needPlace } = this.#place;
    needPlace();
    return await attempt(
      "create the conversation",
      () => createConversation(fs, directory, conversation, clock.now(), mode),
    );
  }

  /** Copies a conversation, or some of its turns, into a new one. The original is only read. */
  async fork(ref: ConversationRef, options: ForkOptions = {}): Promise<ConversationRef> {
    const [{ events }, metadata, baseConfig] = await Promise.all([
      this.read(ref),
      this.metadata(ref),
      this.baseConfig(ref),
    ]);
    return await this.create({
      title: options.title ?? metadata.title,
      words: ref.slug,
      baseConfig,
      labels: changeLabels(metadata.labels, options.labels ?? {}),
      events: options.turns === undefined ? events : selectTurns(events, options.turns),
    });
  }

  /** The events of a conversation, for reading. */
  async read(ref: ConversationRef): Promise<LogContents> {
    return await readEvents(this.#place.fs, ref.directory);
  }

  /** Opens a conversation for writing; read nothing of it before the lock is held. */
  async open(ref: ConversationRef, lock: ConversationLock): Promise<ConversationLog> {
    mustHold(ref, lock);
    return await ConversationLog.open(this.#place.fs, ref.directory);
  }

  /** What is known of a conversation; sound values where the file is missing or broken. */
  async metadata(ref: ConversationRef): Promise<Metadata> {
    return metadataOf(await this.#readObject(ref, METADATA_FILE), ref.id);
  }

  /** The settings a conversation began with. */
  async baseConfig(ref: ConversationRef): Promise<JsonObject> {
    return await this.#readObject(ref, BASE_CONFIG_FILE);
  }

  /** The metadata of many conversations, in their order. */
  async entries(refs: readonly ConversationRef[]): Promise<ConversationEntry[]> {
    return await mapBounded(refs, READS_AT_ONCE, async (ref) => ({
      ref,
      metadata: await this.metadata(ref),
    }));
  }

  /** What a listing shows of a conversation. */
  async summary(ref: ConversationRef): Promise<ConversationSummary> {
    return (await this.look(ref)).summary;
  }

  /** What a listing shows of a conversation, and all that was said in it. */
  async look(
    ref: ConversationRef,
  ): Promise<{ readonly summary: ConversationSummary; readonly contents: LogContents }> {
    const [metadata, contents] = await Promise.all([this.metadata(ref), this.read(ref)]);
    return { summary: summaryOf(ref, listedOf(metadata, contents)), contents };
  }

  /** What a listing shows of many conversations, in their order. */
  async summaries(refs: readonly ConversationRef[]): Promise<ConversationSummary[]> {
    const listed = await this.#place.index.listed(refs, (ref) => this.#listed(ref));
    return refs.flatMap((ref, index) => {
      const each = listed[index];
      return each === undefined ? [] : [summaryOf(ref, each)];
    });
  }

  /** Changes metadata; members the file has besides stay as they are. */
  async update(
    ref: ConversationRef,
    lock: ConversationLock,
    change: Partial<Metadata>,
  ): Promise<Metadata> {
    mustHold(ref, lock);
    const raw = await this.#readObject(ref, METADATA_FILE);
    const metadata = { ...metadataOf(raw, ref.id), ...change };
    await attempt("save the conversation's metadata", () =>
      this.#place.fs.replace(
        join(ref.directory, METADATA_FILE),
        encodeMetadata(raw, metadata),
        0o666,
      ));
    return metadata;
  }

  /** Notes that the conversation is used now. */
  async touch(ref: ConversationRef, lock: ConversationLock): Promise<Metadata> {
    return await this.update(ref, lock, { last_activated_at: this.#now() });
  }

  /** Changes labels. */
  async label(
    ref: ConversationRef,
    lock: ConversationLock,
    change: LabelChange,
  ): Promise<Metadata> {
    const { labels } = await this.metadata(ref);
    return await this.update(ref, lock, { labels: changeLabels(labels, change) });
  }

  /** Moves a conversation to the archive and returns where it is now. */
  async archive(ref: ConversationRef, lock: ConversationLock): Promise<ConversationRef> {
    return await this.#move(ref, lock, true);
  }

  /** Moves a conversation back from the archive and returns where it is now. */
  async unarchive(ref: ConversationRef, lock: ConversationLock): Promise<ConversationRef> {
    return await this.#move(ref, lock, false);
  }

  /** Removes a conversation with all it holds. It is gone at once or, on an error, still whole. */
  async remove(ref: ConversationRef, lock: ConversationLock): Promise<void> {
    mustHold(ref, lock);
    const { fs, directory, locks, index, userDir } = this.#place;
    const place = removalPlace(directory, ref.id);
    // Gone is gone: its title is remembered nowhere.
    await index.forget();
    // Left by a removal that was cut off, of another conversation with this number.
    await tidy(() => fs.remove(place, { recursive: true }));
    await attempt("remove the conversation", () => fs.rename(ref.directory, place));
    // What cannot be deleted now is hidden, and deleted by a later creation.
    await tidy(() => fs.remove(place, { recursive: true }));
    await userDir.forget(ref.id);
    await locks.forget(lock);
  }

  async #move(
    ref: ConversationRef,
    lock: ConversationLock,
    archived: boolean,
  ): Promise<ConversationRef> {
    mustHold(ref, lock);
    if (ref.archived === archived) return ref;
    const { fs, directory, mode } = this.#place;
    const doing = archived ? "archive the conversation" : "unarchive the conversation";
    const place = archived ? join(directory, ARCHIVE) : directory;
    const moved = { ...ref, directory: join(place, directoryOf(ref)), archived };
    const before = await this.metadata(ref);
    await this.update(ref, lock, { archived_at: archived ? this.#now() : null });
    try {
      await attempt(doing, async () => {
        await fs.makeDir(place, { recursive: true, mode });
        await fs.rename(ref.directory, moved.directory);
      });
    } catch (error) {
      // The place decides; the note in the metadata follows it.
      await this.update(ref, lock, { archived_at: before.archived_at }).catch((second: unknown) => {
        if (!(second instanceof StoreError)) throw second;
      });
      throw error;
    }
    return moved;
  }

  async #listed(ref: ConversationRef): Promise<Listed> {
    const [metadata, contents] = await Promise.all([this.metadata(ref), this.read(ref)]);
    return listedOf(metadata, contents);
  }

  async #readObject(ref: ConversationRef, name: string): Promise<JsonObject> {
    return await attempt("read the conversation's metadata", async () => {
      try {
        return parseObject(await this.#place.fs.readText(join(ref.directory, name)));
      } catch (error) {
        if (failedWith(error, "ENOENT")) return {};
        throw error;
      }
    });
  }

  #now(): string {
    return timestampOf(this.#place.clock.now());
  }
}

function listedOf(metadata: Metadata, { events, problems, torn }: LogContents): Listed {
  const request = events.find((event) => isKnown(event) && event.type === "chat_request");
  return {
    metadata,
    words: request !== undefined && isKnown(request) && request.type === "chat_request"
      ? request.content.trim().split("\n", 1)[0] || null
      : null,
    last: events.at(-1)?.timestamp ?? "",
    turns: splitTurns(events).turns.length,
    damaged: problems.length + (torn === null ? 0 : 1),
  };
}

function summaryOf(ref: ConversationRef, listed: Listed): ConversationSummary {
  const { metadata, words, last, turns, damaged } = listed;
  return {
    ref,
    metadata,
    title: metadata.title ?? words,
    lastActivity: last > metadata.last_activated_at ? last : metadata.last_activated_at,
    turns,
    damaged,
  };
}

function mustHold(ref: ConversationRef, lock: ConversationLock): void {
  if (lock.id !== ref.id) throw new RangeError(`the lock of ${lock.id} is not that of ${ref.id}`);
}
