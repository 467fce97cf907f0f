/**
 * `jp plugin ls`: the plugins there are, and what would happen if they were run. Runs none.
 *
 * @module
 */

import { isJson } from "../../../host/printer/mod.ts";
import { safeName } from "../../../host/sanitize/mod.ts";
import {
  Approvals,
  type FoundPlugin,
  listPlugins,
  PluginError,
  type PluginPermission,
} from "../../../services/plugins/mod.ts";
import type { App } from "../../app.ts";
import { commandTable, findCommand } from "../../cli/mod.ts";
import { userData } from "../../user_data.ts";

/** Prints the list. */
export async function listPluginCommands(app: App): Promise<number> {
  const { platform, printer } = app;
  const data = userData(platform);
  const { config } = await app.config();
  const approvals = new Approvals(platform.fs, data);
  const plugins = await listPlugins(platform, data);
  const listed: { readonly plugin: FoundPlugin; readonly state: string }[] = [];
  for (const plugin of plugins) {
    const own = config.plugins.command[plugin.name] ?? null;
    const hidden = findCommand(commandTable.commands, plugin.name) !== undefined;
    listed.push({ plugin, state: hidden ? "hidden" : await stateOf(approvals, plugin, own) });
  }
  await app.gate.pass(app.signal);
  const columns = Math.max(0, ...plugins.map(({ name }) => name.length));
  const stateColumns = Math.max(0, ...listed.map(({ state }) => state.length));
  for (const { plugin, state } of listed) {
    const { name, path, source } = plugin;
    if (isJson(printer.out.format)) {
      printer.record({ name, path, source, state });
      continue;
    }
    printer.text(`${name.padEnd(columns)}  ${state.padEnd(stateColumns)}  ${safeName(path)}\n`);
  }
  return 0;
}

async function stateOf(
  approvals: Approvals,
  plugin: FoundPlugin,
  own: PluginPermission | null,
): Promise<"runs" | "asks" | "denied" | "changed" | "unreadable"> {
  try {
    return (await approvals.permission(plugin, own)).kind === "granted" ? "runs" : "asks";
  } catch (error) {
    if (!(error instanceof PluginError)) throw error;
    if (error.reason === "denied") return "denied";
    return error.reason === "checksum" ? "changed" : "unreadable";
  }
}
