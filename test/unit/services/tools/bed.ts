/** Tools on the real machine, in a directory of their own. */

import { openPlatform, openWorkbench } from "../../../../src/host/platform/port.ts";
import { RouterError } from "../../../../src/host/signals/mod.ts";
import type { Json, JsonObject } from "../../../../src/core/conversation/mod.ts";
import {
  type PreparedCall,
  type RunOutcome,
  type Tool,
  Toolbox,
  ToolError,
  type ToolHost,
  type ToolSet,
  type ToolSwitch,
} from "../../../../src/services/tools/mod.ts";
import { resolve } from "../config/support.ts";

const platform = await openPlatform();
// Its library is loaded here, and not by whichever test is first.
const workbench = Promise.resolve(await openWorkbench());

export interface BedOptions {
  /** The user's configuration, as TOML. */
  readonly config?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The flags; the bare -t when left out. */
  readonly switches?: readonly ToolSwitch[];
}

export class Bed implements AsyncDisposable {
  readonly #base: string;
  /** The workspace's root. */
  readonly root: string;
  /** Beside the workspace. */
  readonly outside: string;
  /** Where the rest of long outputs goes. */
  readonly spill: string;
  /** Process groups that rung 3 would kill now. */
  readonly groups = new Set<number>();
  /** Every one that was to be registered. */
  readonly registered: number[] = [];
  registryIsFull = false;
  readonly host: ToolHost;
  readonly toolbox: Toolbox;
  readonly #options: BedOptions;

  private constructor(base: string, options: BedOptions) {
    this.#base = base;
    this.#options = options;
    this.root = `${base}/work`;
    this.outside = `${base}/outside`;
    this.spill = `${base}/spill`;
    this.host = {
      os: platform.os,
      fs: platform.fs,
      envAll: () => ({ PATH: Deno.env.get("PATH") ?? "/usr/bin:/bin", ...options.env }),
      workbench: () => workbench,
      registerGroup: (group) => {
        this.registered.push(group);
        if (this.registryIsFull) throw new RouterError(64);
        this.groups.add(group);
        return { [Symbol.dispose]: () => void this.groups.delete(group) };
      },
    };
    this.toolbox = new Toolbox({
      host: this.host,
      workspace: { root: this.root, id: "abcde" },
      spill: { directory: () => Promise.resolve(this.spill) },
      conversation: () => "jp-c1",
    });
  }

  static async open(options: BedOptions = {}): Promise<Bed> {
    const base = await Deno.realPath(await Deno.makeTempDir({ prefix: "tools-" }));
    const bed = new Bed(base, options);
    await Deno.mkdir(bed.root);
    await Deno.mkdir(bed.outside);
    return bed;
  }

  /** The tools, with what the user is told. */
  async set(signal: AbortSignal = new AbortController().signal): Promise<ToolSet> {
    const { config } = await resolve({
      files: { "/home/me/.config/jp/config.toml": this.#options.config ?? "" },
    });
    const switches = this.#options.switches ?? [{ name: null, enable: true }];
    return await this.toolbox.tools(config, switches, signal);
  }

  async tools(): Promise<readonly Tool[]> {
    return (await this.set()).tools;
  }

  async tool(name: string): Promise<Tool> {
    const found = (await this.tools()).find((tool) => tool.name === name);
    if (found === undefined) throw new Error(`no tool ${name}`);
    return found;
  }

  async prepare(name: string, args: JsonObject): Promise<PreparedCall> {
    return await (await this.tool(name)).prepare(args, new AbortController().signal);
  }

  /** Prepares and runs; an error of preparing counts as a result. */
  async call(
    name: string,
    args: JsonObject,
    { signal = new AbortController().signal, answers = {} }: {
      readonly signal?: AbortSignal;
      readonly answers?: Readonly<Record<string, Json>>;
    } = {},
  ): Promise<RunOutcome | { readonly kind: "refused"; readonly code: string; message: string }> {
    try {
      const prepared = await (await this.tool(name)).prepare(args, signal);
      return await prepared.run(answers, signal);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      return { kind: "refused", code: error.code, message: error.message };
    }
  }

  /** The text of a result that went well. */
  async text(name: string, args: JsonObject): Promise<string> {
    const outcome = await this.call(name, args);
    if (outcome.kind !== "done" || outcome.isError) {
      throw new Error(`not a good result: ${JSON.stringify(outcome)}`);
    }
    return outcome.content;
  }

  write(path: string, text: string | Uint8Array): Promise<void> {
    const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
    return Deno.writeFile(`${this.root}/${path}`, bytes);
  }

  read(path: string): Promise<string> {
    return Deno.readTextFile(`${this.root}/${path}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.toolbox[Symbol.asyncDispose]();
    await Deno.remove(this.#base, { recursive: true });
  }
}
