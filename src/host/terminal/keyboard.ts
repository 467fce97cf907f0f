/**
 * Reads the terminal as events: bytes through the key decoder, with the one timeout that tells a
 * lone ESC from the start of a sequence. Reads only between start and stop, and leaves no read
 * behind.
 *
 * @module
 */

import {
  abandonPaste,
  decode,
  type DecoderState,
  flush,
  type InputEvent,
  pendingEscape,
  pendingPaste,
  startDecoder,
} from "../../core/keys/mod.ts";
import type { Terminal } from "./terminal.ts";

/** A lone ESC is the Escape key when nothing has followed for this long (PR-031). */
export const ESCAPE_TIMEOUT_MS = 100;

/** What the keyboard gave. */
export type KeyboardRead =
  | { readonly kind: "events"; readonly events: readonly InputEvent[] }
  /** Nothing came within the time, or the signal aborted. */
  | { readonly kind: "idle" }
  /** The terminal is gone. */
  | { readonly kind: "gone" };

/** The keys of one prompt, in order. */
export class Keyboard {
  readonly #terminal: Terminal;
  #decoder: DecoderState = startDecoder();
  #kitty = false;
  #quiet = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /**
   * Whether the terminal has shown that it tells the Escape key from the start of a sequence (the
   * kitty protocol, once a prompt has switched it on). It is never asked: an answer that comes late
   * would be somebody else's input (PR-032).
   */
  get kitty(): boolean {
    return this.#kitty;
  }

  /** The next events; waits `timeoutMs` at most, negative without end. */
  async read(signal: AbortSignal, timeoutMs: number): Promise<KeyboardRead> {
    const device = this.#terminal.device;
    if (device === null) return { kind: "gone" };
    for (;;) {
      const undecided = pendingEscape(this.#decoder);
      const wait = undecided ? ESCAPE_TIMEOUT_MS : timeoutMs;
      const read = await device.read(signal, wait);
      if (read.kind === "gone") return read;
      if (read.kind === "idle") {
        this.#quiet = !signal.aborted;
        if (signal.aborted || !undecided) return read;
        const settled = flush(this.#decoder);
        this.#decoder = settled.state;
        if (settled.events.length > 0) return { kind: "events", events: settled.events };
        continue;
      }
      // A paste whose end marker was lost must not make us deaf: after silence, a lone Ctrl-C is one.
      const lost = this.#quiet && pendingPaste(this.#decoder) &&
        read.bytes.length === 1 && read.bytes[0] === 0x03;
      const rest = lost ? abandonPaste(this.#decoder) : { state: this.#decoder, events: [] };
      this.#quiet = false;
      const { state, events } = decode(rest.state, read.bytes);
      this.#decoder = state;
      this.#kitty ||= events.some((event) => event.kind === "key" && event.name === "escape");
      const all = [...rest.events, ...events];
      if (all.length > 0) return { kind: "events", events: all };
    }
  }
}
