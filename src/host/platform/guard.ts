/**
 * Turns whatever a runtime throws from a file call into the one error class, keeping the cause.
 *
 * @module
 */

import { FsError } from "./file_system.ts";

/** The error as an {@linkcode FsError}; one that is already is returned as it is. */
export function fsError(operation: string, path: string, cause: unknown): FsError {
  if (cause instanceof FsError) return cause;
  const code = cause instanceof Error && "code" in cause && typeof cause.code === "string"
    ? cause.code
    : "EUNKNOWN";
  return new FsError(code, operation, path, cause);
}

/** Awaits `work`; a failure becomes an {@linkcode FsError}. */
export async function guard<T>(operation: string, path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw fsError(operation, path, error);
  }
}

/** Does `work`; a failure becomes an {@linkcode FsError}. */
export function guardSync<T>(operation: string, path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw fsError(operation, path, error);
  }
}
