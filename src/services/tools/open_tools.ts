/**
 * The tools of a run, from the configuration and the flags.
 *
 * @module
 */

import { type Config, configuredTools, type ToolSettings, toolSettings } from "../config/mod.ts";
import { BUILT_INS, type Surroundings } from "./builtin/mod.ts";
import { DESCRIBE_TOOLS, describeTools } from "./describe_tools.ts";
import { keyVariables, toolEnvironment } from "./environment.ts";
import type { Spill, ToolHost, ToolWorkspace } from "./host.ts";
import { type Selectable, selected, type ToolSwitch } from "./selection.ts";
import { Slots } from "./slots.ts";
import { type RawTool, toolOf } from "./tool_of.ts";
import type { Tool } from "./types.ts";
import { WorkspaceFiles } from "./workspace_files.ts";

/** What tools are opened with. */
export interface ToolboxOptions {
  readonly host: ToolHost;
  readonly workspace: ToolWorkspace;
  /** Where the rest of long outputs goes. */
  readonly spill: Spill;
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
    const candidates = builtIns(config, around);
    const chosen = selected(candidates, switches, [DESCRIBE_TOOLS]);
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

  #surroundings(config: Config): Surroundings {
    const { host, workspace, spill } = this.#options;
    const { env, secrets } = toolEnvironment(host.envAll(), keyVariables(config));
    return {
      host,
      workspace,
      env,
      files: new WorkspaceFiles(host, workspace.root),
      slots: this.#slots,
      keeper: { fs: host.fs, spill, secrets },
    };
  }
}

/** A tool that may be offered. */
interface Candidate extends Selectable {
  readonly raw: RawTool;
  readonly settings: ToolSettings;
}

/** The names under which the configuration has built-in tools: usually their own. */
function builtIns(config: Config, around: Surroundings): Candidate[] {
  return configuredTools(config).flatMap((name): Candidate[] => {
    const settings = toolSettings(config, name);
    const [kind, own = name] = (settings.own?.source ?? "").split(".");
    const builtIn = BUILT_INS.find((each) => each.name === own);
    if (kind !== "builtin" || builtIn === undefined) return [];
    const raw: RawTool = {
      name,
      source: { kind: "builtin" },
      definition: { name, description: builtIn.description, parameters: builtIn.parameters },
      details: null,
      prepare: (args, signal) => builtIn.prepare(args, around, signal),
    };
    return [{ name, enable: settings.enable, group: null, raw, settings }];
  });
}
