/**
 * What a prompt is shown with.
 *
 * @module
 */

import type { Printer } from "../../host/printer/mod.ts";
import type { Router } from "../../host/signals/mod.ts";
import type { Terminal } from "../../host/terminal/mod.ts";

/** The parts of the process that a prompt touches. */
export interface Stage {
  /** Where prompts are drawn. */
  readonly terminal: Terminal;
  /** Held while one is. */
  readonly printer: Printer;
  /** Told what is on the screen. */
  readonly router: Router;
  /** Told when a menu was answered and the work goes on. */
  readonly goingOn?: () => void;
  /** Told of SIGWINCH and SIGCONT while a prompt is open. */
  readonly onSignal: (signal: "SIGWINCH" | "SIGCONT", listener: () => void) => Disposable;
}
