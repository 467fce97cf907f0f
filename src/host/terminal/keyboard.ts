/**
 * Reads the terminal as events: bytes through the key decoder, with the one timeout that tells a
 * lone ESC from the start of a sequence. Reads only between start and stop, leaves no read behind,
 * and takes nothing beyond the key it reports: what is typed after it is the next reader's, who may
 * be another program.
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
import type { TerminalDevice } from "../platform/port.ts";

/** A lone ESC is the Escape key when nothing has followed for this long (PR-031). */
export const ESCAPE_TIMEOUT_MS = 100;

/** Bytes of a paste taken at a time. Anything else is read byte by byte, as readline does. */
const PASTE_READ = 65_536;
const CONTROL_C = 0x03;
/** The longest of kitty's sequences that is looked at. */
const SEQUENCE_CAP = 32;

/** What the keyboard gave. */
export type KeyboardRead =
  | { readonly kind: "events"; readonly events: readonly InputEvent[] }
  /** Nothing came within the time, or the signal aborted. */
  | { readonly kind: "idle" }
  /** The terminal is gone. */
  | { readonly kind: "gone" };

/** The keys of all prompts, in order. */
export class Keyboard {
  readonly #device: () => TerminalDevice | null;
  #decoder: DecoderState = startDecoder();
  #unread: readonly InputEvent[] = [];
  #kitty: boolean;
  /** Bytes since the last event. */
  #sequence = "";
  #quiet = false;

  /** Reads nothing yet; `kitty`: the terminal's name says that it has that protocol. */
  constructor(device: () => TerminalDevice | null, kitty: boolean) {
    this.#device = device;
    this.#kitty = kitty;
  }

  /**
   * Whether the terminal tells the Escape key from the start of a sequence, once a prompt has
   * switched the kitty protocol on: it has sent such a key, or its name says so. It is never asked:
   * an answer that comes late would be somebody else's input (PR-032).
   */
  get kitty(): boolean {
    return this.#kitty;
  }

  /** The next events; waits `timeoutMs` at most, negative without end. */
  async read(signal: AbortSignal, timeoutMs: number): Promise<KeyboardRead> {
    const device = this.#device();
    if (device === null) return { kind: "gone" };
    if (signal.aborted) return { kind: "idle" };
    if (this.#unread.length > 0) return this.#given(this.#unread);
    for (;;) {
      const undecided = pendingEscape(this.#decoder);
      const wait = undecided ? ESCAPE_TIMEOUT_MS : timeoutMs;
      const read = await device.read(signal, wait, pendingPaste(this.#decoder) ? PASTE_READ : 1);
      switch (read.kind) {
        case "gone":
        case "end":
          return { kind: "gone" };
        case "idle": {
          this.#quiet = !signal.aborted;
          if (signal.aborted || !undecided) return read;
          const settled = flush(this.#decoder);
          this.#decoder = settled.state;
          this.#sequence = "";
          if (settled.events.length > 0) return this.#given(settled.events);
          break;
        }
        case "bytes": {
          const events = this.#decode(read.bytes);
          if (events.length > 0) return this.#given(events);
        }
      }
    }
  }

  /** Puts back events that a prompt has ended before: they are the next prompt's. */
  unread(events: readonly InputEvent[]): void {
    this.#unread = [...events, ...this.#unread];
  }

  /** Forgets what was typed and not yet given: half a sequence, keys that were put back. */
  forget(): void {
    this.#decoder = startDecoder(this.#decoder.options);
    this.#sequence = "";
    this.#unread = [];
  }

  #given(events: readonly InputEvent[]): KeyboardRead {
    this.#unread = [];
    return { kind: "events", events };
  }

  #decode(bytes: Uint8Array): readonly InputEvent[] {
    // A paste whose end marker was lost must not make us deaf: after silence, a lone Ctrl-C is one.
    const lost = this.#quiet && pendingPaste(this.#decoder) &&
      bytes.length === 1 && bytes[0] === CONTROL_C;
    const rest = lost ? abandonPaste(this.#decoder) : { state: this.#decoder, events: [] };
    this.#quiet = false;
    const { state, events } = decode(rest.state, bytes);
    this.#decoder = state;
    this.#learn(bytes, events.length > 0);
    return [...rest.events, ...events];
  }

  // Only with the protocol in force does a terminal write a key that way.
  #learn(bytes: Uint8Array, done: boolean): void {
    if (bytes.length === 1 && this.#sequence.length < SEQUENCE_CAP) {
      this.#sequence += String.fromCharCode(bytes[0] ?? 0);
    }
    if (!done) return;
    this.#kitty ||= KITTY_KEY.test(this.#sequence);
    this.#sequence = "";
  }
}

// deno-lint-ignore no-control-regex -- what it looks for begins with ESC
const KITTY_KEY = /^\x1b\[\d[\d:;]*u$/;
