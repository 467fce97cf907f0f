/**
 * `fs_list`: what is in a directory.
 *
 * @module
 */

import { done, settled } from "../settle.ts";
import { ToolError } from "../types.ts";
import { walk } from "../walk.ts";
import { type BuiltIn, numberOf, textOf } from "./types.ts";

const MAX_ENTRIES = 1000;

/** The tool. */
export const FS_LIST: BuiltIn = {
  name: "fs_list",
  description: "Lists a directory of the workspace. Directories end in /, links in @. What git " +
    "ignores is left out unless `all` is true.",
  parameters: {
    type: "object",
    properties: {
      path: { type: "string", default: ".", description: "The directory, seen from the root." },
      depth: { type: "integer", minimum: 1, maximum: 10, default: 1, description: "Levels." },
      all: { type: "boolean", default: false, description: "Also what git ignores." },
    },
    additionalProperties: false,
  },
  prepare: async (args, { files, host }) => {
    const place = await files.find(textOf(args, "path"));
    if (place.info?.kind !== "directory") {
      throw new ToolError(
        "arguments",
        place.info === null ? `There is no ${place.shown}.` : `${place.shown} is no directory.`,
      );
    }
    return {
      preview: { kind: "arguments" },
      run: (_answers, signal) =>
        settled(signal, async () => {
          // Allowed a while ago: what the name stands for now is what is listed.
          const now = await files.find(textOf(args, "path"));
          const lines: string[] = [];
          const options = { depth: numberOf(args, "depth"), all: args.all === true };
          for await (const { shown, kind } of walk(host.fs, now, options, signal)) {
            if (lines.length === MAX_ENTRIES) {
              lines.push(`[only the first ${MAX_ENTRIES}; list a directory below, or less deep]`);
              break;
            }
            lines.push(shown + (kind === "directory" ? "/" : kind === "symlink" ? "@" : ""));
          }
          return done(lines.length === 0 ? "[empty]" : lines.join("\n"));
        }),
    };
  },
};
