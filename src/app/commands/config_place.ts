/**
 * Where configuration is looked for in this run.
 *
 * @module
 */

import type { Place } from "../../services/config/mod.ts";
import type { App } from "../app.ts";

/** The place of this run. */
export async function placeOf(app: App): Promise<Place> {
  const { platform } = app;
  const found = await app.workspace();
  return {
    fs: platform.fs,
    os: platform.os,
    env: platform.envAll(),
    cwd: platform.cwd(),
    workspaceRoot: found.kind === "found" ? found.root : null,
    userWorkspaceDir: await (await app.store()).userDir.path(),
  };
}
