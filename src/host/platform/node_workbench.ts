/**
 * The workbench over node's modules, which both runtimes have: only they start a program in a
 * session of its own with pipes, and open a file without waiting.
 *
 * @module
 */

import { fsError, guard } from "./guard.ts";
import { hideMemory } from "./hide_memory.ts";
import { type LeftBehind, leftBehind, MARK } from "./left_behind.ts";
import type {
  LinkInfo,
  OpenFile,
  RealFiles,
  SessionCommand,
  SessionProcess,
  Workbench,
} from "./workbench.ts";

type NodeFs = typeof import("node:fs");
type NodeChild = import("node:child_process").ChildProcessWithoutNullStreams;

/** Rounds of killing: a process that forks all the time may be ahead of one or two. */
const KILL_ROUNDS = 50;
const KILL_PAUSE_MS = 4;

/** The workbench of this process. */
export async function nodeWorkbench(): Promise<Workbench> {
  const [fs, { spawn }, { default: process }] = await Promise.all([
    import("node:fs"),
    import("node:child_process"),
    import("node:process"),
  ]);
  // What is started can read our environment from /proc otherwise, whatever it is given itself.
  await hideMemory(process.platform, process.arch);
  const windows = process.platform === "win32";
  const linux = process.platform === "linux";
  return {
    files: realFiles(fs),
    startSession: async (command) => {
      const mark = crypto.randomUUID();
      const child = await started(command, (program, args, options) =>
        spawn(program, args, {
          ...options,
          env: { ...command.env, [MARK]: mark },
          detached: true,
          windowsHide: true,
          stdio: ["pipe", "pipe", "pipe"],
        }));
      const kill = (pid: number, signal: "SIGTERM" | "SIGKILL"): void => {
        try {
          process.kill(pid, signal);
        } catch {
          // Gone already, or never ours to kill.
        }
      };
      const look = linux ? leftBehind(fs, child.pid, mark, process.pid) : null;
      return new Session(child, windows ? null : (signal) => kill(-child.pid, signal), kill, look);
    },
  };
}

type Started = NodeChild & { readonly pid: number };

type Spawn = (
  program: string,
  args: readonly string[],
  options: { readonly cwd?: string },
) => NodeChild;

function started(command: SessionCommand, spawn: Spawn): Promise<Started> {
  return new Promise((resolve, reject) => {
    const failed = (error: unknown): void => reject(fsError("start", command.program, error));
    try {
      const child = spawn(
        command.program,
        command.args,
        command.cwd === undefined ? {} : { cwd: command.cwd },
      );
      child.once("error", failed);
      child.once("spawn", () => {
        if (child.pid === undefined) failed(new Error("no pid"));
        else resolve(child as Started);
      });
    } catch (error) {
      // A missing program is thrown by one runtime and reported by the other.
      failed(error);
    }
  });
}

class Session implements SessionProcess {
  readonly pid: number;
  readonly ended: Promise<{ readonly code: number; readonly signal: string | null }>;
  readonly stdout: AsyncIterable<Uint8Array>;
  readonly stderr: AsyncIterable<Uint8Array>;
  readonly #child: Started;
  readonly #group: ((signal: "SIGTERM" | "SIGKILL") => void) | null;
  readonly #kill: (pid: number, signal: "SIGKILL") => void;
  readonly #look: LeftBehind | null;
  readonly #inputClosed: Promise<void>;

  constructor(
    child: Started,
    group: ((signal: "SIGTERM" | "SIGKILL") => void) | null,
    kill: (pid: number, signal: "SIGKILL") => void,
    look: LeftBehind | null,
  ) {
    this.pid = child.pid;
    this.#child = child;
    this.#group = group;
    this.#kill = kill;
    this.#look = look;
    this.ended = new Promise((resolve) => {
      child.once("exit", (code, signal) => resolve({ code: code ?? 0, signal }));
    });
    this.stdout = chunksOf(child.stdout);
    this.stderr = chunksOf(child.stderr);
    this.#inputClosed = new Promise((resolve) => child.stdin.once("close", () => resolve()));
    // A pipe that nobody reads any more is no fault of ours.
    child.stdin.on("error", () => {});
    child.on("error", () => {});
  }

  async write(bytes: Uint8Array): Promise<void> {
    const taken = new Promise<void>((resolve) => {
      this.#child.stdin.write(bytes, () => resolve());
    });
    await Promise.race([taken, this.#inputClosed, this.ended]);
  }

  closeInput(): void {
    this.#child.stdin.end();
  }

  terminate(): void {
    if (this.#group !== null) this.#group("SIGTERM");
    else this.#child.kill();
  }

  async killAll(): Promise<void> {
    if (this.#group === null) {
      this.#child.kill("SIGKILL");
      return;
    }
    for (let round = 0; round < KILL_ROUNDS; round++) {
      // Looked at before the first signal: what loses its parent is no longer found by it.
      const left = await this.#look?.() ?? [];
      this.#group("SIGKILL");
      if (left.length === 0) return;
      for (const pid of left) this.#kill(pid, "SIGKILL");
      await new Promise((resolve) => setTimeout(resolve, KILL_PAUSE_MS));
    }
  }

  release(): void {
    this.#child.stdin.destroy();
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
  }
}

async function* chunksOf(stream: import("node:stream").Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) yield chunk as Uint8Array;
  } catch {
    // Let go before its end, or the other end was reset: there is no more.
  }
}

function realFiles(fs: NodeFs): RealFiles {
  const { promises, constants } = fs;
  return {
    linkInfo: async (path) => {
      try {
        return infoOf(await promises.lstat(path));
      } catch (error) {
        const wrapped = fsError("stat", path, error);
        if (wrapped.code === "ENOENT" || wrapped.code === "ENOTDIR") return null;
        throw wrapped;
      }
    },
    openRead: async (path) => {
      const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
      const file = await guard("open", path, promises.open(path, flags));
      try {
        const info = infoOf(await guard("stat", path, file.stat()));
        return {
          info,
          read: async (offset, size) => {
            const buffer = new Uint8Array(size);
            let done = 0;
            while (done < size) {
              const { bytesRead } = await guard(
                "read",
                path,
                file.read(buffer, done, size - done, offset + done),
              );
              if (bytesRead === 0) break;
              done += bytesRead;
            }
            return buffer.subarray(0, done);
          },
          [Symbol.asyncDispose]: () => file.close(),
        } satisfies OpenFile;
      } catch (error) {
        await file.close();
        throw error;
      }
    },
    create: async (path, data, mode) => {
      const file = await guard("create", path, promises.open(path, "wx", mode));
      try {
        await guard("write", path, file.writeFile(data));
        await guard("sync", path, file.sync());
      } finally {
        await file.close();
      }
    },
    setMode: (path, mode) => guard("chmod", path, promises.chmod(path, mode)),
  };
}

function infoOf(stats: import("node:fs").Stats): LinkInfo {
  return {
    kind: stats.isSymbolicLink()
      ? "symlink"
      : stats.isDirectory()
      ? "directory"
      : stats.isFile()
      ? "file"
      : "other",
    size: stats.size,
    mode: stats.mode & 0o7777,
    identity: `${stats.dev}:${stats.ino}`,
    modified: stats.mtimeMs,
  };
}
