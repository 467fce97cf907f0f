/**
 * How a failure is told: one clear line, what to do, and a status. A stack trace only with `-vv`.
 *
 * @module
 */

import { notice } from "../core/notices/mod.ts";
import { FsError } from "../host/platform/port.ts";
import { isJson, type Printer } from "../host/printer/mod.ts";
import type { Globals } from "./cli/mod.ts";

/** Says what went wrong on the chrome channel and returns the exit status. */
export function reportFailure(printer: Printer, globals: Globals, error: unknown): number {
  const failure = describe(error);
  if (isJson(printer.err.format)) {
    printer.errRecord({
      message: failure.message,
      metadata: { help: failure.help },
      code: failure.code,
    });
  } else {
    const help = failure.help === "" ? "" : `\n${failure.help}`;
    printer.notice(notice(`jp: ${failure.message}${help}`));
  }
  if (globals.verbose >= 2 && error instanceof Error && error.stack !== undefined) {
    printer.notice(notice(error.stack));
  }
  return failure.code;
}

interface Failure {
  readonly message: string;
  readonly help: string;
  readonly code: number;
}

function describe(error: unknown): Failure {
  if (!(error instanceof Error)) return { message: String(error), help: "", code: 1 };
  const help = "help" in error && typeof error.help === "string" ? error.help : null;
  const code = "code" in error && typeof error.code === "number" ? error.code : 1;
  if (help !== null) return { message: error.message, help, code };
  if (error instanceof FsError) return { ...describeFile(error), code: 1 };
  return {
    message: `something went wrong that should not: ${error.message}`,
    help: "Run it again with -vv to see where, and please report it.",
    code: 1,
  };
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  ENOENT: "there is no such file or directory",
  ENOTDIR: "a part of the path is no directory",
  EISDIR: "it is a directory",
};

/** Why the system refused something, in words where there are some. */
export function reasonOf({ code, inTheWay }: FsError): string {
  if (inTheWay !== null) return `${inTheWay} is no directory (${code})`;
  const reason = REASONS[code];
  return reason === undefined ? code : `${reason} (${code})`;
}

/** What the system refused is no mistake of ours. */
function describeFile(error: FsError): Pick<Failure, "message" | "help"> {
  return {
    message: `cannot ${error.operation} ${error.path}: ${reasonOf(error)}`,
    help: "Check the path and who may use it.",
  };
}
