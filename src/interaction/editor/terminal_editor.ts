/**
 * The editor in the terminal, or one that a terminal can start: gets the controlling terminal on
 * its three streams and the whole screen while we read nothing, and its Ctrl-C is its own.
 *
 * Source: RFD 088 "TerminalEditorBackend", interrupts.md "External editor".
 *
 * @module
 */

import { FsError, type Platform, type SpawnCommand } from "../../host/platform/port.ts";
import { type FrontStage, runInFront } from "../front/mod.ts";
import type { EditorCommand } from "./resolve_editor.ts";
import {
  type EditorBackend,
  EditorError,
  type FileEdit,
  type FileOutcome,
  type TextEdit,
  type TextOutcome,
} from "./types.ts";

/** An editor gone sooner than this without a change has not been looked at by a person, ms. */
const HASTY_MS = 400;

/** What the backend works with. */
export interface EditorStage extends FrontStage {
  /** The machine. */
  readonly platform: Pick<Platform, "spawn" | "fs" | "env" | "clock" | "system" | "os" | "cwd">;
}

/** The backend that starts a command. */
export class TerminalEditor implements EditorBackend {
  readonly name: string;
  readonly #command: EditorCommand;
  readonly #stage: EditorStage;

  /** Starts nothing yet; the paths come behind the arguments of `command`. */
  constructor(command: EditorCommand, stage: EditorStage) {
    this.#command = command;
    this.#stage = stage;
    this.name = [command.program, ...command.args].join(" ");
  }

  /** Edits text in a file of its own, which is gone afterwards unless it holds what nobody else has. */
  async editText(edit: TextEdit, signal: AbortSignal): Promise<TextOutcome> {
    const { fs, clock } = this.#stage.platform;
    const before = new TextEncoder().encode(edit.content);
    const path = `${this.#temporaryFolder()}/jp-${crypto.randomUUID()}${edit.suffix}`;
    await io("write", path, fs.createNew(path, before, 0o600));
    const remove = (): Promise<void> => fs.remove(path).catch(() => {});
    const started = clock.now();
    let ending: Ending;
    try {
      ending = await this.#run([path], undefined, signal);
    } catch (error) {
      await remove();
      throw error;
    }
    const text = withoutAddedEnd(await io("read", path, fs.readText(path)), edit.content);
    const changed = text !== edit.content;
    if (ending !== "succeeded") {
      // What was saved before it ended that way is not lost (PR-020).
      if (!changed) await remove();
      const kind = ending === "failed" ? "cancelled" : "aborted";
      return { kind, keptAt: changed ? path : null };
    }
    const hasty = !changed && clock.now() - started < HASTY_MS;
    // A window may open the file any moment now: it stays.
    if (!hasty) await remove();
    return { kind: "saved", text, hastyAt: hasty ? path : null };
  }

  /** Opens files where they are. */
  async editFile(edit: FileEdit, signal: AbortSignal): Promise<FileOutcome> {
    const ending = await this.#run(edit.paths, edit.cwd, signal);
    switch (ending) {
      case "succeeded":
        return { kind: "saved" };
      case "failed":
        return { kind: "cancelled" };
      case "aborted":
        return { kind: "aborted" };
    }
  }

  async #run(
    paths: readonly string[],
    cwd: string | undefined,
    signal: AbortSignal,
  ): Promise<Ending> {
    const command = {
      ...spawnCommand(this.#command, paths, this.#stage.platform.os),
      ...(cwd === undefined ? {} : { cwd }),
    };
    try {
      const ending = await runInFront(this.#stage, command, signal);
      return ending.kind === "aborted" ? "aborted" : ending.code === 0 ? "succeeded" : "failed";
    } catch (error) {
      if (!(error instanceof FsError)) throw error;
      const why = WORDS[error.code] ?? error.code;
      throw new EditorError("spawn", `${this.#command.program}: ${why}`, {
        help: "Set editor.cmd, or JP_EDITOR, to a program that runs.",
        cause: error,
      });
    }
  }

  #temporaryFolder(): string {
    const { env, os } = this.#stage.platform;
    const named = env("TMPDIR") ?? env("TEMP");
    return (named || (os === "windows" ? "C:\\Windows\\Temp" : "/tmp")).replace(/[/\\]+$/, "");
  }
}

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such program",
  EACCES: "it may not be executed",
};

/** How a run of the editor ended. */
type Ending = "succeeded" | "failed" | "aborted";

/** The text without the line end an editor has put behind a last line that had none. */
function withoutAddedEnd(text: string, before: string): string {
  return before.endsWith("\n") ? text : text.replace(/\r?\n$/, "");
}

/** What is started for an editor and its paths. */
export function spawnCommand(
  { program, args, shell }: EditorCommand,
  paths: readonly string[],
  os: "linux" | "darwin" | "windows",
): SpawnCommand {
  // Elsewhere than on Unix there is no "$@": the program is started as it is.
  if (!shell || os === "windows") return { program, args: [...args, ...paths] };
  const line = [program, ...args].join(" ");
  const script = /\$@|\$\*/.test(line) ? line : `${line} "$@"`;
  return { program: "/bin/sh", args: ["-c", script, "jp-editor", ...paths] };
}

async function io<T>(doing: string, path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof FsError)) throw error;
    throw new EditorError("io", `cannot ${doing} ${path}: ${error.code}`, {
      help: "The editor works on a file in TMPDIR.",
      cause: error,
    });
  }
}
