/**
 * `jp conversation edit`: title and pin by flags, or the files in the editor. The lock is held all
 * along; what the files say counts only when it is sound, and giving up leaves what was there.
 *
 * Source: reference-facts 5.5, PR-020.
 *
 * @module
 */

import type { JsonObject } from "../../core/conversation/mod.ts";
import { notice } from "../../core/notices/mod.ts";
import { FsError } from "../../host/platform/port.ts";
import type { EditorBackend } from "../../interaction/editor/mod.ts";
import { ConfigError, formatProblems } from "../../services/config/mod.ts";
import { type ConversationRef, type Store, timestampOf } from "../../services/workspace/mod.ts";
import { type App, CommandError } from "../app.ts";
import type { ConversationEditCommand } from "../cli/mod.ts";
import { noEditor } from "../no_editor.ts";
import { changeableStore, locked, tell } from "./change_conversations.ts";
import { EditedFiles, type EditedPart, NAMES } from "./edited_files.ts";
import { targetOf } from "./targets.ts";

const ALL: readonly EditedPart[] = ["metadata", "base-config", "events"];
/** An editor gone sooner than this without a change was not looked at by a person (PR-019), ms. */
const HASTY_MS = 400;

/** Changes it. */
export async function editConversation(
  app: App,
  command: ConversationEditCommand,
): Promise<number> {
  const store = await changeableStore(app);
  const targets = await targetOf(app, store, command.target);
  const [ref] = targets.kind === "conversations" ? targets.refs : [];
  if (ref === undefined) return 0;
  if (command.title === null && command.pinned === null) {
    return await editFiles(app, store, ref, command.files.length === 0 ? ALL : command.files);
  }
  const { title, pinned } = command;
  const now = timestampOf(app.platform.clock.now());
  await app.gate.pass(app.signal);
  const metadata = await locked(app, store, ref, (lock) =>
    store.conversations.update(ref, lock, {
      ...(title === null ? {} : { title: title.trim() === "" ? null : title.trim() }),
      ...(pinned === null ? {} : { pinned_at: pinned ? now : null }),
    }));
  tell(
    app,
    { id: ref.id, title: metadata.title, pinned_at: metadata.pinned_at },
    `${ref.id}: ${metadata.title ?? "no title"}${metadata.pinned_at === null ? "" : ", pinned"}`,
  );
  return 0;
}

async function editFiles(
  app: App,
  store: Store,
  ref: ConversationRef,
  parts: readonly EditedPart[],
): Promise<number> {
  const editor = await editorOf(app);
  return await locked(app, store, ref, async () => {
    const files = await EditedFiles.open(app.platform.fs, ref, parts);
    try {
      return await editUntilSound(app, ref, files, editor);
    } catch (error) {
      const kept = await files.restore((name, bytes) => setAside(app, store, ref, name, bytes));
      const where = kept.length === 0 ? "" : `; what you wrote is kept in ${kept.join(", ")}`;
      if (kept.length > 0 || !app.signal.aborted) {
        app.printer.notice(notice(`jp: ${ref.id} is as it was${where}`));
      }
      throw error;
    }
  });
}

async function editUntilSound(
  app: App,
  ref: ConversationRef,
  files: EditedFiles,
  editor: EditorBackend,
): Promise<number> {
  for (;;) {
    await app.gate.pass(app.signal);
    const began = app.platform.clock.now();
    const { kind } = await editor.editFile({ paths: files.paths, cwd: ref.directory }, app.signal);
    app.signal.throwIfAborted();
    if (kind !== "saved") {
      throw new CommandError(`the editor (${editor.name}) gave up`, {
        help: "It ended with a failure status, so nothing of the conversation was changed.",
      });
    }
    const changed = await files.changed();
    if (changed.length === 0 && app.platform.clock.now() - began < HASTY_MS) {
      app.printer.notice(
        notice(`jp: ${editor.name} ended at once; does it need a flag to wait (--wait)?`),
      );
    }
    const problems = await files.problems((config) => settingsProblems(app, config));
    if (problems.length === 0) {
      const names = changed.map((part) => NAMES[part]);
      const words = names.length === 0 ? "nothing was changed" : `changed ${names.join(", ")}`;
      tell(app, { id: ref.id, changed: names }, `${ref.id}: ${words}`);
      return 0;
    }
    app.printer.notice(notice(`jp: this cannot be used:\n${problems.join("\n")}`));
    await again(app);
  }
}

/** Whether to open the editor once more. @throws {CommandError} when not. */
async function again(app: App): Promise<void> {
  const { TerminalPrompts } = await import("../../interaction/prompts/mod.ts");
  const prompts = new TerminalPrompts(app.stage, app.gate);
  const options = { message: "Open the editor again to put it right?", default: "yes" } as const;
  const answer = await prompts.confirm(options, { signal: app.signal });
  app.signal.throwIfAborted();
  if (answer.kind === "answered" && answer.yes) return;
  throw new CommandError("the conversation's files were not in order", {
    help: "Nothing of the conversation was changed.",
  });
}

async function settingsProblems(app: App, config: JsonObject): Promise<readonly string[]> {
  try {
    await app.config({ conversation: [config] });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return formatProblems(error.problems);
  }
}

async function editorOf(app: App): Promise<EditorBackend> {
  const settings = (await app.config()).config.editor;
  if (!app.router.state.interactive || app.terminal.owner !== "us") {
    throw new CommandError("nobody is there to use an editor", {
      help: "Use --title, --pin or --unpin; jp c path says where the files are.",
    });
  }
  const { buildEditor } = await import("../../interaction/editor/mod.ts");
  const editor = await buildEditor(settings, app);
  if (editor !== null) return editor;
  const instead = "; jp c path says where the files are.";
  throw await noEditor(app, settings, "to open the conversation in", instead);
}

/** Keeps what somebody wrote, in the user's own directory of the conversation. */
async function setAside(
  app: App,
  store: Store,
  ref: ConversationRef,
  name: string,
  bytes: Uint8Array,
): Promise<string> {
  const { fs } = app.platform;
  return await store.userDir.within(`conversations/${ref.id}`, async (directory) => {
    for (let number = 1;; number++) {
      const path = `${directory}/edited-${number}-${name}`;
      try {
        await fs.createNew(path, bytes, 0o600);
        return path;
      } catch (error) {
        if (!(error instanceof FsError && error.code === "EEXIST")) throw error;
      }
    }
  });
}
