/**
 * The conversation ids that a lone `-` says are on stdin.
 *
 * @module
 */

import type { ConversationId } from "../../core/conversation/mod.ts";
import { parseIdLines } from "../../services/workspace/mod.ts";
import { type App, CommandError } from "../app.ts";
import { readPiped } from "./piped.ts";

/** Reads them all; throws the signal's reason when the run is to wind up first. */
export async function readIds(app: App): Promise<ConversationId[]> {
  if (app.platform.stdin.isTerminal()) {
    throw new CommandError("- reads ids from a pipe or a file, and stdin is a terminal", {
      help: "For example: jp c grep -F json WORD | jq -r .id | jp c archive -",
      code: 2,
    });
  }
  const chunks = await readPiped(app, { what: "ids", help: "Give one id a line, down a pipe." });
  const decoder = new TextDecoder();
  const text = chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("");
  return parseIdLines(text + decoder.decode());
}
