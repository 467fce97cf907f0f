/**
 * Which program is the user's editor: `editor.cmd`, else the first of `editor.envs` that can run.
 *
 * Source: RFD 088 "Configuration changes", reference-facts 5.1.
 *
 * @module
 */

import { split } from "shlex";
import type { FileSystem } from "../../host/platform/port.ts";
import { EditorError } from "./types.ts";

/** `[editor]` as far as it says what to open. */
export interface EditorSettings {
  /** What is opened, taken at its word; null: look in the variables. */
  readonly cmd: string | EditorCommand | null;
  /** Variables that may name an editor, best first. */
  readonly envs: readonly string[];
}

/** A program with its arguments; the paths come after them. */
export interface EditorCommand {
  /** Looked up on PATH unless it is a path. */
  readonly program: string;
  /** Before the paths. */
  readonly args: readonly string[];
  /** The program is a line for the shell, which gets the paths as `"$@"`. */
  readonly shell: boolean;
}

/** What resolving looks at. */
export interface EditorSearch {
  /** The environment. */
  readonly env: (name: string) => string | undefined;
  /** Where programs are looked for. */
  readonly fs: Pick<FileSystem, "info">;
  /** Says how PATH is written. */
  readonly os: "linux" | "darwin" | "windows";
}

/** The words of a command line, or null when its quotes do not match. No shell looks at them. */
export function shellWords(line: string): readonly string[] | null {
  try {
    return split(line);
  } catch {
    return null;
  }
}

/** Which editor would be opened, and why that one. */
export interface EditorChoice {
  /** Null when there is none. */
  readonly command: EditorCommand | null;
  /** `editor.cmd`, or the variable that named it; null when there is none. */
  readonly from: string | null;
  /** Variables that name something that cannot be run, with what they name. */
  readonly passedOver: readonly { readonly name: string; readonly value: string }[];
}

/**
 * The editor's command; null when there is none. A configured one is taken at its word.
 *
 * @throws {EditorError} `spawn` when the quotes in `editor.cmd` do not match.
 */
export async function resolveEditor(
  settings: EditorSettings,
  search: EditorSearch,
): Promise<EditorCommand | null> {
  return (await chooseEditor(settings, search)).command;
}

/**
 * {@linkcode resolveEditor} with its reasons.
 *
 * @throws {EditorError} `spawn` when the quotes in `editor.cmd` do not match.
 */
export async function chooseEditor(
  settings: EditorSettings,
  search: EditorSearch,
): Promise<EditorChoice> {
  const { cmd, envs } = settings;
  const configured = typeof cmd === "string" ? commandOf(cmd) : cmd;
  if (configured !== null && configured.program.trim() !== "") {
    return { command: configured, from: "editor.cmd", passedOver: [] };
  }
  const passedOver: { name: string; value: string }[] = [];
  for (const name of envs) {
    const value = search.env(name) ?? "";
    const [program, ...args] = shellWords(value) ?? [];
    if (program !== undefined && await canRun(program, search)) {
      return { command: { program, args, shell: false }, from: name, passedOver };
    }
    if (value.trim() !== "") passedOver.push({ name, value });
  }
  return { command: null, from: null, passedOver };
}

function commandOf(line: string): EditorCommand | null {
  const words = shellWords(line);
  if (words === null) {
    throw new EditorError("spawn", `editor.cmd: the quotes in ${line} do not match`, {
      help: "Close them, or give program and args as a table.",
    });
  }
  const [program, ...args] = words;
  return program === undefined ? null : { program, args, shell: false };
}

async function canRun(program: string, { env, fs, os }: EditorSearch): Promise<boolean> {
  const separator = os === "windows" ? ";" : ":";
  const isPath = program.includes("/") || (os === "windows" && program.includes("\\"));
  const folders = isPath ? [""] : (env("PATH") ?? "").split(separator);
  const endings = os === "windows" ? ["", ".exe", ".cmd", ".bat"] : [""];
  for (const folder of folders) {
    if (!isPath && folder === "") continue;
    for (const ending of endings) {
      const path = (isPath ? program : `${folder}/${program}`) + ending;
      const info = await fs.info(path).catch(() => null);
      if (info?.kind === "file" && info.executable !== false) return true;
    }
  }
  return false;
}
