/**
 * The help of the program and of each command, written from the table.
 *
 * Plain text of at most 80 columns: it may end in a pipe, a pager or a bug report. Must never
 * hold a fact about a command that the table does not.
 */

import type { CommandPath } from "./fault.ts";
import type { CommandSpec, FlagSpec, ProgramSpec, WordsSpec } from "./spec.ts";

const COLUMNS = 80;

/** Columns of the left-hand side, its indent and gap included. */
const TERM_COLUMNS = 28;

/**
 * The help at `path`, with a newline at the end.
 *
 * @param plugins names of the plugins there are, for the program's own help.
 */
export function helpText(
  program: ProgramSpec,
  path: CommandPath,
  plugins: readonly string[] = [],
): string {
  const command = path.at(-1) ?? null;
  const blocks = [
    [`${command?.summary ?? program.summary}.`],
    [usageLine(program, path), ...aliasLine(command)],
    ...(command?.details ?? program.details).map((paragraph) => wrap(paragraph)),
    ...exampleBlocks(command?.examples ?? []),
    ...commandBlocks(command?.commands ?? program.commands),
    ...pluginBlocks(plugins),
    ...flagBlocks([...command?.flags ?? [], ...program.globalFlags]),
  ];
  if (command === null) {
    blocks.push(wrap(
      `${program.name} COMMAND --help explains a command, ${program.name} help TOPIC a topic: ` +
        `${program.manualTopics.join(", ")}.`,
    ));
  }
  return blocks.map((lines) => lines.join("\n")).join("\n\n") + "\n";
}

/** `Usage: jp query [FLAGS] [TEXT]...` */
export function usageLine(program: ProgramSpec, path: CommandPath): string {
  const command = path.at(-1);
  const rest = command === undefined || command.runs === null
    ? "[FLAGS] COMMAND"
    : `[FLAGS]${command.words === null ? "" : ` ${wordsText(command.words)}`}`;
  return `Usage: ${commandName(program, path)} ${rest}`;
}

/** `jp conversation ls` */
export function commandName(program: ProgramSpec, path: CommandPath): string {
  return [program.name, ...path.map(({ name }) => name)].join(" ");
}

function wordsText({ metavar, many, required }: WordsSpec): string {
  return `${required === true ? metavar : `[${metavar}]`}${many ? "..." : ""}`;
}

function aliasLine(command: CommandSpec | null): string[] {
  const aliases = command?.aliases ?? [];
  return aliases.length === 0 ? [] : [`Also called ${aliases.join(", ")}`];
}

function exampleBlocks(examples: readonly string[]): string[][] {
  return examples.length === 0 ? [] : [["Examples:", ...examples.map((each) => `  ${each}`)]];
}

function commandBlocks(commands: readonly CommandSpec[]): string[][] {
  if (commands.length === 0) return [];
  const lines = commands.flatMap((each) => entry(namesOf(each), commandLine(each)));
  return [["Commands:", ...lines]];
}

function pluginBlocks(plugins: readonly string[]): string[][] {
  if (plugins.length === 0) return [];
  const lines = wrap(plugins.join(", "), COLUMNS - 2).map((line) => `  ${line}`);
  return [["Plugins (NAME --help explains one):", ...lines]];
}

function namesOf({ name, aliases }: CommandSpec): string {
  return `  ${[name, ...aliases.filter((alias) => alias.length < name.length)].join(", ")}`;
}

function commandLine({ summary, commands }: CommandSpec): string {
  return commands.length === 0
    ? summary
    : `${summary}: ${commands.map(({ name }) => name).join(", ")}`;
}

function flagBlocks(flags: readonly FlagSpec[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const flag of flags) {
    const lines = groups.get(flag.group) ?? [];
    lines.push(...entry(flagTerm(flag), flag.summary));
    groups.set(flag.group, lines);
  }
  return [...groups].map(([heading, lines]) => [`${heading}:`, ...lines]);
}

/** `  -t, --tool[=NAME]` */
export function flagTerm({ long, short, value }: FlagSpec): string {
  const names = `  ${short === undefined ? "   " : `-${short},`} --${long}`;
  if (value.kind === "none") return names;
  const isOptional = value.kind === "name" || (value.kind === "number" && value.optional === true);
  return isOptional ? `${names}[=${value.metavar}]` : `${names} ${value.metavar}`;
}

function entry(term: string, summary: string): string[] {
  const lines = wrap(summary, COLUMNS - TERM_COLUMNS);
  // A term that leaves no gap stands on its own line.
  if (term.length > TERM_COLUMNS - 2) lines.unshift("");
  return lines.map((line, index) =>
    (index === 0 ? term : "").padEnd(line === "" ? 0 : TERM_COLUMNS) + line
  );
}

function wrap(text: string, columns = COLUMNS): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
