/**
 * `fs_read`: the lines of a file, a bounded number at a time.
 *
 * @module
 */

import type { OpenFile } from "../../../host/platform/port.ts";
import { HEAD_BYTES, isBinary, TAIL_BYTES } from "../output_keeper.ts";
import { done, failed, settled } from "../settle.ts";
import { inWords } from "../workspace_files.ts";
import { type BuiltIn, numberOf, textOf } from "./types.ts";

const CHUNK = 64 * 1024;
const MAX_RESULT = HEAD_BYTES + TAIL_BYTES;
/** Lines further down are not looked for, in bytes. */
const MAX_SCAN = 64 * 1024 * 1024;

/** The tool. */
export const FS_READ: BuiltIn = {
  name: "fs_read",
  description: "Reads a text file of the workspace, up to 2000 lines at a time.",
  parameters: {
    type: "object",
    properties: {
      path: { type: "string", description: "The file, seen from the workspace's root." },
      start_line: { type: "integer", minimum: 1, default: 1, description: "The first line." },
      lines: {
        type: "integer",
        minimum: 1,
        maximum: 2000,
        default: 2000,
        description: "How many.",
      },
    },
    required: ["path"],
    additionalProperties: false,
  },
  prepare: async (args, { files }) => {
    const path = textOf(args, "path");
    await using _readable = await files.open(await files.find(path));
    return {
      preview: { kind: "arguments" },
      run: (_answers, signal) =>
        settled(signal, async () => {
          const place = await files.find(path);
          await using file = await files.open(place);
          const part = await readLines(
            file,
            place.shown,
            numberOf(args, "start_line"),
            numberOf(args, "lines"),
            signal,
          );
          if (part === null) return failed(`${place.shown} is not text.`);
          return done(part);
        }),
    };
  },
};

async function readLines(
  file: OpenFile,
  shown: string,
  start: number,
  count: number,
  signal: AbortSignal,
): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = "";
  /** The number of the line at which `text` begins. */
  let at = 1;
  let offset = 0;
  let ended = false;
  while (!ended && offset < MAX_SCAN) {
    signal.throwIfAborted();
    const bytes = await inWords(shown, file.read(offset, CHUNK));
    if (isBinary(bytes)) return null;
    ended = bytes.length === 0;
    offset += bytes.length;
    text += decoder.decode(bytes, { stream: !ended });
    for (; at < start; at++) {
      const end = text.indexOf("\n");
      if (end < 0) break;
      text = text.slice(end + 1);
    }
    if (at < start) text = "";
    else if (text.length > MAX_RESULT || lineCount(text) > count) break;
  }
  if (at < start) {
    return ended
      ? `[${shown} ends before line ${start}]`
      : `[line ${start} is further down in ${shown} than can be looked]`;
  }
  return cut(text, start, count, ended);
}

function cut(text: string, start: number, count: number, ended: boolean): string {
  const lines = text.split("\n");
  const last = lines.at(-1) === "" ? lines.length - 1 : lines.length;
  let taken = 0;
  let size = 0;
  while (taken < Math.min(count, last)) {
    size += (lines[taken] ?? "").length + 1;
    if (size > MAX_RESULT && taken > 0) break;
    taken++;
  }
  const part = lines.slice(0, taken).join("\n");
  const shortened = part.length > MAX_RESULT ? part.slice(0, MAX_RESULT) : part;
  const next = `start_line = ${start + taken}`;
  const notes = shortened !== part
    ? [`[line ${start} is longer and has been cut; go on with ${next}]`]
    : ended && taken >= last
    ? []
    : [`[more follows; go on with ${next}]`];
  if (last === 0) return start === 1 ? "[empty file]" : `[the file ends before line ${start}]`;
  return [shortened, ...notes].join("\n");
}

function lineCount(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
