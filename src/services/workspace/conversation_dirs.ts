/**
 * Which conversations there are and where they lie. The names of the directories say it all; no
 * index is kept that could be wrong.
 *
 * @module
 */

import {
  type ConversationId,
  directoryName,
  numberOf,
  parseDirectoryName,
} from "../../core/conversation/mod.ts";
import type { FileSystem } from "../../host/platform/port.ts";
import { failedWith, StoreError } from "./errors.ts";
import { join } from "./paths.ts";

/** A conversation and where it is. */
export interface ConversationRef {
  readonly id: ConversationId;
  /** The words in its directory's name, fixed when it was made. */
  readonly slug: string;
  /** Its directory. */
  readonly directory: string;
  readonly archived: boolean;
}

/** Where a conversation keeps what tools wrote, beside its log. */
export function outputDirectory({ directory }: Pick<ConversationRef, "directory">): string {
  return join(directory, "outputs");
}

/** The directory of archived conversations. */
export const ARCHIVE = ".archive";

/** The conversations in a directory, newest first; none where there is no such directory. */
export async function listConversations(
  fs: FileSystem,
  directory: string,
  archived: boolean,
): Promise<ConversationRef[]> {
  const place = archived ? join(directory, ARCHIVE) : directory;
  const found: { readonly number: number; readonly ref: ConversationRef }[] = [];
  for (const { name, kind } of await entriesOf(fs, place)) {
    const ref = kind === "directory" ? refOf(place, name, archived) : null;
    if (ref !== null) found.push({ number: numberOf(ref.id), ref });
  }
  return found.sort((a, b) => b.number - a.number).map(({ ref }) => ref);
}

/** A conversation by its directory's name, whether it is there or not; null for another's name. */
export function refOf(place: string, name: string, archived: boolean): ConversationRef | null {
  const parts = parseDirectoryName(name);
  return parts === null
    ? null
    : { id: parts.id, slug: parts.slug, directory: `${place}/${name}`, archived };
}

/** The name of a conversation's directory. */
export function directoryOf(ref: Pick<ConversationRef, "id" | "slug">): string {
  return directoryName(numberOf(ref.id), ref.slug);
}

/** The one with that id among some, or null. @throws {StoreError} `ambiguous` for two of them. */
export function pickById(
  refs: readonly ConversationRef[],
  id: ConversationId,
): ConversationRef | null {
  const [ref = null, other] = refs.filter((each) => each.id === id);
  if (ref !== null && other !== undefined) {
    throw new StoreError("ambiguous", `there are two conversations ${id}`, {
      help: `Rename one of ${ref.directory} and ${other.directory} to another number.`,
    });
  }
  return ref;
}

/** What a directory holds; nothing when it is not there. */
export async function entriesOf(
  fs: FileSystem,
  directory: string,
): Promise<Awaited<ReturnType<FileSystem["list"]>>> {
  try {
    return await fs.list(directory);
  } catch (error) {
    if (failedWith(error, "ENOENT")) return [];
    throw error;
  }
}
