/**
 * The meaning of a complete control sequence.
 *
 * Owns the table from `CSI body final` to events: keys of every legacy dialect, modifyOtherKeys,
 * focus, mouse and replies; `CSI … u` is handed to kitty.ts. It must never keep state, and must
 * answer every body, since anything can arrive. Sources: ECMA-48, xterm's ctlseqs, rxvt(7).
 */
import type { InputEvent } from "./types.ts";
import {
  LETTERS,
  type Modifiers,
  modifiers,
  namedKey,
  PLAIN,
  printable,
  RXVT_ARROWS,
  TILDE,
  unknownKey,
} from "./legacy.ts";
import { isRelease, kittyKey, pointKey } from "./kitty.ts";
import { CSI_CAP } from "./state.ts";

/** What a sequence means apart from events: the decoder changes its mode. */
export type CsiMeaning =
  | { readonly kind: "events"; readonly events: readonly InputEvent[]; readonly cursor?: true }
  | { readonly kind: "paste" }
  | { readonly kind: "mouse" }
  | { readonly kind: "linux" };

/** What the decoder knows that changes the meaning of a sequence. */
export interface CsiContext {
  /** A second ESC came before the sequence. */
  readonly alt: boolean;
  /** Modifier bit 8 is Super, as kitty defines it. */
  readonly kitty: boolean;
  /** A cursor-position question is open. */
  readonly cursorAsked: boolean;
}

/** A sequence split at its semicolons, each field at its colons; empty fields are undefined. */
export type Params = readonly (readonly (number | undefined)[])[];

/**
 * Decides what `CSI body final` means. `body` holds the parameter and intermediate bytes. Never
 * throws; a sequence without a meaning is an `unknown` key.
 */
export function readCsi(body: string, final: string, context: CsiContext): CsiMeaning {
  const match = /^([<=>?]?)([0-9:;]*)([\x20-\x2f]*)$/.exec(body);
  // At the cap something was left out, so what is here cannot be trusted.
  if (match === null || body.length >= CSI_CAP) return one(unknown(body, final, PLAIN));
  const [, prefix = "", numbers = "", intermediate = ""] = match;
  const params = readParams(numbers);
  if (prefix !== "") return one(readPrivate(prefix, params, intermediate, body, final));
  if (intermediate !== "") {
    if (intermediate === "$" && final === "y") return one(modeReply(params, false));
    return one(unknown(body, final, PLAIN));
  }
  return readPlain(params, body, final, context);
}

/** Splits the numeric part of a sequence. Numbers are capped at 2^31 - 1. */
export function readParams(text: string): Params {
  return text.split(";").map((field) =>
    field.split(":").map((n) => n === "" ? undefined : Math.min(Number(n), 0x7fffffff))
  );
}

function readPlain(params: Params, body: string, final: string, context: CsiContext): CsiMeaning {
  const first = params[0]?.[0];
  const mods = withAlt(modifiers(params[1]?.[0], context.kitty), context.alt);
  if (final === "u") {
    return first === undefined
      ? one(unknown(body, final, mods))
      : events(kittyKey(params, context));
  }
  if (isRelease(params)) return events([]);
  switch (final) {
    case "~":
      return readTilde(params, body, mods);
    case "^":
    case "$":
    case "@":
      return one(rxvtKey(first, body, final, context.alt));
    case "R":
      return cursorOrF3(params, body, mods, context);
    case "Z":
      return one(namedKey("tab", { ...mods, shift: true }));
    case "I":
    case "O":
      if (body === "") return one({ kind: "focus", focused: final === "I" });
      return one(final === "I" ? namedKey("tab", mods) : unknown(body, final, mods));
    case "M":
      return body === "" ? { kind: "mouse" } : one({ kind: "mouse" });
    case "[":
      return body === "" ? { kind: "linux" } : one(unknown(body, final, mods));
    case "n":
    case "t":
    case "x":
      return one({ kind: "reply", reply: "other", sequence: printable(`[${body}${final}`) });
  }
  const name = LETTERS[final];
  if (name !== undefined) return one(namedKey(name, mods));
  const arrow = body === "" ? RXVT_ARROWS[final] : undefined;
  if (arrow !== undefined) return one(namedKey(arrow, { ...mods, shift: true }));
  return one(unknown(body, final, mods));
}

function readTilde(params: Params, body: string, mods: Modifiers): CsiMeaning {
  const first = params[0]?.[0];
  if (first === 200) return { kind: "paste" };
  // An end marker on its own: the kernel flushed the start marker with the queue. Not a key.
  if (first === 201) return events([]);
  if (first === 27) {
    const point = params[2]?.[0];
    if (point !== undefined) return one(pointKey(point, mods, true) ?? unknown(body, "~", mods));
  }
  const name = first === undefined ? undefined : TILDE[first];
  return one(name === undefined ? unknown(body, "~", mods) : namedKey(name, mods));
}

/** rxvt says Shift, Control and both with the final byte: `$`, `^`, `@`. */
function rxvtKey(number: number | undefined, body: string, final: string, alt: boolean) {
  const mods = { ...PLAIN, alt, shift: final !== "^", ctrl: final !== "$" };
  const name = number === undefined ? undefined : TILDE[number];
  return name === undefined ? unknown(body, final, mods) : namedKey(name, mods);
}

/**
 * `CSI 1 ; m R` is F3 with modifiers and also the cursor in row 1. An open question decides. What
 * no modifier can explain is an answer nobody waits for any more: swallowed, never text (PR-032).
 */
function cursorOrF3(
  params: Params,
  body: string,
  mods: Modifiers,
  context: CsiContext,
): CsiMeaning {
  const [row, column] = [params[0]?.[0], params[1]?.[0]];
  const cursor = params.length === 2 && row !== undefined && column !== undefined;
  const couldBeKey = row === undefined || (row === 1 && (column ?? 1) <= 16);
  if (cursor && (context.cursorAsked || !couldBeKey)) {
    return {
      kind: "events",
      events: [{ kind: "reply", reply: "cursor", row, column }],
      ...(context.cursorAsked ? { cursor: true } : {}),
    };
  }
  return one(couldBeKey ? namedKey("f3", mods) : unknown(body, "R", mods));
}

function readPrivate(
  prefix: string,
  params: Params,
  intermediate: string,
  body: string,
  final: string,
): InputEvent {
  if (prefix === "<" && (final === "M" || final === "m")) return { kind: "mouse" };
  if (prefix === "?" && intermediate === "$" && final === "y") return modeReply(params, true);
  if (intermediate === "") {
    if (prefix === "?" && final === "u") {
      return { kind: "reply", reply: "kitty-flags", flags: params[0]?.[0] ?? 0 };
    }
    if (final === "c" && (prefix === "?" || prefix === ">")) {
      return {
        kind: "reply",
        reply: "attributes",
        level: prefix === "?" ? "primary" : "secondary",
        params: params.map((field) => field[0] ?? 0),
      };
    }
    const [row, column] = [params[0]?.[0], params[1]?.[0]];
    if (prefix === "?" && final === "R" && row !== undefined && column !== undefined) {
      return { kind: "reply", reply: "cursor", row, column };
    }
  }
  return { kind: "reply", reply: "other", sequence: printable(`[${body}${final}`) };
}

function modeReply(params: Params, isPrivate: boolean): InputEvent {
  return {
    kind: "reply",
    reply: "mode",
    mode: params[0]?.[0] ?? 0,
    private: isPrivate,
    value: params[1]?.[0] ?? 0,
  };
}

function withAlt(mods: Modifiers, alt: boolean): Modifiers {
  return alt ? { ...mods, alt } : mods;
}

function unknown(body: string, final: string, mods: Modifiers): InputEvent {
  return unknownKey(`[${body}${final}`, mods);
}

function one(event: InputEvent): CsiMeaning {
  return { kind: "events", events: [event] };
}

function events(list: readonly InputEvent[]): CsiMeaning {
  return { kind: "events", events: list };
}
