/**
 * What a command works with: the machine, the terminal, the printer, the signals that end it, and
 * configuration and store on demand. Composition only; each part has its own owner.
 *
 * @module
 */

import type { Platform } from "../host/platform/port.ts";
import type { Printer } from "../host/printer/mod.ts";
import type { Router, Sentinel } from "../host/signals/mod.ts";
import type { Terminal } from "../host/terminal/mod.ts";
import type { Gate } from "../interaction/menus/mod.ts";
import type { Stage } from "../interaction/widgets/mod.ts";
import type { ConfigInput, Resolved } from "../services/config/mod.ts";
import type { Store, Workspace } from "../services/workspace/mod.ts";
import type { Globals } from "./cli/mod.ts";

/** One run of the program. */
export interface App {
  readonly platform: Platform;
  readonly globals: Globals;
  readonly printer: Printer;
  readonly terminal: Terminal;
  readonly stage: Stage;
  readonly router: Router;
  readonly sentinel: Sentinel;
  /** Passed before every step that somebody could see. */
  readonly gate: Gate;
  /** Aborted when the command is to wind up: shutdown, or nobody reads stdout any more. */
  readonly signal: AbortSignal;
  /** Where the run works. @throws {StoreError} */
  workspace(): Promise<Workspace>;
  /** The store of that workspace; nothing is written before something is said. */
  store(): Promise<Store>;
  /** The configuration, with what only the command knows laid over it. @throws {ConfigError} */
  config(extra?: Pick<ConfigInput, "conversation" | "flags">): Promise<Resolved>;
}

/** The reader of stdout is gone: stop asking for more, save, die by SIGPIPE. */
export class ReaderGone extends Error {
  override readonly name = "ReaderGone";

  constructor() {
    super("nobody reads stdout any more");
  }
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
