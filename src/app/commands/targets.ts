/**
 * From targets as typed to the conversations a command works on.
 *
 * Source: reference-facts 1.2 (targets), 7.3 (sessions).
 *
 * @module
 */

import {
  type ConversationRef,
  parseDefaultId,
  parseTarget,
  resolveIds,
  resolveTarget,
  type Store,
  TARGET_KEYWORDS,
} from "../../services/workspace/mod.ts";
import { isJson } from "../../host/printer/mod.ts";
import { type App, CommandError } from "../app.ts";
import type { Picking } from "./pick_conversation.ts";
import { readIds } from "./read_ids.ts";

/** What targets came to. */
export type Targets =
  | { readonly kind: "conversations"; readonly refs: readonly ConversationRef[] }
  /** `help` was among them: the keywords have been printed, and that was all. */
  | { readonly kind: "explained" };

/**
 * The conversations some targets mean, each once, in the order named; without any, the active one.
 *
 * A choice is left to the user.
 *
 * @throws {CommandError} when only a person could tell which is meant, and there is none.
 */
export async function targetsOf(
  app: App,
  store: Store,
  words: readonly string[],
): Promise<Targets> {
  if (words.length === 0) {
    return { kind: "conversations", refs: [await activeConversation(app, store)] };
  }
  const targets = words.map((word) => ({ word, target: parseTarget(word) }));
  if (targets.some(({ target }) => target.kind === "help")) {
    await explainTargets(app);
    return { kind: "explained" };
  }
  const found = new Map<string, ConversationRef>();
  let onStdin: Promise<readonly ConversationRef[]> | null = null;
  for (const { target } of targets) {
    const resolution = await resolveTarget(target, store);
    switch (resolution.kind) {
      case "conversations":
        for (const ref of resolution.refs) found.set(ref.directory, ref);
        break;
      case "stdin":
        onStdin ??= readIds(app).then((ids) => resolveIds(ids, store));
        for (const ref of await onStdin) found.set(ref.directory, ref);
        break;
      case "pick": {
        const ref = await pickConversation(app, store, resolution);
        found.set(ref.directory, ref);
        break;
      }
      case "help":
        break;
    }
  }
  return { kind: "conversations", refs: [...found.values()] };
}

/**
 * The one conversation a target means; without one, the active one.
 *
 * @throws {CommandError} when it means several, or only a person could tell.
 */
export async function targetOf(app: App, store: Store, word: string | null): Promise<Targets> {
  const targets = await targetsOf(app, store, word === null ? [] : [word]);
  if (targets.kind === "conversations" && targets.refs.length !== 1) {
    throw new CommandError(`"${word}" means ${targets.refs.length} conversations, not one`, {
      help: "Name one by its id; jp c ls lists them.",
    });
  }
  return targets;
}

async function activeConversation(app: App, store: Store): Promise<ConversationRef> {
  const active = await store.sessions.active(store.conversations);
  if (active !== null) return active;
  const { default_id } = (await app.config()).config.conversation;
  const target = default_id === null ? null : parseDefaultId(default_id);
  if (target !== null && target.kind !== "pick") {
    const resolution = await resolveTarget(target, store);
    const [ref] = resolution.kind === "conversations" ? resolution.refs : [];
    if (ref !== undefined) return ref;
  }
  if (app.router.state.interactive) {
    return await pickConversation(app, store, { from: "all", filter: "" });
  }
  throw new CommandError("no conversation is active in this session", {
    help: "Name one by its id (jp c ls lists them), or choose one with jp c use.",
  });
}

// The prompts are loaded when there is something to ask.
async function pickConversation(app: App, store: Store, picking: Picking) {
  return await (await import("./pick_conversation.ts")).pickConversation(app, store, picking);
}

async function explainTargets(app: App): Promise<void> {
  await app.gate.pass(app.signal);
  for (const { words, meaning } of TARGET_KEYWORDS) {
    if (isJson(app.printer.out.format)) app.printer.record({ words, meaning });
    else app.printer.text(`${words.join(", ").padEnd(16)}${meaning}\n`);
  }
  if (!isJson(app.printer.out.format)) {
    app.printer.text("Anything else is an id such as jp-c17758406605, or text to search for.\n");
  }
}
