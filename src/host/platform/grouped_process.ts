/**
 * Programs in a process group of their own that keep the controlling terminal, with pipes as their
 * streams. Started through this very program (start_in_group.ts), since neither runtime can say
 * `setpgid`. Loaded when the first one is started.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { openCalls } from "./calls.ts";
import { fsError } from "./guard.ts";
import { type LeftBehind, leftBehind, MARK } from "./left_behind.ts";
import type { CSymbol } from "./libc.ts";
import { type SpawnCommand, START_IN_GROUP } from "./port.ts";
import { GROUP_EXISTS, NOT_EXECUTED } from "./start_in_group.ts";

/** What stops a process: a user's or its own wish, or a background process at the terminal. */
export type StopSignal = "SIGSTOP" | "SIGTSTP" | "SIGTTIN" | "SIGTTOU";

/** A program in a process group of its own. */
export interface GroupedProcess {
  readonly pid: number;
  /**
   * The group, once it exists: until then there is none to signal. Null when it never will: there
   * are no groups here (Windows), or the process has ended before.
   */
  readonly group: Promise<number | null>;
  /** Resolves when the program has ended; what it has started may go on. */
  readonly ended: Promise<{ readonly code: number; readonly signal: string | null }>;
  /** Whether it could not be executed; known when it has ended. */
  readonly notExecuted: boolean;
  /** Chunks as they come; ends at the pipe's end, or when it is let go. To be read once. */
  readonly stdout: AsyncIterable<Uint8Array>;
  readonly stderr: AsyncIterable<Uint8Array>;
  /** Resolves when the pipe has taken the bytes, or never will. */
  write(bytes: Uint8Array): Promise<void>;
  /** Bytes written that its pipe has not taken. */
  readonly unread: number;
  /** Ends its input. */
  closeInput(): void;
  /** What has stopped the program, if it is stopped now. */
  stoppedBy(): StopSignal | null;
  /** Kills the program itself (SIGKILL): for where there is no group. */
  kill(): void;
  /**
   * Kills the program and everything it has started that is still there: its group, and on Linux
   * also what has left the group, as long as it kept its environment or its parent.
   */
  killAll(): Promise<void>;
  /** Lets go of the pipes, whoever still holds their other ends. */
  release(): void;
}

type NodeChild = import("node:child_process").ChildProcessWithoutNullStreams;

const WAIT = {
  waitid: { args: ["i32", "i32", "pointer", "i32"], result: "i32" },
} as const satisfies Record<string, CSymbol>;
/** Rounds of killing: a process that forks all the time may be ahead of one or two. */
const KILL_ROUNDS = 50;
const KILL_PAUSE_MS = 4;
const P_PID = 1;
/** WNOHANG, WSTOPPED and WNOWAIT: a look that takes nothing from whoever waits for the end. */
const FLAGS = { linux: 0x1 | 0x2 | 0x1000000, darwin: 0x1 | 0x8 | 0x20 } as const;
const STOPS = {
  linux: { 20: "SIGTSTP", 21: "SIGTTIN", 22: "SIGTTOU" },
  darwin: { 18: "SIGTSTP", 21: "SIGTTIN", 22: "SIGTTOU" },
} as const satisfies Record<string, Readonly<Record<number, StopSignal>>>;
/** Where `siginfo_t` has the pid and the status. */
const INFO = { linux: { pid: 16, status: 24 }, darwin: { pid: 12, status: 20 } } as const;

/**
 * Starts a program; where there are no process groups, as an ordinary child.
 *
 * @throws {FsError} when not even this program can be started again.
 */
export async function startGrouped(
  command: SpawnCommand & { readonly env: Readonly<Record<string, string>> },
): Promise<GroupedProcess> {
  const [fs, { spawn }, { default: process }, opened] = await Promise.all([
    import("node:fs"),
    import("node:child_process"),
    import("node:process"),
    openCalls(() => WAIT),
  ]);
  const { program, args, env, cwd } = command;
  const self = opened === null ? null : ownCommand(process);
  const words = self === null
    ? [program, ...args]
    : [...self, START_IN_GROUP, String(process.pid), program, ...args];
  const mark = crypto.randomUUID();
  const child = await new Promise<NodeChild & { readonly pid: number }>((resolve, reject) => {
    const failed = (error: unknown): void => reject(fsError("start", program, error));
    try {
      const started = spawn(words[0] ?? program, words.slice(1), {
        env: { ...env, [MARK]: mark },
        ...(cwd === undefined ? {} : { cwd }),
        windowsHide: true,
        stdio: ["pipe", "pipe", "pipe"],
      });
      started.once("error", failed);
      started.once("spawn", () => {
        if (started.pid === undefined) failed(new Error("no pid"));
        else resolve(started as NodeChild & { readonly pid: number });
      });
    } catch (error) {
      failed(error);
    }
  });
  const stopped = opened === null ? () => null : (): StopSignal | null => {
    const info = new Uint8Array(128);
    if (Number(opened.calls.waitid(P_PID, child.pid, info, FLAGS[opened.os])) !== 0) return null;
    const view = new DataView(info.buffer);
    const { pid, status } = INFO[opened.os];
    if (view.getInt32(pid, true) !== child.pid) return null;
    const names: Readonly<Record<number, StopSignal>> = STOPS[opened.os];
    return names[view.getInt32(status, true)] ?? "SIGSTOP";
  };
  const kill = (pid: number): void => {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // Gone already, or never ours to kill.
    }
  };
  const look = process.platform === "linux" ? leftBehind(fs, child.pid, mark, process.pid) : null;
  return new Grouped(child, self !== null, { stopped, kill, look });
}

/** How this program is started: a binary is itself, source is a runtime and a file. */
function ownCommand(process: { readonly execPath: string }): string[] {
  if ("Deno" in globalThis) {
    const own = Deno.execPath();
    const main = decodeURIComponent(new URL(Deno.mainModule).pathname);
    return Deno.build.standalone ? [own] : [own, "run", "--quiet", "-A", main];
  }
  const { main } = (globalThis as unknown as { readonly Bun: { readonly main: string } }).Bun;
  // A compiled program's files lie in a file system of its own.
  return /^(\/\$bunfs\/|[A-Z]:[\\/]~BUN)/.test(main)
    ? [process.execPath]
    : [process.execPath, main];
}

/** What of the system a process needs once it runs. */
interface Reach {
  readonly stopped: () => StopSignal | null;
  readonly kill: (pid: number) => void;
  /** Null where nobody can tell what it has left behind. */
  readonly look: LeftBehind | null;
}

class Grouped implements GroupedProcess {
  readonly pid: number;
  readonly group: Promise<number | null>;
  readonly ended: Promise<{ readonly code: number; readonly signal: string | null }>;
  readonly stdout: AsyncIterable<Uint8Array>;
  readonly stderr: AsyncIterable<Uint8Array>;
  readonly #child: NodeChild;
  readonly #reach: Reach;
  readonly #grouped: boolean;
  /** Writes that are not taken yet. */
  readonly #writes = new Set<() => void>();
  #notExecuted = false;
  #over = false;

  constructor(
    child: NodeChild & { readonly pid: number },
    grouped: boolean,
    reach: Reach,
  ) {
    this.pid = child.pid;
    this.#child = child;
    this.#reach = reach;
    this.#grouped = grouped;
    this.ended = new Promise((resolve) => {
      child.once("exit", (code, signal) => {
        this.#over = true;
        this.#giveUpWrites();
        resolve({ code: code ?? 0, signal });
      });
    });
    // A pipe that nobody reads any more is no fault of ours.
    child.stdin.on("error", () => {});
    // One listener however much is written: a runtime warns of more than ten on the terminal.
    child.stdin.once("close", () => this.#giveUpWrites());
    child.on("error", () => {});
    this.stderr = chunksOf(child.stderr);
    const exists = Promise.withResolvers<number | null>();
    this.group = exists.promise;
    if (grouped) {
      this.stdout = this.#afterPreamble(chunksOf(child.stdout), (group) => exists.resolve(group));
    } else {
      this.stdout = chunksOf(child.stdout);
      exists.resolve(null);
    }
  }

  get notExecuted(): boolean {
    return this.#notExecuted;
  }

  get unread(): number {
    return this.#child.stdin.writableLength;
  }

  async write(bytes: Uint8Array): Promise<void> {
    const { stdin } = this.#child;
    if (stdin.destroyed || stdin.writableEnded) return;
    await new Promise<void>((resolve) => {
      const taken = (): void => {
        this.#writes.delete(taken);
        resolve();
      };
      this.#writes.add(taken);
      stdin.write(bytes, taken);
      if (this.#over) taken();
    });
  }

  closeInput(): void {
    this.#child.stdin.end();
  }

  #giveUpWrites(): void {
    for (const taken of this.#writes) taken();
  }

  stoppedBy(): StopSignal | null {
    return this.#over ? null : this.#reach.stopped();
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }

  async killAll(): Promise<void> {
    const { kill, look } = this.#reach;
    for (let round = 0; round < KILL_ROUNDS; round++) {
      // Looked at before the first signal: what loses its parent is no longer found by it.
      const left = await look?.() ?? [];
      if (this.#grouped) kill(-this.pid);
      else this.kill();
      if (left.length === 0) return;
      for (const pid of left) kill(pid);
      await new Promise((resolve) => setTimeout(resolve, KILL_PAUSE_MS));
    }
  }

  release(): void {
    this.#child.stdin.destroy();
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
  }

  async *#afterPreamble(
    chunks: AsyncIterable<Uint8Array>,
    exists: (group: number | null) => void,
  ): AsyncGenerator<Uint8Array> {
    const said = new TextEncoder().encode(GROUP_EXISTS);
    const failed = new TextEncoder().encode(NOT_EXECUTED);
    let expected: Uint8Array | null = said;
    let start: Uint8Array = new Uint8Array(0);
    for await (const chunk of chunks) {
      if (expected === null) {
        yield chunk;
        continue;
      }
      start = Buffer.concat([start, chunk]);
      if (expected === said) {
        if (start.length < said.length) continue;
        exists(this.pid);
        expected = failed;
        start = start.subarray(said.length);
      }
      // What begins otherwise is the program's own.
      const isFailed = start.length > 0 && failed.subarray(0, start.length)
        .every((byte, index) => byte === start[index]);
      if (isFailed && start.length < failed.length) continue;
      if (isFailed) this.#notExecuted = true;
      else if (start.length > 0) yield start;
      else continue;
      expected = null;
    }
    // How it ended is known before that there never was a group.
    if (expected === said) await this.ended;
    exists(null);
  }
}

async function* chunksOf(stream: import("node:stream").Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) yield chunk as Uint8Array;
  } catch {
    // Let go before its end, or the other end was reset: there is no more.
  }
}
