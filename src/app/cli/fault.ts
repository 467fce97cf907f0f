/**
 * What can be wrong with a command line, as data.
 *
 * Owns the list of faults; their wording is in `usage.ts`.
 */

import type { CommandSpec, FlagSpec } from "./spec.ts";

/** The commands named so far, outermost first; empty for the program itself. */
export type CommandPath = readonly CommandSpec[];

export type Fault =
  | {
    readonly kind: "unknown_flag";
    readonly path: CommandPath;
    /** With its dashes, without a value. */
    readonly spelled: string;
  }
  /** `-new`: read as a cluster it would mean something else than it looks. */
  | {
    readonly kind: "single_dash";
    readonly path: CommandPath;
    readonly spelled: string;
    readonly flag: FlagSpec;
  }
  | {
    readonly kind: "missing_value";
    readonly path: CommandPath;
    readonly spelled: string;
    readonly flag: FlagSpec;
    /** What came next and looked like a flag; null at the end of the line. */
    readonly next: string | null;
  }
  | {
    readonly kind: "unwanted_value";
    readonly path: CommandPath;
    readonly spelled: string;
    readonly value: string;
  }
  | {
    readonly kind: "bad_value";
    readonly path: CommandPath;
    readonly spelled: string;
    readonly flag: FlagSpec;
    readonly value: string;
  }
  | {
    readonly kind: "conflict";
    readonly path: CommandPath;
    readonly one: string;
    readonly other: string;
  }
  | {
    readonly kind: "unknown_command";
    /** The group it was looked for in. */
    readonly path: CommandPath;
    readonly name: string;
  }
  | { readonly kind: "missing_command"; readonly path: CommandPath }
  /** `--` where a command's name should be. */
  | { readonly kind: "literal_before_command"; readonly path: CommandPath }
  | { readonly kind: "extra_word"; readonly path: CommandPath; readonly word: string }
  | { readonly kind: "missing_word"; readonly path: CommandPath; readonly metavar: string }
  | {
    readonly kind: "bad_word";
    readonly path: CommandPath;
    readonly word: string;
    readonly choices: readonly string[];
  }
  | { readonly kind: "unknown_topic"; readonly topic: string };
