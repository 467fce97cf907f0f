/**
 * `jp NAME` for a name that is no command of ours: the plugin `jp-NAME`, once the user lets it run.
 *
 * @module
 */

import { assertNever, notice } from "../../../core/notices/mod.ts";
import { FsError, startGrouped } from "../../../host/platform/port.ts";
import { isJson } from "../../../host/printer/mod.ts";
import { safeName } from "../../../host/sanitize/mod.ts";
import {
  Approvals,
  findPlugin,
  findUnexecutable,
  listPlugins,
  type PluginDescription,
  type PluginEnd,
  PluginError,
  type PluginForWords,
  PROTOCOL_VERSION,
  runPlugin,
} from "../../../services/plugins/mod.ts";
import { keyVariables, toolEnvironment } from "../../../services/tools/mod.ts";
import { type App, CommandError } from "../../app.ts";
import type { ExternalCommand } from "../../cli/mod.ts";
import { reasonOf } from "../../failure.ts";
import { userData } from "../../user_data.ts";
import { greetingOf } from "./greeting.ts";
import { mayRun } from "./consent.ts";
import { pluginOutput } from "./output.ts";
import { pluginPorts } from "./ports.ts";

/** A plugin that has said nothing by then is none. */
const READY_MS = 10_000;

/** Runs it to its exit status. */
export async function runExternal(app: App, command: ExternalCommand): Promise<number> {
  const { platform } = app;
  const data = userData(platform);
  const words = [command.name, ...command.args];
  const plugin = await findPlugin(platform, data, words);
  if (plugin === null) throw await unknown(app, data, command);
  const { config, warnings } = await app.config();
  for (const { message } of warnings) app.printer.notice(notice(`jp: ${message}`));
  const own = config.plugins.command[plugin.name] ?? null;
  const approvals = new Approvals(platform.fs, data);
  if (!await mayRun(app, approvals, plugin, own)) return 1;

  const args = words.slice(plugin.words);
  const asksForHelp = args[0] === "-h" || args[0] === "--help";
  app.log.write("info", "plugin", { name: plugin.name, path: plugin.path });
  await app.gate.pass(app.signal);
  using output = await pluginOutput(app, config, plugin.name);
  const run = {
    start: () => {
      const { env } = toolEnvironment(platform.envAll(), keyVariables(config));
      return startGrouped({ program: plugin.path, args: [], env });
    },
    greeting: asksForHelp
      ? { type: "describe", version: PROTOCOL_VERSION }
      : await greetingOf(app, config, own?.options ?? {}, args),
    ports: pluginPorts(app, config, plugin, output),
    graceMs: config.plugins.shutdown_timeout_secs * 1000,
    readyMs: READY_MS,
  };
  const stage = { ...app, clock: platform.clock, system: platform.system };
  return await ended(app, plugin, await started(plugin, runPlugin(run, stage, app.signal)));
}

async function started(plugin: PluginForWords, end: Promise<PluginEnd>): Promise<PluginEnd> {
  try {
    return await end;
  } catch (error) {
    if (!(error instanceof FsError)) throw error;
    throw new PluginError("start", `cannot start ${plugin.path}: ${reasonOf(error)}`, {
      help: "It has to be a program that may be executed.",
      cause: error,
    });
  }
}

async function ended(app: App, plugin: PluginForWords, end: PluginEnd): Promise<number> {
  const name = `jp-${plugin.name}`;
  switch (end.kind) {
    case "exited": {
      const { code, reason } = end.exit;
      if (reason !== null && code !== 0) {
        app.printer.notice(notice(`${name}: ${reason}`, { plugin: plugin.name, code }));
      }
      return code;
    }
    case "described":
      await app.gate.pass(app.signal);
      describe(app, plugin, end.description);
      return 0;
    case "died of press":
      app.diedOfPress(end.alone);
      return 1;
    case "shut down":
      // The ladder says how the process ends.
      return 1;
    case "not executed":
      throw new PluginError("start", `${plugin.path} cannot be executed`, {
        help: "It is no program, or the one that its first line names is missing.",
      });
    case "not ready":
      throw new PluginError("protocol", `${name} has not spoken for ${READY_MS / 1000} seconds`, {
        help: `${firstWords(end.firstWords)}jp help plugins has what it should say.`,
      });
    case "broke off":
      throw new PluginError("protocol", `${name} ${howItEnded(end.status)}`, {
        help: end.lastWords.length > 0
          ? `Its last words: ${end.lastWords.map(safeName).join(" | ")}`
          : `${firstWords(end.firstWords)}jp help plugins has what it should say.`,
      });
    default:
      return assertNever(end);
  }
}

function howItEnded(status: { readonly code: number; readonly signal: string | null } | null) {
  if (status === null) return "closed its output without saying exit";
  const how = status.signal === null ? `with status ${status.code}` : `by ${status.signal}`;
  return `ended ${how} without saying exit`;
}

function firstWords(line: string | null): string {
  return line === null ? "" : `It said: ${safeName([...line].slice(0, 80).join(""))}\n`;
}

function describe(app: App, plugin: PluginForWords, description: PluginDescription): void {
  const { printer } = app;
  if (isJson(printer.out.format)) return printer.record({ ...description, path: plugin.path });
  const { version, author, repository, help } = description;
  const lines = [
    `${safeName(description.description || description.name)}`,
    "",
    `Usage: jp ${plugin.name.replaceAll("-", " ")} ...`,
    ...help === null ? [] : ["", help.trimEnd()],
    "",
    `${safeName(description.name)} ${safeName(version)}, a plugin: ${safeName(plugin.path)}`,
    ...author === null ? [] : [`By ${safeName(author)}`],
    ...repository === null ? [] : [safeName(repository)],
  ];
  printer.text(lines.join("\n") + "\n");
}

async function unknown(
  app: App,
  data: string | null,
  { name, hint }: ExternalCommand,
): Promise<Error> {
  const below = (await listPlugins(app.platform, data))
    .filter((each) => each.name.startsWith(`${name}-`))
    .map((each) => `jp ${name} ${each.name.slice(name.length + 1)}`);
  const file = await findUnexecutable(app.platform, data, name);
  if (file !== null) {
    return new CommandError(`the plugin ${safeName(name)} may not be executed`, {
      help: `chmod +x ${safeName(file)}`,
      code: 2,
    });
  }
  return new CommandError(`there is no command or plugin "${name}"`, {
    help: below.length === 0 ? hint : `There is ${below.slice(0, 10).join(", ")}.`,
    code: 2,
  });
}
