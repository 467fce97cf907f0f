/**
 * Lets the user choose a conversation from a list. Never guesses: nobody to ask is an error that
 * says how to name one.
 *
 * Source: reference-facts 1.2 "Pickers".
 *
 * @module
 */

import { TerminalPrompts } from "../../interaction/prompts/mod.ts";
import {
  type ConversationRef,
  pickCandidates,
  type Resolution,
  type Store,
  unknownTarget,
} from "../../services/workspace/mod.ts";
import { type App, CommandError } from "../app.ts";
import { oneLine } from "./one_line.ts";

/** What is offered. */
export type Picking = Omit<Extract<Resolution, { readonly kind: "pick" }>, "kind">;

const NEW = "new";

/** Asks for one of them. @throws {CommandError} when there is none, nobody to ask, or no choice. */
export async function pickConversation(
  app: App,
  store: Store,
  picking: Picking,
): Promise<ConversationRef> {
  const picked = await pick(app, store, picking, false);
  if (picked === NEW) throw new TypeError("a new one was not offered");
  return picked;
}

/** The same with a new conversation before them all; null: that. */
export async function pickOrNew(
  app: App,
  store: Store,
  picking: Picking,
): Promise<ConversationRef | null> {
  const picked = await pick(app, store, picking, true);
  return picked === NEW ? null : picked;
}

async function pick(
  app: App,
  store: Store,
  { from, filter }: Picking,
  orNew: boolean,
): Promise<ConversationRef | typeof NEW> {
  const prompts = new TerminalPrompts(app.stage, app.gate);
  if (!prompts.available) throw await nobodyToAsk(store, filter);
  const candidates = await pickCandidates(from, store);
  if (candidates.length === 0 && orNew) return NEW;
  if (candidates.length === 0) {
    throw new CommandError(NONE[from], { help: "List them with: jp c ls" });
  }
  const refs = candidates.map(({ ref }) => ref);
  const summaries = await store.conversations.summaries(refs);
  const answer = await prompts.listPicker({
    message: "Conversation: ",
    items: summaries.map(({ ref, title, lastActivity }) => ({
      id: ref.id,
      label: oneLine(title ?? ref.slug),
      detail: `${ref.id}  ${lastActivity.slice(0, 16).replace("T", " ")}`,
    })),
    ...(orNew ? { first: { id: NEW, label: "+ Start a new conversation" } } : {}),
    filter,
  }, { signal: app.signal });
  app.signal.throwIfAborted();
  switch (answer.kind) {
    case "chosen": {
      if (answer.id === NEW) return NEW;
      const ref = refs.find(({ id }) => id === answer.id);
      if (ref === undefined) throw new TypeError(`${answer.id} was not offered`);
      return ref;
    }
    case "cancelled":
      throw new CommandError("no conversation was chosen", {
        help: "Name one by its id; jp c ls lists them.",
      });
    case "unavailable":
    case "aborted":
    case "gone":
      throw await nobodyToAsk(store, filter);
  }
}

const NONE: Readonly<Record<Picking["from"], string>> = {
  all: "there is no conversation yet",
  session: "no conversation was active in this session",
  pinned: "no conversation is pinned",
  archived: "no conversation is archived",
};

async function nobodyToAsk(store: Store, filter: string): Promise<Error> {
  if (filter !== "") return await unknownTarget(filter, store);
  return new CommandError("which conversation is meant has to be said: there is nobody to ask", {
    help: "Name one by its id (jp c ls lists them), or say active, newest, recent.",
  });
}
