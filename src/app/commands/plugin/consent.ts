/**
 * Asks before a program found on PATH runs for the first time, naming its path and its digest: what
 * lies under that name then is what was agreed to, and something else asks again. Nobody to ask is
 * a refusal.
 *
 * Source: product.md "Security", reference-facts 8.1.
 *
 * @module
 */

import { notice } from "../../../core/notices/mod.ts";
import { safeName } from "../../../host/sanitize/mod.ts";
import { ask } from "../../../interaction/prompts/mod.ts";
import type { Approvals, FoundPlugin, PluginPermission } from "../../../services/plugins/mod.ts";
import { type App, CommandError } from "../../app.ts";

/**
 * Whether it may run now.
 *
 * @throws {CommandError} when only a person could say. @throws {PluginError} when it may not.
 */
export async function mayRun(
  app: App,
  approvals: Approvals,
  plugin: FoundPlugin,
  own: PluginPermission | null,
): Promise<boolean> {
  const permission = await approvals.permission(plugin, own);
  if (permission.kind === "granted") return true;
  const { name, path } = plugin;
  const changed = await approvals.wasOther(path);
  const answer = await ask(app.stage, app.gate, {
    message: `Run the plugin ${name}?`,
    preamble: [
      changed
        ? `jp-${name} is not the program any more that you have approved.`
        : `jp-${name} was found on your PATH and is not approved yet.`,
      `  path    ${safeName(path)}`,
      `  sha256  ${permission.sha256}`,
    ],
    choices: [
      { key: "y", label: "Yes, this time" },
      { key: "Y", label: "Yes, and from now on until it changes" },
      { key: "n", label: "No" },
    ],
  }, app.signal);
  switch (answer.kind) {
    case "chosen":
      if (answer.key === "n") break;
      if (answer.key === "Y" && !await approvals.remember(path, permission.sha256)) {
        app.printer.notice(notice("Your answer could not be kept: you will be asked again."));
      }
      return true;
    case "cancelled":
      break;
    case "unavailable":
      throw new CommandError(
        `the plugin ${name} may not run: it is not approved, and there is nobody to ask`,
        {
          help: `Run it once on a terminal and answer Y, or set plugins.command.${name}.run = ` +
            `"unattended" in your own configuration. It is ${path}, sha256 ${permission.sha256}.`,
        },
      );
  }
  app.printer.notice(notice(`The plugin ${name} was not run.`, { plugin: name }));
  return false;
}
