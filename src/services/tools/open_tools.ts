/**
 * The tools of a run, from the configuration and the flags.
 *
 * @module
 */

import type { JsonObject } from "../../core/conversation/mod.ts";
import { type Config, configuredTools, toolSettings } from "../config/mod.ts";
import {
  type Candidate,
  ownTools,
  type RunningServer,
  serverTables,
  serverTools,
} from "./candidates.ts";
import { DESCRIBE_TOOLS, describeTools } from "./describe_tools.ts";
import { keyVariables, toolEnvironment } from "./environment.ts";
import { formatterOf } from "./format_arguments.ts";
import type { Spill, ToolHost, ToolWorkspace } from "./host.ts";
import type { LocalSurroundings } from "./local/local_tool.ts";
import { McpServer } from "./mcp/server.ts";
import { selected, type ToolSwitch } from "./selection.ts";
import { Slots } from "./slots.ts";
import { toolOf } from "./tool_of.ts";
import { type Tool, ToolError } from "./types.ts";
import { WorkspaceFiles } from "./workspace_files.ts";

/** What tools are opened with. */
export interface ToolboxOptions {
  readonly host: ToolHost;
  readonly workspace: ToolWorkspace;
  /** Where the rest of long outputs goes. */
  readonly spill: Spill;
  /** The id of the conversation, which tools are told; null while there is none. */
  conversation(): string | null;
}

/** What a run may offer its model. */
export interface ToolSet {
  readonly tools: readonly Tool[];
  /** What the user should know: a server that is optional and did not start, say. One line each. */
  readonly notices: readonly string[];
  /**
   * What the flags changed, to be recorded with the conversation so that it holds for later turns.
   * A server's tool without a table of its own is not among it.
   */
  readonly overrides: readonly JsonObject[];
}

/** The tools of one run of the program. Disposed of, nothing they started is left. */
export class Toolbox implements AsyncDisposable {
  readonly #options: ToolboxOptions;
  readonly #slots = new Slots();
  readonly #servers = new Map<string, McpServer>();
  #disposed = false;

  constructor(options: ToolboxOptions) {
    this.#options = options;
  }

  /** Starts the servers of this configuration in the background, those that were not started yet. */
  start(config: Config, switches: readonly ToolSwitch[]): void {
    if (this.#disposed || !mayOffer(switches)) return;
    const { host, workspace } = this.#options;
    for (const [name, server] of Object.entries(config.providers.mcp)) {
      if (this.#servers.has(name)) continue;
      this.#servers.set(name, new McpServer(name, server, host, workspace));
    }
  }

  /** The servers that are still coming up. */
  get starting(): readonly string[] {
    return [...this.#servers.values()].filter(({ starting }) => starting).map(({ name }) => name);
  }

  /**
   * The tools to offer, once the servers they come from are up.
   *
   * @param switches `-t` and `-T`, in their order.
   * @throws {ToolError} `config` for a flag or a table that names nothing there is, `unavailable`
   * for a server that did not start and is not optional.
   * @throws the signal's reason when it aborts.
   */
  async tools(
    config: Config,
    switches: readonly ToolSwitch[],
    signal: AbortSignal,
  ): Promise<ToolSet> {
    this.start(config, switches);
    const around = this.#surroundings(config);
    const { running, notices } = await this.#running(config, signal);
    const absent = serverTables(config)
      .filter(({ server }) => !running.some((each) => each.server.name === server))
      .map(({ name }) => name);
    const candidates = [...ownTools(config, around), ...serverTools(config, running, around)];
    const elsewhere = [DESCRIBE_TOOLS, ...absent, ...Object.keys(config.providers.mcp)];
    const offered = selected(candidates, switches, elsewhere);
    const chosen = offered.map(({ make, settings }) => ({ raw: make(), settings }));
    const describing = describeTools(chosen.map(({ raw }) => raw));
    const all = describing === null
      ? chosen
      : [...chosen, { raw: describing, settings: toolSettings(config, DESCRIBE_TOOLS) }];
    const { secrets } = around.keeper;
    return {
      tools: all.map(({ raw, settings }) =>
        toolOf(raw, settings, secrets, formatterOf(raw.name, settings, around))
      ),
      notices: [...notices, ...unmatched(config, running)],
      overrides: switched(config, candidates, offered),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true;
    await Promise.all([...this.#servers.values()].map((each) => each[Symbol.asyncDispose]()));
  }

  async #running(
    config: Config,
    signal: AbortSignal,
  ): Promise<{ readonly running: RunningServer[]; readonly notices: string[] }> {
    const running: RunningServer[] = [];
    const notices: string[] = [];
    const wanted = [...this.#servers.values()]
      .filter(({ name }) => Object.hasOwn(config.providers.mcp, name));
    const all = Promise.all(wanted.map(async (server) => [server, await server.started] as const));
    for (const [server, started] of await unlessAborted(all, signal)) {
      if (started.kind === "up") running.push({ server, tools: started.tools });
      else if (server.config.optional) {
        notices.push(notStarted(server, started.why).message);
      } else throw notStarted(server, started.why);
    }
    return { running, notices };
  }

  #surroundings(config: Config): LocalSurroundings {
    const { host, workspace, spill, conversation } = this.#options;
    const { env, secrets } = toolEnvironment(host.envAll(), keyVariables(config));
    return {
      host,
      workspace,
      env,
      conversation,
      files: new WorkspaceFiles(host, workspace.root),
      slots: this.#slots,
      keeper: { fs: host.fs, spill, secrets },
    };
  }
}

/** Whether the flags leave anything: a last word of -T that nothing follows takes all away. */
function mayOffer(switches: readonly ToolSwitch[]): boolean {
  const all = switches.findLastIndex(({ name, enable }) => name === null && !enable);
  return all < 0 || switches.slice(all).some(({ enable }) => enable);
}

function switched(
  config: Config,
  candidates: readonly Candidate[],
  offered: readonly Candidate[],
): JsonObject[] {
  const tables = new Set(configuredTools(config));
  const tools = candidates.flatMap((each): [string, JsonObject][] => {
    const { name, enable } = each;
    const state = offered.includes(each) ? "on" : "off";
    if (state === enable.state || !tables.has(name)) return [];
    return [[name, { enable: { ...enable, state } }]];
  });
  return tools.length === 0 ? [] : [{ conversation: { tools: Object.fromEntries(tools) } }];
}

/** Tables about tools that their server does not have. */
function unmatched(config: Config, running: readonly RunningServer[]): string[] {
  return serverTables(config).flatMap(({ name, server, tool }) => {
    const up = running.find((each) => each.server.name === server);
    return up === undefined || up.tools.some((each) => each.name === tool)
      ? []
      : [`conversation.tools.${name}: the MCP server ${server} has no tool ${tool}`];
  });
}

function notStarted({ name, config }: McpServer, why: string): ToolError {
  const what = `the MCP server ${name} (${config.command}) did not start: ${why}`;
  return new ToolError("unavailable", what, {
    help: `providers.mcp.${name}.optional = true goes on without it; -T leaves tools out.`,
  });
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const cut = Promise.withResolvers<never>();
  const onAbort = (): void => cut.reject(signal.reason);
  signal.throwIfAborted();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work, cut.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
