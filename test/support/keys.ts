/**
 * Key names to the bytes a terminal sends for them: legacy xterm, and the kitty keyboard protocol
 * where the program has turned it on.
 *
 * Names: one character ("a", "é"), "Enter", "Esc", "Tab", "Backspace", "Space", "Up", "F5", …, with
 * modifiers in front: "C-c", "M-b", "S-Tab", "C-Left", "C-M-x".
 */

export interface KeyModes {
  /** DECCKM: arrows, Home and End as SS3. */
  readonly applicationCursor?: boolean;
  /** Progressive enhancement flags in force; bit 0 disambiguates, bit 3 reports all keys. */
  readonly kittyFlags?: number;
}

const SHIFT = 1;
const ALT = 2;
const CTRL = 4;
const MODIFIERS: Readonly<Record<string, number>> = { S: SHIFT, M: ALT, C: CTRL };

/** Keys with a code point of their own: [kitty code, legacy byte]. */
const CODED: Readonly<Record<string, readonly [number, string]>> = {
  Enter: [13, "\r"],
  Esc: [27, "\x1b"],
  Tab: [9, "\t"],
  Backspace: [127, "\x7f"],
  Space: [32, " "],
};

/** Keys sent as CSI [1;mods] LETTER. */
const LETTERED: Readonly<Record<string, string>> = {
  ...{ Up: "A", Down: "B", Right: "C", Left: "D", End: "F", Home: "H" },
  ...{ F1: "P", F2: "Q", F3: "R", F4: "S" },
};

/** Keys sent as CSI NUMBER [;mods] ~. */
const NUMBERED: Readonly<Record<string, number>> = {
  ...{ Insert: 2, Delete: 3, PageUp: 5, PageDown: 6, F5: 15, F6: 17, F7: 18, F8: 19 },
  ...{ F9: 20, F10: 21, F11: 23, F12: 24 },
};

export function encodeKey(name: string, modes: KeyModes = {}): string {
  let modifiers = 0;
  let key = name;
  for (let bit = MODIFIERS[key[0] ?? ""]; bit && key[1] === "-" && key.length > 2;) {
    modifiers |= bit;
    key = key.slice(2);
    bit = MODIFIERS[key[0] ?? ""];
  }
  const letter = LETTERED[key];
  if (letter !== undefined) return lettered(key, letter, modifiers, modes);
  const number = NUMBERED[key];
  if (number !== undefined) return `\x1b[${number}${modifiers ? `;${modifiers + 1}` : ""}~`;
  const [code, legacy] = CODED[key] ?? character(key, name);
  return (modes.kittyFlags ?? 0) & 9
    ? kitty(key, code, legacy, modifiers, modes.kittyFlags ?? 0)
    : legacyBytes(key, code, legacy, modifiers);
}

function character(key: string, name: string): readonly [number, string] {
  const points = [...key];
  if (points.length !== 1) throw new Error(`no such key: ${name}`);
  return [key.codePointAt(0) ?? 0, key];
}

function lettered(key: string, letter: string, modifiers: number, modes: KeyModes): string {
  if (modifiers) return `\x1b[1;${modifiers + 1}${letter}`;
  if (/^F\d/.test(key)) return `\x1bO${letter}`;
  return modes.applicationCursor ? `\x1bO${letter}` : `\x1b[${letter}`;
}

function legacyBytes(key: string, code: number, legacy: string, modifiers: number): string {
  let bytes = legacy;
  if (key === "Tab" && modifiers & SHIFT) bytes = "\x1b[Z";
  else if (modifiers & CTRL) bytes = control(key, code, legacy);
  else if (modifiers & SHIFT) bytes = legacy.toUpperCase();
  return modifiers & ALT ? `\x1b${bytes}` : bytes;
}

function control(key: string, code: number, legacy: string): string {
  if (key === "Backspace") return "\b";
  if (key === "?") return "\x7f";
  if (key === "/") return "\x1f";
  if (key === "Space") return "\0";
  const upper = legacy.toUpperCase().charCodeAt(0);
  // The control column of ASCII: @ A-Z [ \ ] ^ _. Enter, Esc and Tab lie in it already.
  if (upper >= 0x40 && upper <= 0x5f) return String.fromCharCode(upper & 0x1f);
  if (code < 0x20) return legacy;
  throw new Error(`no legacy bytes for C-${key}`);
}

function kitty(
  key: string,
  code: number,
  legacy: string,
  modifiers: number,
  flags: number,
): string {
  const reportAll = (flags & 8) !== 0;
  if (!reportAll) {
    // Enter, Tab and Backspace stay what they were, so that `reset` can be typed after a crash.
    const plain = modifiers === 0 && key !== "Esc";
    const shifted = modifiers === SHIFT && CODED[key] === undefined;
    if (plain) return legacy;
    if (shifted) return legacy.toUpperCase();
  }
  // The code is that of the unshifted key.
  const unshifted = CODED[key] === undefined ? (legacy.toLowerCase().codePointAt(0) ?? code) : code;
  return `\x1b[${unshifted}${modifiers ? `;${modifiers + 1}` : ""}u`;
}
