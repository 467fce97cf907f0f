/**
 * `jp conversation show`: what is known of conversations, without what was said in them.
 *
 * @module
 */

import { isKnown, type LogContents } from "../../core/conversation/mod.ts";
import { isJson } from "../../host/printer/mod.ts";
import { type ConversationRef, formatLabel, type Store } from "../../services/workspace/mod.ts";
import type { App } from "../app.ts";
import type { ConversationShowCommand } from "../cli/mod.ts";
import { paged } from "../show/mod.ts";
import { counted, oneLine } from "./one_line.ts";
import { targetsOf } from "./targets.ts";

/** Prints the details of each. */
export async function showConversations(
  app: App,
  command: ConversationShowCommand,
): Promise<number> {
  const store = await app.store();
  const targets = await targetsOf(app, store, command.targets);
  if (targets.kind === "explained") return 0;
  const active = await store.sessions.active(store.conversations);
  const all = targets.refs.map((ref) => () => detailsOf(store, ref, ref.id === active?.id));
  await paged(app, command.pager, (to) => printAll(to, all));
  return 0;
}

async function printAll(app: App, all: readonly (() => Promise<Details>)[]): Promise<void> {
  let first = true;
  for (const find of all) {
    const details = await find();
    await app.gate.pass(app.signal);
    if (isJson(app.printer.out.format)) {
      app.printer.record(details);
    } else {
      app.printer.text((first ? "" : "\n") + asText(details));
    }
    await app.printer.room(app.signal);
    first = false;
  }
}

type Details = Awaited<ReturnType<typeof detailsOf>>;

async function detailsOf(store: Store, ref: ConversationRef, active: boolean) {
  const { summary, contents } = await store.conversations.look(ref);
  const { metadata } = summary;
  return {
    id: ref.id,
    title: summary.title,
    path: ref.directory,
    created_at: metadata.created_at,
    last_activity: summary.lastActivity,
    active,
    pinned_at: metadata.pinned_at,
    archived: ref.archived,
    archived_at: ref.archived ? metadata.archived_at : null,
    expires_at: metadata.expires_at,
    labels: metadata.labels,
    turns: summary.turns,
    events: contents.events.length,
    unreadable_lines: summary.damaged,
    bytes: contents.validBytes,
    ...spentIn(contents),
  };
}

/** The models that answered, and the tokens as far as their providers counted them. */
function spentIn({ events }: LogContents) {
  const models = new Set<string>();
  let input = 0;
  let output = 0;
  for (const event of events) {
    if (!isKnown(event)) continue;
    if (event.type === "chat_response" && typeof event.model === "string") models.add(event.model);
    if (event.type !== "turn_end" || typeof event.usage !== "object") continue;
    input += event.usage?.input_tokens ?? 0;
    output += event.usage?.output_tokens ?? 0;
  }
  return { models: [...models], input_tokens: input, output_tokens: output };
}

function asText(details: Details): string {
  const { labels, unreadable_lines: bad } = details;
  const lines: readonly (readonly [string, string | null])[] = [
    ["id", details.id],
    ["title", oneLine(details.title ?? "(nothing said yet)")],
    ["path", details.path],
    ["created", shortTime(details.created_at)],
    ["last activity", shortTime(details.last_activity)],
    ["active here", details.active ? "yes" : "no"],
    ["pinned", details.pinned_at && shortTime(details.pinned_at)],
    ["archived", details.archived ? shortTime(details.archived_at ?? "") || "yes" : null],
    ["expires", details.expires_at && shortTime(details.expires_at)],
    ["labels", Object.entries(labels).map(([key, value]) => formatLabel(key, value)).join(" ")],
    ["turns", String(details.turns)],
    ["events", `${details.events}${bad === 0 ? "" : `, and ${counted(bad, "unreadable line")}`}`],
    ["size", `${details.bytes} bytes`],
    ["models", details.models.join(" ")],
    ["tokens", `${details.input_tokens} in, ${details.output_tokens} out`],
  ];
  return lines.filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => `${name.padEnd(15)}${value}\n`).join("");
}

function shortTime(timestamp: string): string {
  return timestamp.slice(0, 16).replace("T", " ");
}
