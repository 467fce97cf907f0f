/**
 * What is printed before anything else is loaded: our version, and what runs it.
 *
 * @module
 */

import manifest from "../../deno.json" with { type: "json" };
import type { Platform } from "../host/platform/port.ts";
import { inPlainFormat } from "./plain_format.ts";

/** The program's version. */
export const VERSION: string = manifest.version;

/** `jp 0.1.0 (deno 2.9.6, linux-x64)`. */
export function versionLine(
  platform: Pick<Platform, "runtime" | "runtimeVersion" | "target">,
): string {
  return `jp ${VERSION} (${platform.runtime} ${platform.runtimeVersion}, ${platform.target})`;
}

/** Prints the version and ends the process. */
export async function sayVersion(platform: Platform): Promise<void> {
  const line = versionLine(platform);
  const text = inPlainFormat(platform.args, { message: line }, line + "\n");
  platform.exit(await writeAll(platform.stdout, text) ? 0 : 1);
}

/**
 * Writes text that comes before there is a printer. False when it could not be written; a reader
 * that is gone is no failure.
 */
export async function writeAll(stream: Platform["stdout"], text: string): Promise<boolean> {
  const bytes = new TextEncoder().encode(text);
  for (let done = 0; done < bytes.length;) {
    try {
      done += await stream.write(bytes.subarray(done));
    } catch (error) {
      return error instanceof Error && "code" in error && error.code === "EPIPE";
    }
  }
  return true;
}
