/**
 * The tools there could be, each with its settings: which of them are offered is decided later.
 *
 * @module
 */

import { type Config, configuredTools, type ToolSettings, toolSettings } from "../config/mod.ts";
import { BUILT_INS } from "./builtin/mod.ts";
import { DESCRIBE_TOOLS } from "./describe_tools.ts";
import { type LocalSurroundings, localTool } from "./local/local_tool.ts";
import type { McpServer, ServerTool } from "./mcp/server.ts";
import { namedTools, serverTool, type ServerToolTable } from "./mcp/server_tools.ts";
import type { Selectable } from "./selection.ts";
import type { RawTool } from "./tool_of.ts";
import { ToolError } from "./types.ts";

/** A tool that may be offered. */
export interface Candidate extends Selectable {
  readonly settings: ToolSettings;
  /** @throws {ToolError} `config` for a table that makes no tool. */
  make(): RawTool;
}

/** The tools that need nobody else: built-in ones, usually under their own names, and local ones. */
export function ownTools(config: Config, around: LocalSurroundings): Candidate[] {
  return configuredTools(config).flatMap((name): Candidate[] => {
    const settings = toolSettings(config, name);
    const { own, enable } = settings;
    if (own === null || name === DESCRIBE_TOOLS) return [];
    const [kind, source = name] = (own.source ?? "").split(".");
    const candidate = { name, enable, group: null, settings };
    switch (kind) {
      case "builtin":
        return [{ ...candidate, make: () => builtIn(name, source, around) }];
      case "local":
        return [{ ...candidate, make: () => localTool(name, source, own, around) }];
      // A server's, or settings whose definition was refused with its workspace.
      default:
        return [];
    }
  });
}

function builtIn(name: string, source: string, around: LocalSurroundings): RawTool {
  const tool = BUILT_INS.find((each) => each.name === source);
  if (tool === undefined) {
    throw new ToolError("config", `there is no built-in tool ${source}`, {
      help: `conversation.tools.${name}.source names it; there are ${
        BUILT_INS.map((each) => each.name).join(", ")
      }.`,
    });
  }
  return {
    name,
    source: { kind: "builtin" },
    definition: { name, description: tool.description, parameters: tool.parameters },
    details: null,
    prepare: (args, signal) => tool.prepare(args, around, signal),
  };
}

/** A server that is up, with what it has. */
export interface RunningServer {
  readonly server: McpServer;
  readonly tools: readonly ServerTool[];
}

/** The tools of servers. A name the configuration gives to anything is nobody else's. */
export function serverTools(
  config: Config,
  servers: readonly RunningServer[],
  around: LocalSurroundings,
): Candidate[] {
  const tables = serverTables(config);
  const taken = new Set([DESCRIBE_TOOLS, ...configuredTools(config)]);
  return servers.flatMap(({ server, tools }) =>
    namedTools(server.name, tools, tables, taken).map((named): Candidate => {
      // Settings under a name are for what their source says, not for whoever takes the name.
      const settings = toolSettings(config, named.configured ? named.name : "*");
      return {
        name: named.name,
        enable: settings.enable,
        group: server.name,
        settings,
        make: () => serverTool(named, server, around.keeper),
      };
    })
  );
}

/** The tables that speak of servers' tools. */
export function serverTables(config: Config): ServerToolTable[] {
  return configuredTools(config).flatMap((name): ServerToolTable[] => {
    const [kind, server, ...tool] = (toolSettings(config, name).own?.source ?? "").split(".");
    if (kind !== "mcp" || server === undefined) return [];
    return [{ name, server, tool: tool.length === 0 ? name : tool.join(".") }];
  });
}
