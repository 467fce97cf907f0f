/**
 * The tools of servers under the names a model calls them by: those the configuration gives them,
 * else their own where nobody else has it.
 *
 * @module
 */

import { boundedText, type KeeperOptions } from "../output_keeper.ts";
import { done, failed, settled } from "../settle.ts";
import type { RawTool } from "../tool_of.ts";
import { resultText } from "./result_text.ts";
import type { McpServer, ServerTool } from "./server.ts";

/** A table of the configuration that is about a server's tool. */
export interface ServerToolTable {
  /** The name it is offered by. */
  readonly name: string;
  readonly server: string;
  /** The name the server has it by. */
  readonly tool: string;
}

/** A server's tool with its name. */
export interface NamedTool {
  readonly name: string;
  readonly server: string;
  readonly tool: ServerTool;
  /** Whether a table of the configuration speaks of it. */
  readonly configured: boolean;
}

/** What a provider takes as a name. */
const NAME = /^[A-Za-z0-9_-]{1,64}$/;
const MAX_NAME = 64;

/**
 * Names the tools of a server.
 *
 * @param taken names that are somebody else's; those given are added.
 */
export function namedTools(
  server: string,
  tools: readonly ServerTool[],
  tables: readonly ServerToolTable[],
  taken: Set<string>,
): NamedTool[] {
  const own = tables.filter((table) => table.server === server);
  return tools.flatMap((tool): NamedTool[] => {
    const configured = own.filter((table) => table.tool === tool.name)
      .map(({ name }) => ({ name, server, tool, configured: true }));
    if (configured.length > 0) return configured;
    const name = freeName(server, tool.name, taken);
    taken.add(name);
    return [{ name, server, tool, configured: false }];
  });
}

function freeName(server: string, tool: string, taken: ReadonlySet<string>): string {
  if (NAME.test(tool) && !taken.has(tool)) return tool;
  const base = `${server}_${tool}`.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, MAX_NAME);
  for (let count = 1;; count++) {
    const end = count === 1 ? "" : `_${count}`;
    const name = base.slice(0, MAX_NAME - end.length) + end;
    if (!taken.has(name)) return name;
  }
}

/** The tool. */
export function serverTool(
  { name, tool }: NamedTool,
  server: McpServer,
  keeper: KeeperOptions,
): RawTool {
  return {
    name,
    source: { kind: "mcp", server: server.name },
    definition: { name, description: tool.description, parameters: tool.schema },
    details: null,
    prepare: (args) =>
      Promise.resolve({
        preview: { kind: "arguments" },
        run: (_answers, signal) =>
          settled(signal, async () => {
            const called = await server.call(tool.name, args, signal);
            if (called.kind === "cancelled") return called;
            if (called.kind === "failed") {
              return failed(`The MCP server ${server.name} did not answer: ${called.why}`);
            }
            const { content = [], structuredContent, isError } = called.result;
            const text = await boundedText(resultText(content, structuredContent), keeper);
            return isError === true ? failed(text) : done(text === "" ? "[no output]" : text);
          }),
      }),
  };
}
