/**
 * Traces of a run, for whoever has to find out what it did: to a file with `--log-file`, to stderr
 * with `-v`. Nothing is loaded unless one of them was given. Keys are never handed to it.
 *
 * @module
 */

import { notice } from "../core/notices/mod.ts";
import type { Platform } from "../host/platform/port.ts";
import type { Printer } from "../host/printer/mod.ts";
import type { Globals } from "./cli/mod.ts";

/** How important a line is. */
export type LogLevel = "error" | "warning" | "info" | "debug" | "trace";

/** Where a run's traces go. */
export interface Log extends AsyncDisposable {
  /** Writes a line; `fields` are its details. */
  write(level: LogLevel, message: string, fields?: Readonly<Record<string, unknown>>): void;
}

const LEVELS: readonly LogLevel[] = ["error", "warning", "info", "debug", "trace"];

const SILENT: Log = { write: () => {}, [Symbol.asyncDispose]: () => Promise.resolve() };

/**
 * Opens what the flags ask for.
 *
 * @throws {FsError} when the log file cannot be opened.
 */
export async function openLog(
  globals: Globals,
  platform: Platform,
  printer: Printer,
): Promise<Log> {
  const { logFile, verbose, quiet } = globals;
  const toFile = logFile !== null && logFile !== "-";
  const toStderr = !quiet && (verbose > 0 || logFile === "-");
  if (!toFile && !toStderr) return SILENT;
  const { configure, dispose, getJsonLinesFormatter, getLogger, getTextFormatter } = await import(
    "@logtape/logtape"
  );
  type Sink = Parameters<typeof configure>[0]["sinks"][string];
  const sinks: Record<string, Sink> = {};
  await using stack = new AsyncDisposableStack();
  if (toStderr) {
    const format = getTextFormatter({ timestamp: "time" });
    // `--log-file -` alone asks for all of it.
    const finest = verbose === 0 ? LEVELS.length : verbose;
    sinks["stderr"] = (record) => {
      const level = LEVELS.findIndex((name) => name === record.level);
      if (level <= finest) printer.notice(notice(format(record).trimEnd()));
    };
  }
  if (toFile) {
    const path = logFile.startsWith("/") ? logFile : `${platform.cwd()}/${logFile}`;
    const file = stack.use(await platform.fs.openAppend(path, 0o600));
    const format = getJsonLinesFormatter({ properties: "flatten" });
    const encoder = new TextEncoder();
    let last: Promise<void> = Promise.resolve();
    stack.defer(() => last);
    sinks["file"] = (record) => {
      const line = encoder.encode(format(record));
      // A log that cannot be written must not end the run it describes.
      last = last.then(() => file.append(line)).catch(() => {});
    };
  }
  await configure({
    sinks,
    loggers: [
      { category: ["logtape", "meta"], sinks: [], lowestLevel: "error" },
      { category: ["jp"], sinks: Object.keys(sinks), lowestLevel: "trace" },
    ],
  });
  stack.defer(() => dispose());
  const logger = getLogger(["jp"]);
  const owned = stack.move();
  return {
    // Braces would name fields: a message may quote a server, and servers quote JSON.
    write: (level, message, fields) =>
      logger[level](
        message.includes("{") ? message.replace(/[{}]/g, "$&$&") : message,
        fields ?? {},
      ),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
