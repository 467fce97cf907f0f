/**
 * From a router to a running command: the command line is read, then the command runs on the
 * ladder with workspace, store and configuration on demand.
 *
 * @module
 */

import type { Platform } from "../host/platform/port.ts";
import type { Router, Scope, Sentinel } from "../host/signals/mod.ts";
import type { App } from "./app.ts";
import type { Command, ExternalCommand, Globals } from "./cli/mod.ts";
import { reportFailure } from "./failure.ts";
import { openLog } from "./log.ts";
import { inPlainFormat, plainFormat } from "./plain_format.ts";
import { runProcess } from "./run_process.ts";
import { lazyServices, SettingsView } from "./services.ts";
import { withoutKeys } from "./without_keys.ts";
import { sayVersion, versionLine, writeAll } from "./version.ts";

/** Runs the program. Returns only if the process could not be ended. */
export async function boot(
  platform: Platform,
  router: Router,
  fallback: Scope,
  sentinel: Sentinel,
): Promise<void> {
  const { commandTable, helpText, parseArguments } = await import("./cli/mod.ts");
  const parsed = await parseArguments(platform.args);
  switch (parsed.kind) {
    case "version":
      return await sayVersion(platform);
    case "help": {
      const help = parsed.path.length === 0
        ? helpText(commandTable, [], await pluginNames(platform))
        : parsed.text;
      const text = inPlainFormat(platform.args, { message: help.trimEnd() }, help);
      return platform.exit(await writeAll(platform.stdout, text) ? 0 : 1);
    }
    case "usage": {
      const { message, help, plugin } = parsed;
      if (plugin !== undefined && await isPlugin(platform, plugin.command)) {
        return await run(platform, router, fallback, sentinel, plugin.globals, plugin.command);
      }
      const record = { message, metadata: { help }, code: 2 };
      const text = inPlainFormat(platform.args, record, `jp: ${message}\n${help}\n`);
      await writeAll(platform.stderr, text);
      return platform.exit(2);
    }
    case "run":
      return await run(platform, router, fallback, sentinel, parsed.globals, parsed.command);
  }
}

async function run(
  platform: Platform,
  router: Router,
  fallback: Scope,
  sentinel: Sentinel,
  globals: Globals,
  command: Command,
): Promise<void> {
  const shutdown = new SettingsView();
  const { color } = globals;
  const format = await formatOf(platform, globals, command);
  let answerKept = (): boolean => false;
  const options = {
    format,
    color,
    shutdown: () => shutdown.effective(),
    kept: () =>
      answerKept() ? "What was said is kept in the conversation; jp c print shows it." : null,
  };
  await runProcess(platform, router, fallback, options, async (running) => {
    try {
      await using log = await openLog(globals, platform, running.printer);
      const app: App = {
        ...running,
        platform: withoutKeys(platform, () => shutdown.keyVariables),
        globals,
        sentinel,
        log,
        keeps: (answer) => void (answerKept = answer),
        ...lazyServices(running, globals, shutdown, log),
      };
      log.write("info", versionLine(platform), { command: command.kind, pid: platform.pid });
      const { runCommand } = await import("./commands/mod.ts");
      const code = await runCommand(app, command);
      log.write("info", "done", { code });
      return code;
    } catch (error) {
      // What a shutdown interrupts is no failure; its ending is the ladder's.
      if (running.signal.aborted && error === running.signal.reason) return 0;
      return reportFailure(running.printer, globals, error);
    }
  });
}

/** What stands behind a name we do not know is the plugin's; without one it is only our words. */
async function formatOf(
  platform: Platform,
  { format }: Globals,
  command: Command,
): Promise<Globals["format"]> {
  if (command.kind !== "external" || format !== "auto") return format;
  const unread = plainFormat(platform.args);
  if (unread === null) return format;
  return await isPlugin(platform, command) ? format : unread;
}

/** Plugins that can be called; none of them is run to find out more. */
async function pluginNames(platform: Platform): Promise<string[]> {
  const [{ listPlugins }, { userData }, { commandTable, findCommand }] = await Promise.all([
    import("../services/plugins/mod.ts"),
    import("./user_data.ts"),
    import("./cli/mod.ts"),
  ]);
  const plugins = await listPlugins(platform, userData(platform));
  return plugins.map(({ name }) => name).filter((name) =>
    findCommand(commandTable.commands, name) === undefined
  );
}

async function isPlugin(platform: Platform, { name, args }: ExternalCommand): Promise<boolean> {
  const [{ findPlugin }, { userData }] = await Promise.all([
    import("../services/plugins/mod.ts"),
    import("./user_data.ts"),
  ]);
  return await findPlugin(platform, userData(platform), [name, ...args]) !== null;
}
