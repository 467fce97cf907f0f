/**
 * The vocabulary in which `command_table.ts` says what jp accepts.
 *
 * Owns the shape of the table only: plain data, so that the parser, the help, the completions and
 * the manual page all read the same thing. It must never hold functions.
 */

import type { Command } from "./types.ts";

/** What a word or a value may be, as far as a shell can offer it. Nothing is refused by it. */
export type Completes =
  | { readonly kind: "choices"; readonly choices: readonly string[] }
  | {
    readonly kind:
      | "config-key"
      /** `KEY=` of the configuration, and more behind it. */
      | "assignment"
      | "conversation"
      | "directory"
      | "file"
      /** `PROVIDER/`, and more behind it. */
      | "model"
      | "topic";
  };

/** What a flag takes. Of `optional` kinds only an attached value is one: --fork=2, -tNAME. */
export type FlagValue =
  | { readonly kind: "none" }
  | {
    readonly kind: "text";
    readonly metavar: string;
    /** Whether `--flag=` is a value too. */
    readonly emptyOk?: true;
    readonly completes?: Completes;
  }
  | { readonly kind: "choice"; readonly metavar: string; readonly choices: readonly string[] }
  | { readonly kind: "pair"; readonly metavar: string }
  | {
    readonly kind: "number";
    readonly metavar: string;
    readonly least: number;
    readonly most: number;
    readonly optional?: true;
  }
  /** A word of letters, digits, `_`, `-` and `.`, as tools are named. */
  | { readonly kind: "name"; readonly metavar: string; readonly optional: true };

export interface FlagSpec {
  /** Without its dashes; also how the flag is known inside the program. */
  readonly long: string;
  readonly short?: string;
  /** Further spellings, accepted but not listed in the help. */
  readonly otherLong?: readonly string[];
  readonly otherShort?: readonly string[];
  readonly value: FlagValue;
  /** Every use counts, in order. Of any other flag the last use holds, so an alias can be overruled. */
  readonly repeats?: true;
  /** Long names of flags that contradict this one. One direction is enough. */
  readonly excludes?: readonly string[];
  /** Heading it stands under in the help. */
  readonly group: string;
  /** One line, no full stop. */
  readonly summary: string;
}

export interface WordsSpec {
  readonly metavar: string;
  /** false: at most one. */
  readonly many: boolean;
  /** At least one has to be given. */
  readonly required?: true;
  /** Nothing else is one. */
  readonly choices?: readonly string[];
  readonly completes?: Completes;
}

/** A command that runs, or one that only holds others. */
export interface CommandSpec {
  readonly name: string;
  readonly aliases: readonly string[];
  /** One line, no full stop. */
  readonly summary: string;
  /** Paragraphs for its own help. */
  readonly details: readonly string[];
  /** null: a group, which needs one of its `commands` after it. */
  readonly runs: Exclude<Command["kind"], "external"> | null;
  readonly words: WordsSpec | null;
  readonly flags: readonly FlagSpec[];
  readonly commands: readonly CommandSpec[];
  readonly examples: readonly string[];
}

export interface ProgramSpec {
  readonly name: string;
  readonly summary: string;
  readonly details: readonly string[];
  /** Accepted before and after every command's name. */
  readonly globalFlags: readonly FlagSpec[];
  readonly commands: readonly CommandSpec[];
  /** What `jp help TOPIC` knows besides the commands. A topic goes before a command of its name. */
  readonly manualTopics: readonly string[];
}
