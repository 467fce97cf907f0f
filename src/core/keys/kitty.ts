/**
 * `CSI … u`, the kitty keyboard protocol, and the code points modifyOtherKeys shares with it.
 *
 * Owns the numbers kitty gives to keys, and which of the three characters of a key (base, shifted,
 * base layout) counts. It must never report a release. Source: kitty's keyboard protocol.
 */
import type { InputEvent, Key, KeyName } from "./types.ts";
import type { CsiContext, Params } from "./csi.ts";
import { charKey, type Modifiers, modifiers, namedKey, PLAIN, unknownKey } from "./legacy.ts";

/** True when the event type of a sequence (`…;mods:3…`) says that the key was released. */
export function isRelease(params: Params): boolean {
  return params[1]?.[1] === 3;
}

/** The keys of `CSI code:shifted:base ; mods:event ; text u`; none for a release. */
export function kittyKey(params: Params, context: CsiContext): readonly InputEvent[] {
  if (isRelease(params)) return [];
  const [code = 0, shifted, base] = params[0] ?? [];
  // Whoever sends CSI u follows kitty's modifier bits, announced or not.
  const sent = modifiers(params[1]?.[0], true);
  const mods = context.alt ? { ...sent, alt: true } : sent;
  const command = mods.ctrl || mods.alt || mods.super;
  const text = (params[2] ?? []).filter(isScalar);
  // Text of several code points comes from an input method: each is a character typed.
  if (!command && text.length > 0) return text.map((point) => charKey(point, PLAIN));
  const key = choose(code, shifted, base, mods);
  return [key ?? unknownKey(`[${params.map((field) => field.join(":")).join(";")}u`, mods)];
}

/**
 * The key of a code point as kitty and xterm number it: C0 codes are the keys that send them.
 * Undefined if it is neither a key nor a character. `told`: see `charKey`.
 */
export function pointKey(point: number, mods: Modifiers, told: boolean): Key | undefined {
  switch (point) {
    case 8:
    case 127:
      return namedKey("backspace", mods);
    case 9:
      return namedKey("tab", mods);
    case 13:
      return namedKey("enter", mods);
    case 27:
      return namedKey("escape", mods);
  }
  return isCharacter(point) ? charKey(point, mods, told) : undefined;
}

function choose(
  code: number,
  shifted: number | undefined,
  base: number | undefined,
  mods: Modifiers,
): Key | undefined {
  const keypad = KEYPAD[code];
  if (keypad !== undefined) {
    return keypad.length === 1
      ? charKey(keypad.charCodeAt(0), mods)
      : namedKey(keypad as Named, mods);
  }
  if (code >= F13 && code <= F13 + 11) return namedKey(`f${code - F13 + 13}` as Named, mods);
  if (code >= PRIVATE_FIRST && code <= PRIVATE_LAST) return undefined;
  if (mods.ctrl && mods.shift) {
    // Ctrl-_ is a control character of its own (readline's undo); on nearly every layout that has
    // `-` unshifted it is typed as Ctrl-Shift-minus, which kitty reports as just that.
    if (shifted === 0x5f || (shifted === undefined && code === 0x2d)) {
      return charKey(0x5f, { ...mods, shift: false });
    }
  }
  // A shortcut on a Cyrillic or Greek layout means the key in the Latin position.
  if ((mods.ctrl || mods.alt || mods.super) && code > 0x7f && base !== undefined) {
    return pointKey(base, mods, false);
  }
  if (mods.shift && !mods.ctrl && shifted !== undefined && isCharacter(shifted)) {
    return charKey(shifted, mods, true);
  }
  return pointKey(code, mods, false);
}

type Named = Exclude<KeyName, "char" | "unknown">;

const PRIVATE_FIRST = 57344;
const PRIVATE_LAST = 63743;
const F13 = 57376;

/** The keypad, which differs from the main block only by its numbers: a character or a name. */
const KEYPAD: Readonly<Record<number, string>> = {
  57399: "0",
  57400: "1",
  57401: "2",
  57402: "3",
  57403: "4",
  57404: "5",
  57405: "6",
  57406: "7",
  57407: "8",
  57408: "9",
  57409: ".",
  57410: "/",
  57411: "*",
  57412: "-",
  57413: "+",
  57414: "enter",
  57415: "=",
  57416: ",",
  57417: "left",
  57418: "right",
  57419: "up",
  57420: "down",
  57421: "pageup",
  57422: "pagedown",
  57423: "home",
  57424: "end",
  57425: "insert",
  57426: "delete",
};

function isScalar(point: number | undefined): point is number {
  return point !== undefined && isCharacter(point);
}

function isCharacter(point: number): boolean {
  return point >= 0x20 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff) &&
    !(point >= 0x7f && point < 0xa0);
}
