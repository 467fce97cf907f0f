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
import { type ConversationRef, outputDirectory } from "../../services/workspace/mod.ts";
import { openView, paged, showEvents, WholeResults } from "../show/mod.ts";
import { jsonRecord } from "./query/records.ts";
import { targetOf } from "./targets.ts";
import { counted } from "./one_line.ts";

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
    app.printer.notice(notice(`jp: passed over ${counted(count, "unreadable line")}`));
  }
  const known = withoutDiscarded(events).filter((event) => isKnown(event)) as KnownEvent[];
  if (isJson(app.printer.out.format)) await printRecords(app, known);
  else await paged(app, command.pager, (to) => printText(to, known, ref));
  return 0;
}

async function printRecords(app: App, events: readonly KnownEvent[]): Promise<void> {
  for (const event of events) {
    await app.gate.pass(app.signal);
    const record = jsonRecord(event);
    if (record !== null) app.printer.record(record);
    await app.printer.room(app.signal);
  }
}

async function printText(
  app: App,
  events: readonly KnownEvent[],
  ref: ConversationRef,
): Promise<void> {
  const { config } = await app.config();
  using view = await openView(app, config, {
    chrome: "out",
    reasoning: true,
    tools: true,
    transcript: true,
  });
  const results = new WholeResults(app.platform.fs, () => outputDirectory(ref));
  await showEvents(view, events, results, async () => {
    await app.printer.room(app.signal);
    await app.gate.pass(app.signal);
  });
}
