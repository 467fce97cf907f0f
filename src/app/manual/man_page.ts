/**
 * The manual page, jp(1): every command and flag from the table, then the topics of the manual.
 *
 * @module
 */

import { type CommandSpec, type FlagSpec, MANUAL_TOPICS, type ProgramSpec } from "../cli/mod.ts";
import { flagTerm, usageLine } from "../cli/mod.ts";
import { VARIABLES } from "./environment.ts";
import { EXIT_STATUSES } from "./exit_statuses.ts";
import { manualPage } from "./mod.ts";

const SOURCE_COLUMNS = 78;

/** The page as man(7) macros; ends with a line end. */
export async function manPage(program: ProgramSpec, version: string): Promise<string> {
  const { name } = program;
  const topics = [];
  for (const topic of MANUAL_TOPICS) {
    const [title = "", ...body] = (await manualPage(topic)).trimEnd().split("\n");
    // Its first line is a title, its second is empty.
    topics.push(`.SH ${topic.toUpperCase()}`, text(`${title}.`), ...asTyped(body.slice(1)));
  }
  return [
    `.TH ${name.toUpperCase()} 1 "" "${name} ${version}" "User Commands"`,
    ".SH NAME",
    `${text(name)} \\- ${text(program.summary)}`,
    ".SH SYNOPSIS",
    text(usageLine(program, []).replace(/^Usage: /, "")),
    ".SH DESCRIPTION",
    ...paragraphs(program.details),
    ".SH COMMANDS",
    ...program.commands.flatMap((command) => commandLines(program, [command])),
    ".SH GLOBAL FLAGS",
    ...flagLines(program.globalFlags),
    ".SH EXIT STATUS",
    ...EXIT_STATUSES.flatMap(({ status, meaning }) => tagged(String(status), meaning)),
    ".SH ENVIRONMENT",
    ...VARIABLES.flatMap(({ name, meaning }) => tagged(name, meaning)),
    ...topics,
  ].join("\n") + "\n";
}

function commandLines(program: ProgramSpec, path: readonly CommandSpec[]): string[] {
  const command = path.at(-1);
  if (command === undefined) return [];
  const aliases = command.aliases.length === 0
    ? []
    : [".PP", text(`Also called ${command.aliases.join(", ")}.`)];
  const below = command.commands.flatMap((each) => commandLines(program, [...path, each]));
  if (command.runs === null) return below;
  return [
    `.SS ${text(usageLine(program, path).replace(/^Usage: /, ""))}`,
    text(`${command.summary}.`),
    ...aliases,
    ...command.details.flatMap((paragraph) => [".PP", filled(paragraph)]),
    ...flagLines(command.flags),
    ...(command.examples.length === 0 ? [] : [".PP", "Examples:", ...asTyped(command.examples)]),
  ];
}

function flagLines(flags: readonly FlagSpec[]): string[] {
  return flags.flatMap((flag) => tagged(flagTerm(flag).trim(), `${flag.summary}.`));
}

function tagged(term: string, meaning: string): string[] {
  return [".TP", `\\fB${text(term)}\\fR`, filled(meaning)];
}

function paragraphs(texts: readonly string[]): string[] {
  return texts.flatMap((paragraph, index) => [...(index === 0 ? [] : [".PP"]), filled(paragraph)]);
}

/** Lines kept as they are. */
function asTyped(lines: readonly string[]): string[] {
  return [".PP", ".nf", ...lines.map((line) => line === "" ? "" : text(line)), ".fi"];
}

/** A paragraph over lines that roff's readers can compare: it fills them anew. */
function filled(paragraph: string): string {
  const lines = [""];
  for (const word of paragraph.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && text(line).length + 1 + text(word).length > SOURCE_COLUMNS) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines.map(text).join("\n");
}

/** One line that roff takes for text: its own characters escaped, a hyphen that can be pasted. */
function text(line: string): string {
  const escaped = line.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll("'", "\\(aq")
    .replaceAll("`", "\\(ga").replaceAll("^", "\\(ha").replaceAll("~", "\\(ti");
  return /^[.]/.test(escaped) ? `\\&${escaped}` : escaped;
}
