/**
 * The one door to the machine: every clock, descriptor, signal, file and process call the program
 * makes goes through these shapes. This folder is the only one that names Deno, Bun, node: or FFI,
 * and it decides nothing: policy (what a press means, when to save) lives above it.
 *
 * @module
 */

import type { System } from "./system.ts";
import type { FileSystem } from "./file_system.ts";
import type { GroupedProcess } from "./grouped_process.ts";
import type { Workbench } from "./workbench.ts";

export type {
  BitChange,
  ModeChange,
  PollResult,
  SignalDisposition,
  SignalName,
  System,
  TerminalModes,
  WindowSize,
} from "./system.ts";
export {
  applyChange,
  cbreakChange,
  isCanonical,
  quietEchoChange,
  rawChange,
  termiosLayout as termiosLayoutOf,
  undoOf,
} from "./termios.ts";
export type { TermiosLayout } from "./termios.ts";
export { blankPlatform } from "./blank.ts";
export type {
  AppendFile,
  DirEntry,
  FileInfo,
  FileStamp,
  FileSystem,
  LockFile,
} from "./file_system.ts";
export { FsError } from "./file_system.ts";
export type { GroupedProcess, StopSignal } from "./grouped_process.ts";
export { unlessAborted } from "./unless_aborted.ts";
export type {
  LinkInfo,
  OpenFile,
  RealFiles,
  SessionCommand,
  SessionProcess,
  Workbench,
} from "./workbench.ts";

/** The operating systems that have a code path of their own. */
export type Os = "linux" | "darwin" | "windows";

/** Wall-clock milliseconds that never run backwards and mean the same in every thread. */
export interface Clock {
  /** Milliseconds since the epoch, fractional, monotonic within the process. */
  now(): number;
}

/** One of our own three streams. Writes are asynchronous, so a full pipe never blocks the thread. */
export interface OutputStream {
  /** The descriptor behind it: 1 or 2. */
  readonly fd: number;
  /** Whether it is a terminal now. */
  isTerminal(): boolean;
  /**
   * Writes some of `bytes` and resolves to how many were taken.
   *
   * @throws {FsError} `EPIPE` when the reader is gone, `EIO` when the terminal is.
   */
  write(bytes: Uint8Array): Promise<number>;
}

/** Standard input, read only when a command asks for it. */
export interface InputStream {
  /** Whether it is a terminal now. */
  isTerminal(): boolean;
  /** The next bytes, or null at the end. A closed descriptor is an end. */
  read(): Promise<Uint8Array | null>;
}

/** How waiting for a key ended. */
export type TerminalRead =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  /** The wait was cancelled or ran into its timeout; nothing was taken from the terminal. */
  | { readonly kind: "idle" }
  /** Ctrl-D on an empty line of a terminal that reads by line. */
  | { readonly kind: "end" }
  /** EIO or hang-up: there is no terminal any more. */
  | { readonly kind: "gone" };

/** The controlling terminal, opened read and write whatever the three standard streams are. */
export interface TerminalDevice {
  /** The descriptor, for modes, size and process-group calls; -1 where there are none. */
  readonly fd: number;
  /**
   * Waits for input. After it resolves no read is outstanding, so a child that reads next loses no
   * key (PR-022, PR-049).
   *
   * @param timeoutMs gives up after that many milliseconds; negative waits without end.
   * @param size bytes taken at most, where the system allows it; the others are the next reader's.
   */
  read(signal: AbortSignal, timeoutMs: number, size?: number): Promise<TerminalRead>;
  /** Whether input is there at this moment; false where that cannot be asked. */
  hasInput(): boolean;
  /**
   * Writes all of `bytes`.
   *
   * @throws {FsError} when the terminal is gone.
   */
  write(bytes: Uint8Array): Promise<void>;
  /** Drops typed input that nobody has read yet. */
  discardInput(): void;
  /** Closes the device. */
  close(): void;
}

/** A process that was started and has not been waited for. */
export interface ChildProcess {
  /** Of the child. */
  readonly pid: number;
  /** Resolves when it has ended. */
  readonly ended: Promise<{ readonly code: number; readonly signal: string | null }>;
}

/** A program to start. */
export interface SpawnCommand {
  /** Looked up on PATH unless it is a path. */
  readonly program: string;
  /** Behind its name. */
  readonly args: readonly string[];
  /** Where it runs; ours when left out. */
  readonly cwd?: string;
  /** Its whole environment; ours when left out. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Starts a program in our own process group, with the controlling terminal as its three streams or
 * with none.
 *
 * @throws {FsError} `ENOENT`, `EACCES`, … when it does not start.
 */
export type Spawner = (
  command: SpawnCommand,
  streams: "terminal" | "none",
) => Promise<ChildProcess>;

/** The runtime and the machine, as the rest of the program sees them. */
export interface Platform {
  /** What runs the program. */
  readonly runtime: "deno" | "bun";
  /** Its version: `2.9.6`. */
  readonly runtimeVersion: string;
  /** The operating system. */
  readonly os: Os;
  /** `x64` or `arm64`. */
  readonly arch: string;
  /** `linux-x64`, `darwin-arm64`, …: the name the binaries carry. */
  readonly target: string;
  /** Arguments after the program's own name. */
  readonly args: readonly string[];
  /** This process. */
  readonly pid: number;
  /** Whether signals reach listeners in a worker (Deno) or only the main thread (Bun). */
  readonly workersGetSignals: boolean;
  /** The one clock. */
  readonly clock: Clock;
  /** The C library. */
  readonly system: System;
  /** Files and directories. */
  readonly fs: FileSystem;
  /** Descriptor 0. */
  readonly stdin: InputStream;
  /** Descriptor 1. */
  readonly stdout: OutputStream;
  /** Descriptor 2. */
  readonly stderr: OutputStream;
  /** Whether stdout and stderr end in the same file, pipe or terminal: `2>&1`. */
  outputsAreOne(): boolean;
  /** An environment variable; undefined when unset. */
  env(name: string): string | undefined;
  /** All environment variables, as a copy. */
  envAll(): Record<string, string>;
  /**
   * The current directory.
   *
   * @throws {FsError} `ENOENT` when it has been removed under us.
   */
  cwd(): string;
  /** The machine's host name or the empty string. */
  hostname(): string;
  /** Opens the controlling terminal, or null when there is none. */
  openTerminal(): TerminalDevice | null;
  /** Starts a program. */
  readonly spawn: Spawner;
  /** Listens to a signal until disposed. The first listener replaces the default action. */
  onSignal(signal: string, listener: () => void): Disposable;
  /** Ends the process at once with a status; pending writes are dropped. */
  exit(code: number): never;
}

/** The platform this process runs on. */
export async function openPlatform(): Promise<Platform> {
  return "Deno" in globalThis
    ? (await import("./deno.ts")).denoPlatform()
    : await (await import("./bun.ts")).bunPlatform();
}

/** What tools need of the machine; loads more than a start may, so only when there is a tool. */
export async function openWorkbench(): Promise<Workbench> {
  return await (await import("./node_workbench.ts")).nodeWorkbench();
}

/** The first argument that has this program become another: see {@linkcode becomeProgram}. */
export const START_IN_GROUP = "__start-in-group";

/** The part of {@linkcode startGrouped} that happens in the new process; returns where it fails. */
export async function becomeProgram(args: readonly string[]): Promise<number> {
  return await (await import("./start_in_group.ts")).becomeProgram(args);
}

/**
 * Starts a program in a process group of its own that keeps the controlling terminal, with pipes as
 * its streams and the whole environment given.
 *
 * @throws {FsError} when this very program cannot be started a second time.
 */
export async function startGrouped(
  command: SpawnCommand & { readonly env: Readonly<Record<string, string>> },
): Promise<GroupedProcess> {
  return await (await import("./grouped_process.ts")).startGrouped(command);
}
