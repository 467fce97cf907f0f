/**
 * The error where an editor is needed and none can be opened.
 *
 * @module
 */

import { safeName } from "../host/sanitize/mod.ts";
import type { Config } from "../services/config/mod.ts";
import { type App, CommandError } from "./app.ts";

/**
 * It, with the variables that name what is not there.
 *
 * @param what what it is needed for: `to compose the query in`.
 * @param instead what can be done without one.
 */
export async function noEditor(
  { platform }: App,
  { cmd, envs }: Config["editor"],
  what: string,
  instead: string,
): Promise<CommandError> {
  const { chooseEditor } = await import("../interaction/editor/mod.ts");
  const { passedOver } = await chooseEditor({ cmd, envs }, platform);
  const over = passedOver.map(({ name, value }) =>
    `${name} names ${safeName(value)}, which is not found. `
  );
  return new CommandError(`there is no editor ${what}`, {
    help: `${over.join("")}Set ${envs.join(" or ") || "editor.cmd"}${instead}`,
  });
}
