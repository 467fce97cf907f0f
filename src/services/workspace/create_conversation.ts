/**
 * Makes conversations so that no two ever share an id, and so that a half-made one never shows.
 *
 * The id, not the name with its slug, has to be unique, and only a directory's creation is atomic
 * for everyone who sees it. So `.new-<n>` is made exclusively, and while we hold it we look whether
 * `<n>-…` exists; whoever had `.new-<n>` before us has renamed it to that by then. Filled, it gets
 * its final name by a rename.
 *
 * @module
 */

import {
  type ConversationEvent,
  type ConversationId,
  decisecondsOf,
  directoryName,
  encodeEvents,
  idOf,
  type JsonObject,
  slugOf,
} from "../../core/conversation/mod.ts";
import type { FileSystem } from "../../host/platform/port.ts";
import { ARCHIVE, type ConversationRef, entriesOf } from "./conversation_dirs.ts";
import { EVENTS_FILE } from "./conversation_log.ts";
import { failedWith, StoreError, tidy } from "./errors.ts";
import type { Labels } from "./labels.ts";
import { encodeMetadata, type Metadata, timestampOf } from "./metadata.ts";
import { join } from "./paths.ts";

/** The file with what is known of a conversation. */
export const METADATA_FILE = "metadata.json";
/** The file with the settings a conversation began with. */
export const BASE_CONFIG_FILE = "base_config.json";

/** What a new conversation begins with. */
export interface NewConversation {
  readonly title?: string | null;
  /** Names the directory when there is no title: the request's first words. */
  readonly words?: string;
  readonly baseConfig?: JsonObject;
  readonly labels?: Labels;
  /** UTC timestamp after which it may be removed. */
  readonly expiresAt?: string | null;
  readonly events?: readonly ConversationEvent[];
}

const RESERVED = /^\.(?:new|gone)-(\d+)$/;
// Nobody fills a directory for an hour: what is older was left by a kill.
const ABANDONED_DECISECONDS = 36_000;
const TRIES = 10_000;

/**
 * Makes a conversation in `directory`.
 *
 * @param now milliseconds since the epoch; its id is the next free tenth of a second.
 * @param mode permission bits of directories that have to be made.
 */
export async function createConversation(
  fs: FileSystem,
  directory: string,
  conversation: NewConversation,
  now: number,
  mode: number,
): Promise<ConversationRef> {
  const { number, place } = await reserve(fs, directory, decisecondsOf(now), mode);
  try {
    await fill(fs, place, conversation, now);
    const slug = slugOf(conversation.title || conversation.words || "");
    const final = join(directory, directoryName(number, slug));
    await fs.rename(place, final);
    return { id: idOf(number), slug, directory: final, archived: false };
  } catch (error) {
    await tidy(() => fs.remove(place, { recursive: true }));
    throw error;
  }
}

/** Where a conversation that is being removed waits for it; never taken for a conversation. */
export function removalPlace(directory: string, id: ConversationId): string {
  return join(directory, `.gone-${id.slice(4)}`);
}

async function reserve(
  fs: FileSystem,
  directory: string,
  first: number,
  mode: number,
): Promise<{ readonly number: number; readonly place: string }> {
  let known: ReadonlySet<number> = new Set();
  for (let number = first; number < first + TRIES; number++) {
    if (known.has(number)) continue;
    const place = join(directory, `.new-${number}`);
    if (!await makeOnce(fs, directory, place, mode)) continue;
    try {
      const names = await namesIn(fs, directory);
      known = numbersOf(names);
      if (!known.has(number)) {
        await removeAbandoned(fs, directory, names, first);
        return { number, place };
      }
    } catch (error) {
      await tidy(() => fs.remove(place));
      throw error;
    }
    await fs.remove(place);
  }
  throw new StoreError("io", `no free conversation id in ${directory}`, {
    help: "Check the system's clock.",
  });
}

/** The names of everything in the directory and its archive. */
async function namesIn(fs: FileSystem, directory: string): Promise<readonly string[]> {
  const names = (await fs.list(directory)).map(({ name }) => name);
  if (!names.includes(ARCHIVE)) return names;
  return [...names, ...(await entriesOf(fs, join(directory, ARCHIVE))).map(({ name }) => name)];
}

/** The numbers in use by conversations, however their names go on. */
function numbersOf(names: readonly string[]): ReadonlySet<number> {
  return new Set(names.flatMap((name) => /^\d+-/.test(name) ? [Number.parseInt(name, 10)] : []));
}

/** Makes the directory; false when somebody else has it. */
async function makeOnce(
  fs: FileSystem,
  directory: string,
  place: string,
  mode: number,
): Promise<boolean> {
  const options = { recursive: false, mode };
  try {
    await fs.makeDir(place, options);
    return true;
  } catch (error) {
    if (failedWith(error, "EEXIST")) return false;
    if (!failedWith(error, "ENOENT")) throw error;
  }
  await fs.makeDir(directory, { recursive: true, mode });
  try {
    await fs.makeDir(place, options);
    return true;
  } catch (error) {
    if (failedWith(error, "EEXIST")) return false;
    throw error;
  }
}

async function fill(
  fs: FileSystem,
  place: string,
  conversation: NewConversation,
  now: number,
): Promise<void> {
  const at = timestampOf(now);
  const metadata: Metadata = {
    title: conversation.title || null,
    created_at: at,
    last_activated_at: at,
    pinned_at: null,
    archived_at: null,
    expires_at: conversation.expiresAt ?? null,
    labels: conversation.labels ?? {},
  };
  const config = `${JSON.stringify(conversation.baseConfig ?? {}, null, 2)}\n`;
  await fs.createNew(join(place, METADATA_FILE), encodeMetadata({}, metadata), 0o666);
  await fs.createNew(join(place, BASE_CONFIG_FILE), new TextEncoder().encode(config), 0o666);
  const { events = [] } = conversation;
  if (events.length > 0) {
    await fs.createNew(join(place, EVENTS_FILE), encodeEvents(events), 0o666);
  }
}

async function removeAbandoned(
  fs: FileSystem,
  directory: string,
  names: readonly string[],
  now: number,
): Promise<void> {
  for (const name of names) {
    const match = RESERVED.exec(name);
    if (match !== null && Number(match[1]) < now - ABANDONED_DECISECONDS) {
      await tidy(() => fs.remove(join(directory, name), { recursive: true }));
    }
  }
}
