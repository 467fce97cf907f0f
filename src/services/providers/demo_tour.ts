/**
 * The tour of `demo/tools`: permission, a question, a change to a file, an interrupt, one after
 * another, with the tools that come with jp. Pure: the next stop follows from what was answered.
 *
 * @module
 */

import type { JsonObject } from "../../core/conversation/mod.ts";

/** What a tool answered in this turn. */
export interface TourResult {
  readonly name: string;
  readonly content: string;
  readonly isError: boolean;
}

/** What is said, and which tool is asked for; null at the end. */
export interface TourStep {
  readonly text: string;
  readonly call: { readonly name: string; readonly arguments: JsonObject } | null;
}

/** The tools it needs. */
export const TOUR_TOOLS = ["fs_list", "ask_user", "fs_write", "fs_edit", "shell"] as const;

type Stop = (typeof TOUR_TOOLS)[number];

const FILE = "jp-demo.txt";
const OLD = "This line is about to change.";
const NEW = "This line has changed.";

const WELCOME = "I am jp's built-in demo for tools, not a language model, and whatever you say I " +
  "show you around: permission, a question, a change to a file, an interrupt.\n\n";

/** The next stop. `said` is about what the last one gave; null at the beginning. */
export function tourStep(said: string | null, results: readonly TourResult[]): TourStep {
  const next = TOUR_TOOLS.find((name) =>
    !results.some((result) => result.name === name) && isWorthwhile(name, results)
  );
  const before = said === null ? WELCOME : `${said}\n\n`;
  if (next === undefined) return { text: before + ending(results), call: null };
  const { text, args } = stop(next, results);
  return { text: before + text, call: { name: next, arguments: args } };
}

/** A file that was not written cannot be changed. */
function isWorthwhile(name: Stop, results: readonly TourResult[]): boolean {
  return name !== "fs_edit" || !results.some((each) => each.name === "fs_write" && each.isError);
}

function stop(name: Stop, results: readonly TourResult[]): { text: string; args: JsonObject } {
  switch (name) {
    case "fs_list":
      return {
        text: "**Permission.** I ask for `fs_list`, to see what is in this directory. Nothing " +
          "runs before you say so: `y` runs it, `n` skips it, `?` tells the other keys.",
        args: { path: "." },
      };
    case "ask_user":
      return {
        text: "**A question.** A tool may ask you something while it runs. This one asks for a " +
          "name. Ctrl-C instead of an answer opens a menu, and `b` there comes back to it.",
        args: { question: "What shall I call you?" },
      };
    case "fs_write":
      return {
        text: `**A change.** I ask for \`fs_write\`, to make the file ${FILE}. You see what will ` +
          "be in it before it is written. `e` edits my arguments, `r` skips it with a reason.",
        args: { path: FILE, content: `Hello, ${nameIn(results)}!\n${OLD}\n` },
      };
    case "fs_edit":
      return {
        text: "**A change to what is there.** Now you see only what becomes different, against " +
          "the file as it is at this moment.",
        args: { path: FILE, old: OLD, new: NEW },
      };
    case "shell":
      return {
        text: "**An interrupt.** I ask for `shell`, with a command that takes its time. Let it " +
          "run, and press Ctrl-C meanwhile: you can go on, stop it, say something, or start it " +
          "again. Whatever you stop leaves nothing behind.",
        args: { command: "for n in 1 2 3 4 5 6 7 8 9 10; do echo $n; sleep 1; done" },
      };
  }
}

function ending(results: readonly TourResult[]): string {
  const wrote = results.some(({ name, isError }) => name === "fs_write" && !isError);
  return "That was the tour. `jp help tools` tells how to offer tools to a real model, and how " +
    `to make your own.${wrote ? ` You can delete ${FILE}.` : ""}`;
}

const MAX_NAME = 40;

function nameIn(results: readonly TourResult[]): string {
  const answer = results.find(({ name, isError }) => name === "ask_user" && !isError)?.content;
  const line = (answer ?? "").split("\n")[0]?.trim() ?? "";
  return line === "" || line === "[no answer]" ? "whoever you are" : line.slice(0, MAX_NAME);
}
