/**
 * What a plugin is told first: where it works, how it is configured, what it was called with.
 *
 * Source: reference-facts 8.2, `init`.
 *
 * @module
 */

import type { Json, JsonObject } from "../../../core/conversation/mod.ts";
import { type Config, globalConfigDir } from "../../../services/config/mod.ts";
import { PROTOCOL_VERSION } from "../../../services/plugins/mod.ts";
import type { App } from "../../app.ts";

const LEVELS = ["error", "warning", "info", "debug", "trace"] as const;

/** The `init` message. */
export async function greetingOf(
  app: App,
  config: Config,
  options: JsonObject,
  args: readonly string[],
): Promise<JsonObject> {
  const { platform, globals, printer, router } = app;
  const { workspace, userDir } = await app.store();
  return {
    type: "init",
    version: PROTOCOL_VERSION,
    workspace: {
      root: workspace.root,
      storage: workspace.storage,
      id: await userDir.id(),
    },
    paths: {
      user_data: workspace.userData,
      user_config: globalConfigDir(platform.envAll(), platform.cwd(), platform.os),
      user_workspace: await userDir.path(),
    },
    config: asJson(config),
    options,
    args: [...args],
    log_level: LEVELS[Math.min(globals.verbose, LEVELS.length - 1)] ?? "error",
    format: printer.out.format,
    interactive: router.state.interactive,
  };
}

/** A value as a message holds it. */
export function asJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value ?? null));
}
