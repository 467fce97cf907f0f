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
  readonly terminal: Terminal;
  readonly printer: Printer;
  readonly router: Router;
  /** Told when a menu was answered and the work goes on. */
  readonly goingOn?: () => void;
  /** Told of SIGWINCH and SIGCONT while a prompt is open. */
  readonly onSignal: (signal: "SIGWINCH" | "SIGCONT", listener: () => void) => Disposable;
}
