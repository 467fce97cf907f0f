/**
 * The line that says what an answer is waiting for, and for how long.
 *
 * Source: reference-facts 3.2, `style.streaming.progress`.
 *
 * @module
 */

import type { Clock } from "../../../host/platform/port.ts";
import type { Printer } from "../../../host/printer/mod.ts";

/** Shows `⏱ Waiting… 4.2s (detail)` after a delay, until something arrives. */
export class WaitingLine {
  readonly #printer: Printer;
  readonly #clock: Clock;
  readonly #settings: { show: boolean; delay_secs: number; interval_ms: number };
  #since = 0;
  #detail: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    printer: Printer,
    clock: Clock,
    settings: { show: boolean; delay_secs: number; interval_ms: number },
  ) {
    this.#printer = printer;
    this.#clock = clock;
    this.#settings = settings;
  }

  /** Waits for `detail` from now on; null: something has arrived. */
  show(detail: string | null): void {
    if (detail === null) {
      if (this.#detail === null) return;
      this.#detail = null;
      clearTimeout(this.#timer);
      this.#printer.status(null);
      return;
    }
    if (this.#detail === null) {
      this.#since = this.#clock.now();
      if (this.#settings.show) {
        this.#timer = setTimeout(() => this.#draw(), this.#settings.delay_secs * 1000);
      }
    }
    this.#detail = detail;
  }

  #draw(): void {
    if (this.#detail === null) return;
    const seconds = (this.#clock.now() - this.#since) / 1000;
    this.#printer.status(`⏱ Waiting… ${seconds.toFixed(1)}s (${this.#detail})`);
    this.#timer = setTimeout(() => this.#draw(), Math.max(10, this.#settings.interval_ms));
  }
}
