/**
 * The terminal, lent to a plugin: when it asks for it, and when it has been stopped for touching it
 * from the background. It comes back when the plugin gives it back, ends, dies or is stopped, with
 * the modes it had; while the plugin has it, its presses are the plugin's.
 *
 * Source: interrupts.md "Plugins"; PR-050.
 *
 * @module
 */

import type { TerminalModes } from "../../host/platform/port.ts";
import type { Printer } from "../../host/printer/mod.ts";
import type { Router } from "../../host/signals/mod.ts";
import type { Loan, Terminal } from "../../host/terminal/mod.ts";
import type { RunningPlugin } from "./running_plugin.ts";

/** How often the process is looked at: a stop is reported to nobody by the runtimes. */
const LOOK_MS = 50;
/** After Ctrl-Z we are stopped ourselves; if nothing has stopped us by then, nothing will. */
const STOP_LOOKS = 4;

/** What lending takes. */
export interface LoanStage {
  readonly router: Router;
  readonly terminal: Terminal;
  readonly printer: Printer;
}

interface Lent {
  /** Whether the plugin has asked for it, or was stopped for want of it. */
  readonly asked: boolean;
  readonly loan: Loan;
  readonly held: DisposableStack;
}

/** The loans to one plugin. Dispose it when the plugin has ended. */
export class TerminalLoans implements Disposable {
  readonly #stage: LoanStage;
  readonly #plugin: RunningPlugin;
  readonly #signal: AbortSignal;
  readonly #timer: ReturnType<typeof setInterval>;
  #lent: Lent | null = null;
  #giving = false;
  /** It has asked for it, and has it again after a Ctrl-Z. */
  #wanted = false;
  #stopLooks = 0;
  #modes: TerminalModes | null = null;

  /** @param signal aborted when nothing is lent any more. */
  constructor(stage: LoanStage, plugin: RunningPlugin, signal: AbortSignal) {
    this.#stage = stage;
    this.#plugin = plugin;
    this.#signal = signal;
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
  }

  /** Whether the plugin has the terminal now. */
  get lent(): boolean {
    return this.#lent !== null;
  }

  /** Whether it has it because it asked. */
  get asked(): boolean {
    return this.#lent?.asked === true || this.#wanted;
  }

  /** Gives it the terminal; resolves to why that cannot be, or null. */
  async acquire(): Promise<string | null> {
    if (this.asked) return "you have the terminal already";
    this.#takeBack();
    // One that waits for another prompt's end may be given it by a look meanwhile.
    const refused = await this.#give(true);
    this.#wanted = refused === null;
    return refused;
  }

  /** It gives it back. */
  release(): void {
    this.#wanted = false;
    this.#takeBack();
    this.#modes = null;
  }

  /** It has said something: whoever only needed a key has had it. */
  heard(): void {
    if (this.#lent?.asked === false) this.#takeBack();
  }

  /** Its process has ended, of a signal or by itself. */
  ended(signal: string | null): void {
    if (signal !== null) this.#lent?.loan.wasKilled();
    this.#wanted = false;
    this.#takeBack();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#wanted = false;
    this.#takeBack();
  }

  async #give(asked: boolean): Promise<string | null> {
    const { router, terminal, printer } = this.#stage;
    if (!router.state.interactive) return "there is no terminal";
    const group = await this.#plugin.child.group;
    if (group === null) return "there are no process groups here";
    this.#giving = true;
    using held = new DisposableStack();
    try {
      held.use(await terminal.takeTurn(this.#signal));
      if (this.#signal.aborted) return "the run is over";
      if (terminal.owner !== "us") return "the terminal is somebody else's now";
      held.use(await printer.hold(this.#signal));
      if (this.#signal.aborted) return "the run is over";
      held.use(router.lend());
      const loan = held.use(terminal.lend({ group, modes: this.#modes }));
      if (!loan.handedOver) return "your process group is gone";
      this.#lent = { asked, loan, held: held.move() };
      this.#plugin.goOn();
      return null;
    } finally {
      this.#giving = false;
    }
  }

  #takeBack(): void {
    const lent = this.#lent;
    this.#lent = null;
    if (lent === null) return;
    lent.held[Symbol.dispose]();
    this.#modes = lent.loan.left;
  }

  #look(): void {
    if (this.#giving || this.#signal.aborted) return;
    const by = this.#plugin.child.stoppedBy();
    if (this.#lent !== null) {
      if (by === null) return;
      this.#takeBack();
      if (by !== "SIGTSTP") return;
      // The user's Ctrl-Z is for the whole job, and only the plugin has had it.
      this.#stopLooks = STOP_LOOKS;
      this.#stage.router.stopKey();
      return;
    }
    if (by === "SIGTSTP" && this.#stopLooks > 0 && --this.#stopLooks === 0) {
      return this.#plugin.goOn();
    }
    const waits = by === "SIGTTIN" || by === "SIGTTOU";
    if (!waits && (by !== null || !this.#wanted)) return;
    if (this.#stage.terminal.owner === "us") void this.#give(this.#wanted);
  }
}
