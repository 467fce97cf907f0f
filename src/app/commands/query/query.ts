/**
 * `jp query`: finds the text, the conversation and the model, then runs one turn in it. The order
 * matters: the lock is held before anything of the conversation is read, and the request is on the
 * disk before it goes out.
 *
 * @module
 */

import { notice } from "../../../core/notices/mod.ts";
import type { JsonObject } from "../../../core/conversation/mod.ts";
import { parameterPath, type Resolved } from "../../../services/config/mod.ts";
import {
  type Model,
  preloadModel,
  type ResolvedModel,
  schemaCheck,
} from "../../../services/providers/mod.ts";
import { type ConversationRef, type Store, StoreError } from "../../../services/workspace/mod.ts";
import type { App } from "../../app.ts";
import type { QueryCommand } from "../../cli/mod.ts";
import { preloadMarkdown } from "../../show/mod.ts";
import { runTurn, type TurnOutcome } from "../../turn/mod.ts";
import { type Choice, chooseConversation } from "./choose_conversation.ts";
import { chooseModel, selectionOf } from "./choose_model.ts";
import { Composer, overlaid, type Plan } from "./compose/mod.ts";
import { openConversation, recordedSettings } from "./open_conversation.ts";
import { readTextFile } from "./read_file.ts";
import { readSchema } from "./read_schema.ts";
import { nobodyToAsk, type QueryTools, startTools } from "./query_tools.ts";
import { readPipe } from "./read_stdin.ts";
import { turnPorts } from "./turn_ports.ts";
import { TurnEndRecord } from "./turn_end_record.ts";

/** Runs one turn and returns the exit status. */
export async function query(app: App, command: QueryCommand): Promise<number> {
  const end = new TurnEndRecord(app.printer);
  try {
    const outcome = await ask(app, command, end);
    if (outcome === null) {
      end.print("stopped");
      return 0;
    }
    const { reason, error, usage, denied } = outcome;
    app.log.write("info", "turn ended", { reason });
    end.print(reason, usage);
    if (error !== null) throw error;
    await outcome.title?.();
    if (denied.length > 0 && reason !== "interrupted") throw nobodyToAsk(denied);
    return 0;
  } catch (error) {
    end.print(app.signal.aborted ? "interrupted" : "error");
    throw error;
  }
}

/** How the turn ended, and what was refused in it since there was nobody to ask. */
interface Ended extends TurnOutcome {
  readonly denied: QueryTools["denied"];
  /** Gives the conversation its title, once it is let go of; null: not wanted. */
  readonly title: (() => Promise<void>) | null;
}

/** The turn; null when the query was left empty. */
async function ask(
  app: App,
  command: QueryCommand,
  end: TurnEndRecord,
): Promise<Ended | null> {
  const asked = command.schema === null ? null : await readSchema(app, command.schema);
  const store = await app.store();
  const flags = flagsOf(command);
  const early = await app.config({ flags });
  warn(app, early);
  preloadMarkdown(app);
  // The package takes longer to load than everything up to the request.
  const { id } = early.config.assistant.model;
  if (id) void preloadModel(id, selectionOf(early.config)).catch(() => {});

  // Servers take their time, and so does the user.
  await using starting = await startTools(app, early.config, command);

  const words = await wordsOf(app, command);
  const piped = command.noStdin ? null : await readPipe(app);
  const { default_id } = early.config.conversation;
  const choice = await chooseConversation(app, store, command, default_id);
  // A request that cannot be made makes no conversation, and asks nobody to write it.
  const before = choice.kind === "existing"
    ? null
    : await plan(app, early, flags, await settingsBefore(store, choice));
  if (before !== null) await starting.check(before.resolved.config);
  await using composer = new Composer(app, store, command, {
    words,
    piped,
    editor: early.config.editor,
    plan: (recorded, changes) => plan(app, early, flags, recorded, changes),
  });
  await using conversation = await openConversation(app, store, choice, {
    title: command.title,
    labels: early.config.conversation.labels,
    fromHeading: early.config.conversation.title.from_heading && !command.noTitle,
    lockWait: early.config.style.lock_wait,
    replay: command.replay,
    text: (source) => composer.text(source),
  });
  if (conversation === null) return null;
  app.keeps(() => conversation.saved);
  if (conversation.kept) await composer.belongsTo(conversation.ref);
  // One that others write to is read when it is ours.
  const { resolved, model } = composer.plan ?? before ??
    await plan(app, early, flags, conversation.settings);
  if (conversation.kept) end.conversation = conversation.ref.id;
  app.log.write("info", "asking", { model: model.model.id, conversation: conversation.ref.id });
  if (model.notice !== null) app.printer.notice(notice(model.notice));
  const { schema } = conversation;
  const shape = asked ?? (schema === null ? null : { schema, check: await schemaCheck(schema) });
  const tools = await starting.offer(resolved, model.model, conversation);
  // A command that is refused leaves the conversation as it was: from here on it is not.
  await conversation.takeBack();
  await conversation.recordSettings([...resolved.overrides, ...tools.overrides]);
  await conversation.activate().catch((error: unknown) => {
    if (!(error instanceof StoreError)) throw error;
    app.printer.notice(notice(`jp: ${error.message}`));
  });

  using ports = await turnPorts(
    app,
    resolved.config,
    model.model,
    conversation,
    command,
    store.drafts,
    shape,
    tools,
  );
  if (composer.inEditor || command.replay) ports.echo?.(conversation.text);
  const outcome = await runTurn(ports, conversation.text, app.signal);
  if (outcome.error === null && outcome.reason !== "interrupted") await composer.succeeded();
  const untitled = outcome.reason === "complete" && conversation.saved && !command.noTitle &&
    await wantsTitle(store, conversation.ref, resolved, model);
  if (!untitled) return { ...outcome, denied: tools.denied, title: null };
  const { ref, events } = conversation;
  const { config } = resolved;
  const { giveTitle } = await import("./title.ts");
  const titling = { ref, events, config, model: () => titleModel(app, resolved, model) };
  return { ...outcome, denied: tools.denied, title: () => giveTitle(app, store, titling) };
}

/** The demo knows no titles. */
async function wantsTitle(
  store: Store,
  ref: ConversationRef,
  { config }: Resolved,
  { model }: ResolvedModel,
): Promise<boolean> {
  const { auto, model: own } = config.conversation.title.generate;
  if (!auto || (own.id === null && model.id.startsWith("demo/"))) return false;
  return (await store.conversations.metadata(ref)).title === null;
}

async function titleModel(app: App, resolved: Resolved, { model }: ResolvedModel): Promise<Model> {
  const { id } = resolved.config.conversation.title.generate.model;
  if (id === null) return model;
  const key = ["conversation", "title", "generate", "model", "id"];
  return (await chooseModel(app, resolved, { id, key })).model;
}

async function settingsBefore(store: Store, choice: Choice): Promise<readonly JsonObject[]> {
  return choice.kind === "fork" ? await recordedSettings(store, choice.of) : [];
}

/** What holds with what the conversation has recorded, and with changes over the flags. */
async function plan(
  app: App,
  early: Resolved,
  flags: JsonObject,
  recorded: readonly JsonObject[],
  changes: JsonObject = {},
): Promise<Plan> {
  const same = recorded.length === 0 && Object.keys(changes).length === 0;
  const resolved = same
    ? early
    : await app.config({ flags: overlaid(flags, changes), conversation: recorded });
  warn(app, resolved, early);
  return { resolved, model: await chooseModel(app, resolved) };
}

async function wordsOf(app: App, command: QueryCommand): Promise<string> {
  const [only] = command.words;
  if (command.words.length === 1 && command.literalFrom > 0 && only?.startsWith("@")) {
    const help = "@PATH sends a file's text; put -- before a word that only looks like that.";
    return await readTextFile(app, only.slice(1), help);
  }
  const named = command.words.filter((word, index) =>
    !(index < command.literalFrom && word === "-")
  );
  return named.join(" ");
}

function flagsOf(command: QueryCommand): JsonObject {
  const flags: Record<string, unknown> = {};
  const set = (path: readonly string[], value: unknown): void => {
    let at = flags;
    for (const name of path.slice(0, -1)) at = (at[name] ??= {}) as Record<string, unknown>;
    at[path.at(-1) ?? ""] = value;
  };
  if (command.model !== null) set(["assistant", "model", "id"], command.model);
  if (command.reasoning !== null) set(parameterPath("reasoning"), scalar(command.reasoning));
  for (const [name, value] of command.params) set(parameterPath(name), scalar(value));
  // What only this run shows or hides is no setting of the conversation: the ports look at the flags.
  return flags as JsonObject;
}

function scalar(text: string): string | number | boolean {
  if (text === "true" || text === "false") return text === "true";
  return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}

function warn(app: App, { warnings }: Resolved, told?: Resolved): void {
  for (const { message } of warnings) {
    if (told?.warnings.some((other) => other.message === message)) continue;
    app.printer.notice(notice(`jp: ${message}`));
  }
}
