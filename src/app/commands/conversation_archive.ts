/**
 * `jp conversation archive` and `unarchive`: out of the way, and back.
 *
 * @module
 */

import type { ConversationRef, Store } from "../../services/workspace/mod.ts";
import type { App } from "../app.ts";
import type { ConversationArchiveCommand, ConversationUnarchiveCommand } from "../cli/mod.ts";
import { targetsIn } from "./conversation_range.ts";
import { changeEach, locked, nameOf, tell } from "./change_conversations.ts";

/** Puts conversations into the archive. */
export async function archiveConversations(
  app: App,
  command: ConversationArchiveCommand,
): Promise<number> {
  const { targets, range } = command;
  return await changeEach(
    app,
    targets,
    (store, ref) => move(app, store, ref, true),
    (store) => targetsIn(app, store, targets, range),
  );
}

/** Brings conversations back from the archive. */
export async function unarchiveConversations(
  app: App,
  command: ConversationUnarchiveCommand,
): Promise<number> {
  return await changeEach(app, command.targets, (store, ref) => move(app, store, ref, false));
}

async function move(
  app: App,
  store: Store,
  ref: ConversationRef,
  archived: boolean,
): Promise<void> {
  const { conversations } = store;
  const moved = ref.archived === archived
    ? ref
    : await locked(app, store, ref, (lock) =>
      archived ? conversations.archive(ref, lock) : conversations.unarchive(ref, lock));
  const done = archived ? "in the archive" : "out of the archive";
  tell(
    app,
    { id: ref.id, archived, changed: moved !== ref, path: moved.directory },
    `${ref.id} (${await nameOf(store, moved)}) is ${moved === ref ? "already " : ""}${done}.`,
  );
}
