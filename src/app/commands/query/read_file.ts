/**
 * The text of a file that the command line names.
 *
 * @module
 */

import { type App, CommandError } from "../../app.ts";

/** Its text; `~/` is the home directory. @throws {CommandError} when it cannot be read. */
export async function readTextFile(app: App, path: string, help: string): Promise<string> {
  const { platform } = app;
  const home = platform.env("HOME");
  const expanded = path.startsWith("~/") && home ? home + path.slice(1) : path;
  const full = expanded.startsWith("/") ? expanded : `${platform.cwd()}/${expanded}`;
  try {
    return await platform.fs.readText(full);
  } catch (error) {
    throw new CommandError(`cannot read ${path}`, { help, cause: error });
  }
}
