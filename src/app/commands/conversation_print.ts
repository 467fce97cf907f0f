/**
 * `jp conversation print`: what was said, again.
 *
 * @module
 */

import { isKnown, type KnownEvent, withoutDiscarded } from "../../core/conversation/mod.ts";
import { notice } from "../../core/notices/mod.ts";
import { isJson } from "../../host/printer/mod.ts";
import type { App } from "../app.ts";
import type { ConversationPrintCommand } from "../cli/mod.ts";
import { jsonRecord } from "./query/records.ts";
import { targetOf } from "./targets.ts";

/** Prints a conversation. */
export async function printConversation(
  app: App,
  command: ConversationPrintCommand,
): Promise<number> {
  const store = await app.store();
  const targets = await targetOf(app, store, command.target);
  const [ref] = targets.kind === "conversations" ? targets.refs : [];
  if (ref === undefined) return 0;
  const { events, problems, torn } = await store.conversations.read(ref);
  if (problems.length > 0 || torn !== null) {
    const count = problems.length + (torn === null ? 0 : 1);
    app.printer.notice(notice(`jp: ${count} unreadable lines were passed over`));
  }
  const json = isJson(app.printer.out.format);
  if (!json) app.printer.sanitize = (await app.config()).config.style.sanitize;
  for (const event of withoutDiscarded(events)) {
    if (!isKnown(event)) continue;
    await app.gate.pass(app.signal);
    if (json) {
      const record = jsonRecord(event as KnownEvent);
      if (record !== null) app.printer.record(record);
    } else {
      const text = plainText(event as KnownEvent);
      if (text !== null) app.printer.text(text);
    }
    await app.printer.room(app.signal);
  }
  return 0;
}

function plainText(event: KnownEvent): string | null {
  switch (event.type) {
    case "chat_request":
      return `── you ──\n${ended(event.content)}\n`;
    case "chat_response": {
      const text = event.message ?? (event.data === undefined ? null : JSON.stringify(event.data));
      if (text === null) return null;
      const cut = event.interrupted ? "[interrupted]\n" : "";
      return `── ${event.model ?? "assistant"} ──\n${ended(text)}${cut}\n`;
    }
    case "tool_call_request":
      return `── tool ${event.name} ──\n${JSON.stringify(event.arguments, null, 2)}\n\n`;
    case "tool_call_response":
      return `${ended(event.content)}\n`;
    default:
      return null;
  }
}

function ended(text: string): string {
  return text.endsWith("\n") ? text : text + "\n";
}
