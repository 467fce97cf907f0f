/**
 * `jp conversation use`: makes a conversation the active one of this session.
 *
 * @module
 */

import { type App, CommandError } from "../app.ts";
import type { ConversationUseCommand } from "../cli/mod.ts";
import { nameOf, tell } from "./change_conversations.ts";
import { targetOf } from "./targets.ts";

/** Activates it. */
export async function useConversation(app: App, command: ConversationUseCommand): Promise<number> {
  const store = await app.store();
  if (store.sessions.identity === null) {
    throw new CommandError("nothing tells this session from others", {
      help: "Set JP_SESSION to a name of your choice.",
    });
  }
  const targets = await targetOf(app, store, command.target ?? "?");
  const [ref] = targets.kind === "conversations" ? targets.refs : [];
  if (ref === undefined) return 0;
  await app.gate.pass(app.signal);
  await store.sessions.activate(ref);
  const name = await nameOf(store, ref);
  tell(app, { id: ref.id, path: ref.directory, active: true }, `Using ${ref.id} (${name}).`);
  return 0;
}
