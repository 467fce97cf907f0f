/**
 * What the decoder remembers between two reads.
 *
 * Owns the state's shape, its start value and the questions the shell may ask of it. Every value
 * is immutable: a state may be kept, compared and fed twice. Its size is bounded (see `pasteLimit`
 * and the caps below), whatever arrives.
 */
import { NO_CARRY, type Utf8Carry } from "./utf8.ts";

/** How the terminal was set up, as far as it changes the meaning of bytes. */
export interface DecoderOptions {
  /**
   * The kitty flag "disambiguate escape codes" is in force: the Escape key arrives as `CSI 27 u`,
   * so an ESC byte always opens a sequence and no timeout is to be armed for it. Default false.
   */
  readonly kitty?: boolean;
  /**
   * Bytes from 0x80 are Meta plus the seven low bits, as on an 8-bit-meta xterm in a Latin-1
   * locale, instead of UTF-8. Default false.
   */
  readonly eightBitMeta?: boolean;
  /**
   * Bytes of one paste held back at most; a longer paste is delivered as several events, so that a
   * paste that never ends cannot eat the memory. Default 16 MiB, at least 1.
   */
  readonly pasteLimit?: number;
}

/** The decoder between two reads. Opaque: use the functions of this folder. */
export interface DecoderState {
  /** The options, with the defaults filled in. */
  readonly options: Required<DecoderOptions>;
  /** Cursor-position questions asked and not answered yet. */
  readonly cursorQueries: number;
  /** Where in a sequence the last byte left us. */
  readonly mode: Mode;
}

/** Where in a sequence the decoder stands. */
export type Mode =
  | { readonly at: "ground" }
  /** Inside a character of several bytes; `alt` if ESC came before it. */
  | { readonly at: "utf8"; readonly carry: Utf8Carry; readonly alt: boolean }
  /** After one ESC, or after two (Alt with the ESC of a sequence, or Escape twice). */
  | { readonly at: "escape"; readonly twice: boolean }
  /** After `ESC O`, with the parameters some terminals put there. */
  | { readonly at: "ss3"; readonly alt: boolean; readonly body: string }
  /** After `ESC [`, with parameter and intermediate bytes. */
  | { readonly at: "csi"; readonly alt: boolean; readonly body: string }
  /** After `ESC [ [`: one more byte names F1 to F5 of the Linux console. */
  | { readonly at: "linux"; readonly alt: boolean }
  /** After `ESC [ M`: the bytes of an X10 mouse report still to come. */
  | { readonly at: "mouse"; readonly left: number }
  /** After `ESC ]`, `ESC P` or `ESC _`: the next byte tells a string from an Alt key. */
  | { readonly at: "intro"; readonly of: StringKind; readonly twice: boolean }
  /** Inside a string; `escape` if its last byte was the ESC of a terminator. */
  | {
    readonly at: "string";
    readonly of: StringKind;
    readonly text: string;
    readonly escape: boolean;
  }
  | PasteMode;

/** Inside a bracketed paste. */
export interface PasteMode {
  /** Discriminates {@link Mode}. */
  readonly at: "paste";
  /** Text decoded so far. */
  readonly text: string;
  /** Bytes that text took, for the limit. */
  readonly bytes: number;
  /** An unfinished code point at the end of the text. */
  readonly carry: Utf8Carry;
  /** Bytes of the end marker seen, 0 to 5. */
  readonly matched: number;
  /** True when an earlier piece of the same paste was delivered. */
  readonly continued: boolean;
}

/** The strings a terminal answers with. */
export type StringKind = "osc" | "dcs" | "apc";

/** Not inside anything. */
export const GROUND: Mode = { at: "ground" };
/** Just after the start marker of a paste. */
export const PASTE_START: PasteMode = {
  at: "paste",
  text: "",
  bytes: 0,
  carry: NO_CARRY,
  matched: 0,
  continued: false,
};

/** Parameter bytes of one control sequence that are kept; the rest is skipped up to its end. */
export const CSI_CAP = 256;
/** Bytes of one string reply that are kept; the rest is skipped up to its end. */
export const STRING_CAP = 1024;
const PASTE_LIMIT = 16 * 1024 * 1024;

/** A decoder that has seen nothing. */
export function startDecoder(options: DecoderOptions = {}): DecoderState {
  return {
    options: {
      kitty: options.kitty ?? false,
      eightBitMeta: options.eightBitMeta ?? false,
      pasteLimit: Math.max(1, options.pasteLimit ?? PASTE_LIMIT),
    },
    cursorQueries: 0,
    mode: GROUND,
  };
}

/** The same decoder after the shell switched kitty's disambiguation on or off. */
export function withKitty(state: DecoderState, kitty: boolean): DecoderState {
  if (state.options.kitty === kitty) return state;
  return { ...state, options: { ...state.options, kitty } };
}

/**
 * To be called when a cursor-position question (`CSI 6 n`) is written: until its answer comes,
 * `CSI 1 ; 2 R` is that answer; otherwise it is Shift-F3, which looks the same.
 */
export function expectCursor(state: DecoderState): DecoderState {
  return { ...state, cursorQueries: state.cursorQueries + 1 };
}

/**
 * True when what came last could be a whole key (a lone ESC, or `ESC [`, `ESC O`, `ESC ]`, `ESC P`,
 * `ESC _`, which are also Alt keys) and only the lack of further bytes can tell. The shell then
 * arms its timeout of 100 ms and calls `flush` if nothing came (PR-031). Longer half sequences are
 * no keys and wait for their end. Always false with kitty's disambiguation.
 */
export function pendingEscape(state: DecoderState): boolean {
  if (state.options.kitty) return false;
  const { mode } = state;
  switch (mode.at) {
    case "escape":
    case "intro":
      return true;
    case "csi":
    case "ss3":
      return mode.body === "";
    default:
      return false;
  }
}

/**
 * True inside a bracketed paste. A terminal that lost the end marker would leave the decoder here
 * and every later key, Ctrl-C too, inside the paste; see `abandonPaste`.
 */
export function pendingPaste(state: DecoderState): boolean {
  return state.mode.at === "paste";
}
