/**
 * Which conversation a query goes to: the one named, a new one, a fork, or the one that is active
 * in this session.
 *
 * Source: reference-facts 1.2 (targets), 7.3 (sessions).
 *
 * @module
 */

import {
  type ConversationRef,
  parseDefaultId,
  parseTarget,
  resolveTarget,
  type Store,
  StoreError,
} from "../../../services/workspace/mod.ts";
import { type App, CommandError } from "../../app.ts";
import type { QueryCommand } from "../../cli/mod.ts";

/** Where the query goes; `new` conversations are made when their first words are known. */
export type Choice =
  | { readonly kind: "new" }
  | { readonly kind: "existing"; readonly ref: ConversationRef }
  | { readonly kind: "fork"; readonly of: ConversationRef; readonly lastTurns: number | null };

/** Decides; `defaultId` is `conversation.default_id`. */
export async function chooseConversation(
  app: App,
  store: Store,
  command: QueryCommand,
  defaultId: string | null,
): Promise<Choice> {
  if (command.new) return { kind: "new" };
  const named = command.id === null ? null : await oneConversation(app, store, command.id);
  const ref = named ?? await store.sessions.active(store.conversations) ??
    await byDefault(app, store, defaultId, command.fork === null);
  if (command.fork === null) return ref === null ? { kind: "new" } : { kind: "existing", ref };
  if (ref === null) {
    throw new CommandError("there is no conversation to fork here", {
      help: "Name one with --id; jp c ls lists them.",
    });
  }
  return { kind: "fork", of: ref, lastTurns: command.fork === true ? null : command.fork };
}

/** The one conversation a target means; a choice is left to the user. @throws {CommandError} */
export async function oneConversation(
  app: App,
  store: Store,
  text: string,
): Promise<ConversationRef> {
  const resolution = await resolveTarget(parseTarget(text), store);
  switch (resolution.kind) {
    case "conversations": {
      const [first, second] = resolution.refs;
      if (first !== undefined && second === undefined) return first;
      throw new CommandError(`"${text}" means ${resolution.refs.length} conversations, not one`, {
        help: "Name one by its id; jp c ls lists them.",
      });
    }
    case "pick":
      return await (await import("../pick_conversation.ts"))
        .pickConversation(app, store, resolution);
    case "stdin":
    case "help":
      throw new CommandError(`"${text}" names no single conversation`, {
        help: "Name one by its id; jp c ls lists them.",
      });
  }
}

async function byDefault(
  app: App,
  store: Store,
  defaultId: string | null,
  orNew: boolean,
): Promise<ConversationRef | null> {
  if (defaultId === null) return null;
  const target = parseDefaultId(defaultId);
  try {
    const resolution = await resolveTarget(target, store);
    switch (resolution.kind) {
      case "conversations":
        return resolution.refs[0] ?? null;
      case "pick": {
        const { pickConversation, pickOrNew } = await import("../pick_conversation.ts");
        return await (orNew ? pickOrNew : pickConversation)(app, store, resolution);
      }
      case "stdin":
      case "help":
        return null;
    }
  } catch (error) {
    // In a workspace that has none yet the default means a new one.
    if (error instanceof StoreError && error.code === "not_found") return null;
    throw error;
  }
}
