/**
 * Reading one configuration file. A path may turn out to be a pipe nobody writes to (PR-001), so
 * no read outlives the signal: the wait ends, whatever the system call does.
 *
 * @module
 */

import { type FileSystem, FsError, unlessAborted } from "../../host/platform/port.ts";
import { fault, type Origin, type Report } from "./problem.ts";

/** The most text a configuration file may hold, in code units. */
const MAX_LENGTH = 4 * 1024 * 1024;

/**
 * A file's text; null when there is no such file, undefined after a report.
 *
 * @param cited where the file is named, for the report; the file itself when left out.
 * @throws the signal's reason once it aborts.
 */
export async function readConfigText(
  fs: FileSystem,
  file: string,
  signal: AbortSignal,
  report: Report,
  cited: Origin = { kind: "file", file, line: null },
): Promise<string | null | undefined> {
  try {
    const text = await unlessAborted(fs.readText(file), signal);
    if (text.length <= MAX_LENGTH) return text;
    report(fault("unreadable", cited, "is larger than 4 MiB"));
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof FsError)) throw error;
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
    const sentence = error.code === "EISDIR" ? "is a directory" : `cannot be read (${error.code})`;
    report(fault("unreadable", cited, sentence));
    return undefined;
  }
}
