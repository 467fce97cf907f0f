/**
 * What `--version` prints: our version, and what runs it.
 *
 * @module
 */

import manifest from "../../deno.json" with { type: "json" };
import type { Platform } from "../host/platform/port.ts";

/** The program's version. */
export const VERSION: string = manifest.version;

/** `jp 0.1.0 (deno 2.9.6, linux-x64)`. */
export function versionLine(
  platform: Pick<Platform, "runtime" | "runtimeVersion" | "target">,
): string {
  return `jp ${VERSION} (${platform.runtime} ${platform.runtimeVersion}, ${platform.target})`;
}
