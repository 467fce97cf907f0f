/**
 * Reads the pipe on stdin to its end. The wait is visible after a second and can be interrupted
 * (PR-054, as product.md rules it).
 *
 * @module
 */

import { notice } from "../../../core/notices/mod.ts";
import type { App } from "../../app.ts";

/** Silence of the pipe after which the wait is shown, ms. */
const QUIET_MS = 1000;

/** All of stdin as text, or null when it is a terminal. */
export async function readPipe(app: App): Promise<string | null> {
  const { stdin } = app.platform;
  if (stdin.isTerminal()) return null;
  const chunks: Uint8Array[] = [];
  using _wait = showWait(app);
  for (;;) {
    const chunk = await abortable(stdin.read(), app.signal);
    if (chunk === null) break;
    chunks.push(chunk);
  }
  await app.gate.pass(app.signal);
  return decode(chunks);
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

function decode(chunks: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("") + decoder.decode();
}

/** The promise, or the signal's reason as soon as it aborts; what is read after that is dropped. */
async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
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
