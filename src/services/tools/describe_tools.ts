/**
 * `describe_tools`: what is to be known about a tool beyond the line it is offered with.
 *
 * @module
 */

import type { JsonObject } from "../../core/conversation/mod.ts";
import { done } from "./settle.ts";
import type { RawTool } from "./tool_of.ts";
import { ToolError } from "./types.ts";

/** Its name; it cannot be turned off where it is of use. */
export const DESCRIBE_TOOLS = "describe_tools";

/** The tool, about those that have more to tell; null when none has. */
export function describeTools(tools: readonly RawTool[]): RawTool | null {
  const told = new Map(
    tools.flatMap(({ name, details }) => details === null ? [] : [[name, details] as const]),
  );
  if (told.size === 0) return null;
  return {
    name: DESCRIBE_TOOLS,
    source: { kind: "builtin" },
    details: null,
    definition: {
      name: DESCRIBE_TOOLS,
      description: "Tells more about tools before they are used for the first time: what they do " +
        "in full, with examples.",
      parameters: {
        type: "object",
        properties: {
          tools: {
            type: "array",
            items: { enum: [...told.keys()] },
            minItems: 1,
            description: "Their names.",
          },
        },
        required: ["tools"],
        additionalProperties: false,
      },
    },
    prepare: (args) => {
      const text = describe(told, args);
      return Promise.resolve({
        preview: { kind: "arguments" },
        run: (_answers, signal) =>
          Promise.resolve(signal.aborted ? { kind: "cancelled" } : done(text)),
      });
    },
  };
}

function describe(told: ReadonlyMap<string, string>, { tools }: JsonObject): string {
  const names = Array.isArray(tools) ? tools.map(String) : [];
  return names.map((name) => {
    const details = told.get(name);
    if (details === undefined) throw new ToolError("arguments", `Nothing is known of ${name}.`);
    return `# ${name}\n\n${details}`;
  }).join("\n\n");
}
