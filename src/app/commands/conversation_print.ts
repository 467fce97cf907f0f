/**
 * `jp conversation print`: what was said, again.
 *
 * @module
 */

import {
  type ChatResponse,
  isKnown,
  type KnownEvent,
  withoutDiscarded,
} from "../../core/conversation/mod.ts";
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
  const known = withoutDiscarded(events).filter((event) => isKnown(event)) as KnownEvent[];
  for (const event of json ? known : joined(known)) {
    await app.gate.pass(app.signal);
    if (json) {
      const record = jsonRecord(event);
      if (record !== null) app.printer.record(record);
    } else {
      const text = plainText(event);
      if (text !== null) app.printer.text(text);
      // A style that a message leaves on is not the next one's.
      app.printer.endLine();
    }
    await app.printer.room(app.signal);
  }
  return 0;
}

/** An answer that was cut off and gone on with is one answer again; what is not printed is left out. */
function* joined(events: readonly KnownEvent[]): Iterable<KnownEvent> {
  let cut: ChatResponse | null = null;
  for (const event of events) {
    const isMessage = event.type === "chat_response" && event.message !== undefined;
    if (!isMessage && plainText(event) === null) continue;
    if (cut !== null && !isMessage) yield cut;
    const before: string = isMessage ? cut?.message ?? "" : "";
    cut = null;
    const whole = isMessage ? { ...event, message: before + (event.message ?? "") } : event;
    if (whole.type === "chat_response" && whole.interrupted) cut = whole;
    else yield whole;
  }
  if (cut !== null) yield cut;
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
