/**
 * Keys that lie in the terminal's queue when a press comes. Before a typed Ctrl-C the kernel drops
 * them; before a SIGINT that was sent nobody does, and no runtime says which of the two it was. So
 * the queue is looked at: a line that lay there and still does was not dropped, hence the press was
 * sent, and all of it is from before. A line that is not finished cannot be seen without changing
 * the terminal's modes, which would be somebody else's too.
 *
 * Owned by the thread that records signals. It must never drop anything behind a typed press.
 * Source: interrupts.md "Menu contract".
 *
 * @module
 */

import type { Clock, Os, System } from "../platform/port.ts";
import type { SharedMemory } from "./shared_memory.ts";
import { terminalOwner } from "./terminal_owner.ts";

/** Looks are 100 ms apart; after more than this a press may have come that is heard only now. */
const LATE_MS = 250;

/** The queue of one terminal, as it was at the last looks. */
export class TypedAhead {
  readonly #system: System;
  readonly #os: Os;
  readonly #clock: Clock;
  readonly #memory: SharedMemory;
  #lookedAt = -Infinity;
  #last = 0;
  /** Bytes of lines that were there at the last two looks. */
  #settled = 0;

  /** Looks at nothing yet. */
  constructor(
    { system, os, clock }: { readonly system: System; readonly os: Os; readonly clock: Clock },
    memory: SharedMemory,
  ) {
    this.#system = system;
    this.#os = os;
    this.#clock = clock;
    this.#memory = memory;
  }

  /** Called on the heartbeat. */
  look(): void {
    const now = this.#clock.now();
    const waiting = this.#waiting();
    const late = now - this.#lookedAt > LATE_MS;
    this.#settled = !late && waiting === this.#last ? waiting : 0;
    this.#last = waiting;
    this.#lookedAt = now;
  }

  /** Called when a SIGINT is heard, before anybody reads a key because of it. */
  pressed(): void {
    if (this.#settled === 0 || this.#waiting() !== this.#settled) return;
    this.#system.flushInput(this.#memory.terminalFd);
    this.#settled = 0;
  }

  /** Bytes of whole lines; 0 when somebody reads keys, or the terminal is not ours. */
  #waiting(): number {
    const { terminalFd, modesHeld, ladder } = this.#memory;
    if (terminalFd < 0 || modesHeld > 0 || ladder.lent) return 0;
    if (terminalOwner(this.#system, this.#os, this.#memory) !== "us") return 0;
    return this.#system.unreadInput(terminalFd);
  }
}
