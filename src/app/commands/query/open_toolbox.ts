/**
 * The toolbox of a run: the machine, the kill registry and the workspace, put together.
 *
 * @module
 */

import { openWorkbench, type Workbench } from "../../../host/platform/port.ts";
import { Toolbox } from "../../../services/tools/mod.ts";
import type { App } from "../../app.ts";

/**
 * Makes it; nothing is started before its configuration is known.
 *
 * @param outputDirectory where the rest of outputs goes that are too long for a model; asked when
 * there is one, null while nothing may be kept.
 */
export async function openToolbox(
  app: App,
  outputDirectory: () => string | null,
): Promise<Toolbox> {
  const { platform, router } = app;
  const [{ root }, { userDir }] = await Promise.all([app.workspace(), app.store()]);
  let workbench: Promise<Workbench> | undefined;
  return new Toolbox({
    host: {
      os: platform.os,
      fs: platform.fs,
      envAll: () => platform.envAll(),
      workbench: () => workbench ??= openWorkbench(),
      registerGroup: (group) => router.registerGroup(group),
    },
    workspace: { root, id: await userDir.id() },
    spill: { directory: () => Promise.resolve(outputDirectory()) },
  });
}
