/**
 * Arguments to a command value.
 *
 * The one door: scan, then build or word. Pure: prints nothing, ends nothing, throws nothing.
 */

import { buildCommand, buildGlobals } from "./build_command.ts";
import { commandTable } from "./command_table.ts";
import type { CommandPath, Fault } from "./fault.ts";
import { findCommand } from "./find_command.ts";
import { helpText } from "./help_text.ts";
import { type External, scan } from "./scan.ts";
import type { CommandSpec } from "./spec.ts";
import type { Parsed, PluginRun } from "./types.ts";
import { hintForName, wordFault } from "./usage.ts";

/** What `args` (without the program's name) ask for. Any array of strings gives an answer. */
export function parseArguments(args: readonly string[]): Parsed {
  // A first try of a program is often its bare name.
  if (args.length === 0) return helpAt([]);
  const found = scan(args, commandTable);
  switch (found.kind) {
    case "version":
      return { kind: "version" };
    case "help":
      return helpAt(found.path);
    case "fault":
      return found.plugin === undefined
        ? usage(found.fault)
        : { ...usage(found.fault), plugin: runExternal(found.plugin) };
    case "external":
      return runExternal(found);
    case "found":
      if (found.command.runs === null) return usage({ kind: "missing_command", path: found.path });
      if (found.command.runs === "help" && found.words.length > 0) {
        const answer = commandHelp(found.words);
        if (answer !== null) return answer;
      }
      return {
        kind: "run",
        globals: buildGlobals(found.uses),
        command: buildCommand(found.command.runs, found),
      };
  }
}

function runExternal({ name, args, uses }: External): PluginRun {
  const hint = hintForName(name, commandTable);
  return {
    kind: "run",
    globals: buildGlobals(uses),
    command: { kind: "external", name, args, hint },
  };
}

function usage(fault: Fault): Extract<Parsed, { readonly kind: "usage" }> {
  return { kind: "usage", ...wordFault(fault, commandTable) };
}

function helpAt(path: CommandPath): Parsed {
  return {
    kind: "help",
    path: path.map(({ name }) => name),
    text: helpText(commandTable, path),
  };
}

/** `jp help conversation ls` is `jp conversation ls --help`; null for a topic of the manual. */
function commandHelp(words: readonly string[]): Parsed | null {
  const [topic = ""] = words;
  if (words.length === 1 && commandTable.manualTopics.includes(topic)) return null;
  const path: CommandSpec[] = [];
  for (const word of words) {
    const commands = path.at(-1)?.commands ?? commandTable.commands;
    const next = findCommand(commands, word);
    if (next === undefined) {
      return usage(
        path.length === 0
          ? { kind: "unknown_topic", topic: word }
          : { kind: "unknown_command", path, name: word },
      );
    }
    path.push(next);
  }
  return helpAt(path);
}
