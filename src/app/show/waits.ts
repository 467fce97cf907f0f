/**
 * The line that says what is being waited for, and for how long. Owns the words and the timing:
 * nothing is shown before its delay is over, and what arrives takes it away. The printer decides
 * whether a status line can be shown at all.
 *
 * Source: reference-facts 3.2 and 6.4, `style.streaming.progress`, `style.tool_call.*`,
 * `style.mcp_startup`.
 *
 * @module
 */

import type { Clock } from "../../host/platform/port.ts";
import type { Printer } from "../../host/printer/mod.ts";
import { safeName } from "../../host/sanitize/mod.ts";
import type { Config } from "../../services/config/mod.ts";
import { runningText } from "./tool_view.ts";

/** What is being waited for. */
export type Waiting =
  /** The connection, and the request on its way. */
  | { readonly kind: "request" }
  /** The request is there; nothing has come back. */
  | { readonly kind: "first token" }
  /** Something has arrived just now, and more is to come. */
  | { readonly kind: "more" }
  /** The model thinks, and what it thinks is not shown. */
  | { readonly kind: "reasoning" }
  /** The time before a repetition, which begins in `ms`. */
  | { readonly kind: "retry"; readonly attempt: number; readonly most: number; readonly ms: number }
  /** The arguments of a call; null: more of those of the call before. */
  | { readonly kind: "arguments"; readonly tool: string | null }
  | { readonly kind: "tools"; readonly names: readonly string[] }
  | { readonly kind: "servers"; readonly names: readonly string[] };

/** One kind of wait's settings. */
interface Timing {
  readonly show: boolean;
  /** Seconds before it is shown. */
  readonly delay_secs: number;
  /** Milliseconds between two updates. */
  readonly interval_ms: number;
}

/** Shows one wait after the other. */
export class Waits implements Disposable {
  readonly #printer: Pick<Printer, "status">;
  readonly #clock: Clock;
  readonly #style: Config["style"];
  readonly #idle: boolean;
  #what: Waiting | null = null;
  #since = 0;
  #drawn = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param idle whether a pause in the middle of an answer is shown as well. */
  constructor(
    printer: Pick<Printer, "status">,
    clock: Clock,
    style: Config["style"],
    idle = true,
  ) {
    this.#printer = printer;
    this.#clock = clock;
    this.#style = style;
    this.#idle = idle;
  }

  /** Waits for this from now on; null: for nothing. */
  show(what: Waiting | null): void {
    const before = this.#what;
    const more = what?.kind === "arguments" && what.tool === null;
    this.#what = more && before?.kind === "arguments" ? before : what;
    // One wait for the user: the request is sent and answered.
    const goesOn = before?.kind === "request" && what?.kind === "first token";
    const same = before !== null && what !== null && before.kind === what.kind &&
      what.kind !== "more" && what.kind !== "retry";
    if (!goesOn && !same) {
      this.#since = this.#clock.now();
      this.#takeAway();
    }
    if (what === null || !this.#isShown(what)) return this.#stop();
    // A timer that is running looks at the time when it fires: what comes often costs nothing.
    if (this.#timer === undefined || before?.kind !== what.kind) this.#arm();
  }

  [Symbol.dispose](): void {
    this.show(null);
  }

  #isShown(what: Waiting): boolean {
    return timing(this.#style, what).show && (what.kind !== "more" || this.#idle);
  }

  #arm(): void {
    clearTimeout(this.#timer);
    const what = this.#what;
    if (what === null) return;
    const { delay_secs, interval_ms } = timing(this.#style, what);
    const left = delay_secs * 1000 - (this.#clock.now() - this.#since);
    const ms = left > 0 ? left : this.#drawn ? Math.max(10, interval_ms) : 0;
    this.#timer = setTimeout(() => this.#fire(), ms);
  }

  #fire(): void {
    const what = this.#what;
    if (what === null) return;
    const elapsed = this.#clock.now() - this.#since;
    if (elapsed >= timing(this.#style, what).delay_secs * 1000) {
      this.#drawn = true;
      this.#printer.status(waitText(what, elapsed));
    }
    this.#arm();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #takeAway(): void {
    if (!this.#drawn) return;
    this.#drawn = false;
    this.#printer.status(null);
  }
}

/** The line for a wait that has taken so many milliseconds. */
export function waitText(what: Waiting, elapsedMs: number): string {
  const seconds = `${(elapsedMs / 1000).toFixed(1)}s`;
  switch (what.kind) {
    case "request":
      return `⏱ Waiting… ${seconds} (sending request)`;
    case "first token":
      return `⏱ Waiting… ${seconds} (waiting for first tokens)`;
    case "more":
      return `⏱ Waiting… ${seconds} (receiving response data)`;
    case "reasoning":
      return `⏱ Reasoning… ${seconds}`;
    case "retry": {
      const left = (Math.max(0, what.ms - elapsedMs) / 1000).toFixed(1);
      return `⏱ Retrying (${what.attempt} of ${what.most})… ${left}s`;
    }
    case "arguments":
      return `⏱ Calling tool ${safeName(what.tool ?? "")} (receiving arguments… ${seconds})`;
    case "tools":
      return `⏱ ${runningText(what.names)} ${seconds}`;
    case "servers": {
      const { length } = what.names;
      const names = what.names.map(safeName).join(", ");
      return `⏱ Starting ${length} MCP server${length === 1 ? "" : "s"} (${names})… ${seconds}`;
    }
  }
}

function timing(style: Config["style"], what: Waiting): Timing {
  switch (what.kind) {
    case "request":
    case "first token":
    case "more":
      return style.streaming.progress;
    case "reasoning":
      return { show: true, delay_secs: 0, interval_ms: style.streaming.progress.interval_ms };
    case "retry":
      return { ...style.streaming.progress, delay_secs: 0 };
    case "arguments":
      return style.tool_call.preparing;
    case "tools":
      return style.tool_call.progress;
    case "servers":
      return style.mcp_startup;
  }
}
