/**
 * The command table as completion sees it: levels, each with what may stand there.
 *
 * Pure; knows no shell.
 *
 * @module
 */

import type { CommandSpec, Completes, FlagSpec, ProgramSpec } from "../cli/mod.ts";

/** What the table cannot know, and the shell cannot ask for on every key. */
export interface CompletionValues {
  /** Every configuration key with a fixed name. */
  readonly configKeys: readonly string[];
  /** Words for conversations. */
  readonly conversations: readonly Candidate[];
  /** Names of providers, which models begin with. */
  readonly providers: readonly string[];
}

/** A word that can be completed to. */
export interface Candidate {
  readonly word: string;
  readonly summary: string;
}

/** A place in a command line: after these names, before the next word. */
export interface Level {
  /** `/conversation/ls`; empty for the program itself. */
  readonly key: string;
  /** Its own flags; at the program's level, those of every command. */
  readonly ownFlags: readonly FlagSpec[];
  readonly commands: readonly CommandSpec[];
  /** What its words are; null when it takes none, or any text. */
  readonly words: Completes | null;
}

/** Every level, the program's first. */
export function levelsOf(program: ProgramSpec): Level[] {
  const below = (key: string, commands: readonly CommandSpec[]): Level[] =>
    commands.flatMap((command) => {
      const own = `${key}/${command.name}`;
      return [
        {
          key: own,
          ownFlags: command.flags,
          commands: command.commands,
          words: command.words?.completes ?? null,
        },
        ...below(own, command.commands),
      ];
    });
  const root: Level = {
    key: "",
    ownFlags: program.globalFlags,
    commands: program.commands,
    words: null,
  };
  return [root, ...below("", program.commands)];
}

/** `--format` and `-F`, with the spellings that are not listed if `all`. */
export function spellings(flag: FlagSpec, all: boolean): string[] {
  const { long, short, otherLong = [], otherShort = [] } = flag;
  return [
    `--${long}`,
    ...(short === undefined ? [] : [`-${short}`]),
    ...(all ? [...otherLong.map((name) => `--${name}`), ...otherShort.map((c) => `-${c}`)] : []),
  ];
}

/** Flags as words that can be completed to. */
export function flagCandidates(flags: readonly FlagSpec[]): Candidate[] {
  return flags.flatMap((flag) =>
    spellings(flag, false).map((word) => ({ word, summary: flag.summary }))
  );
}

/** Commands as words that can be completed to. */
export function commandCandidates(commands: readonly CommandSpec[]): Candidate[] {
  return commands.map(({ name, summary }) => ({ word: name, summary }));
}

/** The flags of all levels whose values can be offered, with the level's key. */
export function knownValues(
  levels: readonly Level[],
): { readonly key: string; readonly flag: FlagSpec; readonly completes: Completes }[] {
  return levels.flatMap(({ key, ownFlags }) =>
    ownFlags.flatMap((flag) => {
      const completes = valueOf(flag);
      return completes === null ? [] : [{ key, flag, completes }];
    })
  );
}

/** Whether the next word is always the flag's value. */
export function takesValue({ value }: FlagSpec): boolean {
  return value.kind !== "none" &&
    !((value.kind === "number" || value.kind === "name") && value.optional === true);
}

/** What a flag's value is; null when that is any text. */
function valueOf({ value }: FlagSpec): Completes | null {
  if (value.kind === "choice") return { kind: "choices", choices: value.choices };
  return value.kind === "text" ? value.completes ?? null : null;
}

/** The words a value can be said to be beforehand. */
export function fixedWords(
  completes: Completes,
  program: ProgramSpec,
  values: CompletionValues,
): readonly Candidate[] {
  const plain = (words: readonly string[]) => words.map((word) => ({ word, summary: "" }));
  switch (completes.kind) {
    case "choices":
      return plain(completes.choices);
    case "config-key":
      return plain(values.configKeys);
    case "assignment":
      return plain(values.configKeys.map((key) => `${key}=`));
    case "model":
      return plain(values.providers.map((name) => `${name}/`));
    case "conversation":
      return values.conversations;
    case "topic":
      return [
        ...program.manualTopics.map((word) => ({ word, summary: "a topic of the manual" })),
        ...program.commands.filter(({ name }) => !program.manualTopics.includes(name))
          .map(({ name, summary }) => ({ word: name, summary })),
      ];
    case "file":
    case "directory":
      return [];
  }
}

/** Whether more is typed right behind the word. */
export function isOpenEnded({ kind }: Completes): boolean {
  return kind === "assignment" || kind === "model";
}

/** Lines of a script, so many columns to the right. */
export function indented(columns: number, lines: readonly string[]): string[] {
  return lines.map((line) => " ".repeat(columns) + line);
}

/** A string as one word of any of the shells. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
