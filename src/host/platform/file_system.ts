/**
 * Files as the program uses them: small, asynchronous where it can wait, with one error class
 * whose `code` is the operating system's name for what went wrong. A fault-injecting stand-in
 * implements the same interface, so every write can be made to fail.
 *
 * @module
 */

/** A file call failed; `code` is the errno name (`ENOENT`, `EACCES`, `ENOSPC`, …) or `EUNKNOWN`. */
export class FsError extends Error {
  override readonly name = "FsError";
  readonly code: string;
  /** The call that failed: `open`, `write`, … */
  readonly operation: string;
  /** The file it was about. */
  readonly path: string;
  /** The part of the path that has to be a directory and is none; null where that was not it. */
  readonly inTheWay: string | null;

  constructor(
    code: string,
    operation: string,
    path: string,
    cause?: unknown,
    inTheWay: string | null = null,
  ) {
    super(`${operation} ${path}: ${code}`, { cause });
    this.inTheWay = inTheWay;
    this.code = code;
    this.operation = operation;
    this.path = path;
  }
}

/** What a directory holds under one name. Symbolic links are reported as such, not followed. */
export interface DirEntry {
  /** Without its directory. */
  readonly name: string;
  /** What it is itself. */
  readonly kind: "file" | "directory" | "symlink" | "other";
}

/** What a path is, following symbolic links. */
export interface FileInfo {
  /** What it is. */
  readonly kind: "file" | "directory" | "other";
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch, or null where the system does not say. */
  readonly modified: number | null;
  /** Whether somebody may execute it; left out where the system does not say. */
  readonly executable?: boolean;
  /** A device that takes characters, /dev/null say; left out where it is none. */
  readonly device?: true;
}

/** What tells a file's state from every other it ever had. */
export interface FileStamp {
  /** Size, times and identity in one: equal states are one state, once the clock has moved on. */
  readonly state: string;
  /**
   * When the file last changed, ms since the epoch by its file system. A change within the clock's
   * step of another leaves no trace in the state: trust only what is older than that.
   */
  readonly changed: number;
}

/** A file that only grows. */
export interface AppendFile extends AsyncDisposable {
  /** Bytes in the file when it was opened plus what was appended since. */
  readonly size: number;
  /** Appends all of `bytes`, or throws; a short write may have left a part of them behind. */
  append(bytes: Uint8Array): Promise<void>;
  /** Waits until the file's data is on the disk (fsync). */
  sync(): Promise<void>;
  /** Cuts the file to `size` bytes: takes back a short write. */
  truncate(size: number): Promise<void>;
}

/** A file whose kernel lock (flock) says who may write; it never outlives its holder. */
export interface LockFile extends Disposable {
  /** Takes the lock if it is free; never waits. */
  tryLock(): boolean;
  /** Replaces the file's text, shown to whoever waits. */
  describe(text: string): void;
  /** The text the holder left, or the empty string. */
  description(): string;
}

/** The file calls the program makes. All paths are absolute; all failures are {@linkcode FsError}. */
export interface FileSystem {
  /** The whole file as UTF-8; `EFBIG` once it turns out to hold more than `most` bytes. */
  readText(path: string, most?: number): Promise<string>;
  /** The whole file. */
  readBytes(path: string): Promise<Uint8Array>;
  /** Creates a file that must not exist yet (`EEXIST` otherwise). */
  createNew(path: string, data: Uint8Array, mode: number): Promise<void>;
  /** Writes beside the file, syncs, renames over it: readers see the old or the new, never half. */
  replace(path: string, data: Uint8Array, mode: number): Promise<void>;
  /** Opens for appending, creating it with `mode` when it does not exist. */
  openAppend(path: string, mode: number): Promise<AppendFile>;
  /** Opens (creating it) a lock file. */
  openLock(path: string): LockFile;
  /** Creates a directory and, when `recursive`, its parents; not recursive = `EEXIST` if it is there. */
  makeDir(path: string, options: { recursive: boolean; mode: number }): Promise<void>;
  /** What a directory holds, unsorted. */
  list(path: string): Promise<DirEntry[]>;
  /** What the path is, or null when nothing is there. */
  info(path: string): Promise<FileInfo | null>;
  /**
   * The stamps of many files, in their order, at a fraction of what asking for each would cost; null
   * where nothing is there. What cannot be looked at has `changed` Infinity: reading says why.
   */
  stamps(paths: readonly string[]): Promise<readonly (FileStamp | null)[]>;
  /** The path with every symbolic link resolved. */
  realPath(path: string): Promise<string>;
  /** Moves within a file system, over what is there. */
  rename(from: string, to: string): Promise<void>;
  /** Removes a file, or a directory with all it holds when `recursive`. */
  remove(path: string, options?: { recursive?: boolean }): Promise<void>;
  /** Cuts a file to `size` bytes. */
  truncate(path: string, size: number): Promise<void>;
  /** Waits until a directory's entries are on the disk (fsync); a no-op where that is not possible. */
  syncDir(path: string): Promise<void>;
}
