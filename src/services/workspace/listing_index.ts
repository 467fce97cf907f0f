/**
 * What a listing shows of each conversation, remembered between listings of many, so that one costs
 * two looks at files a conversation instead of reading them. A memory only: an entry counts while
 * both files carry the stamps they had when they were read, everything else is read again, and
 * without the file all of it is. Nothing but listings may rely on it.
 *
 * @module
 */

import type { Clock, FileStamp, FileSystem } from "../../host/platform/port.ts";
import { mapBounded } from "./bounded.ts";
import type { ConversationRef } from "./conversation_dirs.ts";
import { EVENTS_FILE } from "./conversation_log.ts";
import { METADATA_FILE } from "./create_conversation.ts";
import { StoreError, tidy } from "./errors.ts";
import type { Labels } from "./labels.ts";
import { type Metadata, parseObject } from "./metadata.ts";
import { join } from "./paths.ts";
import type { UserDir } from "./user_dir.ts";

/** What the files of a conversation say. */
export interface Listed {
  readonly metadata: Metadata;
  /** The first line of the first request, or null. */
  readonly words: string | null;
  /** The timestamp of the last event, or the empty string. */
  readonly last: string;
  /** Turns that count. */
  readonly turns: number;
  /** Lines that could not be read, a torn end among them. */
  readonly damaged: number;
}

const FILE = "listing.json";
const VERSION = 2;
/** So few are read as fast as the file with what is remembered of them. */
const FEW = 100;
/** Reading this many again costs more than writing the file does. */
const MANY = 64;
const MANY_BYTES = 1024 * 1024;
/**
 * Two changes within a step of the file system's clock look like one, and a step is up to 2 s long
 * (FAT): what is younger than that is not remembered.
 */
const SETTLED_MS = 2000;
/** More at once gain nothing: the runtimes read files on a few threads. */
const READS_AT_ONCE = 64;

/** As it is written, a row without names: the states of the two files, then what they say. */
type Entry = readonly [
  metadata: string | null,
  log: string | null,
  title: string | null,
  created_at: string,
  last_activated_at: string,
  pinned_at: string | null,
  archived_at: string | null,
  expires_at: string | null,
  labels: Labels,
  words: string | null,
  last: string,
  turns: number,
  damaged: number,
];

type Stamps = readonly [metadata: FileStamp | null, log: FileStamp | null];

/** One conversation on its way into a listing. */
interface Found {
  readonly ref: ConversationRef;
  readonly name: string;
  readonly now: Stamps;
  listed: Listed | null;
}

/** The memory of one workspace's listings. */
export class ListingIndex {
  readonly #fs: FileSystem;
  readonly #dir: UserDir;
  readonly #clock: Clock;

  constructor(fs: FileSystem, dir: UserDir, clock: Clock) {
    this.#fs = fs;
    this.#dir = dir;
    this.#clock = clock;
  }

  /** What is listed of each, in their order; `read` gets it from the conversation's own files. */
  async listed(
    refs: readonly ConversationRef[],
    read: (ref: ConversationRef) => Promise<Listed>,
  ): Promise<Listed[]> {
    if (refs.length < FEW) return await mapBounded(refs, READS_AT_ONCE, read);
    const settled = this.#clock.now() - SETTLED_MS;
    // Looked at before they are read: what changes in between is read again next time.
    const files = refs.flatMap(({ directory }) => [
      `${directory}/${METADATA_FILE}`,
      `${directory}/${EVENTS_FILE}`,
    ]);
    const [entries, stamps] = await Promise.all([this.#load(), this.#fs.stamps(files)]);
    const found = refs.map((ref, index): Found => {
      const name = nameOf(ref);
      const now = [stamps[2 * index] ?? null, stamps[2 * index + 1] ?? null] as const;
      return { ref, name, now, listed: remembered(entries.get(name), now) };
    });
    const stale = found.filter(({ listed }) => listed === null);
    let bytes = 0;
    await mapBounded(stale, READS_AT_ONCE, async (each) => {
      const [metadata, log] = each.now;
      const listed = each.listed = await read(each.ref);
      bytes += Number.parseInt(log?.state ?? "0", 10) || 0;
      const kept = each.now.every((stamp) => stamp === null || stamp.changed < settled);
      if (kept) entries.set(each.name, entryOf(metadata, log, listed));
      else entries.delete(each.name);
    });
    if (stale.length >= MANY || bytes >= MANY_BYTES) await this.#save(entries, refs);
    return found.flatMap(({ listed }) => listed === null ? [] : [listed]);
  }

  /** Drops what is remembered, for a conversation that is to be gone for good. */
  async forget(): Promise<void> {
    const path = await this.#dir.path();
    if (path !== null) await tidy(() => this.#fs.remove(join(path, FILE)));
  }

  async #load(): Promise<Map<string, Entry>> {
    const path = await this.#dir.path();
    let text = "";
    if (path !== null) await tidy(async () => text = await this.#fs.readText(join(path, FILE)));
    const { version, entries } = parseObject(text);
    const whole = version === VERSION && typeof entries === "object" && entries !== null;
    return new Map(whole ? Object.entries(entries) as unknown as [string, Entry][] : []);
  }

  async #save(entries: Map<string, Entry>, refs: readonly ConversationRef[]): Promise<void> {
    const there = new Set(refs.map(nameOf));
    const archived = refs[0]?.archived ?? false;
    for (const name of entries.keys()) {
      if (name.startsWith(ARCHIVED) === archived && !there.has(name)) entries.delete(name);
    }
    const text = JSON.stringify({ version: VERSION, entries: Object.fromEntries(entries) });
    try {
      const path = await this.#dir.ensure();
      await tidy(() => this.#fs.replace(join(path, FILE), new TextEncoder().encode(text), 0o600));
    } catch (error) {
      // A listing needs no place of its own: without one the next reads everything again.
      if (!(error instanceof StoreError)) throw error;
    }
  }
}

const ARCHIVED = "archived/";

function nameOf(ref: ConversationRef): string {
  const name = ref.directory.slice(ref.directory.lastIndexOf("/") + 1);
  return ref.archived ? `${ARCHIVED}${name}` : name;
}

function entryOf(metadata: FileStamp | null, log: FileStamp | null, listed: Listed): Entry {
  const { title, created_at, last_activated_at, pinned_at, archived_at, expires_at, labels } =
    listed.metadata;
  return [
    metadata?.state ?? null,
    log?.state ?? null,
    title,
    created_at,
    last_activated_at,
    pinned_at,
    archived_at,
    expires_at,
    labels,
    listed.words,
    listed.last,
    listed.turns,
    listed.damaged,
  ];
}

/** What is remembered, if it is of these very states and sound; the file may be anybody's. */
function remembered(entry: unknown, [metadata, log]: Stamps): Listed | null {
  if (!Array.isArray(entry)) return null;
  if (entry[0] !== (metadata?.state ?? null) || entry[1] !== (log?.state ?? null)) return null;
  // What could not be looked at has to be read, which says why it cannot be.
  if (metadata?.state === "" || log?.state === "" || !isEntry(entry)) return null;
  const [, , title, created_at, last_activated_at, pinned_at, archived_at, expires_at, labels] =
    entry;
  const [words, last, turns, damaged] = [entry[9], entry[10], entry[11], entry[12]] as const;
  return {
    metadata: { title, created_at, last_activated_at, pinned_at, archived_at, expires_at, labels },
    words,
    last,
    turns,
    damaged,
  };
}

function isEntry(row: readonly unknown[]): row is Entry {
  const text = (at: number): boolean => typeof row[at] === "string";
  const textOrNull = (at: number): boolean => row[at] === null || text(at);
  return textOrNull(2) && text(3) && text(4) && textOrNull(5) && textOrNull(6) && textOrNull(7) &&
    typeof row[8] === "object" && row[8] !== null && textOrNull(9) && text(10) &&
    Number.isSafeInteger(row[11]) && Number.isSafeInteger(row[12]);
}
