/**
 * A plugin's process and what may be done to it: its group is signalled as a whole, is known to the
 * kill registry from its first moment, and nothing of it is left when it is over.
 *
 * Source: RFD 092 "Plugin scope", interrupts.md "Plugins".
 *
 * @module
 */

import type { JsonObject } from "../../core/conversation/mod.ts";
import type { GroupedProcess, System } from "../../host/platform/port.ts";
import type { Router } from "../../host/signals/mod.ts";
import { encodeMessage } from "./protocol.ts";

/** More than this waiting in its pipe, and whoever sends waits with it. Bytes. */
const UNREAD_LIMIT = 8_388_608;

/** How its process ended. */
export interface PluginStatus {
  readonly code: number;
  readonly signal: string | null;
}

/** A plugin that has been started. Dispose it: whatever is left of it is killed. */
export class RunningPlugin implements AsyncDisposable {
  readonly child: GroupedProcess;
  /** Aborted when the process has ended. */
  readonly over: AbortSignal;
  readonly ended: Promise<PluginStatus>;
  readonly #system: System;
  readonly #registered = new DisposableStack();
  #group: number | null = null;
  #interrupted = false;
  #status: PluginStatus | null = null;

  /** @throws {RouterError} when there is no room for it in the registry; it is killed then. */
  constructor(child: GroupedProcess, system: System, router: Router) {
    this.child = child;
    this.#system = system;
    try {
      this.#registered.use(router.registerProcess(child.pid));
      // Its group will have its number, and until then nobody is in it.
      this.#registered.use(router.registerGroup(child.pid));
    } catch (error) {
      this.#registered[Symbol.dispose]();
      child.kill();
      child.release();
      throw error;
    }
    void child.group.then((group) => this.#group = group);
    const over = new AbortController();
    this.over = over.signal;
    this.ended = child.ended.then((status) => {
      this.#status = status;
      over.abort();
      return status;
    });
  }

  /** Its group; null before there is one, and where there never is. */
  get group(): number | null {
    return this.#group;
  }

  /** Whether a press has been passed on to it. */
  get interrupted(): boolean {
    return this.#interrupted;
  }

  /** Sends it a message; waits only when it is far behind. */
  async send(message: JsonObject): Promise<void> {
    const written = this.child.write(encodeMessage(message));
    if (this.child.unread > UNREAD_LIMIT) await written;
  }

  /**
   * One SIGINT for the whole group. False where there is no group to have it, and nobody was told;
   * true also where the key itself has ended it before there was one.
   */
  async interrupt(): Promise<boolean> {
    // Until it exists there is none to signal; it does within a moment.
    const group = await this.child.group;
    // A key's press meets all of our own group, and until it has one that is where the plugin is.
    if (group === null) return this.#interrupted ||= this.#status?.signal === "SIGINT";
    this.#interrupted = true;
    this.#system.kill(-group, "SIGINT");
    // A stopped one would not hear it.
    if (this.child.stoppedBy() !== null) this.goOn();
    return true;
  }

  /** Asks it to end, and kills it when it has not after `graceMs`. */
  async shutDown(graceMs: number): Promise<void> {
    void this.child.write(encodeMessage({ type: "shutdown" }));
    if (this.child.stoppedBy() !== null) this.goOn();
    await this.endWithin(graceMs);
  }

  /** Waits until it has ended, and kills it when that takes longer. */
  async endWithin(graceMs: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<"late">((resolve) => {
      timer = setTimeout(() => resolve("late"), Math.max(0, graceMs));
    });
    const first = await Promise.race([this.ended, late]);
    clearTimeout(timer);
    if (first !== "late") return;
    this.kill();
    // It has not done as it was told: what it has hidden from its group goes as well.
    await this.child.killAll();
    await this.ended;
  }

  /** Kills the whole group, now. */
  kill(): void {
    if (this.#group !== null) this.#system.kill(-this.#group, "SIGKILL");
    if (!this.over.aborted) this.child.kill();
  }

  /** Stops it as the terminal's Ctrl-Z stops us. */
  stop(): void {
    if (this.#group !== null) this.#system.kill(-this.#group, "SIGTSTP");
  }

  /** Has it go on. */
  goOn(): void {
    if (this.#group !== null) this.#system.kill(-this.#group, "SIGCONT");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // What it has started and left in its group ends with it: there are no orphans.
    this.kill();
    await this.ended;
    this.kill();
    this.child.release();
    this.#registered[Symbol.dispose]();
  }
}
