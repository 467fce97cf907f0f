/**
 * `jp conversation grep`: finds lines in what was said, thought, asked of tools and answered by
 * them. The newest conversation comes first; what was discarded is not searched.
 *
 * @module
 */

import {
  type ConversationEvent,
  isKnown,
  type KnownEvent,
  splitTurns,
} from "../../core/conversation/mod.ts";
import { notice } from "../../core/notices/mod.ts";
import { isJson } from "../../host/printer/mod.ts";
import { type ConversationRef, StoreError } from "../../services/workspace/mod.ts";
import type { App } from "../app.ts";
import type { ConversationGrepCommand } from "../cli/mod.ts";
import { reportFailure } from "../failure.ts";
import { counted } from "./one_line.ts";

/** One line that was found. */
interface Hit {
  /** Counted from 1. */
  readonly turn: number;
  /** Who or what said it: `you`, `assistant`, `reasoning`, `tool NAME`, `result`. */
  readonly from: string;
  readonly timestamp: string;
  readonly line: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Prints the hits; 1 when there are none. */
export async function grepConversations(
  app: App,
  command: ConversationGrepCommand,
): Promise<number> {
  const { conversations } = await app.store();
  const refs = await conversations.list({ archived: command.archived });
  const isHit = matcher(command.words.join(" "), command.ignoreCase);
  const json = isJson(app.printer.out.format);
  if (!json) app.printer.sanitize = (await app.config()).config.style.sanitize;
  let left = command.limit ?? Infinity;
  let found = 0;
  let unreadable = 0;
  let failed = 0;
  for (const ref of refs) {
    if (left <= 0) break;
    app.signal.throwIfAborted();
    try {
      const { events, problems, torn } = await conversations.read(ref);
      unreadable += problems.length + (torn === null ? 0 : 1);
      for (const hit of hitsIn(events, isHit, command.context)) {
        if (left-- <= 0) break;
        await app.gate.pass(app.signal);
        if (json) app.printer.record({ id: ref.id, ...hit });
        else app.printer.text(asText(ref, hit, command.context > 0 && found > 0));
        found += 1;
        await app.printer.room(app.signal);
      }
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      failed = reportFailure(app.printer, app.globals, error);
    }
  }
  if (unreadable > 0) {
    app.printer.notice(notice(`jp: passed over ${counted(unreadable, "unreadable line")}`));
  }
  return found > 0 ? failed : 1;
}

function matcher(words: string, ignoreCase: boolean): (line: string) => boolean {
  if (!ignoreCase) return (line) => line.includes(words);
  const folded = words.toLowerCase();
  return (line) => line.toLowerCase().includes(folded);
}

function* hitsIn(
  events: readonly ConversationEvent[],
  isHit: (line: string) => boolean,
  context: number,
): Generator<Hit> {
  for (const turn of splitTurns(events).turns) {
    for (const event of turn.events) {
      if (!isKnown(event)) continue;
      for (const { from, text } of saidIn(event as KnownEvent)) {
        const lines = text.split("\n");
        for (const [at, line] of lines.entries()) {
          if (!isHit(line)) continue;
          yield {
            turn: turn.number,
            from,
            timestamp: event.timestamp,
            line,
            before: lines.slice(Math.max(0, at - context), at),
            after: lines.slice(at + 1, at + 1 + context),
          };
        }
      }
    }
  }
}

function saidIn(event: KnownEvent): { readonly from: string; readonly text: string }[] {
  switch (event.type) {
    case "chat_request":
      return [{ from: "you", text: event.content }];
    case "chat_response":
      return [
        { from: "assistant", text: event.message ?? "" },
        { from: "reasoning", text: event.reasoning ?? "" },
        {
          from: "assistant",
          text: event.data === undefined ? "" : JSON.stringify(event.data, null, 2),
        },
      ];
    case "tool_call_request":
      return [{ from: `tool ${event.name}`, text: JSON.stringify(event.arguments, null, 2) }];
    case "tool_call_response":
      return [{ from: "result", text: event.content }];
    case "inquiry_request":
      return [{ from: "inquiry", text: event.question }];
    case "inquiry_response":
      return [{ from: "inquiry", text: JSON.stringify(event.answer) }];
    case "turn_start":
    case "config_delta":
    case "discard":
    case "turn_end":
      return [];
  }
}

/** The way grep does it: `:` behind a hit's place, `-` behind that of its context. */
function asText({ id }: ConversationRef, hit: Hit, divided: boolean): string {
  const place = (mark: string): string => [id, hit.turn, hit.from, ""].join(mark);
  return (divided ? "--\n" : "") + [
    ...hit.before.map((line) => place("-") + line),
    place(":") + hit.line,
    ...hit.after.map((line) => place("-") + line),
  ].map((line) => `${line}\n`).join("");
}
