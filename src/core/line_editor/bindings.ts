/**
 * The keymaps for readers: each command with its keys, in the order of the tables.
 *
 * Must hold no key and no command of its own.
 *
 * @module
 */

import { EMACS_KEYMAP } from "./emacs_keymap.ts";
import type { Keymap } from "./keymap.ts";
import type { EditMode } from "./types.ts";
import {
  VI_ACTIONS,
  VI_CONTROLS,
  VI_INSERT_KEYMAP,
  VI_MOTIONS,
  VI_OPERATORS,
  VI_SHORTHANDS,
} from "./vi_keymap.ts";

/** A command and every key that runs it. */
export interface Binding {
  /** In words: `beginning of line`. */
  readonly command: string;
  /** As `describeKey` names them: `C-a`, `Home`. */
  readonly keys: readonly string[];
}

/** Bindings under one heading. */
export interface BindingGroup {
  /** What they have in common: `vi, motions`. */
  readonly heading: string;
  /** In the order of the tables. */
  readonly bindings: readonly Binding[];
}

/** Everything that is bound in a mode. */
export function keyBindings(mode: EditMode): readonly BindingGroup[] {
  if (mode === "emacs") return [{ heading: "emacs", bindings: grouped(EMACS_KEYMAP) }];
  const shorthands = Object.fromEntries(
    Object.entries(VI_SHORTHANDS).map(([key, { operator, motion }]) => [
      key,
      `${operator} ${motion ?? "lines"}`,
    ]),
  );
  return [
    { heading: "vi, motions", bindings: grouped(VI_MOTIONS) },
    { heading: "vi, operators", bindings: grouped(VI_OPERATORS) },
    { heading: "vi, an operator with its motion", bindings: grouped(shorthands) },
    { heading: "vi, changes", bindings: grouped(VI_ACTIONS) },
    { heading: "vi, other", bindings: grouped(VI_CONTROLS) },
    { heading: "vi, while inserting", bindings: grouped(VI_INSERT_KEYMAP) },
  ];
}

function grouped(keymap: Keymap<string>): Binding[] {
  const keys = new Map<string, string[]>();
  for (const [key, command] of Object.entries(keymap)) {
    const own = keys.get(command) ?? [];
    own.push(key);
    keys.set(command, own);
  }
  return [...keys].map(([command, own]) => ({
    command: command.replaceAll(/[-_]/g, " "),
    keys: own,
  }));
}
