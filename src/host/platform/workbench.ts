/**
 * What tools need of the machine beyond the everyday calls: programs in sessions of their own with
 * pipes, and files looked at without following links. Loaded when the first tool needs it.
 *
 * @module
 */

import type { SpawnCommand } from "./port.ts";

/** Programs and files, as tools use them. */
export interface Workbench {
  readonly files: RealFiles;
  /**
   * Starts a program as the leader of a session of its own: it has no terminal, and its process
   * group has its pid.
   *
   * @throws {FsError} `ENOENT`, `EACCES`, `E2BIG`, … when it does not start.
   */
  startSession(command: SessionCommand): Promise<SessionProcess>;
}

/** A program to start, with its whole environment. */
export interface SessionCommand extends SpawnCommand {
  readonly env: Readonly<Record<string, string>>;
}

/** A program in a session of its own. */
export interface SessionProcess {
  /** Its pid, its group and its session. */
  readonly pid: number;
  /** Resolves when the program has ended; what it has started may go on. */
  readonly ended: Promise<{ readonly code: number; readonly signal: string | null }>;
  /** Chunks as they come; ends at the pipe's end or when it is let go. To be read once. */
  readonly stdout: AsyncIterable<Uint8Array>;
  readonly stderr: AsyncIterable<Uint8Array>;
  /** Resolves when the pipe has taken the bytes, or will never take them. */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends its input. */
  closeInput(): void;
  /** Asks the whole group to end (SIGTERM). */
  terminate(): void;
  /**
   * Kills the program and everything it has started that is still there: its group, its session,
   * and on Linux also what has left both, as long as it kept its environment or its parent.
   */
  killAll(): Promise<void>;
  /** Lets go of the pipes, whoever still holds their other ends. */
  release(): void;
}

/** What a name in a directory is by itself: links are not followed. */
export interface LinkInfo {
  readonly kind: "file" | "directory" | "symlink" | "other";
  /** Bytes. */
  readonly size: number;
  /** Permission bits; null where the system has none. */
  readonly mode: number | null;
  /** The same for the same file, whatever it is called: device and inode. */
  readonly identity: string;
  /** When its content was last changed, ms since the epoch. */
  readonly modified: number;
}

/** A file that is open for reading. */
export interface OpenFile extends AsyncDisposable {
  /** Of the open file, not of what its name stands for by now. */
  readonly info: LinkInfo;
  /** At most `size` bytes from `offset`; fewer at the end. */
  read(offset: number, size: number): Promise<Uint8Array>;
}

/** File calls that are exact about what a name stands for. All failures are `FsError`. */
export interface RealFiles {
  /** What is there under that name, or null. */
  linkInfo(path: string): Promise<LinkInfo | null>;
  /** Opens a file for reading; never waits for the other end of a named pipe. */
  openRead(path: string): Promise<OpenFile>;
  /** Creates a file that must not be there, writes it whole and syncs it. */
  create(path: string, data: Uint8Array, mode: number): Promise<void>;
  /** Sets the permission bits, whatever the umask. */
  setMode(path: string, mode: number): Promise<void>;
}
