/**
 * `jp conversation fork`: a copy, whole or of some turns. The original is only read, so its lock is
 * not needed: what its writer has not finished yet is not in the copy.
 *
 * @module
 */

import { selectTurns, splitTurns, type TurnSelection } from "../../core/conversation/mod.ts";
import { notice } from "../../core/notices/mod.ts";
import { isJson } from "../../host/printer/mod.ts";
import { type App, CommandError } from "../app.ts";
import type { ConversationForkCommand } from "../cli/mod.ts";
import { changeableStore } from "./change_conversations.ts";
import { momentOf } from "./moment.ts";
import { counted, oneLine } from "./one_line.ts";
import { targetOf } from "./targets.ts";

/** Makes the copy and prints its id. */
export async function forkConversation(
  app: App,
  command: ConversationForkCommand,
): Promise<number> {
  const selection = selectionOf(command, app.platform.clock.now());
  const store = await changeableStore(app);
  if (command.activate && store.sessions.identity === null) {
    throw new CommandError("nothing tells this session from others", {
      help: "Set JP_SESSION to a name of your choice, or leave -a out.",
    });
  }
  const targets = await targetOf(app, store, command.target);
  const [original] = targets.kind === "conversations" ? targets.refs : [];
  if (original === undefined) return 0;
  const turns = splitTurns(
    selectTurns((await store.conversations.read(original)).events, selection),
  ).turns.length;
  if (turns === 0 && (command.from !== null || command.until !== null)) {
    throw new CommandError("no turn began in that time", {
      help: "Nothing was copied; jp c print -F json shows when each began.",
    });
  }
  await app.gate.pass(app.signal);
  const copy = await store.conversations.fork(original, {
    turns: selection,
    ...(command.title === null ? {} : { title: command.title }),
  });
  const { title } = await store.conversations.metadata(copy);
  if (isJson(app.printer.out.format)) {
    app.printer.record({
      id: copy.id,
      forked_from: original.id,
      title,
      turns,
      path: copy.directory,
      active: command.activate,
    });
  } else {
    app.printer.text(`${copy.id}\n`);
    const name = oneLine(title ?? copy.slug);
    app.printer.notice(notice(`Copied ${counted(turns, "turn")} of ${original.id} (${name}).`));
  }
  if (command.activate) await store.sessions.activate(copy);
  return 0;
}

function selectionOf(command: ConversationForkCommand, now: number): TurnSelection {
  const { first, last, from, until } = command;
  return {
    ...(first === null ? {} : { first }),
    ...(last === null ? {} : { last }),
    ...(from === null ? {} : { from: momentOf(from, now) }),
    ...(until === null ? {} : { until: momentOf(until, now) }),
  };
}
