/**
 * A command by one of its names.
 */

import type { CommandSpec } from "./spec.ts";

/** The command of that name or alias; undefined when there is none. */
export function findCommand(
  commands: readonly CommandSpec[],
  name: string,
): CommandSpec | undefined {
  return commands.find((each) => each.name === name || each.aliases.includes(name));
}
