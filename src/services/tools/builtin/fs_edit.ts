/**
 * `fs_edit`: one passage of a file for another.
 *
 * @module
 */

import { snapshot } from "../file_text.ts";
import { ToolError } from "../types.ts";
import { changeTo } from "./change.ts";
import { type BuiltIn, textOf } from "./types.ts";

/** The tool. */
export const FS_EDIT: BuiltIn = {
  name: "fs_edit",
  description: "Replaces a passage of a text file of the workspace. The passage has to be there " +
    "exactly once, unless `all` is true; give enough of the lines around it.",
  parameters: {
    type: "object",
    properties: {
      path: { type: "string", description: "The file, seen from the workspace's root." },
      old: { type: "string", minLength: 1, description: "The passage, exactly as it is." },
      new: { type: "string", description: "What takes its place; may be empty." },
      all: { type: "boolean", default: false, description: "Replace it wherever it is." },
    },
    required: ["path", "old", "new"],
    additionalProperties: false,
  },
  prepare: async (args, around) => {
    const path = textOf(args, "path");
    const before = await snapshot(around.files, path);
    const { shown } = before.place;
    if (before.text === null) throw new ToolError("arguments", `There is no ${shown}.`);
    const after = edited(before.text, textOf(args, "old"), textOf(args, "new"), {
      all: args.all === true,
      shown,
    });
    return changeTo(around, path, before, after);
  },
};

function edited(
  text: string,
  old: string,
  replacement: string,
  { all, shown }: { readonly all: boolean; readonly shown: string },
): string {
  // A model writes \n; a file of Windows' has \r\n, and keeps it.
  const crlf = !text.includes(old) && !old.includes("\r") && text.includes("\r\n");
  const wanted = crlf ? old.replaceAll("\n", "\r\n") : old;
  const parts = text.split(wanted);
  if (parts.length === 1) throw new ToolError("arguments", `The passage is not in ${shown}.`);
  if (parts.length > 2 && !all) {
    throw new ToolError(
      "arguments",
      `The passage is in ${shown} ${parts.length - 1} times; give more of the lines around it.`,
    );
  }
  return parts.join(crlf ? replacement.replace(/\r?\n/g, "\r\n") : replacement);
}
