/**
 * From what a target says to the conversations it means. What only a person can decide is handed
 * back as a choice to offer.
 *
 * @module
 */

import type { ConversationId } from "../../core/conversation/mod.ts";
import type { ConversationRef } from "./conversation_dirs.ts";
import type { ConversationEntry, Conversations } from "./conversations.ts";
import { StoreError } from "./errors.ts";
import type { Sessions } from "./sessions.ts";
import type { ManyOf, OneOf, PickFrom, Target } from "./targets.ts";

/** What a target came to. */
export type Resolution =
  | { readonly kind: "conversations"; readonly refs: readonly ConversationRef[] }
  | { readonly kind: "pick"; readonly from: PickFrom; readonly filter: string }
  | { readonly kind: "stdin" }
  | { readonly kind: "help" };

/** What resolving looks at. */
export interface TargetScope {
  readonly conversations: Conversations;
  readonly sessions: Sessions;
}

const NEAR = 5;

/**
 * The conversations a target means.
 *
 * @throws {StoreError} `not_found` when it means none, with the nearest there are.
 */
export async function resolveTarget(target: Target, scope: TargetScope): Promise<Resolution> {
  switch (target.kind) {
    case "id":
      return { kind: "conversations", refs: [await needId(target.id, scope)] };
    case "one":
      return { kind: "conversations", refs: [await needOne(target.of, scope)] };
    case "many":
      return { kind: "conversations", refs: await allOf(target.of, scope) };
    case "pick":
    case "stdin":
    case "help":
      return target;
  }
}

/** The conversations of ids, in their order. @throws {StoreError} `not_found` for the first gone. */
export async function resolveIds(
  ids: readonly ConversationId[],
  scope: TargetScope,
): Promise<readonly ConversationRef[]> {
  const refs: ConversationRef[] = [];
  for (const id of ids) refs.push(await needId(id, scope));
  return refs;
}

/** What a picker offers, the most recently used first. */
export async function pickCandidates(
  from: PickFrom,
  scope: TargetScope,
): Promise<readonly ConversationEntry[]> {
  const refs = await allOf(from === "all" ? "live" : from, scope);
  const entries = await scope.conversations.entries(refs);
  return from === "session" ? entries : byRecency(entries);
}

/** The error for text that names nothing, where nobody can be asked to choose. */
export async function unknownTarget(text: string, scope: TargetScope): Promise<StoreError> {
  const entries = byRecency(await scope.conversations.entries(await scope.conversations.list()));
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const near = entries.map((entry) => ({ entry, score: score(entry, words) }))
    .filter((each) => each.score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
  return notFound(`no conversation is named ${JSON.stringify(text)}`, near);
}

async function needId(id: ConversationId, scope: TargetScope): Promise<ConversationRef> {
  const ref = await scope.conversations.find(id);
  if (ref !== null) return ref;
  const refs = await scope.conversations.list();
  const near = refs.toSorted((a, b) => distance(a.id, id) - distance(b.id, id)).slice(0, NEAR);
  throw notFound(`there is no conversation ${id}`, await scope.conversations.entries(near));
}

async function needOne(of: OneOf, scope: TargetScope): Promise<ConversationRef> {
  const ref = await findOne(of, scope);
  if (ref !== null) return ref;
  throw new StoreError("not_found", MISSING[of], {
    help: "List them with: jp conversation ls",
  });
}

const MISSING: Readonly<Record<OneOf, string>> = {
  active: "no conversation is active in this session",
  previous: "no other conversation was active in this session",
  recent: "there is no conversation yet",
  newest: "there is no conversation yet",
  pinned: "no conversation is pinned",
  archived: "no conversation is archived",
};

async function findOne(of: OneOf, scope: TargetScope): Promise<ConversationRef | null> {
  const { conversations, sessions } = scope;
  switch (of) {
    case "active":
      return await sessions.active(conversations);
    case "previous":
      return await sessions.previous(conversations);
    case "newest":
      return (await conversations.list())[0] ?? null;
    case "recent":
      return byRecency(await conversations.entries(await conversations.list()))[0]?.ref ?? null;
    case "pinned":
      return (await allOf("pinned", scope))[0] ?? null;
    case "archived":
      return (await allOf("archived", scope))[0] ?? null;
  }
}

async function allOf(of: ManyOf, scope: TargetScope): Promise<readonly ConversationRef[]> {
  const { conversations, sessions } = scope;
  switch (of) {
    case "live":
      return await conversations.list();
    case "session": {
      const live = new Map((await conversations.list()).map((ref) => [ref.id, ref]));
      return (await sessions.history()).flatMap(({ id }) => live.get(id) ?? []);
    }
    case "pinned":
      return latest(await conversations.entries(await conversations.list()), "pinned_at")
        .filter(({ metadata }) => metadata.pinned_at !== null).map(({ ref }) => ref);
    case "archived": {
      const archived = await conversations.list({ archived: true });
      return latest(await conversations.entries(archived), "archived_at").map(({ ref }) => ref);
    }
  }
}

function byRecency(entries: readonly ConversationEntry[]): ConversationEntry[] {
  return latest(entries, "last_activated_at");
}

function latest(
  entries: readonly ConversationEntry[],
  by: "last_activated_at" | "pinned_at" | "archived_at",
): ConversationEntry[] {
  const key = ({ metadata }: ConversationEntry) => metadata[by] ?? "";
  return entries.toSorted((a, b) => key(a) < key(b) ? 1 : key(a) > key(b) ? -1 : 0);
}

/** How well words fit a conversation's names: a word of them, a beginning, three letters of one. */
function score({ ref, metadata }: ConversationEntry, words: readonly string[]): number {
  const names = `${ref.id} ${ref.slug} ${metadata.title ?? ""}`.toLowerCase().split(/[\s-]+/);
  const fit = (word: string) => {
    if (names.includes(word)) return 3;
    if (names.some((name) => name.startsWith(word))) return 2;
    return word.length >= 3 && names.some((name) => name.includes(word.slice(0, 3))) ? 1 : 0;
  };
  return words.reduce((sum, word) => sum + fit(word), 0);
}

/** How many characters differ: a mistyped id is nearest to the one that was meant. */
function distance(a: ConversationId, b: ConversationId): number {
  const length = Math.max(a.length, b.length);
  return Array.from({ length }, (_, at) => a[at] === b[at] ? 0 : 1).reduce<number>(
    (sum, each) => sum + each,
    0,
  );
}

function notFound(message: string, near: readonly ConversationEntry[]): StoreError {
  const names = near.slice(0, NEAR)
    .map(({ ref, metadata }) => `${ref.id} (${metadata.title ?? ref.slug})`);
  return new StoreError("not_found", message, {
    help: names.length === 0
      ? "List them with: jp conversation ls"
      : `Did you mean ${names.join(", ")}?`,
  });
}
