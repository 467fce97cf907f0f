/**
 * One door to the scripts. Each walks the words before the cursor to the command they name, as the
 * parser does, and offers what may stand there.
 *
 * @module
 */

import type { ProgramSpec } from "../cli/mod.ts";
import { bashScript } from "./bash.ts";
import { fishScript } from "./fish.ts";
import type { CompletionValues } from "./levels.ts";
import { zshScript } from "./zsh.ts";

export type { CompletionValues } from "./levels.ts";

/** A shell there is a script for. */
export type Shell = "bash" | "zsh" | "fish";

/** The script that makes `shell` complete the program; ends with a line end. */
export function completionScript(
  shell: Shell,
  program: ProgramSpec,
  values: CompletionValues,
): string {
  switch (shell) {
    case "bash":
      return bashScript(program, values);
    case "zsh":
      return zshScript(program, values);
    case "fish":
      return fishScript(program, values);
  }
}
