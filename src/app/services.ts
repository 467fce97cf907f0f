/**
 * Workspace, store and configuration, made when a command first asks. Kept apart from boot.ts so
 * that a command that needs none loads none.
 *
 * @module
 */

import { DEFAULT_SETTINGS, type ShutdownSettings } from "../core/ladder/mod.ts";
import type { Router } from "../host/signals/mod.ts";
import type { Resolved } from "../services/config/mod.ts";
import type { Store, Workspace } from "../services/workspace/mod.ts";
import type { App } from "./app.ts";
import type { Globals } from "./cli/mod.ts";
import type { Log } from "./log.ts";
import type { RunningProcess } from "./run_process.ts";

/** What is read of the configuration beside the commands: defaults until it is known. */
export class SettingsView {
  /** `[interrupt.shutdown]`, for the countdown. */
  settings: ShutdownSettings | null = null;
  /** The variables that hold the keys of configured providers. */
  keyVariables: readonly string[] = [];

  /** The settings in force. */
  effective(): ShutdownSettings {
    return this.settings ?? {
      show: true,
      delaySecs: 1,
      intervalMs: 100,
      timeoutSecs: DEFAULT_SETTINGS.timeoutMs / 1000,
    };
  }
}

/** The lazy members of {@linkcode App}. */
export function lazyServices(
  running: RunningProcess,
  globals: Globals,
  shutdown: SettingsView,
  log: Log,
): Pick<App, "workspace" | "store" | "config"> {
  const { platform, router, signal } = running;
  const workspace = once(async (): Promise<Workspace> => {
    const { findWorkspace } = await import("../services/workspace/mod.ts");
    return await findWorkspace(platform, globals.workspace ?? undefined);
  });
  const store = once(async (): Promise<Store> => {
    const { openStore } = await import("../services/workspace/mod.ts");
    return await openStore(platform, await workspace(), { persist: !globals.noPersist });
  });
  // Few workspaces set what needs consent: the question is loaded when there is one.
  const policy = once(async () =>
    (await import("./trust.ts"))
      .trustPolicy(running, async () => await (await store()).userDir.path())
  );
  return {
    workspace,
    store,
    config: async (extra = {}): Promise<Resolved> => {
      const { llmProviders, resolveConfig } = await import("../services/config/mod.ts");
      const found = await workspace();
      const resolved = await resolveConfig({
        fs: platform.fs,
        os: platform.os,
        env: platform.envAll(),
        cwd: platform.cwd(),
        workspaceRoot: found.kind === "found" ? found.root : null,
        userWorkspaceDir: await (await store()).userDir.path(),
        cfg: globals.cfg,
        trust: async (request, signal) => await (await policy())(request, signal),
        ...extra,
      }, signal);
      applyInterruptSettings(resolved, router, shutdown);
      shutdown.keyVariables = [...llmProviders(resolved.config).values()]
        .flatMap(({ api_key_env }) => api_key_env || []);
      log.write("debug", "configuration resolved", { files: [...resolved.files] });
      return resolved;
    },
  };
}

function applyInterruptSettings(
  { config }: Resolved,
  router: Router,
  shutdown: SettingsView,
): void {
  const { escalation_cooldown_secs, shutdown: own } = config.interrupt;
  shutdown.settings = {
    show: own.show,
    delaySecs: own.delay_secs,
    intervalMs: own.interval_ms,
    timeoutSecs: own.timeout_secs,
  };
  router.applySettings({
    cooldownMs: escalation_cooldown_secs * 1000,
    timeoutMs: own.timeout_secs * 1000,
  });
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => made ??= make();
}
