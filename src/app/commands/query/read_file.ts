/**
 * The text of a file that the command line names.
 *
 * @module
 */

import { FsError } from "../../../host/platform/port.ts";
import { type App, CommandError } from "../../app.ts";
import { reasonOf } from "../../failure.ts";

/** Its text; `~/` is the home directory. @throws {CommandError} when it cannot be read. */
export async function readTextFile(app: App, path: string, help: string): Promise<string> {
  const { platform } = app;
  const home = platform.env("HOME");
  const expanded = path.startsWith("~/") && home ? home + path.slice(1) : path;
  const full = expanded.startsWith("/") ? expanded : `${platform.cwd()}/${expanded}`;
  try {
    return await platform.fs.readText(full);
  } catch (error) {
    if (!(error instanceof FsError)) throw error;
    throw new CommandError(`cannot read ${path}: ${reasonOf(error)}`, { help, cause: error });
  }
}
