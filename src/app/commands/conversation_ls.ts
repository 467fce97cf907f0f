/**
 * `jp conversation ls`: the conversations of the workspace, the last used first.
 *
 * @module
 */

import { isJson } from "../../host/printer/mod.ts";
import type {
  ConversationEntry,
  Conversations,
  ConversationSummary,
} from "../../services/workspace/mod.ts";
import type { App } from "../app.ts";
import type { ConversationListCommand } from "../cli/mod.ts";
import { oneLine } from "./one_line.ts";

const AT_ONCE = 32;

/** Prints the list. */
export async function listConversations(
  app: App,
  command: ConversationListCommand,
): Promise<number> {
  const { conversations, sessions } = await app.store();
  const [refs, active] = await Promise.all([
    conversations.list({ archived: command.archived }),
    sessions.active(conversations),
  ]);
  const entries = await conversations.entries(refs);
  const wanted = command.limit ?? entries.length;
  // Counting turns means reading every conversation; for the others only those shown are read.
  const summaries = command.sort === "turns"
    ? ordered(await summarize(app, conversations, entries), command).slice(0, wanted)
    : await summarize(app, conversations, ordered(entries, command).slice(0, wanted));
  await app.gate.pass(app.signal);
  const json = isJson(app.printer.out.format);
  for (const { ref, title, turns, lastActivity, metadata } of summaries) {
    const isActive = ref.id === active?.id;
    if (json) {
      app.printer.record({
        id: ref.id,
        title,
        turns,
        last_activity: lastActivity,
        created_at: metadata.created_at,
        active: isActive,
        archived: ref.archived,
      });
    } else {
      const when = lastActivity.slice(0, 16).replace("T", " ");
      const mark = isActive ? "*" : " ";
      const name = oneLine(title ?? "(nothing said yet)");
      app.printer.text(`${mark} ${ref.id}  ${when}  ${String(turns).padStart(3)}  ${name}\n`);
    }
  }
  return 0;
}

async function summarize(
  app: App,
  conversations: Conversations,
  entries: readonly ConversationEntry[],
): Promise<ConversationSummary[]> {
  const summaries: ConversationSummary[] = [];
  for (let index = 0; index < entries.length; index += AT_ONCE) {
    const part = entries.slice(index, index + AT_ONCE);
    summaries.push(...await Promise.all(part.map(({ ref }) => conversations.summary(ref))));
    app.signal.throwIfAborted();
  }
  return summaries;
}

function ordered<T extends ConversationEntry & { readonly turns?: number }>(
  entries: readonly T[],
  { sort, descending }: ConversationListCommand,
): T[] {
  const key = ({ metadata, turns }: T): string | number => {
    switch (sort) {
      case "title":
        return metadata.title ?? "";
      case "created":
        return metadata.created_at;
      case "turns":
        return turns ?? 0;
      case "activity":
        return metadata.last_activated_at;
    }
  };
  // The list people look at without a wish has what they used last on top.
  const forward = sort !== "activity" && !descending;
  return [...entries].sort((a, b) => {
    const order = key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.ref.id < b.ref.id ? -1 : 1;
    return forward ? order : -order;
  });
}
