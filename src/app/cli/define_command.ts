/**
 * A command of the table, with what most commands leave out.
 *
 * Must hold no command and no flag itself.
 */

import type { CommandSpec } from "./spec.ts";

/** A command; what `rest` does not say is empty. */
export function command(
  name: string,
  aliases: readonly string[],
  summary: string,
  rest: Partial<Omit<CommandSpec, "name" | "aliases" | "summary">>,
): CommandSpec {
  return {
    name,
    aliases,
    summary,
    details: [],
    runs: null,
    words: null,
    flags: [],
    commands: [],
    examples: [],
    ...rest,
  };
}
