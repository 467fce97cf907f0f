/**
 * The wording of every fault: one line that says what is wrong, one line to act on.
 *
 * Must never print; and never show typed text but through `quote`.
 */

import type { CommandPath, Fault } from "./fault.ts";
import { findCommand } from "./find_command.ts";
import { commandName, usageLine } from "./help_text.ts";
import { nearest } from "../../core/nearest/mod.ts";
import { quote, spelled } from "./quote.ts";
import type { CommandSpec, FlagSpec, FlagValue, ProgramSpec } from "./spec.ts";

export interface UsageText {
  readonly message: string;
  readonly help: string;
}

export function wordFault(fault: Fault, program: ProgramSpec): UsageText {
  const name = (path: CommandPath) => commandName(program, path);
  switch (fault.kind) {
    case "unknown_flag":
      return unknownFlag(fault.spelled, fault.path, program);
    case "single_dash":
      return {
        message: `${spelled(fault.spelled)} needs two dashes.`,
        help: `Did you mean --${fault.flag.long}?`,
      };
    case "missing_value":
      return missingValue(fault.spelled, fault.flag.value, fault.next);
    case "unwanted_value":
      return {
        message: `${fault.spelled} takes no value, but was given ${quote(fault.value)}.`,
        help: `Write ${fault.spelled} alone.`,
      };
    case "bad_value":
      return badValue(fault.spelled, fault.flag, fault.value);
    case "conflict":
      return {
        message: `${fault.one} and ${fault.other} contradict each other.`,
        help: `Leave one of them out; ${name(fault.path)} --help explains both.`,
      };
    case "unknown_command":
      return unknownCommand(fault.name, fault.path, program);
    case "missing_command":
      return {
        message: `${name(fault.path)} needs a command: ${
          listOf(commandsOf(program, fault.path), "or")
        }.`,
        help: `${usageLine(program, fault.path)}; ${name(fault.path)} --help explains them.`,
      };
    case "literal_before_command":
      return {
        message: `-- came before the name of a command.`,
        help: `Put it behind: ${program.name} query -- TEXT`,
      };
    case "extra_word":
      return {
        message: `${name(fault.path)} does not know what to do with ${quote(fault.word)}.`,
        help: usageLine(program, fault.path),
      };
    case "missing_word":
      return {
        message: `${name(fault.path)} needs ${fault.metavar}.`,
        help: `${usageLine(program, fault.path)}; ${name(fault.path)} --help explains it.`,
      };
    case "bad_word":
      return badWord(fault.word, fault.choices, name(fault.path));
    case "unknown_topic":
      return unknownTopic(fault.topic, program);
  }
}

function badWord(word: string, choices: readonly string[], command: string): UsageText {
  const close = nearest(word, choices);
  const takes = `It takes ${listed(choices, "or")}.`;
  return {
    message: `${command} does not know ${quote(word)}.`,
    help: close === null ? takes : `Did you mean ${close}? ${takes}`,
  };
}

/** What to try when no plugin is called `name` either. */
export function hintForName(name: string, program: ProgramSpec): string {
  const owner = program.commands.find(({ commands }) => findCommand(commands, name) !== undefined);
  // What other programs have as a command.
  if (program.globalFlags.some(({ long }) => long === name)) {
    return `Did you mean ${program.name} --${name}?`;
  }
  return owner === undefined
    ? `${program.name} --help lists the commands; to ask: ${program.name} query TEXT`
    : `Did you mean ${commandName(program, [owner])} ${name}?`;
}

function commandsOf(program: ProgramSpec, path: CommandPath): readonly CommandSpec[] {
  return path.at(-1)?.commands ?? program.commands;
}

function listOf(commands: readonly CommandSpec[], joint: "and" | "or"): string {
  return listed(commands.map(({ name }) => name), joint);
}

function listed(words: readonly string[], joint: "and" | "or"): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} ${joint} ${last}`;
}

function unknownFlag(flag: string, path: CommandPath, program: ProgramSpec): UsageText {
  const command = path.at(-1);
  const message = `${commandName(program, path)} has no flag ${spelled(flag)}.`;
  const owner = ownerOf(flag, path, program);
  if (owner !== null) {
    const name = commandName(program, owner);
    const isOnTheWay = path.every((each, index) => owner[index] === each);
    return {
      message,
      help: isOnTheWay ? `It goes behind the command's name: ${name} ${flag}` : `${name} has one.`,
    };
  }
  const written = flag.replace(/^-+/, "");
  const known = [...command?.flags ?? [], ...program.globalFlags];
  const names = known.flatMap(({ long, otherLong }) => [long, ...otherLong ?? []]);
  const close = flag.startsWith("--")
    ? nearest(written, names) ??
      names.find((name) => written.length > 2 && name.startsWith(written)) ?? null
    : null;
  if (close !== null) return { message, help: `Did you mean --${close}?` };
  const listing = `${commandName(program, path)} --help lists the flags`;
  return {
    message,
    help: command?.words?.many === true
      ? `${listing}; text that starts with a dash goes behind --.`
      : `${listing}.`,
  };
}

/** The command that does have the flag: the first below `path`, else the first anywhere. */
function ownerOf(flag: string, path: CommandPath, program: ProgramSpec): CommandPath | null {
  const owners = leaves(program.commands, []).filter((leaf) =>
    leaf.at(-1)?.flags.some(({ long, otherLong, short }) =>
      [long, ...otherLong ?? []].some((each) => flag === `--${each}`) || flag === `-${short}`
    )
  );
  const below = owners.find((owner) => path.every((each, index) => owner[index] === each));
  return below ?? owners[0] ?? null;
}

function leaves(commands: readonly CommandSpec[], path: CommandPath): CommandPath[] {
  return commands.flatMap((each) => [[...path, each], ...leaves(each.commands, [...path, each])]);
}

function missingValue(flag: string, value: FlagValue, next: string | null): UsageText {
  const metavar = value.kind === "none" ? "" : ` ${value.metavar}`;
  const attached = flag.startsWith("--") ? `${flag}=` : flag;
  return {
    message: `${flag} needs a value.`,
    help: next === null || next === "--"
      ? `Write it behind: ${flag}${metavar}`
      : `${spelled(next)} was read as a flag; if it is the value, attach it: ${attached}…`,
  };
}

function badValue(flag: string, { value }: FlagSpec, given: string): UsageText {
  switch (value.kind) {
    case "none":
    case "text":
      return {
        message: `${flag} needs a value that is not empty.`,
        help: `Leave ${flag} out, or give it one.`,
      };
    case "choice": {
      const close = nearest(given, value.choices) ??
        value.choices.find((choice) => given.length > 1 && choice.startsWith(given));
      return {
        message: `${flag} cannot be ${quote(given)}.`,
        help: close === undefined || close === null
          ? `It takes ${listed(value.choices, "or")}.`
          : `Did you mean ${close}? It takes ${listed(value.choices, "or")}.`,
      };
    }
    case "pair":
      return {
        message: `${flag} needs a key and a value with = between them, not ${quote(given)}.`,
        help: `For example: ${flag} temperature=0`,
      };
    case "number":
      return {
        message: `${flag} cannot be ${quote(given)}.`,
        help: value.most === Number.MAX_SAFE_INTEGER
          ? `It takes a whole number, ${value.least} or more.`
          : `It takes a whole number from ${value.least} to ${value.most}.`,
      };
    case "name":
      return {
        message: `${flag} needs a tool's name, not ${quote(given)}.`,
        help: `Names are of letters, digits, _, - and dots; ${flag} alone means every tool.`,
      };
  }
}

function unknownCommand(name: string, path: CommandPath, program: ProgramSpec): UsageText {
  const group = commandName(program, path);
  const commands = commandsOf(program, path);
  const names = commands.flatMap((each) => [each.name, ...each.aliases]);
  const close = nearest(name, names);
  const message = `${group} has no command ${quote(name)}.`;
  if (close !== null) return { message, help: `Did you mean ${group} ${close}?` };
  return {
    message,
    help: path.length === 0 ? hintForName(name, program) : `It has ${listOf(commands, "and")}.`,
  };
}

function unknownTopic(topic: string, program: ProgramSpec): UsageText {
  const topics = [...program.manualTopics, ...program.commands.map(({ name }) => name)];
  const close = nearest(topic, topics);
  const message = `There is no help on ${quote(topic)}.`;
  return close === null
    ? { message, help: `Topics: ${program.manualTopics.join(", ")}; and every command.` }
    : { message, help: `Did you mean ${program.name} help ${close}?` };
}
