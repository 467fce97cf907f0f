/**
 * `fs_write`: the whole of a file.
 *
 * @module
 */

import { snapshot } from "../file_text.ts";
import { changeTo } from "./change.ts";
import { type BuiltIn, textOf } from "./types.ts";

/** The tool. */
export const FS_WRITE: BuiltIn = {
  name: "fs_write",
  description: "Creates a text file in the workspace, or replaces one. To change a part of a " +
    "file use fs_edit.",
  parameters: {
    type: "object",
    properties: {
      path: { type: "string", description: "The file, seen from the workspace's root." },
      content: { type: "string", description: "All of its text." },
    },
    required: ["path", "content"],
    additionalProperties: false,
  },
  prepare: async (args, around) => {
    const path = textOf(args, "path");
    const before = await snapshot(around.files, path);
    return changeTo(around, path, before, textOf(args, "content"));
  },
};
