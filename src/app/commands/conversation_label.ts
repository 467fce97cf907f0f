/**
 * `jp conversation label`: labels are added, removed and listed.
 *
 * @module
 */

import { isJson } from "../../host/printer/mod.ts";
import {
  type ConversationRef,
  formatLabel,
  type LabelChange,
  type Labels,
  parseLabel,
  type Store,
  StoreError,
} from "../../services/workspace/mod.ts";
import { type App, CommandError } from "../app.ts";
import type {
  ConversationLabelAddCommand,
  ConversationLabelListCommand,
  ConversationLabelRemoveCommand,
} from "../cli/mod.ts";
import { changeEach, locked, tell } from "./change_conversations.ts";
import { targetsOf } from "./targets.ts";

/** Adds labels; one whose key is there gets the new value. */
export async function addLabels(app: App, command: ConversationLabelAddCommand): Promise<number> {
  const add = Object.fromEntries(command.labels.map((text) => {
    const { key, value } = labelOf(text);
    return [key, value];
  }));
  return await changeEach(
    app,
    command.targets,
    (store, ref) => change(app, store, ref, () => ({ add })),
  );
}

function labelOf(text: string): ReturnType<typeof parseLabel> {
  try {
    return parseLabel(text);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    throw new CommandError(error.message, { help: error.help, code: 2, cause: error });
  }
}

/** Removes labels; one that is not there is no fault. */
export async function removeLabels(
  app: App,
  command: ConversationLabelRemoveCommand,
): Promise<number> {
  if (command.all === (command.labels.length > 0)) {
    throw new CommandError(
      command.all ? "--all and a label contradict each other" : "no label was named",
      { help: "Name the labels to remove, or say --all.", code: 2 },
    );
  }
  return await changeEach(
    app,
    command.targets,
    (store, ref) =>
      change(
        app,
        store,
        ref,
        (labels) => command.all ? { reset: true } : { remove: meant(command.labels, labels) },
      ),
  );
}

/** Lists labels. */
export async function listLabels(
  app: App,
  command: ConversationLabelListCommand,
): Promise<number> {
  const store = await app.store();
  const targets = await targetsOf(app, store, command.targets);
  if (targets.kind === "explained") return 0;
  const many = targets.refs.length > 1;
  for (const { ref, metadata } of await store.conversations.entries(targets.refs)) {
    await app.gate.pass(app.signal);
    if (isJson(app.printer.out.format)) {
      app.printer.record({ id: ref.id, labels: metadata.labels });
      continue;
    }
    for (const [key, value] of Object.entries(metadata.labels)) {
      app.printer.text(`${many ? `${ref.id}  ` : ""}${formatLabel(key, value)}\n`);
    }
  }
  return 0;
}

/** The keys among `labels` that words mean: `key`, `:name`, or `key=value` with that very value. */
function meant(words: readonly string[], labels: Labels): string[] {
  return words.flatMap((word) => {
    if (word.startsWith(":")) return [word.slice(1)];
    const equals = word.indexOf("=");
    if (equals < 0) return [word];
    const key = word.slice(0, equals);
    return labels[key] === word.slice(equals + 1) ? [key] : [];
  });
}

async function change(
  app: App,
  store: Store,
  ref: ConversationRef,
  changeOf: (labels: Labels) => LabelChange,
): Promise<void> {
  const { labels } = await locked(app, store, ref, async (lock) => {
    const before = await store.conversations.metadata(ref);
    return await store.conversations.label(ref, lock, changeOf(before.labels));
  });
  const shown = Object.entries(labels).map(([key, value]) => formatLabel(key, value)).join(" ");
  tell(app, { id: ref.id, labels }, `${ref.id}: ${shown === "" ? "no labels" : shown}`);
}
