/**
 * What is piped to a query, as text.
 *
 * @module
 */

import { notice } from "../../../core/notices/mod.ts";
import type { App } from "../../app.ts";
import { readPiped } from "../piped.ts";

/** All of stdin as text, or null when it is a terminal. */
export async function readPipe(app: App): Promise<string | null> {
  if (app.platform.stdin.isTerminal()) return null;
  const chunks = await readPiped(app, {
    what: "input",
    aside: "--no-stdin leaves it alone",
    help: "jp query reads what is piped or redirected to it; --no-stdin leaves stdin alone.",
  });
  await app.gate.pass(app.signal);
  const { text, whole } = decode(chunks);
  if (!whole) {
    app.printer.notice(notice("jp: stdin is not all UTF-8 text; what is not, is sent as �"));
  }
  return text;
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
