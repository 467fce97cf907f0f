/**
 * What a terminal can say on its input side, as data.
 *
 * Owns the event types only. It must never know how an event was encoded: a key pressed on a
 * terminal that speaks the kitty protocol and the same key from a VT220 are the same value, except
 * where the older encoding cannot tell two keys apart (Tab and Ctrl-I, Enter and Ctrl-M).
 */

/**
 * The name of a key. `char` is every key that stands for a character, which is then in
 * {@link Key.char}; `unknown` is a key (or a sequence shaped like one) this program has no name
 * for, which every consumer ignores.
 */
export type KeyName =
  | "char"
  | "enter"
  | "tab"
  | "backspace"
  | "delete"
  | "insert"
  | "escape"
  | "up"
  | "down"
  | "left"
  | "right"
  | "home"
  | "end"
  | "pageup"
  | "pagedown"
  | FunctionKeyName
  | "unknown";

/** F1 to F24. */
export type FunctionKeyName =
  | "f1"
  | "f2"
  | "f3"
  | "f4"
  | "f5"
  | "f6"
  | "f7"
  | "f8"
  | "f9"
  | "f10"
  | "f11"
  | "f12"
  | "f13"
  | "f14"
  | "f15"
  | "f16"
  | "f17"
  | "f18"
  | "f19"
  | "f20"
  | "f21"
  | "f22"
  | "f23"
  | "f24";

/**
 * One press (or auto-repeat) of one key. Releases are never reported.
 *
 * For a `char` key without Ctrl, Shift is already told by `char` (`A`, `!`), and `shift` is true
 * only where the character does not show it (Shift-Space, Ctrl-Shift-a). So Alt-Shift-a is
 * `{ char: "A", alt: true, shift: false }` whichever protocol carried it.
 */
export interface Key {
  /** Discriminates {@link InputEvent}. */
  readonly kind: "key";
  /** Which key. */
  readonly name: KeyName;
  /** For `char`: one code point; the lower-case base character when `ctrl` is held. */
  readonly char?: string;
  /** Control was held. */
  readonly ctrl: boolean;
  /** Alt, Option or Meta was held (also told by an ESC prefix). */
  readonly alt: boolean;
  /** Shift was held and `char` does not show it. */
  readonly shift: boolean;
  /** Super (Windows, Command) was held; absent when it was not. */
  readonly super?: boolean;
  /** For `unknown`: the sequence without its ESC, printable and at most 32 characters long. */
  readonly sequence?: string;
}

/**
 * Text between the bracketed paste markers, decoded from UTF-8 and otherwise verbatim. Line breaks
 * are as the terminal sent them (mostly CR) and control characters are kept: what becomes of them
 * is the business of whoever takes the text. A paste above the size limit of the decoder arrives as
 * several of these in a row.
 */
export interface Paste {
  /** Discriminates {@link InputEvent}. */
  readonly kind: "paste";
  /** The pasted text, unchanged. */
  readonly text: string;
}

/** `CSI row ; column R`: where the cursor is, both from 1. */
export interface CursorReply {
  /** Discriminates {@link InputEvent}. */
  readonly kind: "reply";
  /** Discriminates {@link Reply}. */
  readonly reply: "cursor";
  /** Row on the screen, from 1. */
  readonly row: number;
  /** Column on the screen, from 1. */
  readonly column: number;
}

/** `CSI ? … c` (primary), `CSI > … c` (secondary): what the terminal claims to be. */
export interface AttributesReply {
  /** Discriminates {@link InputEvent}. */
  readonly kind: "reply";
  /** Discriminates {@link Reply}. */
  readonly reply: "attributes";
  /** Which of the device attributes questions was answered. */
  readonly level: "primary" | "secondary";
  /** The numbers of the answer, in order. */
  readonly params: readonly number[];
}

/** `CSI ? flags u`: the kitty keyboard flags in force. Any such answer means the protocol exists. */
export interface KittyFlagsReply {
  /** Discriminates {@link InputEvent}. */
  readonly kind: "reply";
  /** Discriminates {@link Reply}. */
  readonly reply: "kitty-flags";
  /** Bit field; 1 is "disambiguate escape codes". */
  readonly flags: number;
}

/** `CSI ? mode ; value $ y` (DECRPM): the state of one terminal mode. */
export interface ModeReply {
  /** Discriminates {@link InputEvent}. */
  readonly kind: "reply";
  /** Discriminates {@link Reply}. */
  readonly reply: "mode";
  /** The mode's number; private (`?`) modes only differ by {@link ModeReply.private}. */
  readonly mode: number;
  /** True for a DEC private mode. */
  readonly private: boolean;
  /** 0 not recognised, 1 set, 2 reset, 3 permanently set, 4 permanently reset. */
  readonly value: number;
}

/** An OSC, DCS or APC string: colours, version, terminfo answers. */
export interface StringReply {
  /** Discriminates {@link InputEvent}. */
  readonly kind: "reply";
  /** Discriminates {@link Reply}. */
  readonly reply: "string";
  /** Which introducer opened it. */
  readonly of: "osc" | "dcs" | "apc";
  /** The content, cut at 1024 bytes; each byte outside printable ASCII shows as `?`. */
  readonly text: string;
}

/** Any other answer a terminal gives to a question (status, window size, colour scheme, …). */
export interface OtherReply {
  /** Discriminates {@link InputEvent}. */
  readonly kind: "reply";
  /** Discriminates {@link Reply}. */
  readonly reply: "other";
  /** The sequence without its ESC, printable and at most 32 characters long. */
  readonly sequence: string;
}

/** An answer of the terminal to a question. Never text, however late it comes (PR-032). */
export type Reply =
  | CursorReply
  | AttributesReply
  | KittyFlagsReply
  | ModeReply
  | StringReply
  | OtherReply;

/** The terminal's window got or lost the focus (mode 1004). */
export interface Focus {
  /** Discriminates {@link InputEvent}. */
  readonly kind: "focus";
  /** True when the window got the focus. */
  readonly focused: boolean;
}

/** A mouse report, for instance of a mode that a program before us left on. Ignored by all. */
export interface Mouse {
  /** Discriminates {@link InputEvent}. */
  readonly kind: "mouse";
}

/** Everything the decoder can produce. */
export type InputEvent = Key | Paste | Reply | Focus | Mouse;
