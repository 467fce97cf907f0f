/**
 * Reading one configuration file. A path may turn out to be a pipe nobody writes to (PR-001), so
 * no read outlives the signal: the wait ends, whatever the system call does.
 *
 * @module
 */

import { type FileSystem, FsError, unlessAborted } from "../../host/platform/port.ts";
import { quote } from "./key_path.ts";
import { fault, type Origin, type Report } from "./problem.ts";

/** The most a configuration file may hold, in bytes. */
const MAX_BYTES = 4 * 1024 * 1024;

const SENTENCES: Readonly<Record<string, string>> = {
  EISDIR: "is a directory",
  EFBIG: "is larger than 4 MiB",
};

/**
 * A file's text; null when there is no such file, undefined after a report.
 *
 * @param cited the `extends` that names the file, for the report; the file itself when left out.
 * @throws the signal's reason once it aborts.
 */
export async function readConfigText(
  fs: FileSystem,
  file: string,
  signal: AbortSignal,
  report: Report,
  cited: Origin | null = null,
): Promise<string | null | undefined> {
  try {
    return await unlessAborted(fs.readText(file, MAX_BYTES), signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof FsError)) throw error;
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
    const sentence = SENTENCES[error.code] ?? `cannot be read (${error.code})`;
    report(
      cited === null
        ? fault("unreadable", { kind: "file", file, line: null }, sentence)
        : fault("unreadable", cited, `${quote(file)} ${sentence}`, { path: ["extends"] }),
    );
    return undefined;
  }
}
