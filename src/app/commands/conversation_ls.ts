/**
 * `jp conversation ls`: the conversations of the workspace, the last used first.
 *
 * @module
 */

import { isJson } from "../../host/printer/mod.ts";
import type { ConversationRef, ConversationSummary } from "../../services/workspace/mod.ts";
import type { App } from "../app.ts";
import type { ConversationListCommand } from "../cli/mod.ts";
import { oneLine } from "./one_line.ts";

/** Lines handed to the printer at a time. */
const PAGE = 200;

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
  const all = ordered(await conversations.summaries(refs), command);
  const summaries = all.slice(0, command.limit ?? all.length);
  await app.gate.pass(app.signal);
  const json = isJson(app.printer.out.format);
  for (let start = 0; start < summaries.length; start += PAGE) {
    const page = summaries.slice(start, start + PAGE);
    if (json) { for (const each of page) app.printer.record(recordOf(each, active)); }
    else app.printer.text(page.map((each) => lineOf(each, active)).join(""));
    await app.printer.room(app.signal);
    app.signal.throwIfAborted();
  }
  return 0;
}

function recordOf(
  { ref, title, turns, lastActivity, metadata }: ConversationSummary,
  active: ConversationRef | null,
) {
  return {
    id: ref.id,
    title,
    turns,
    last_activity: lastActivity,
    created_at: metadata.created_at,
    active: ref.id === active?.id,
    archived: ref.archived,
  };
}

function lineOf(
  { ref, title, turns, lastActivity }: ConversationSummary,
  active: ConversationRef | null,
): string {
  const when = lastActivity.slice(0, 16).replace("T", " ");
  const mark = ref.id === active?.id ? "*" : " ";
  const name = oneLine(title ?? "(nothing said yet)");
  return `${mark} ${ref.id}  ${when}  ${String(turns).padStart(3)}  ${name}\n`;
}

function ordered(
  entries: readonly ConversationSummary[],
  { sort, descending }: ConversationListCommand,
): ConversationSummary[] {
  const key = ({ metadata, turns }: ConversationSummary): string | number => {
    switch (sort) {
      case "title":
        return metadata.title ?? "";
      case "created":
        return metadata.created_at;
      case "turns":
        return turns;
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
