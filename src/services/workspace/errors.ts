/**
 * What can go wrong with stored conversations, in words a person can act on. Whoever catches one
 * knows that nothing was saved; nothing here ever claims otherwise.
 *
 * @module
 */

import { FsError } from "../../host/platform/port.ts";

/** What kind of fault it was. */
export type StoreErrorCode =
  /** The disk or the quota is full. */
  | "no_space"
  /** The file has the largest size it may have. */
  | "too_large"
  | "read_only"
  | "denied"
  /** The file system has no locks. */
  | "no_locks"
  /** A file stands where a directory has to be. */
  | "in_the_way"
  /** A file or directory that was there is gone. */
  | "vanished"
  /** Something else wrote to a file that only we may write. */
  | "changed"
  /** No conversation or workspace like that. */
  | "not_found"
  /** More than one. */
  | "ambiguous"
  /** A name, file or setting that cannot be used. */
  | "invalid"
  /** Nothing says where the user's data goes. */
  | "no_home"
  /** Anything else the operating system said. */
  | "io";

/** A store operation that failed. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly code: StoreErrorCode;
  /** What to do about it, one line. */
  readonly help: string;

  constructor(
    code: StoreErrorCode,
    message: string,
    options: { readonly help: string; readonly cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.help = options.help;
  }
}

const CODES: Readonly<Record<string, StoreErrorCode>> = {
  ENOSPC: "no_space",
  EDQUOT: "no_space",
  EFBIG: "too_large",
  EROFS: "read_only",
  EACCES: "denied",
  EPERM: "denied",
  ENOENT: "vanished",
  ENOTDIR: "in_the_way",
  ENOLCK: "no_locks",
  ENOSYS: "no_locks",
  EOPNOTSUPP: "no_locks",
  ESTALE: "vanished",
};

type DiskCode =
  | "no_space"
  | "too_large"
  | "read_only"
  | "denied"
  | "no_locks"
  | "in_the_way"
  | "vanished"
  | "io";

const REASONS: Readonly<Record<DiskCode, string>> = {
  no_space: "the disk is full",
  too_large: "the file may not grow any more",
  read_only: "the file system is read-only",
  denied: "permission denied",
  no_locks: "the file system has no locks",
  in_the_way: "something is there that is no directory",
  vanished: "the directory is gone",
  io: "the system refused",
};

const HELP: Readonly<Record<DiskCode, string>> = {
  no_space: "Free some space; what is not saved yet is written with the next save.",
  too_large: "Raise the limit (ulimit -f); what is missing is written with the next save.",
  read_only: "Mount it writable, set JP_USER_DATA_DIR, or use --no-persist to save nothing.",
  denied: "Check who owns the directory, or use --no-persist to save nothing.",
  no_locks: "Set JP_USER_DATA_DIR to a directory on another one, or use --no-persist.",
  in_the_way: "Move it away, or set JP_USER_DATA_DIR to another place.",
  vanished: "Something removed it meanwhile; put it back or start a new conversation.",
  io: "See the system's message; --no-persist works without saving anything.",
};

/**
 * A failed file call as a {@linkcode StoreError}: `cannot <doing>: <why> (<path>)`. Anything but a
 * file error is a mistake of ours and is handed back untouched.
 */
export function storeError(doing: string, cause: unknown): unknown {
  if (!(cause instanceof FsError)) return cause;
  const { inTheWay, path } = cause;
  const code = inTheWay === null ? (CODES[cause.code] ?? "io") as DiskCode : "in_the_way";
  const detail = code === "io" ? `${path}: ${cause.code}` : inTheWay ?? path;
  return new StoreError(code, `cannot ${doing}: ${REASONS[code]} (${detail})`, {
    help: HELP[code],
    cause,
  });
}

/** Does file work; a failure becomes a {@linkcode StoreError} that says what was being done. */
export async function attempt<T>(doing: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storeError(doing, error);
  }
}

/** Does file work whose failure changes nothing for anybody: tidying up. */
export async function tidy(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof FsError)) throw error;
  }
}

/** Whether a file call failed with one of these errno names. */
export function failedWith(error: unknown, ...codes: readonly string[]): error is FsError {
  return error instanceof FsError && codes.includes(error.code);
}
