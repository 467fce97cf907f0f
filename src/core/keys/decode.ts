/**
 * The decoder: `(state, bytes) -> { state, events }`.
 *
 * Owns the walk from byte to byte and what cuts a sequence short; what a complete sequence means is
 * decided in csi.ts, ss3.ts and kitty.ts. It must never throw, never show a half sequence as text,
 * and never let a sequence swallow a control byte: Ctrl-C inside a broken one is still Ctrl-C.
 */
import type { InputEvent } from "./types.ts";
import { readCsi } from "./csi.ts";
import { charKey, controlKey, LINUX_FUNCTION, namedKey, PLAIN, unknownKey } from "./legacy.ts";
import { endPaste, feedPaste } from "./paste.ts";
import { readSs3 } from "./ss3.ts";
import {
  CSI_CAP,
  type DecoderState,
  GROUND,
  type Mode,
  PASTE_START,
  type PasteMode,
  STRING_CAP,
  type StringKind,
} from "./state.ts";
import { decodeUtf8, endUtf8, NO_CARRY } from "./utf8.ts";

/** What a step of the decoder gives. */
export interface Decoded {
  /** The decoder from now on. */
  readonly state: DecoderState;
  /** The events, in the order the bytes came. */
  readonly events: readonly InputEvent[];
}

/**
 * Feeds a read of any length, cut anywhere: the events of a stream do not depend on how it was cut.
 * `bytes` is not kept. Linear in `bytes.length`.
 */
export function decode(state: DecoderState, bytes: Uint8Array): Decoded {
  const walk = new Walk(state);
  let i = 0;
  while (i < bytes.length) {
    if (walk.mode.at === "paste") {
      const limit = state.options.pasteLimit;
      const step = feedPaste(walk.mode, bytes, i, limit, (event) => walk.events.push(event));
      walk.mode = step.mode ?? GROUND;
      i = step.next;
    } else {
      walk.feed(walk.mode, bytes[i] as number);
      i++;
    }
  }
  return walk.result();
}

/**
 * Tells the decoder that nothing came for the length of the ESC timeout: a lone ESC was the Escape
 * key, `ESC [` was Alt-[. Anything longer (half a sequence, a character, a paste) goes on waiting,
 * so that its end, when it comes late, is not shown as text (PR-031). At the end of input drop the
 * state instead, and with it a half sequence.
 */
export function flush(state: DecoderState): Decoded {
  const walk = new Walk(state);
  walk.flush();
  return walk.result();
}

/**
 * Leaves a bracketed paste whose end marker does not come, delivering what it holds. For the shell
 * to call when input has been silent for long and then a single Ctrl-C arrives: without it, a lost
 * end marker would make the program deaf. Nothing happens outside a paste.
 */
export function abandonPaste(state: DecoderState): Decoded {
  if (state.mode.at !== "paste") return { state, events: [] };
  const events: InputEvent[] = [];
  endPaste(state.mode, (event) => events.push(event));
  return { state: { ...state, mode: GROUND }, events };
}

const ESC = 0x1b;
const ESCAPE: Mode = { at: "escape", twice: false };
const ESCAPE_TWICE: Mode = { at: "escape", twice: true };
const INTRODUCERS: Readonly<Record<string, StringKind>> = { "]": "osc", P: "dcs", _: "apc" };
/**
 * What may follow the introducer in an answer: OSC numbers and window titles, DCS answers to
 * DECRQSS, XTGETTCAP, XTVERSION and DA3, kitty graphics. Anything else is an Alt key and then a
 * key, so a fast Alt-P does not swallow what is typed after it.
 */
const STRING_STARTS: Readonly<Record<StringKind, RegExp>> = {
  osc: /[0-9Ll]/,
  dcs: /[0-9!>=<?$+|]/,
  apc: /G/,
};

/** One call's working copy of the state. */
class Walk {
  mode: Mode;
  readonly events: InputEvent[] = [];
  readonly #start: DecoderState;
  #cursorQueries: number;

  constructor(state: DecoderState) {
    this.#start = state;
    this.mode = state.mode;
    this.#cursorQueries = state.cursorQueries;
  }

  result(): Decoded {
    const { mode } = this;
    const cursorQueries = this.#cursorQueries;
    const same = mode === this.#start.mode && cursorQueries === this.#start.cursorQueries;
    return {
      state: same ? this.#start : { ...this.#start, mode, cursorQueries },
      events: this.events,
    };
  }

  /** Takes one byte, outside a paste; `mode` is `this.mode`. */
  feed(mode: Exclude<Mode, PasteMode>, byte: number): void {
    switch (mode.at) {
      case "ground":
        return this.#ground(byte, false);
      case "utf8":
        return this.#utf8(mode, byte);
      case "escape":
        return this.#escape(mode, byte);
      case "ss3":
        return this.#ss3(mode, byte);
      case "csi":
        return this.#csi(mode, byte);
      case "linux":
        return this.#linux(mode.alt, byte);
      case "mouse":
        if (byte < 0x20) return this.#ground(byte, false);
        this.mode = mode.left > 1 ? { at: "mouse", left: mode.left - 1 } : GROUND;
        if (mode.left === 1) this.events.push({ kind: "mouse" });
        return;
      case "intro":
        return this.#intro(mode, byte);
      case "string":
        return this.#string(mode, byte);
    }
  }

  flush(): void {
    const { mode } = this;
    switch (mode.at) {
      case "escape":
        if (mode.twice) this.#key(ESC, false);
        this.#key(ESC, false);
        break;
      case "intro":
        this.#altIntroducer(mode.of, mode.twice);
        break;
      case "csi":
      case "ss3":
        if (mode.body !== "") return;
        this.#altBracket(mode);
        break;
      default:
        return;
    }
    this.mode = GROUND;
  }

  #ground(byte: number, alt: boolean): void {
    this.mode = GROUND;
    if (byte === ESC) this.mode = ESCAPE;
    else if (byte < 0x80) this.#key(byte, alt);
    else if (this.#start.options.eightBitMeta) this.#key(byte & 0x7f, true);
    else this.#utf8({ at: "utf8", carry: NO_CARRY, alt }, byte);
  }

  #key(byte: number, alt: boolean): void {
    this.events.push(
      byte < 0x20 || byte === 0x7f ? controlKey(byte, alt) : charKey(byte, { ...PLAIN, alt }),
    );
  }

  #utf8(mode: Extract<Mode, { at: "utf8" }>, byte: number): void {
    if (byte < 0x80) {
      this.#characters(endUtf8(mode.carry), mode.alt);
      return this.#ground(byte, false);
    }
    const { text, carry } = decodeUtf8(mode.carry, Uint8Array.of(byte), 0, 1);
    // The ESC before a broken character belongs to the U+FFFD, not to what comes after it.
    const alt = this.#characters(text, mode.alt);
    this.mode = carry.need > 0 ? { at: "utf8", carry, alt } : GROUND;
  }

  #characters(text: string, alt: boolean): boolean {
    let prefixed = alt;
    for (const char of text) {
      const point = char.codePointAt(0) as number;
      const mods = { ...PLAIN, alt: prefixed };
      // U+0080 to U+009F are control characters no keyboard has; some terminals obey them.
      this.events.push(
        point < 0xa0 ? unknownKey(`U+00${point.toString(16)}`, mods) : charKey(point, mods),
      );
      prefixed = false;
    }
    return prefixed;
  }

  #escape(mode: Extract<Mode, { at: "escape" }>, byte: number): void {
    const char = String.fromCharCode(byte);
    const of = INTRODUCERS[char];
    if (byte === ESC) {
      // Two may still be Alt and a sequence; of three the first was the Escape key.
      if (mode.twice) this.#key(ESC, false);
      this.mode = ESCAPE_TWICE;
    } else if (char === "[") this.mode = { at: "csi", alt: mode.twice, body: "" };
    else if (char === "O") this.mode = { at: "ss3", alt: mode.twice, body: "" };
    else if (of !== undefined) this.mode = { at: "intro", of, twice: mode.twice };
    else {
      if (mode.twice) this.#key(ESC, false);
      this.#ground(byte, true);
    }
  }

  #ss3(mode: Extract<Mode, { at: "ss3" }>, byte: number): void {
    const char = String.fromCharCode(byte);
    if (/[0-9;]/.test(char) && mode.body.length < CSI_CAP) {
      this.mode = { ...mode, body: mode.body + char };
      return;
    }
    const key = readSs3(mode.body, char, mode.alt, this.#start.options.kitty);
    if (key !== null) {
      this.mode = GROUND;
      this.events.push(key);
    } else {
      // Not a sequence after all: Alt-O was pressed, and this byte is something of its own.
      if (mode.body === "") this.#altBracket(mode);
      if (mode.body === "" || byte < 0x20 || byte > 0x7e) return this.#ground(byte, false);
      this.mode = GROUND;
      this.events.push(unknownKey(`O${mode.body}${char}`));
    }
  }

  #csi(mode: Extract<Mode, { at: "csi" }>, byte: number): void {
    if (byte < 0x20 || byte > 0x7e) {
      if (mode.body === "") this.#altBracket(mode);
      return this.#ground(byte, false);
    }
    const char = String.fromCharCode(byte);
    if (byte < 0x40 && !isRxvtShift(mode.body, char)) {
      const full = mode.body.length >= CSI_CAP;
      this.mode = full ? mode : { ...mode, body: mode.body + char };
      return;
    }
    const meaning = readCsi(mode.body, char, {
      alt: mode.alt,
      kitty: this.#start.options.kitty,
      cursorAsked: this.#cursorQueries > 0,
    });
    this.mode = GROUND;
    // Only a key can have Alt. Before anything else the first of two ESC was the Escape key.
    const isKey = meaning.kind === "linux" ||
      (meaning.kind === "events" && meaning.events[0]?.kind === "key");
    if (mode.alt && !isKey) this.#key(ESC, false);
    switch (meaning.kind) {
      case "events":
        for (const event of meaning.events) this.events.push(event);
        if (meaning.cursor) this.#cursorQueries--;
        break;
      case "paste":
        this.mode = PASTE_START;
        break;
      case "mouse":
        this.mode = { at: "mouse", left: 3 };
        break;
      case "linux":
        this.mode = { at: "linux", alt: mode.alt };
        break;
    }
  }

  #linux(alt: boolean, byte: number): void {
    if (byte < 0x20 || byte > 0x7e) return this.#ground(byte, false);
    const char = String.fromCharCode(byte);
    const name = LINUX_FUNCTION[char];
    const mods = { ...PLAIN, alt };
    this.mode = GROUND;
    this.events.push(name === undefined ? unknownKey(`[[${char}`, mods) : namedKey(name, mods));
  }

  #intro(mode: Extract<Mode, { at: "intro" }>, byte: number): void {
    const char = String.fromCharCode(byte);
    if (STRING_STARTS[mode.of].test(char)) {
      if (mode.twice) this.#key(ESC, false);
      this.mode = { at: "string", of: mode.of, text: char, escape: false };
    } else {
      this.#altIntroducer(mode.of, mode.twice);
      this.#ground(byte, false);
    }
  }

  #string(mode: Extract<Mode, { at: "string" }>, byte: number): void {
    if (mode.escape ? byte === 0x5c : byte === 0x07) {
      this.mode = GROUND;
      this.events.push({ kind: "reply", reply: "string", of: mode.of, text: mode.text });
    } else if (mode.escape) {
      // The ESC ended the string without being its terminator: a new sequence began with it.
      this.#escape({ at: "escape", twice: false }, byte);
    } else if (byte === ESC) this.mode = { ...mode, escape: true };
    // No answer holds a control byte: the string was cut off, and this is a key.
    else if (byte < 0x20 || byte === 0x7f) this.#ground(byte, false);
    else if (mode.text.length < STRING_CAP) {
      const char = byte < 0x7f ? String.fromCharCode(byte) : "?";
      this.mode = { ...mode, text: mode.text + char };
    }
  }

  #altBracket(mode: { readonly at: "csi" | "ss3"; readonly alt: boolean }): void {
    if (mode.alt) this.#key(ESC, false);
    this.#key(mode.at === "csi" ? 0x5b : 0x4f, true);
  }

  #altIntroducer(of: StringKind, twice: boolean): void {
    if (twice) this.#key(ESC, false);
    this.#key({ osc: 0x5d, dcs: 0x50, apc: 0x5f }[of], true);
  }
}

/** rxvt ends Shift keys with `$` (`CSI 3 $`), which elsewhere is an intermediate byte. */
function isRxvtShift(body: string, char: string): boolean {
  return char === "$" && /^[0-9]+$/.test(body) && body.length < 4;
}
