/**
 * Reads what is piped to a command. The wait is visible after a second and can be interrupted
 * (PR-054, as product.md rules it).
 *
 * @module
 */

import { notice } from "../../core/notices/mod.ts";
import { FsError, type InputStream, unlessAborted } from "../../host/platform/port.ts";
import { type App, CommandError } from "../app.ts";

/** How long it is waited before the wait is shown, ms. */
const QUIET_MS = 1000;

/** What a command calls its stdin. */
export interface PipedWords {
  /** What is waited for: "ids", say. */
  readonly what: string;
  /** Behind the notice of the wait where that is a line of its own: how to do without. */
  readonly aside?: string;
  /** What to do when it cannot be read. */
  readonly help: string;
}

/**
 * All of stdin, which is no terminal; throws the signal's reason when the run is to wind up first.
 */
export async function readPiped(app: App, words: PipedWords): Promise<Uint8Array[]> {
  const { stdin } = app.platform;
  const chunks: Uint8Array[] = [];
  using _wait = showWait(app, words);
  for (;;) {
    const chunk = await unlessAborted(read(stdin, words), app.signal);
    if (chunk === null) return chunks;
    chunks.push(chunk);
  }
}

async function read(stdin: InputStream, { help }: PipedWords): Promise<Uint8Array | null> {
  try {
    return await stdin.read();
  } catch (error) {
    if (!(error instanceof FsError)) throw error;
    const why = error.code === "EISDIR" ? "it is a directory" : error.code;
    throw new CommandError(`cannot read stdin: ${why}`, { help, cause: error });
  }
}

function showWait({ printer }: App, { what, aside }: PipedWords): Disposable {
  const timer = setTimeout(() => {
    if (printer.err.format === "text-pretty") printer.status(`⏱ Waiting for ${what} on stdin…`);
    else printer.notice(notice(`waiting for ${what} on stdin${aside ? ` (${aside})` : ""}…`));
  }, QUIET_MS);
  return {
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      printer.status(null);
    },
  };
}
