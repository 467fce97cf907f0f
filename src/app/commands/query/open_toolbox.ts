/**
 * The toolbox of a run: the machine, the kill registry and the workspace, put together.
 *
 * @module
 */

import { openWorkbench, type Workbench } from "../../../host/platform/port.ts";
import { Toolbox } from "../../../services/tools/mod.ts";
import type { App } from "../../app.ts";

/** The conversation a run is in, as far as it is known by then. */
export interface ToolConversation {
  id(): string | null;
  /** Where the rest of outputs goes that are too long for a model; null: it is not kept. */
  outputDirectory(): string | null;
}

/** Makes it; nothing is started before its configuration is known. */
export async function openToolbox(
  app: App,
  conversation: ToolConversation,
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
    spill: { directory: () => Promise.resolve(conversation.outputDirectory()) },
    conversation: () => conversation.id(),
  });
}
