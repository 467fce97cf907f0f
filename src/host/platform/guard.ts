/**
 * Turns whatever a runtime throws from a file call into the one error class, keeping the cause.
 *
 * @module
 */

import { FsError } from "./file_system.ts";

/** Numbers of errors that the runtime leaves without a name; those below 35 are everybody's. */
const EVERYWHERE: Readonly<Record<number, string>> = {
  1: "EPERM",
  4: "EINTR",
  5: "EIO",
  6: "ENXIO",
  9: "EBADF",
  12: "ENOMEM",
  13: "EACCES",
  16: "EBUSY",
  18: "EXDEV",
  19: "ENODEV",
  20: "ENOTDIR",
  21: "EISDIR",
  22: "EINVAL",
  23: "ENFILE",
  24: "EMFILE",
  25: "ENOTTY",
  26: "ETXTBSY",
  27: "EFBIG",
  28: "ENOSPC",
  29: "ESPIPE",
  30: "EROFS",
  31: "EMLINK",
  32: "EPIPE",
};
const NUMBERS: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  linux: {
    ...EVERYWHERE,
    36: "ENAMETOOLONG",
    37: "ENOLCK",
    39: "ENOTEMPTY",
    40: "ELOOP",
    95: "ENOTSUP",
    107: "ENOTCONN",
    110: "ETIMEDOUT",
    112: "EHOSTDOWN",
    116: "ESTALE",
    122: "EDQUOT",
  },
  darwin: {
    ...EVERYWHERE,
    45: "ENOTSUP",
    57: "ENOTCONN",
    60: "ETIMEDOUT",
    62: "ELOOP",
    63: "ENAMETOOLONG",
    64: "EHOSTDOWN",
    66: "ENOTEMPTY",
    69: "EDQUOT",
    70: "ESTALE",
    77: "ENOLCK",
    102: "ENOTSUP",
  },
  // The system's own numbers, by what they would be elsewhere.
  windows: { 5: "EACCES", 19: "EROFS", 32: "EBUSY", 39: "ENOSPC", 112: "ENOSPC", 145: "ENOTEMPTY" },
};

/** The error as an {@linkcode FsError}; one that is already is returned as it is. */
export function fsError(operation: string, path: string, cause: unknown): FsError {
  if (cause instanceof FsError) return cause;
  return new FsError(codeOf(cause), operation, path, cause);
}

function codeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return "EUNKNOWN";
  if ("code" in cause && typeof cause.code === "string") return cause.code;
  // Deno names the common ones; of the others its message has the number.
  const number = Number(/\(os error (\d+)\)/.exec(cause.message)?.[1]);
  return "Deno" in globalThis ? NUMBERS[Deno.build.os]?.[number] ?? "EUNKNOWN" : "EUNKNOWN";
}

/** Awaits `work`; a failure becomes an {@linkcode FsError}. */
export async function guard<T>(operation: string, path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const failure = fsError(operation, path, error);
    const { code } = failure;
    if (code !== "ENOTDIR" && (code !== "EEXIST" || operation !== "mkdir")) throw failure;
    throw new FsError(code, operation, path, error, await inTheWayOf(path));
  }
}

/** The first part of a path that is there and is no directory; the system does not say which. */
async function inTheWayOf(path: string): Promise<string | null> {
  const { stat } = await import("node:fs/promises");
  for (const { index } of `${path}/`.matchAll(/(?<=[^\\/])[\\/]/g)) {
    const part = path.slice(0, index);
    try {
      if (!(await stat(part)).isDirectory()) return part;
    } catch {
      return null;
    }
  }
  return null;
}

/** Does `work`; a failure becomes an {@linkcode FsError}. */
export function guardSync<T>(operation: string, path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw fsError(operation, path, error);
  }
}
