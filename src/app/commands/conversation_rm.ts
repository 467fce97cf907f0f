/**
 * `jp conversation rm`: removes conversations, after asking. Nobody to ask is a refusal, and while
 * a menu is up nothing is removed behind it.
 *
 * @module
 */

import { notice } from "../../core/notices/mod.ts";
import { ask } from "../../interaction/prompts/mod.ts";
import type { ConversationRef, Store } from "../../services/workspace/mod.ts";
import { type App, CommandError } from "../app.ts";
import type { ConversationRemoveCommand } from "../cli/mod.ts";
import { changeableStore, locked, nameOf, onEach, sayNone, tell } from "./change_conversations.ts";
import { isRange, targetsIn } from "./conversation_range.ts";
import { counted } from "./one_line.ts";

/** How many are named in the question. */
const NAMED = 10;

/** Removes what is named; 1 when nothing was to be, or one could not. */
export async function removeConversations(
  app: App,
  command: ConversationRemoveCommand,
): Promise<number> {
  const store = await changeableStore(app);
  const { targets: words, range } = command;
  if (words.length === 0 && !isRange(range)) {
    throw new CommandError("which conversations to remove has to be said", {
      help: "Name them: active, an id, +archived; or say which time, as --inactive-since 26w.",
      code: 2,
    });
  }
  const targets = await targetsIn(app, store, words, range);
  if (targets.kind === "explained") return 0;
  const { refs } = targets;
  if (refs.length === 0) {
    sayNone(app, words);
    return 0;
  }
  if (!command.yes && !await confirmed(app, store, refs)) return 1;
  return await onEach(app, refs, async (ref) => {
    const name = await nameOf(store, ref);
    await locked(app, store, ref, (lock) => store.conversations.remove(ref, lock));
    tell(app, { id: ref.id, title: name, removed: true }, `Removed ${ref.id} (${name}).`);
  });
}

async function confirmed(
  app: App,
  store: Store,
  refs: readonly ConversationRef[],
): Promise<boolean> {
  const shown = await Promise.all(
    refs.slice(0, NAMED).map(async (ref) => {
      const { turns } = await store.conversations.summary(ref);
      return `  ${ref.id}  ${await nameOf(store, ref)} (${counted(turns, "turn")})`;
    }),
  );
  const more = refs.length - shown.length;
  const answer = await ask(app.stage, app.gate, {
    message: refs.length === 1 ? "Remove it for good?" : `Remove all ${refs.length} for good?`,
    preamble: [...shown, ...(more > 0 ? [`  … and ${more} more`] : [])],
    choices: [{ key: "y", label: "Yes, remove" }, { key: "n", label: "No, keep" }],
    enter: "n",
  }, app.signal);
  switch (answer.kind) {
    case "chosen":
      if (answer.key === "y") return true;
      break;
    case "cancelled":
      break;
    case "unavailable":
      throw new CommandError("nothing was removed: there is nobody to ask", {
        help: "Add --yes to remove without asking.",
      });
  }
  app.printer.notice(notice("Nothing was removed.", { removed: false }));
  return false;
}
