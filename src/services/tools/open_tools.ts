/**
 * The tools of a run, from the configuration and the flags.
 *
 * @module
 */

import { type Config, configuredTools, type ToolSettings, toolSettings } from "../config/mod.ts";
import { BUILT_INS } from "./builtin/mod.ts";
import { DESCRIBE_TOOLS, describeTools } from "./describe_tools.ts";
import { keyVariables, toolEnvironment } from "./environment.ts";
import type { Spill, ToolHost, ToolWorkspace } from "./host.ts";
import { type LocalSurroundings, localTool } from "./local/local_tool.ts";
import { type Selectable, selected, type ToolSwitch } from "./selection.ts";
import { Slots } from "./slots.ts";
import { type RawTool, toolOf } from "./tool_of.ts";
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
}

/** The tools of one run of the program. Disposed of, nothing they started is left. */
export class Toolbox implements AsyncDisposable {
  readonly #options: ToolboxOptions;
  readonly #slots = new Slots();

  constructor(options: ToolboxOptions) {
    this.#options = options;
  }

  /**
   * The tools to offer.
   *
   * @param switches `-t` and `-T`, in their order.
   * @throws {ToolError} `config` for a flag or a table that names nothing there is.
   */
  // deno-lint-ignore require-await
  async tools(config: Config, switches: readonly ToolSwitch[]): Promise<ToolSet> {
    const around = this.#surroundings(config);
    const candidates = ownTools(config, around);
    const chosen = selected(candidates, switches, [DESCRIBE_TOOLS])
      .map(({ make, settings }) => ({ raw: make(), settings }));
    const describing = describeTools(chosen.map(({ raw }) => raw));
    const all = describing === null
      ? chosen
      : [...chosen, { raw: describing, settings: toolSettings(config, DESCRIBE_TOOLS) }];
    const { secrets } = around.keeper;
    return { tools: all.map(({ raw, settings }) => toolOf(raw, settings, secrets)), notices: [] };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
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

/** A tool that may be offered. */
interface Candidate extends Selectable {
  readonly settings: ToolSettings;
  /** @throws {ToolError} `config` for a table that makes no tool. */
  make(): RawTool;
}

/** The tools that need nobody else: built-in ones, usually under their own names, and local ones. */
function ownTools(config: Config, around: LocalSurroundings): Candidate[] {
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
      case "mcp":
        return [];
      // Settings for something that is no tool, or whose definition was refused with its workspace.
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
