/**
 * `fs_search`: lines of files that hold a text or match a regular expression. The expression comes
 * from a model: it is run by an engine whose time is linear, so that none can hang the program.
 *
 * @module
 */

import { isBinary } from "../output_keeper.ts";
import { done, settled } from "../settle.ts";
import { ToolError } from "../types.ts";
import { walk, type Walked } from "../walk.ts";
import { inWords, type Place, type WorkspaceFiles } from "../workspace_files.ts";
import { type BuiltIn, type Surroundings, textOf } from "./types.ts";

const MAX_MATCHES = 200;
const MAX_LINE = 300;
/** Larger files are not searched, in bytes. */
const MAX_FILE = 4 * 1024 * 1024;
const MAX_DEPTH = 64;

type Matches = (line: string) => boolean;

/** The tool. */
export const FS_SEARCH: BuiltIn = {
  name: "fs_search",
  description: "Searches the workspace's text files line by line, without what git ignores. " +
    `Answers with PATH:LINE: TEXT, at most ${MAX_MATCHES}.`,
  parameters: {
    type: "object",
    properties: {
      pattern: { type: "string", minLength: 1, description: "What to look for." },
      path: { type: "string", default: ".", description: "A directory or file to look in." },
      regex: { type: "boolean", default: false, description: "Take the pattern as RE2 syntax." },
      ignore_case: { type: "boolean", default: false, description: "Ignore case." },
    },
    required: ["pattern"],
    additionalProperties: false,
  },
  prepare: async (args, around) => {
    const path = textOf(args, "path");
    if ((await around.files.find(path)).info === null) {
      throw new ToolError("arguments", `There is no ${path}.`);
    }
    const matches = await matcher(
      textOf(args, "pattern"),
      args.regex === true,
      args.ignore_case === true,
    );
    return {
      preview: { kind: "arguments" },
      run: (_answers, signal) =>
        settled(signal, async () => done(await search(around, path, matches, signal))),
    };
  },
};

async function matcher(pattern: string, regex: boolean, ignoreCase: boolean): Promise<Matches> {
  if (!regex) {
    if (!ignoreCase) return (line) => line.includes(pattern);
    const sought = pattern.toLowerCase();
    return (line) => line.toLowerCase().includes(sought);
  }
  const { RE2JS } = await import("re2js");
  try {
    const compiled = RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    return (line) => compiled.matcher(line).find();
  } catch (error) {
    throw new ToolError(
      "arguments",
      `The pattern cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}

async function search(
  { files, host }: Surroundings,
  path: string,
  matches: Matches,
  signal: AbortSignal,
): Promise<string> {
  const start = await files.find(path);
  const found: string[] = [];
  let passed = 0;
  const texts = ahead(candidates(host.fs, start, signal), (file) => textAt(files, file));
  for await (const { of: { shown }, made: text } of texts) {
    signal.throwIfAborted();
    if (text === null) passed++;
    else if (await matchingLines(text, shown, matches, found, signal)) break;
  }
  const notes = [
    found.length === MAX_MATCHES ? `[only the first ${MAX_MATCHES}; look for less]` : null,
    passed > 0 ? `[${passed} files that are no text, or too large, were passed over]` : null,
  ].filter((note) => note !== null);
  return [...(found.length === 0 ? ["[nothing found]"] : found), ...notes].join("\n");
}

async function* candidates(
  fs: Surroundings["host"]["fs"],
  start: Place,
  signal: AbortSignal,
): AsyncGenerator<Pick<Walked, "shown" | "path">> {
  if (start.info?.kind !== "directory") return yield start;
  for await (const entry of walk(fs, start, { depth: MAX_DEPTH, all: false }, signal)) {
    if (entry.kind === "file") yield entry;
  }
}

/** Opening a file is mostly waiting: so many are under way at once. */
const AHEAD = 8;

/** What `make` makes of each item, in their order, a few ahead of the one that is looked at. */
async function* ahead<T, U>(
  items: AsyncIterable<T>,
  make: (item: T) => Promise<U>,
): AsyncGenerator<{ readonly of: T; readonly made: U }> {
  const waiting: { readonly of: T; readonly made: Promise<U> }[] = [];
  try {
    for await (const item of items) {
      const made = make(item);
      // One that fails is told when its turn comes, also when another has failed before it.
      made.catch(() => {});
      waiting.push({ of: item, made });
      const first = waiting.length < AHEAD ? undefined : waiting.shift();
      if (first !== undefined) yield { of: first.of, made: await first.made };
    }
    for (const { of, made } of waiting) yield { of, made: await made };
  } finally {
    // Whoever has seen enough leaves no file open behind.
    await Promise.allSettled(waiting.map(({ made }) => made));
  }
}

/** Null for a file that is not searched. */
async function textAt(
  files: WorkspaceFiles,
  { path, shown }: Pick<Walked, "path" | "shown">,
): Promise<string | null> {
  try {
    await using file = await files.openAt({ path, shown });
    if (file.info.size > MAX_FILE) return null;
    const bytes = await inWords(shown, file.read(0, file.info.size));
    return isBinary(bytes) ? null : new TextDecoder().decode(bytes);
  } catch (error) {
    // Gone, unreadable or leading out of the workspace by now.
    if (error instanceof ToolError) return null;
    throw error;
  }
}

/** Adds them; true when there are enough. */
async function matchingLines(
  text: string,
  shown: string,
  matches: Matches,
  found: string[],
  signal: AbortSignal,
): Promise<boolean> {
  for (const [index, line] of text.split("\n").entries()) {
    // A slow pattern over a large file: presses are heard in between.
    if (index % 2000 === 1999) {
      await new Promise((resolve) => setTimeout(resolve));
      signal.throwIfAborted();
    }
    if (!matches(line)) continue;
    const trimmed = line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line;
    found.push(`${shown}:${index + 1}: ${trimmed.trimEnd()}`);
    if (found.length === MAX_MATCHES) return true;
  }
  return false;
}
