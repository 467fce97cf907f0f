/**
 * The environment variables the program itself reads or sets, once: for `jp help scripting` and the
 * manual page. Providers' keys are the providers' (`jp doctor` lists them).
 *
 * @module
 */

import { entry } from "./exit_statuses.ts";

/** A variable and what it does. */
export interface VariableMeaning {
  readonly name: string;
  readonly meaning: string;
}

/** Every variable. */
export const VARIABLES: readonly VariableMeaning[] = [
  { name: "JP_NON_INTERACTIVE", meaning: "1: never ask anything, even with a terminal" },
  { name: "JP_SESSION", meaning: "names the session whose conversation is continued" },
  { name: "JP_CFG_NAME", meaning: "sets the configuration key NAME (jp help config)" },
  {
    name: "JP_USER_DATA_DIR",
    meaning: "where sessions, locks, drafts and the default workspace go",
  },
  { name: "JP_GLOBAL_CONFIG_DIR", meaning: "where the user's config.toml is" },
  { name: "JP_EDITOR", meaning: "the editor, before VISUAL and EDITOR (jp help editor)" },
  { name: "JP_RUN_ID", meaning: "set for tools and plugins: this run's id" },
  { name: "XDG_CONFIG_HOME", meaning: "instead of ~/.config" },
  { name: "XDG_DATA_HOME", meaning: "instead of ~/.local/share" },
  { name: "TMPDIR", meaning: "where a text goes that an editor is to open" },
  { name: "NO_COLOR", meaning: "set and not empty: no colour, unless --color always" },
  { name: "TERM", meaning: "dumb: plain text, no prompts that move the cursor" },
];

/** One entry a variable. */
export function environmentList(): string {
  return VARIABLES.map(({ name, meaning }) => entry(name, 26, meaning)).join("\n");
}
