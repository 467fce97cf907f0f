/**
 * `jp conversation ls`: the conversations of the workspace, the last used first.
 *
 * @module
 */

import { isJson } from "../../host/printer/mod.ts";
import type { ConversationSummary } from "../../services/workspace/mod.ts";
import type { App } from "../app.ts";
import type { ConversationListCommand } from "../cli/mod.ts";

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
  const entries = ordered(await conversations.entries(refs), command);
  const shown = entries.slice(0, command.limit ?? entries.length);
  const summaries: ConversationSummary[] = [];
  for (let index = 0; index < shown.length; index += AT_ONCE) {
    const part = shown.slice(index, index + AT_ONCE);
    summaries.push(...await Promise.all(part.map(({ ref }) => conversations.summary(ref))));
    app.signal.throwIfAborted();
  }
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

function ordered<T extends { readonly ref: { readonly id: string }; readonly metadata: Metadata }>(
  entries: readonly T[],
  { sort, descending }: ConversationListCommand,
): T[] {
  const key = (entry: T): string =>
    sort === "title"
      ? entry.metadata.title ?? ""
      : sort === "created"
      ? entry.metadata.created_at
      : entry.metadata.last_activated_at;
  // The last used comes first unless asked otherwise; titles go from A to Z.
  const forward = sort === "title" ? !descending : descending;
  return [...entries].sort((a, b) => {
    const order = key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.ref.id < b.ref.id ? -1 : 1;
    return forward ? order : -order;
  });
}

interface Metadata {
  readonly title: string | null;
  readonly created_at: string;
  readonly last_activated_at: string;
}

// Titles come from requests: whatever they hold, a listing stays one line each.
function oneLine(title: string): string {
  // deno-lint-ignore no-control-regex -- control characters are what has to go
  const plain = title.replace(/[\u0000-\u001f\u007f-\u009f]+/g, " ").trim();
  return [...plain].slice(0, 80).join("");
}
