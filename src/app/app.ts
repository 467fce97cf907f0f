/**
 * What a command works with: the machine, the terminal, the printer, the signals that end it, and
 * configuration and store on demand. Composition only; each part has its own owner.
 *
 * @module
 */

import type { Sentinel } from "../host/signals/mod.ts";
import type { ConfigInput, Resolved } from "../services/config/mod.ts";
import type { Store, Workspace } from "../services/workspace/mod.ts";
import type { Globals } from "./cli/mod.ts";
import type { Log } from "./log.ts";
import type { RunningProcess } from "./run_process.ts";

/** One run of the program. */
export interface App extends RunningProcess {
  readonly globals: Globals;
  readonly sentinel: Sentinel;
  /** Traces, where the flags send them. */
  readonly log: Log;
  /** Called to know, at the end, whether what was printed is kept in a conversation as well. */
  keeps(answer: () => boolean): void;
  /** Where the run works. @throws {StoreError} */
  workspace(): Promise<Workspace>;
  /** The store of that workspace; nothing is written before something is said. */
  store(): Promise<Store>;
  /** The configuration, with what only the command knows laid over it. @throws {ConfigError} */
  config(extra?: Pick<ConfigInput, "conversation" | "flags">): Promise<Resolved>;
}

/** A command that ends with a status and a line that says why. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly code: number;
  /** What to do about it, one line. */
  readonly help: string;

  constructor(message: string, options: { help: string; code?: number; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.code = options.code ?? 1;
    this.help = options.help;
  }
}
