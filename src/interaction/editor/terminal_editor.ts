/**
 * The editor in the terminal, or one that a terminal can start: gets the controlling terminal on
 * its three streams and the whole screen while we read nothing, and its Ctrl-C is its own.
 *
 * Source: RFD 088 "TerminalEditorBackend", interrupts.md "External editor".
 *
 * @module
 */

import {
  type ChildProcess,
  FsError,
  type Platform,
  type SpawnCommand,
} from "../../host/platform/port.ts";
import type { Printer } from "../../host/printer/mod.ts";
import type { Router } from "../../host/signals/mod.ts";
import type { Terminal } from "../../host/terminal/mod.ts";
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
export interface EditorStage {
  readonly platform: Pick<Platform, "spawn" | "fs" | "env" | "clock" | "system" | "os" | "cwd">;
  readonly terminal: Terminal;
  readonly printer: Printer;
  readonly router: Router;
}

/** The backend that starts a command. */
export class TerminalEditor implements EditorBackend {
  readonly name: string;
  readonly #command: EditorCommand;
  readonly #stage: EditorStage;

  constructor(command: EditorCommand, stage: EditorStage) {
    this.#command = command;
    this.#stage = stage;
    this.name = [command.program, ...command.args].join(" ");
  }

  async editText(edit: TextEdit, signal: AbortSignal): Promise<TextOutcome> {
    const { fs, clock } = this.#stage.platform;
    const before = new TextEncoder().encode(edit.content);
    const path = `${this.#temporaryFolder()}/jp-${crypto.randomUUID()}${edit.suffix}`;
    await io("write", path, fs.createNew(path, before, 0o600));
    const started = clock.now();
    let succeeded: boolean;
    try {
      succeeded = await this.#run([path], undefined, signal);
    } catch (error) {
      await fs.remove(path).catch(() => {});
      throw error;
    }
    const text = await io("read", path, fs.readText(path));
    const changed = text !== edit.content;
    if (!succeeded) {
      if (!changed) await fs.remove(path).catch(() => {});
      return { kind: "cancelled", keptAt: changed ? path : null };
    }
    const hasty = !changed && clock.now() - started < HASTY_MS;
    // A window may open the file any moment now: it stays.
    if (!hasty) await fs.remove(path).catch(() => {});
    return { kind: "saved", text, hasty };
  }

  async editFile(edit: FileEdit, signal: AbortSignal): Promise<FileOutcome> {
    return { kind: await this.#run(edit.paths, edit.cwd, signal) ? "saved" : "cancelled" };
  }

  async #run(
    paths: readonly string[],
    cwd: string | undefined,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { terminal, printer, router, platform } = this.#stage;
    signal.throwIfAborted();
    const onTerminal = router.state.interactive && terminal.owner === "us";
    using _turn = await terminal.takeTurn();
    using _hold = await printer.hold(signal);
    using _lent = onTerminal ? router.lend() : nothing();
    using _loan = onTerminal ? terminal.lend() : nothing();
    const child = await this.#start(paths, cwd, onTerminal);
    using _killed = router.registerProcess(child.pid);
    const onAbort = (): void => void platform.system.kill(child.pid, "SIGTERM");
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      const { code, signal: killedBy } = await child.ended;
      signal.throwIfAborted();
      return code === 0 && killedBy === null;
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  async #start(
    paths: readonly string[],
    cwd: string | undefined,
    onTerminal: boolean,
  ): Promise<ChildProcess> {
    const command = spawnCommand(this.#command, paths, this.#stage.platform.os);
    try {
      return await this.#stage.platform.spawn(
        { ...command, ...(cwd === undefined ? {} : { cwd }) },
        onTerminal ? "terminal" : "none",
      );
    } catch (error) {
      const why = error instanceof FsError ? WORDS[error.code] ?? error.code : String(error);
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

function nothing(): Disposable {
  return { [Symbol.dispose]: () => {} };
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
