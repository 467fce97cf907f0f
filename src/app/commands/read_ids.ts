/**
 * The conversation ids that a lone `-` says are on stdin.
 *
 * @module
 */

import { notice } from "../../core/notices/mod.ts";
import type { ConversationId } from "../../core/conversation/mod.ts";
import { FsError, type InputStream } from "../../host/platform/port.ts";
import { parseIdLines } from "../../services/workspace/mod.ts";
import { type App, CommandError } from "../app.ts";

/** How long it is waited before the wait is shown, ms. */
const QUIET_MS = 1000;

/** Reads them all; throws the signal's reason when the run is to wind up first. */
export async function readIds(app: App): Promise<ConversationId[]> {
  const { stdin } = app.platform;
  if (stdin.isTerminal()) {
    throw new CommandError("- reads ids from a pipe or a file, and stdin is a terminal", {
      help: "For example: jp c grep -F json WORD | jq -r .id | jp c archive -",
      code: 2,
    });
  }
  using _wait = showWait(app);
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const chunk = await unlessAborted(read(stdin), app.signal);
    if (chunk === null) break;
    text += decoder.decode(chunk, { stream: true });
  }
  return parseIdLines(text + decoder.decode());
}

// PR-054: a program that waits for a pipe without a word looks hung.
function showWait({ printer }: App): Disposable {
  const timer = setTimeout(() => {
    if (printer.err.format === "text-pretty") printer.status("⏱ Waiting for ids on stdin…");
    else printer.notice(notice("waiting for ids on stdin…"));
  }, QUIET_MS);
  return {
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      printer.status(null);
    },
  };
}

async function read(stdin: InputStream): Promise<Uint8Array | null> {
  try {
    return await stdin.read();
  } catch (error) {
    if (!(error instanceof FsError)) throw error;
    throw new CommandError(`cannot read the ids on stdin: ${error.code}`, {
      help: "Give one id a line, down a pipe.",
      cause: error,
    });
  }
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
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
