/**
 * What a person sees before they allow a call: the exact command line, a diff against the file as it
 * is now, or the call with its arguments. Everything in it is somebody else's text: each character is
 * shown as what it is, and none can draw.
 *
 * Source: product.md "Tools", RFD 092 (permission prompts with a diff as preamble).
 *
 * @module
 */

import type { JsonObject } from "../../core/conversation/mod.ts";
import type { Line } from "../../core/frame/mod.ts";
import { safeName } from "../../host/sanitize/mod.ts";
import type { Preview } from "../../services/tools/mod.ts";

const ADDED = "32";
const REMOVED = "31";
const PLACE = "36";
const FAINT = "2";

/** Longer lines are shown as several, so that each can be brought onto the screen. */
const MAX_LINE = 400;
/** Above this many changes the whole of both files is shown: working out the least takes too long. */
const MAX_EDITS = 2000;

/** The lines of a preview. */
export async function previewLines(
  name: string,
  args: JsonObject,
  preview: Preview,
): Promise<readonly Line[]> {
  switch (preview.kind) {
    case "arguments":
      return [
        ...plainLines(name, FAINT),
        ...(Object.keys(args).length === 0 ? [] : plainLines(prettyJson(args))),
      ];
    case "command":
      return [
        ...commandLines(preview.line),
        [{ text: `  in ${safeName(preview.cwd)}`, style: FAINT }],
      ];
    case "change":
      return await changeLines(preview.path, preview.before, preview.after);
  }
}

/** Somebody else's text as lines in which nothing is hidden. */
export function plainLines(text: string, style?: string): readonly Line[] {
  return text.replace(/\n$/, "").split("\n").flatMap((line) => pieces("", line, style));
}

/** JSON to be read and edited. */
export function prettyJson(value: JsonObject): string {
  return JSON.stringify(value, null, 2);
}

function commandLines(line: string): readonly Line[] {
  return line.split("\n").flatMap((each, index) => pieces(index === 0 ? "$ " : "> ", each, "1"));
}

async function changeLines(
  path: string,
  before: string | null,
  after: string,
): Promise<readonly Line[]> {
  const title = before === null ? `${safeName(path)} (new file)` : safeName(path);
  const head: Line = [{ text: title, style: "1" }];
  if (before === after) return [head, [{ text: "  (no change)", style: FAINT }]];
  if (before === null) return [head, ...marked("+", after, ADDED)];
  const { structuredPatch } = await import("diff");
  const patch = structuredPatch("", "", before, after, undefined, undefined, {
    context: 3,
    maxEditLength: MAX_EDITS,
  });
  if (patch === undefined) {
    return [head, ...marked("-", before, REMOVED), ...marked("+", after, ADDED)];
  }
  return [
    head,
    ...patch.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }): Line[] => [
      [{ text: `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, style: PLACE }],
      ...lines.flatMap((line) => pieces(line.slice(0, 1), line.slice(1), styleOf(line))),
    ]),
  ];
}

function marked(mark: string, text: string, style: string): readonly Line[] {
  if (text === "") return [];
  const lines = text.split("\n");
  const ended = lines.at(-1) === "";
  if (ended) lines.pop();
  const shown = lines.flatMap((line) => pieces(mark, line, style));
  return ended ? shown : [...shown, [{ text: "\\ No newline at end of file" }]];
}

function styleOf(line: string): string | undefined {
  return line.startsWith("+") ? ADDED : line.startsWith("-") ? REMOVED : undefined;
}

function pieces(mark: string, text: string, style: string | undefined): Line[] {
  // Tabs are drawn as far as the next stop; everything else that is not seen is named.
  const shown = text.split("\t").map(safeName).join("\t");
  const lines: Line[] = [];
  const points = shown.length > MAX_LINE ? Array.from(shown) : null;
  const parts = points === null ? [shown] : chunks(points);
  for (const [index, part] of parts.entries()) {
    const line = `${index === 0 ? mark : "…".padEnd(mark.length)}${part}`;
    lines.push([{ text: line, ...(style === undefined ? {} : { style }) }]);
  }
  return lines;
}

function chunks(points: readonly string[]): string[] {
  const parts: string[] = [];
  for (let at = 0; at < points.length; at += MAX_LINE) {
    parts.push(points.slice(at, at + MAX_LINE).join(""));
  }
  return parts;
}
