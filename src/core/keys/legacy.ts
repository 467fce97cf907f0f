/**
 * Key tables and modifier arithmetic shared by the encodings.
 *
 * Owns the numbers and letters by which VT, xterm, rxvt, the Linux console and kitty name keys
 * that stand for no character, and the one way a Key value is made. Sources: xterm's ctlseqs,
 * rxvt(7), console_codes(4), kitty's keyboard protocol. It must never look at parser state.
 */
import type { Key, KeyName } from "./types.ts";

/** Modifiers of one key. */
export interface Modifiers {
  /** Control. */
  readonly ctrl: boolean;
  /** Alt, Option or Meta. */
  readonly alt: boolean;
  /** Shift. */
  readonly shift: boolean;
  /** Super or Hyper. */
  readonly super: boolean;
}

/** No modifier. */
export const PLAIN: Modifiers = { ctrl: false, alt: false, shift: false, super: false };

/**
 * Reads a modifier parameter (1 + bits; absent or 0 means none). Bit 8 is Super for kitty and the
 * terminals that follow it, Meta for xterm. Caps Lock and Num Lock are not modifiers of a command.
 */
export function modifiers(param: number | undefined, kitty: boolean): Modifiers {
  const bits = Math.max(0, (param ?? 1) - 1);
  if (bits === 0) return PLAIN;
  const meta = (bits & 32) !== 0 || (!kitty && (bits & 8) !== 0);
  return {
    shift: (bits & 1) !== 0,
    alt: (bits & 2) !== 0 || meta,
    ctrl: (bits & 4) !== 0,
    super: (kitty && (bits & 8) !== 0) || (bits & 16) !== 0,
  };
}

/** A key that stands for no character. */
export function namedKey(name: Exclude<KeyName, "char" | "unknown">, mods: Modifiers): Key {
  return withSuper({ kind: "key", name, ctrl: mods.ctrl, alt: mods.alt, shift: mods.shift }, mods);
}

/**
 * A key that stands for the code point `point`, in the one form types.ts prescribes. `told` says
 * that `point` is the character after Shift, so that Shift is not reported again.
 */
export function charKey(point: number, mods: Modifiers, told = false): Key {
  const given = String.fromCodePoint(point);
  let char = given;
  let shift = mods.shift;
  if (mods.ctrl) {
    char = oneCodePoint(given.toLowerCase(), given);
  } else if (shift) {
    const upper = oneCodePoint(given.toUpperCase(), given);
    shift = upper === given && upper === oneCodePoint(given.toLowerCase(), given) &&
      !(told && given !== " ");
    char = upper;
  }
  return withSuper(
    { kind: "key", name: "char", char, ctrl: mods.ctrl, alt: mods.alt, shift },
    mods,
  );
}

/** A key without a name here; `sequence` is what arrived, without its ESC. */
export function unknownKey(sequence: string, mods: Modifiers = PLAIN): Key {
  const { ctrl, alt, shift } = mods;
  return { kind: "key", name: "unknown", ctrl, alt, shift, sequence: printable(sequence) };
}

/** A sequence cut to 32 characters, each outside printable ASCII shown as `?`. */
export function printable(sequence: string): string {
  return sequence.slice(0, 32).replace(/[^\x20-\x7e]/g, "?");
}

/** The key of a byte below 0x20, or of DEL. ESC included. */
export function controlKey(byte: number, alt: boolean): Key {
  const mods = alt ? { ...PLAIN, alt } : PLAIN;
  switch (byte) {
    case 0x09:
      return namedKey("tab", mods);
    case 0x0d:
      return namedKey("enter", mods);
    case 0x1b:
      return namedKey("escape", mods);
    case 0x7f:
      return namedKey("backspace", mods);
    case 0x00:
      return charKey(0x20, { ...mods, ctrl: true });
    default:
      return charKey(byte + 0x40, { ...mods, ctrl: true });
  }
}

/** Final letters of `CSI` and `SS3` that name a key. */
export const LETTERS: Readonly<Record<string, Exclude<KeyName, "char" | "unknown">>> = {
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  F: "end",
  H: "home",
  P: "f1",
  Q: "f2",
  R: "f3",
  S: "f4",
};

/** rxvt's arrows in lower case: Shift after `CSI`, Control after `SS3`. */
export const RXVT_ARROWS: Readonly<Record<string, "up" | "down" | "right" | "left">> = {
  a: "up",
  b: "down",
  c: "right",
  d: "left",
};

/** `CSI number ~`. */
export const TILDE: Readonly<Record<number, Exclude<KeyName, "char" | "unknown">>> = {
  1: "home",
  2: "insert",
  3: "delete",
  4: "end",
  5: "pageup",
  6: "pagedown",
  7: "home",
  8: "end",
  11: "f1",
  12: "f2",
  13: "f3",
  14: "f4",
  15: "f5",
  17: "f6",
  18: "f7",
  19: "f8",
  20: "f9",
  21: "f10",
  23: "f11",
  24: "f12",
  25: "f13",
  26: "f14",
  28: "f15",
  29: "f16",
  31: "f17",
  32: "f18",
  33: "f19",
  34: "f20",
};

/** `CSI [ letter` of the Linux console. */
export const LINUX_FUNCTION: Readonly<Record<string, "f1" | "f2" | "f3" | "f4" | "f5">> = {
  A: "f1",
  B: "f2",
  C: "f3",
  D: "f4",
  E: "f5",
};

/** The application keypad: `SS3 letter`, the character on the key cap. */
export const KEYPAD: Readonly<Record<string, string>> = {
  " ": " ",
  X: "=",
  j: "*",
  k: "+",
  l: ",",
  m: "-",
  n: ".",
  o: "/",
  p: "0",
  q: "1",
  r: "2",
  s: "3",
  t: "4",
  u: "5",
  v: "6",
  w: "7",
  x: "8",
  y: "9",
};

function withSuper(key: Key, mods: Modifiers): Key {
  return mods.super ? { ...key, super: true } : key;
}

/** Case mappings of more than one code point (`ß` to `SS`) would make two characters of a key. */
function oneCodePoint(mapped: string, original: string): string {
  return mapped.length === String.fromCodePoint(mapped.codePointAt(0) ?? 0).length
    ? mapped
    : original;
}
