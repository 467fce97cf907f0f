/**
 * `jp init`: makes a workspace. Everything is asked before anything is made, and nothing that is
 * there is written over.
 *
 * @module
 */

import { notice } from "../../core/notices/mod.ts";
import { FsError } from "../../host/platform/port.ts";
import { isJson } from "../../host/printer/mod.ts";
import { safeName } from "../../host/sanitize/mod.ts";
import { formatOrigin } from "../../services/config/mod.ts";
import {
  findWorkspace,
  StoreError,
  userDataDir,
  UserDir,
  type Workspace,
} from "../../services/workspace/mod.ts";
import { type App, CommandError } from "../app.ts";
import type { InitCommand } from "../cli/mod.ts";
import { reasonOf } from "../failure.ts";
import { consentTo } from "./config_consent.ts";
import { type Trial, tryOut } from "./config_trial.ts";
import { type InitChoices, initConfig } from "./init_config.ts";
import { askForChoices, SAFE_CHOICES } from "./init_questions.ts";

/** Makes it; 1 when the user backed out. */
export async function init(app: App, command: InitCommand): Promise<number> {
  if (app.globals.noPersist) {
    throw new CommandError("with --no-persist no workspace can be made", {
      help: "Leave --no-persist out.",
      code: 2,
    });
  }
  const { fs } = app.platform;
  const wanted = absolute(app, command.path);
  const isConfigured = await wrapped(wanted, () => fs.info(`${wanted}/.jp/config.toml`)) !== null;
  const choices = isConfigured ? SAFE_CHOICES : await chosen(app);
  if (choices === null) {
    app.printer.notice(notice("No workspace was made."));
    return 1;
  }
  await app.gate.pass(app.signal);
  await wrapped(wanted, () => fs.makeDir(`${wanted}/.jp`, { recursive: true, mode: 0o777 }));
  const root = await wrapped(wanted, () => fs.realPath(wanted));
  const file = `${root}/.jp/config.toml`;
  const made = isConfigured ? false : await writeConfig(app, root, choices);
  const { id, isNew } = await makeId(app, root);
  if (made && choices.run !== "ask") await consent(app, root);
  await report(app, root, {
    id,
    created: [...made ? [file] : [], ...isNew ? [`${root}/.jp/.id`] : []],
    choices: made ? choices : null,
  });
  return 0;
}

function absolute({ platform }: App, path: string | null): string {
  if (path === null || path === "") return platform.cwd();
  return /^([A-Za-z]:)?[\\/]/.test(path) ? path : `${platform.cwd()}/${path}`;
}

async function chosen(app: App): Promise<InitChoices | null> {
  const answers = await askForChoices(app);
  switch (answers.kind) {
    case "answered":
      return answers.choices;
    case "cancelled":
      return null;
    case "unavailable":
      app.printer.notice(
        notice(
          "There is nobody to ask: tools will ask before they run, and the model is left open.",
        ),
      );
      return SAFE_CHOICES;
  }
}

/** Whether the file was made; one that has appeared meanwhile is left as it is. */
async function writeConfig(app: App, root: string, choices: InitChoices): Promise<boolean> {
  const { fs } = app.platform;
  const file = `${root}/.jp/config.toml`;
  const text = new TextEncoder().encode(initConfig(choices));
  return await wrapped(root, async () => {
    try {
      await fs.createNew(file, text, 0o666);
      return true;
    } catch (error) {
      if (!(error instanceof FsError)) throw error;
      if (error.code === "EEXIST") return false;
      // Half a configuration is worse than none.
      await fs.remove(file).catch(() => {});
      throw error;
    }
  });
}

async function makeId(
  app: App,
  root: string,
): Promise<{ readonly id: string | null; readonly isNew: boolean }> {
  const userDir = new UserDir(app.platform.fs, workspaceAt(app, root));
  const before = await userDir.id();
  try {
    await userDir.ensure();
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== "no_home") throw error;
    // It gets one with the first conversation, from a user who has a home.
    app.printer.notice(notice(`jp: ${error.message}\n${error.help}`));
  }
  const id = await userDir.id();
  return { id, isNew: before === null && id !== null };
}

/** Who has just answered that tools run without asking has consented to it. */
async function consent(app: App, root: string): Promise<void> {
  const userDir = new UserDir(app.platform.fs, workspaceAt(app, root));
  const before = await resolvedAt(app, root, userDir, "");
  await consentTo(app, userDir, before, await resolvedAt(app, root, userDir));
}

/** The model the user's own configuration has for the workspace; null where it has none. */
async function configuredModel(app: App, root: string): Promise<string | null> {
  const userDir = new UserDir(app.platform.fs, workspaceAt(app, root));
  const { resolved } = await resolvedAt(app, root, userDir);
  const id = resolved?.config.assistant.model.id ?? null;
  return resolved === null || id === null
    ? null
    : `${safeName(id)}, from ${formatOrigin(resolved.origin("assistant.model.id"))}`;
}

async function resolvedAt(
  { platform, signal }: App,
  root: string,
  userDir: UserDir,
  text?: string,
): Promise<Trial> {
  const place = {
    fs: platform.fs,
    os: platform.os,
    env: platform.envAll(),
    cwd: root,
    workspaceRoot: root,
    userWorkspaceDir: await userDir.path(),
  };
  const file = `${root}/.jp/config.toml`;
  return await tryOut(place, file, text ?? await platform.fs.readText(file), signal);
}

function workspaceAt(app: App, root: string): Workspace {
  return { kind: "found", root, storage: `${root}/.jp`, userData: userDataDir(app.platform) };
}

async function report(
  app: App,
  root: string,
  { id, created, choices }: {
    readonly id: string | null;
    readonly created: readonly string[];
    readonly choices: InitChoices | null;
  },
): Promise<void> {
  const { printer } = app;
  const around = await workspaceAround(app, root);
  if (isJson(printer.out.format)) {
    printer.record({ workspace: root, id, created, ...choices ?? {}, inside: around });
    return;
  }
  if (created.length === 0) {
    printer.notice(notice(`There is a workspace in ${root} already; nothing was changed.`));
  } else printer.notice(notice(`Made a workspace in ${root}.`));
  for (const file of created) printer.text(`${file}\n`);
  if (choices !== null) {
    const model = choices.model ?? await configuredModel(app, root) ??
      "what is there: a provider with a key, a local Ollama, the demo";
    const tools = choices.run === "ask" ? "ask before they run" : "run without asking";
    printer.notice(notice(`Model: ${model}. Tools ${tools}.`));
  }
  if (around !== null) {
    printer.notice(notice(`It lies inside the workspace ${around}, which it hides from here on.`));
  }
}

/** The root of a workspace this one lies in; null without one. */
async function workspaceAround(app: App, root: string): Promise<string | null> {
  const { fs, os, env } = app.platform;
  const above = root.replace(/[\\/][^\\/]*$/, "") || "/";
  if (above === root) return null;
  try {
    const found = await findWorkspace({ fs, os, env, cwd: () => above });
    return found.kind === "found" ? found.root : null;
  } catch (error) {
    if (error instanceof StoreError) return null;
    throw error;
  }
}

async function wrapped<T>(root: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FsError)) throw error;
    throw new CommandError(`cannot make a workspace in ${root}: ${reasonOf(error)}`, {
      help: "Name a directory you may write to: jp init PATH",
      cause: error,
    });
  }
}
