/**
 * `jp config show` and `jp config path`: what is configured, and where it comes from.
 *
 * @module
 */

import { notice } from "../../core/notices/mod.ts";
import { isJson } from "../../host/printer/mod.ts";
import {
  configLocations,
  describeKeys,
  formatKeyPath,
  formatOrigin,
  type KeyPath,
  namesBelow,
  parseKeyPath,
} from "../../services/config/mod.ts";
import { type App, CommandError } from "../app.ts";
import type { ConfigShowCommand } from "../cli/mod.ts";
import { placeOf } from "./config_place.ts";
import { noSuchKey } from "./no_such_key.ts";

/** Prints each value with its origin, or with `--defaults` each key with its default. */
export async function showConfig(app: App, command: ConfigShowCommand): Promise<number> {
  const key = command.key === null ? [] : keyOf(command.key);
  return command.defaults ? await showDefaults(app, key) : await showValues(app, key);
}

async function showValues(app: App, key: KeyPath): Promise<number> {
  const resolved = await app.config();
  const entries = resolved.entries().filter(({ path }) => isWithin(key, path));
  // A table of the user's own names may well be empty.
  if (entries.length === 0 && namesBelow(key).length === 0) throw noSuchKey(key);
  await app.gate.pass(app.signal);
  // What was left out for want of consent is not in the list.
  for (const { message } of resolved.warnings) app.printer.notice(notice(`jp: ${message}`));
  for (const { path, value, origin } of entries) {
    const name = formatKeyPath(path);
    if (isJson(app.printer.out.format)) {
      app.printer.record({ key: name, value, origin: formatOrigin(origin) });
    } else {
      app.printer.text(`${name} = ${JSON.stringify(value)}  # ${formatOrigin(origin)}\n`);
    }
  }
  return 0;
}

async function showDefaults(app: App, key: KeyPath): Promise<number> {
  const keys = describeKeys().filter(({ path }) => isBelow(key, path));
  if (keys.length === 0) throw noSuchKey(key);
  await app.gate.pass(app.signal);
  for (const { path, type, default: value, description, needsConsent } of keys) {
    if (isJson(app.printer.out.format)) {
      app.printer.record({
        key: path,
        type,
        default: value === null ? null : JSON.parse(value),
        description,
        needs_consent: needsConsent,
      });
    } else {
      app.printer.text(`# ${description} (${type})\n${path} = ${value ?? "(unset)"}\n`);
    }
  }
  return 0;
}

/** Prints the files that count if they are there, in the order of precedence. */
export async function showConfigPaths(app: App): Promise<number> {
  const { platform } = app;
  const locations = configLocations(await placeOf(app));
  await app.gate.pass(app.signal);
  for (const { file } of locations) {
    const exists = await platform.fs.info(file) !== null;
    if (isJson(app.printer.out.format)) app.printer.record({ file, exists });
    else app.printer.text(`${exists ? "*" : " "} ${file}\n`);
  }
  return 0;
}

function keyOf(text: string): KeyPath {
  const path = parseKeyPath(text);
  if (path !== null) return path;
  throw new CommandError(`${JSON.stringify(text)} is not a key`, {
    help: "Write a key such as interrupt.turn.action, or a table such as interrupt.",
    code: 2,
  });
}

function isWithin(key: KeyPath, path: KeyPath): boolean {
  return key.every((name, index) => path[index] === name);
}

/** Whether a described path, in which `<name>` stands for any name, lies at or below a key. */
function isBelow(key: KeyPath, described: string): boolean {
  const names = described.split(".").map((name) => name === "<name>" ? null : name);
  return key.length <= names.length &&
    key.every((name, index) => names[index] === null || names[index] === formatKeyPath([name]));
}
