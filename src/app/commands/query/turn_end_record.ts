/**
 * The last record on stdout in the JSON formats: how the run ended, whatever it was that ended it.
 * A script that does not find it knows that the output was cut (PR-056).
 *
 * @module
 */

import type { TurnEndReason, Usage } from "../../../core/conversation/mod.ts";
import { isJson, type Printer } from "../../../host/printer/mod.ts";

/** Prints `{"type":"turn_end",…}` once. */
export class TurnEndRecord {
  readonly #printer: Printer;
  #printed = false;
  /** The id of the conversation that keeps the turn; null as long as none does. */
  conversation: string | null = null;

  constructor(printer: Printer) {
    this.#printer = printer;
  }

  /** Prints it, unless it is printed. In other formats nothing is. */
  print(reason: TurnEndReason, usage?: Usage): void {
    if (this.#printed || !isJson(this.#printer.out.format)) return;
    this.#printed = true;
    const { conversation } = this;
    this.#printer.record({
      type: "turn_end",
      reason,
      conversation,
      ...(usage === undefined ? {} : { usage }),
    });
  }
}
