/**
 * The machine as commands see it: a program they put in front of the user (an editor, a pager) gets
 * our environment without the keys of providers.
 *
 * Source: product.md "Security".
 *
 * @module
 */

import type { Platform } from "../host/platform/port.ts";

/** That machine; `names` are the variables that are known to hold keys by the time of a start. */
export function withoutKeys(platform: Platform, names: () => readonly string[]): Platform {
  return {
    ...platform,
    spawn: async (command, streams) => {
      if (command.env !== undefined) return await platform.spawn(command, streams);
      const { toolEnvironment } = await import("../services/tools/mod.ts");
      const { env } = toolEnvironment(platform.envAll(), names());
      return await platform.spawn({ ...command, env }, streams);
    },
  };
}
