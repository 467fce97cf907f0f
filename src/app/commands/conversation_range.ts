/**
 * Targets narrowed down to those made, or last used, in a stretch of time.
 *
 * Source: reference-facts 1.2 (`--from`, `--until`, `--inactive-since`).
 *
 * @module
 */

import { createdAt } from "../../core/conversation/mod.ts";
import { type Store, timestampOf } from "../../services/workspace/mod.ts";
import type { App } from "../app.ts";
import type { ConversationRange } from "../cli/mod.ts";
import { momentOf } from "./moment.ts";
import { type Targets, targetsOf } from "./targets.ts";

/** Whether it leaves anything out. */
export function isRange({ from, until, inactiveSince }: ConversationRange): boolean {
  return from !== null || until !== null || inactiveSince !== null;
}

/** What the words mean, of that only what is in the range; with a range and no words, of all. */
export async function targetsIn(
  app: App,
  store: Store,
  words: readonly string[],
  range: ConversationRange,
): Promise<Targets> {
  if (!isRange(range)) return await targetsOf(app, store, words);
  const moment = (text: string | null): string | null =>
    text === null ? null : momentOf(text, app.platform.clock.now());
  const [from, until, since] = [range.from, range.until, range.inactiveSince].map(moment);
  const targets = await targetsOf(app, store, words.length === 0 ? ["+live"] : words);
  if (targets.kind === "explained") return targets;
  const made = targets.refs.filter(({ id }) => {
    const at = timestampOf(createdAt(id));
    return (from == null || at >= from) && (until == null || at < until);
  });
  if (since == null) return { kind: "conversations", refs: made };
  const summaries = await store.conversations.summaries(made);
  const refs = summaries.filter(({ lastActivity }) => lastActivity < since).map(({ ref }) => ref);
  return { kind: "conversations", refs };
}
