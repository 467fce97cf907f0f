/**
 * Reads the pipe on stdin to its end. The wait is visible after a second and can be interrupted
 * (PR-054, as product.md rules it).
 *
 * @module
 */

import { notice } from "../../../core/notices/mod.ts";
import { FsError, type InputStream } from "../../../host/platform/port.ts";
import { type App, CommandError } from "../../app.ts";

/** How long it is waited before the wait is shown, ms. */
const QUIET_MS = 1000;

/** All of stdin as text, or null when it is a terminal. */
export async function readPipe(app: App): Promise<string | null> {
  const { stdin } = app.platform;
  if (stdin.isTerminal()) return null;
  const chunks: Uint8Array[] = [];
  {
    using _wait = showWait(app);
    for (;;) {
      const chunk = await abortable(read(stdin), app.signal);
      if (chunk === null) break;
      chunks.push(chunk);
    }
  }
  await app.gate.pass(app.signal);
  const { text, whole } = decode(chunks);
  if (!whole) {
    app.printer.notice(notice("jp: stdin is not all UTF-8 text; what is not, is sent as �"));
  }
  return text;
}

async function read(stdin: InputStream): Promise<Uint8Array | null> {
  try {
    return await stdin.read();
  } catch (error) {
    if (!(error instanceof FsError)) throw error;
    const why = error.code === "EISDIR" ? "it is a directory" : error.code;
    throw new CommandError(`cannot read stdin: ${why}`, {
      help: "jp query reads what is piped or redirected to it; --no-stdin leaves stdin alone.",
      cause: error,
    });
  }
}

function showWait(app: App): Disposable {
  const { printer } = app;
  const show = (): void => {
    if (printer.err.format === "text-pretty") printer.status("⏱ Waiting for input on stdin…");
    else printer.notice(notice("waiting for input on stdin (--no-stdin leaves it alone)…"));
  };
  const timer = setTimeout(show, QUIET_MS);
  return {
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      printer.status(null);
    },
  };
}

function decode(chunks: readonly Uint8Array[]): { text: string; whole: boolean } {
  try {
    return { text: decoded(chunks, true), whole: true };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { text: decoded(chunks, false), whole: false };
  }
}

function decoded(chunks: readonly Uint8Array[], fatal: boolean): string {
  const decoder = new TextDecoder("utf-8", { fatal });
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("") + decoder.decode();
}

/** The promise, or the signal's reason as soon as it aborts; what is read after that is dropped. */
async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  // Nobody may be left to hear that an abandoned read has failed.
  work.catch(() => {});
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
