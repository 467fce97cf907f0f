/**
 * `jp config set`: changes settings in a file that keeps everything else as it is. The result is
 * resolved before it is written: a file that would not do is never put in place.
 *
 * @module
 */

import { notice } from "../../core/notices/mod.ts";
import { FsError } from "../../host/platform/port.ts";
import { isJson } from "../../host/printer/mod.ts";
import {
  ConfigError,
  configLocations,
  editToml,
  formatKeyPath,
  formatOrigin,
  isKeyPath,
  isUnused,
  type KeyPath,
  parseKeyPath,
  parseSettings,
  type Place,
  type Resolved,
  type Setting,
  unsetToml,
} from "../../services/config/mod.ts";
import type { Store } from "../../services/workspace/mod.ts";
import { type App, CommandError } from "../app.ts";
import type { ConfigFile, ConfigSetCommand, ConfigUnsetCommand } from "../cli/mod.ts";
import { reasonOf } from "../failure.ts";
import { changeableStore } from "./change_conversations.ts";
import { consentTo } from "./config_consent.ts";
import { placeOf } from "./config_place.ts";
import { type Trial, tryOut } from "./config_trial.ts";
import { noSuchKey } from "./no_such_key.ts";

/** Makes the settings, all or none. */
export async function setConfig(app: App, command: ConfigSetCommand): Promise<number> {
  const settings = await settingsOf(command);
  const store = await changeableStore(app);
  const { file, isWorkspace, place } = await chosenFile(app, store, command.file);
  const text = await textOf(app, file);
  let edited = text ?? "";
  for (const setting of settings) edited = await editToml(file, edited, setting);

  const before = await tryOut(place, file, text, app.signal);
  const after = await tryOut(place, file, edited, app.signal);
  refuseNewProblems(before, after);
  await write(app, file, text, edited, isWorkspace ? place.workspaceRoot : null);
  if (isWorkspace) await consentTo(app, store.userDir, before, after);
  for (const setting of settings) tellSetting(app, file, setting, after.resolved);
  return 0;
}

/** Takes keys out of the file, all or none; one that is not there is no fault. */
export async function unsetConfig(app: App, command: ConfigUnsetCommand): Promise<number> {
  const paths = command.keys.map((key) => {
    const path = parseKeyPath(key);
    if (path !== null) return path;
    throw new CommandError(`${JSON.stringify(key)} is not a key`, {
      help: "For example: jp config unset interrupt.turn.action",
      code: 2,
    });
  });
  const store = await changeableStore(app);
  const { file, isWorkspace, place } = await chosenFile(app, store, command.file);
  const text = await textOf(app, file);
  let edited = text ?? "";
  const removed: KeyPath[] = [];
  for (const path of paths) {
    const without = await unsetToml(file, edited, path);
    if (without !== null) removed.push(path);
    else if (!isKeyPath(path)) throw noSuchKey(path);
    edited = without ?? edited;
  }
  const before = await tryOut(place, file, text, app.signal);
  const after = await tryOut(place, file, edited, app.signal);
  refuseNewProblems(before, after);
  if (text !== null) await write(app, file, text, edited, isWorkspace ? place.workspaceRoot : null);
  if (isWorkspace) await consentTo(app, store.userDir, before, after);
  for (const path of paths) tellUnset(app, file, path, removed.includes(path));
  return 0;
}

function tellUnset(app: App, file: string, path: KeyPath, removed: boolean): void {
  const key = formatKeyPath(path);
  if (isJson(app.printer.out.format)) app.printer.record({ key, file, removed });
  else app.printer.notice(notice(`${key} is ${removed ? "no longer" : "not"} set in ${file}`));
}

async function settingsOf({ assignments }: ConfigSetCommand): Promise<readonly Setting[]> {
  try {
    return await parseSettings(assignments);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new CommandError(error.message, {
      help:
        "jp help config explains the keys; for example: jp config set interrupt.turn.action=reply",
      code: 2,
      cause: error,
    });
  }
}

interface Chosen {
  readonly file: string;
  /** Whether it is read for everybody who works in the workspace. */
  readonly isWorkspace: boolean;
  readonly place: Place;
}

async function chosenFile(app: App, store: Store, wanted: ConfigFile | null): Promise<Chosen> {
  // The user's own folder of a workspace has no name before the workspace has an id.
  if (wanted === "user-workspace") await store.userDir.ensure();
  const place = await placeOf(app);
  const locations = configLocations(place);
  const which = wanted ?? (place.workspaceRoot === null ? "user-global" : "workspace");
  const find = (): typeof locations[number] | undefined => {
    switch (which) {
      case "workspace":
        return locations.find(({ isWorkspace }) => isWorkspace);
      case "cwd": {
        const last = locations.findLast(({ isWorkspace }) => isWorkspace);
        return last?.file === `${place.cwd.replace(/\/$/, "")}/.jp.toml` ? last : undefined;
      }
      case "user-workspace":
        return locations.findLast(({ file }) => file.startsWith(`${place.userWorkspaceDir}/`));
      case "user-global":
        return locations.find(({ isWorkspace, file }) =>
          !isWorkspace && !file.startsWith(`${place.userWorkspaceDir}/`)
        );
    }
  };
  const found = find();
  if (found !== undefined) return { ...found, place };
  throw new CommandError("there is no place for that file here", {
    help: which === "cwd"
      ? ".jp.toml counts in a workspace's folders only; jp init makes a workspace."
      : "Set HOME or XDG_CONFIG_HOME; jp config path shows which files count.",
  });
}

async function textOf(app: App, file: string): Promise<string | null> {
  try {
    return await app.platform.fs.readText(file);
  } catch (error) {
    if (error instanceof FsError && (error.code === "ENOENT" || error.code === "ENOTDIR")) {
      return null;
    }
    throw cannot("read", file, error);
  }
}

/** Faults that were there before are none of this change's; those it would bring keep it out. */
function refuseNewProblems(before: Trial, after: Trial): void {
  const known = new Set(before.problems.map(sameFault));
  const added = after.problems.filter((problem) => !known.has(sameFault(problem)));
  if (added.length > 0) throw new ConfigError(added);
}

// Lines move when a file is edited; the fault stays the same one.
function sameFault({ kind, path, expected, got }: Trial["problems"][number]): string {
  return JSON.stringify([kind, path, expected, got]);
}

async function write(
  app: App,
  file: string,
  before: string | null,
  after: string,
  workspaceRoot: string | null,
): Promise<void> {
  if (after === before) return;
  const { fs } = app.platform;
  await app.gate.pass(app.signal);
  // Nobody else's change in between may be lost.
  if (await textOf(app, file) !== before) {
    throw new CommandError(`${file} was changed meanwhile`, { help: "Run it again." });
  }
  try {
    if (before === null) {
      const folder = file.slice(0, file.lastIndexOf("/"));
      await fs.makeDir(folder, { recursive: true, mode: workspaceRoot === null ? 0o700 : 0o777 });
    }
    // A link stays one: people keep their configuration elsewhere.
    const real = before === null ? file : await fs.realPath(file);
    if (workspaceRoot !== null && !real.startsWith(`${await fs.realPath(workspaceRoot)}/`)) {
      throw new CommandError(`${file} is a link that leads out of the workspace`, {
        help: `Edit ${real} itself, if that is meant.`,
      });
    }
    await fs.replace(
      real,
      new TextEncoder().encode(after),
      workspaceRoot === null ? 0o600 : 0o666,
    );
  } catch (error) {
    throw cannot("write", file, error);
  }
}

function cannot(doing: "read" | "write", file: string, error: unknown): unknown {
  if (!(error instanceof FsError)) return error;
  return new CommandError(`cannot ${doing} ${file}: ${reasonOf(error)}`, {
    help: "Nothing was changed.",
    cause: error,
  });
}

function tellSetting(
  app: App,
  file: string,
  { path, value }: Setting,
  resolved: Resolved | null,
): void {
  const name = formatKeyPath(path);
  const origin = resolved?.origin(path) ?? null;
  const isOurs = origin?.kind === "file" && origin.file === file;
  const where = isOurs ? formatOrigin(origin) : file;
  if (isJson(app.printer.out.format)) {
    app.printer.record({ key: name, value, file, effective: isOurs });
  } else {
    app.printer.text(`${name} = ${JSON.stringify(value)}  # ${where}\n`);
  }
  if (isUnused(path)) app.printer.notice(notice(`jp: nothing looks at ${name}: it has no effect`));
  else if (origin !== null && !isOurs) {
    const over = origin.kind === "default" ? "a file that shuts others out" : formatOrigin(origin);
    app.printer.notice(notice(`jp: ${name} has no effect: ${over} has precedence`));
  }
}
