/** The topics of `jp help`; the manual has a text for each. */
export const MANUAL_TOPICS = [
  "interrupts",
  "config",
  "editor",
  "output",
  "plugins",
  "tools",
  "scripting",
  "glossary",
] as const;

/** A topic of `jp help`. */
export type ManualTopic = (typeof MANUAL_TOPICS)[number];

/** The shells `jp completion` has a script for. */
export const COMPLETION_SHELLS = ["bash", "zsh", "fish"] as const;

/** A shell that can complete jp. */
export type CompletionShell = (typeof COMPLETION_SHELLS)[number];

/**
 * Every command and flag jp accepts, as one piece of data.
 *
 * The parser, the help, the completions, the manual page and the documentation read this; none of
 * them keeps a list of its own. A name is added here when its command exists, never before.
 */

import { CONFIG_SET_FLAGS, CONFIG_SHOW_FLAGS } from "./config_flags.ts";
import { CONVERSATION } from "./conversation_table.ts";
import { command } from "./define_command.ts";
import { GLOBAL_FLAGS } from "./global_flags.ts";
import { QUERY_FLAGS } from "./query_flags.ts";
import type { FlagSpec, ProgramSpec } from "./spec.ts";

export const DOCTOR_FLAGS = [
  {
    long: "keys",
    value: { kind: "none" },
    group: "Flags",
    summary: "Press keys and see what arrives",
  },
] as const satisfies readonly FlagSpec[];

export const HELP_FLAGS = [
  {
    long: "man",
    value: { kind: "none" },
    group: "Flags",
    summary: "Print all of it as a manual page, for man -l",
  },
] as const satisfies readonly FlagSpec[];

export type HelpFlag = typeof HELP_FLAGS[number]["long"];

export type DoctorFlag = typeof DOCTOR_FLAGS[number]["long"];

const QUERY = command("query", ["q"], "Ask, and stream the answer", {
  details: [
    "The words of TEXT are joined with spaces. Without any, and with nothing piped in, the " +
    "editor opens. What is piped in becomes context; a lone - says so explicitly. Words after " +
    "-- are taken as they are.",
    "The value of -t, -T and --fork is attached to them: -tNAME, --tool=NAME, --fork=2. The next " +
    "word is text.",
  ],
  runs: "query",
  words: { metavar: "TEXT", many: true },
  flags: QUERY_FLAGS,
  examples: [
    "jp query why is the sky blue",
    "git diff | jp query -n 'review this'",
    "jp query -T -tfs_read 'what does main.ts do?'",
  ],
});

const CONFIG = command("config", ["cfg"], "Show and change the configuration", {
  commands: [
    command("show", [], "Show every setting and where it comes from", {
      details: ["KEY is one key or a whole table of them, as in interrupt.turn."],
      runs: "config-show",
      words: { metavar: "KEY", many: false, completes: { kind: "config-key" } },
      flags: CONFIG_SHOW_FLAGS,
    }),
    command("set", [], "Change settings in a file, which keeps its comments", {
      details: [
        "KEY=VALUE reads VALUE as the key's type wants it, KEY:=JSON takes it as JSON. The file " +
        "is the workspace's .jp/config.toml unless a flag says otherwise, and your own global " +
        "one outside of a workspace.",
      ],
      runs: "config-set",
      words: {
        metavar: "KEY=VALUE",
        many: true,
        required: true,
        completes: { kind: "assignment" },
      },
      flags: CONFIG_SET_FLAGS,
      examples: [
        "jp config set assistant.model.id=openai/gpt-5.2",
        "jp config set --user-global 'editor.envs:=[\"VISUAL\"]'",
      ],
    }),
    command("unset", [], "Take settings out of a file again", {
      details: ["The file is chosen as for set. What holds then is what other files say."],
      runs: "config-unset",
      words: { metavar: "KEY", many: true, required: true, completes: { kind: "config-key" } },
      flags: CONFIG_SET_FLAGS,
      examples: ["jp config unset interrupt.turn.action"],
    }),
    command("path", [], "Show where configuration is read from", { runs: "config-path" }),
    command("schema", [], "Print the JSON Schema of a configuration file", {
      runs: "config-schema",
    }),
  ],
});

const INIT = command("init", [], "Make a workspace", {
  details: [
    "Creates .jp/ in PATH, or in the current directory, with a configuration to start from. " +
    "Asks two questions; without a terminal it takes the safe answers. Nothing that is there " +
    "is overwritten.",
  ],
  runs: "init",
  words: { metavar: "PATH", many: false, completes: { kind: "directory" } },
});

const PLUGIN = command("plugin", [], "Commands that are programs of their own", {
  commands: [
    command("ls", ["list"], "List the plugins, and whether they may run", {
      details: [
        "A program jp-NAME in your PATH, or in plugins/command of the data directory, is the " +
        "command jp NAME. jp help plugins has the details.",
        "It runs, asks first, is denied, has changed from its configured checksum, is unreadable, " +
        "or is hidden by a command of jp's own.",
      ],
      runs: "plugin-ls",
    }),
  ],
});

const DOCTOR = command("doctor", [], "Check the terminal, the editor and the providers", {
  runs: "doctor",
  flags: DOCTOR_FLAGS,
});

const COMPLETION = command("completion", [], "Print a script that has a shell complete jp", {
  details: [
    'bash: eval "$(jp completion bash)" in ~/.bashrc. zsh: eval "$(jp completion zsh)" in ' +
    "~/.zshrc, behind compinit. fish: jp completion fish | source in config.fish. Kept in a file " +
    "it costs no start of jp: ~/.local/share/bash-completion/completions/jp, _jp on fpath, " +
    "~/.config/fish/completions/jp.fish.",
  ],
  runs: "completion",
  words: {
    metavar: "SHELL",
    many: false,
    required: true,
    choices: COMPLETION_SHELLS,
    completes: { kind: "choices", choices: COMPLETION_SHELLS },
  },
  examples: ["jp completion bash"],
});

const HELP = command("help", [], "Explain a command or a topic", {
  runs: "help",
  flags: HELP_FLAGS,
  words: { metavar: "TOPIC", many: true, completes: { kind: "topic" } },
});

export const commandTable: ProgramSpec = {
  name: "jp",
  summary: "A language model on the command line, always under your control",
  details: ["Ctrl-C once asks what to do, twice leaves cleanly, three times leaves now."],
  globalFlags: GLOBAL_FLAGS,
  commands: [QUERY, CONVERSATION, CONFIG, INIT, PLUGIN, DOCTOR, COMPLETION, HELP],
  manualTopics: MANUAL_TOPICS,
};
