/** `jp conversation` and its commands, as data. */

import {
  ARCHIVE_FLAGS,
  EDIT_FLAGS,
  FORK_FLAGS,
  GREP_FLAGS,
  LABEL_ADD_FLAGS,
  LABEL_REMOVE_FLAGS,
  LIST_FLAGS,
  PAGER_FLAGS,
  PATH_FLAGS,
  REMOVE_FLAGS,
} from "./conversation_flags.ts";
import { command } from "./define_command.ts";

const TARGET_DETAILS = "TARGET is an id, a keyword (active, session, recent, newest, pinned, …), " +
  "or text to search for; help prints the keywords.";
const TARGETS_DETAILS = "TARGET is an id, a keyword (active, newest, +live, +archived, …), or - " +
  "for ids on standard input; help prints the keywords.";

const TIME_DETAILS =
  "TIME is 2026-04-10, 2026-04-10T17:04 (UTC unless it says otherwise), or an age: 30m, 2h, 3d, 1w.";
const RANGE_DETAILS = `With a time and no TARGET: all that are not archived. ${TIME_DETAILS}`;

const TARGET = { metavar: "TARGET", completes: { kind: "conversation" } } as const;

const LABEL = command("label", ["l"], "Label conversations", {
  commands: [
    command("add", ["a", "set"], "Add labels, or change them", {
      details: ["LABEL is key=value, or :name for one without a value."],
      runs: "conversation-label-add",
      words: { metavar: "LABEL", many: true, required: true },
      flags: LABEL_ADD_FLAGS,
      examples: ["jp c label add project=jp :later", "jp c label add -i +session :today"],
    }),
    command("rm", ["r"], "Remove labels", {
      details: ["LABEL is a key or :name; key=value removes it only if it has that value."],
      runs: "conversation-label-rm",
      words: { metavar: "LABEL", many: true },
      flags: LABEL_REMOVE_FLAGS,
    }),
    command("ls", ["list"], "Show labels", {
      details: [`Without TARGET: the active one. ${TARGETS_DETAILS}`],
      runs: "conversation-label-ls",
      words: { ...TARGET, many: true },
    }),
  ],
});

export const CONVERSATION = command(
  "conversation",
  ["conversations", "c"],
  "List, show, search and change conversations",
  {
    commands: [
      command("ls", ["list"], "List conversations", {
        runs: "conversation-ls",
        flags: LIST_FLAGS,
      }),
      command("show", ["s"], "Show what is known of a conversation", {
        details: [`Without TARGET: the active one. ${TARGETS_DETAILS}`],
        runs: "conversation-show",
        flags: PAGER_FLAGS,
        words: { ...TARGET, many: true },
      }),
      command("print", ["p"], "Show a conversation again", {
        details: [`Without TARGET: the active one. ${TARGET_DETAILS}`],
        runs: "conversation-print",
        flags: PAGER_FLAGS,
        words: { ...TARGET, many: false },
      }),
      command("use", ["u"], "Make a conversation the active one", {
        details: [`Without TARGET: choose from a list. ${TARGET_DETAILS}`],
        runs: "conversation-use",
        words: { ...TARGET, many: false },
      }),
      command("grep", ["g", "rg"], "Search what was said", {
        details: [
          "The words are joined with spaces and looked for as they are, line by line. The exit " +
          "status is 1 when nothing was found.",
        ],
        runs: "conversation-grep",
        words: { metavar: "WORD", many: true, required: true },
        flags: GREP_FLAGS,
        examples: ["jp c grep -i segmenter", "jp c grep -C 2 -- --no-persist"],
      }),
      command("fork", ["f"], "Copy a conversation, or some of its turns", {
        details: [
          `Without TARGET: the active one. ${TARGET_DETAILS}`,
          TIME_DETAILS,
        ],
        runs: "conversation-fork",
        words: { ...TARGET, many: false },
        flags: FORK_FLAGS,
        examples: ["jp c fork -a --last 2", "jp c fork newest --title 'another way'"],
      }),
      command("edit", ["e"], "Change the title, or the files in the editor", {
        details: [
          `Without TARGET: the active one. ${TARGET_DETAILS}`,
          "Without flags all three files are opened. What they say is looked at before it counts; " +
          "nobody else writes to the conversation meanwhile.",
        ],
        runs: "conversation-edit",
        words: { ...TARGET, many: false },
        flags: EDIT_FLAGS,
        examples: ["jp c edit --title 'Walks' --pin", "jp c edit -m newest"],
      }),
      command("rm", ["remove", "rem", "delete", "del"], "Remove conversations, after asking", {
        details: [
          TARGETS_DETAILS,
          RANGE_DETAILS,
          "Without a terminal to ask on nothing is removed but by --yes.",
        ],
        runs: "conversation-rm",
        words: { ...TARGET, many: true },
        flags: REMOVE_FLAGS,
        examples: ["jp c rm active", "jp c rm --yes +archived", "jp c rm --inactive-since 26w"],
      }),
      command("path", [], "Show where a conversation is on the disk", {
        details: [`Without TARGET: the active one. ${TARGETS_DETAILS}`],
        runs: "conversation-path",
        words: { ...TARGET, many: true },
        flags: PATH_FLAGS,
      }),
      command("archive", ["a"], "Put conversations away", {
        details: [`Without TARGET: the active one. ${TARGETS_DETAILS}`, RANGE_DETAILS],
        runs: "conversation-archive",
        words: { ...TARGET, many: true },
        flags: ARCHIVE_FLAGS,
        examples: ["jp c archive", "jp c archive --inactive-since 4w"],
      }),
      command("unarchive", ["ua"], "Bring conversations back", {
        details: [TARGETS_DETAILS],
        runs: "conversation-unarchive",
        words: { ...TARGET, many: true, required: true },
        examples: ["jp c unarchive archived"],
      }),
      LABEL,
    ],
  },
);
