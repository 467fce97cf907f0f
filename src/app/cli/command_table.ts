/** The topics of `jp help`; the manual has a text for each. */
export const MANUAL_TOPICS = ["interrupts", "config", "output", "scripting"] as const;

/** A topic of `jp help`. */
export type ManualTopic = (typeof MANUAL_TOPICS)[number];

/**
 * Every command and flag jp accepts, as one piece of data.
 *
 * The parser, the help, the completions, the manual page and the documentation read this; none of
 * them keeps a list of its own. A name is added here when its command exists, never before.
 */

import { GLOBAL_FLAGS } from "./global_flags.ts";
import { QUERY_FLAGS } from "./query_flags.ts";
import type { CommandSpec, FlagSpec, ProgramSpec } from "./spec.ts";

export const LIST_FLAGS = [
  {
    long: "sort",
    value: {
      kind: "choice",
      metavar: "KEY",
      choices: ["activity", "created", "turns", "title"],
    },
    group: "Flags",
    summary: "activity (the default), created, turns or title",
  },
  {
    long: "descending",
    value: { kind: "none" },
    group: "Flags",
    summary: "Largest or latest first",
  },
  {
    long: "limit",
    value: { kind: "number", metavar: "N", least: 1, most: Number.MAX_SAFE_INTEGER },
    group: "Flags",
    summary: "Show at most N",
  },
  {
    long: "archived",
    value: { kind: "none" },
    group: "Flags",
    summary: "Show the archived ones instead",
  },
] as const satisfies readonly FlagSpec[];

export type ListFlag = typeof LIST_FLAGS[number]["long"];

export const DOCTOR_FLAGS = [
  {
    long: "keys",
    value: { kind: "none" },
    group: "Flags",
    summary: "Press keys and see what arrives",
  },
] as const satisfies readonly FlagSpec[];

export type DoctorFlag = typeof DOCTOR_FLAGS[number]["long"];

const TARGET_DETAILS = "TARGET is an id, a keyword (active, session, recent, newest, pinned, …), " +
  "or text to search for; help prints the keywords.";

function command(
  name: string,
  aliases: readonly string[],
  summary: string,
  rest: Partial<Omit<CommandSpec, "name" | "aliases" | "summary">>,
): CommandSpec {
  return {
    name,
    aliases,
    summary,
    details: [],
    runs: null,
    words: null,
    flags: [],
    commands: [],
    examples: [],
    ...rest,
  };
}

const QUERY = command("query", ["q"], "Ask, and stream the answer", {
  details: [
    "The words of TEXT are joined with spaces. Without any, and with nothing piped in, the " +
    "editor opens. What is piped in becomes context; a lone - says so explicitly. Words after " +
    "-- are taken as they are.",
    "-t, -T and --fork take the next word as their value only if it could be one (a name; a " +
    "number). Attach it to be sure: --tool=NAME, -tNAME, --fork=2.",
  ],
  runs: "query",
  words: { metavar: "TEXT", many: true },
  flags: QUERY_FLAGS,
  examples: [
    "jp query why is the sky blue",
    "git diff | jp query -n 'review this'",
    "jp query -T -t fs_read 'what does main.ts do?'",
  ],
});

const CONVERSATION = command(
  "conversation",
  ["conversations", "c"],
  "List, print and choose conversations",
  {
    commands: [
      command("ls", ["list"], "List conversations", {
        runs: "conversation-ls",
        flags: LIST_FLAGS,
      }),
      command("print", ["p"], "Show a conversation again", {
        details: [`Without TARGET: the active one. ${TARGET_DETAILS}`],
        runs: "conversation-print",
        words: { metavar: "TARGET", many: false },
      }),
      command("use", ["u"], "Make a conversation the active one", {
        details: [`Without TARGET: choose from a list. ${TARGET_DETAILS}`],
        runs: "conversation-use",
        words: { metavar: "TARGET", many: false },
      }),
    ],
  },
);

const CONFIG = command("config", ["cfg"], "Show the configuration and where it is", {
  commands: [
    command("show", [], "Show every setting and where it comes from", { runs: "config-show" }),
    command("path", [], "Show where configuration is read from", { runs: "config-path" }),
  ],
});

const DOCTOR = command("doctor", [], "Check the terminal, the editor and the providers", {
  runs: "doctor",
  flags: DOCTOR_FLAGS,
});

const HELP = command("help", [], "Explain a command or a topic", {
  runs: "help",
  words: { metavar: "TOPIC", many: true },
});

export const commandTable: ProgramSpec = {
  name: "jp",
  summary: "A language model on the command line, always under your control",
  details: ["Ctrl-C once asks what to do, twice leaves cleanly, three times leaves now."],
  globalFlags: GLOBAL_FLAGS,
  commands: [QUERY, CONVERSATION, CONFIG, DOCTOR, HELP],
  manualTopics: MANUAL_TOPICS,
};
