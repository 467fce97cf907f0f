/**
 * `struct termios` as bytes: where its fields lie on each system, and the few changes of modes the
 * program makes. Pure; the calls are in libc.ts.
 *
 * @module
 */

import type { BitChange, ModeChange, TerminalModes } from "./system.ts";

/** Where the fields are and what the bits are called, by system. */
export interface TermiosLayout {
  readonly size: number;
  /** Bytes of one flag word: 4 on Linux, 8 on macOS. */
  readonly word: 4 | 8;
  /** Offset of `c_cc`. */
  readonly cc: number;
  readonly vmin: number;
  readonly vtime: number;
  readonly input: { readonly BRKINT: number; readonly ICRNL: number; readonly IXON: number };
  readonly inputRaw: number;
  readonly local: {
    readonly ISIG: number;
    readonly ICANON: number;
    readonly ECHO: number;
    readonly ECHOCTL: number;
    readonly IEXTEN: number;
  };
}

/** Linux, glibc and musl alike. */
export const LINUX: TermiosLayout = {
  size: 60,
  word: 4,
  cc: 17,
  vtime: 5,
  vmin: 6,
  input: { BRKINT: 0x2, ICRNL: 0x100, IXON: 0x400 },
  // BRKINT INPCK ISTRIP INLCR IGNCR ICRNL IXON
  inputRaw: 0x2 | 0x10 | 0x20 | 0x40 | 0x80 | 0x100 | 0x400,
  local: { ISIG: 0x1, ICANON: 0x2, ECHO: 0x8, ECHOCTL: 0x200, IEXTEN: 0x8000 },
};

/** macOS. */
export const DARWIN: TermiosLayout = {
  size: 72,
  word: 8,
  cc: 32,
  vmin: 16,
  vtime: 17,
  input: { BRKINT: 0x2, ICRNL: 0x100, IXON: 0x200 },
  inputRaw: 0x2 | 0x10 | 0x20 | 0x40 | 0x80 | 0x100 | 0x200,
  local: { ISIG: 0x80, ICANON: 0x100, ECHO: 0x8, ECHOCTL: 0x40, IEXTEN: 0x400 },
};

const NONE: BitChange = { mask: 0, value: 0 };

/** The layout of a system; Windows has none. */
export function termiosLayout(os: "linux" | "darwin"): TermiosLayout {
  return os === "darwin" ? DARWIN : LINUX;
}

/**
 * Keys one by one and unechoed, with Ctrl-C, Ctrl-\ and Ctrl-Z still real signals: the mode of
 * every single-key prompt.
 */
export function cbreakChange(layout: TermiosLayout): ModeChange {
  const { ICANON, ECHO } = layout.local;
  return {
    input: NONE,
    output: NONE,
    local: { mask: ICANON | ECHO, value: 0 },
    control: { min: 1, time: 0 },
  };
}

/** Every key as bytes, so that a 0x03 inside a paste stays text. Output processing stays on. */
export function rawChange(layout: TermiosLayout): ModeChange {
  const { ISIG, ICANON, ECHO, IEXTEN } = layout.local;
  return {
    input: { mask: layout.inputRaw, value: 0 },
    output: NONE,
    local: { mask: ISIG | ICANON | ECHO | IEXTEN, value: 0 },
    control: { min: 1, time: 0 },
  };
}

/** No `^C` on the screen when the key is pressed; nothing else changes. */
export function quietEchoChange(layout: TermiosLayout): ModeChange {
  return {
    input: NONE,
    output: NONE,
    local: { mask: layout.local.ECHOCTL, value: 0 },
    control: null,
  };
}

/** Whether the terminal reads by line: nobody has put it in a raw mode. */
export function isCanonical(modes: TerminalModes, layout: TermiosLayout): boolean {
  return (word(modes, layout, 3) & layout.local.ICANON) !== 0;
}

/** The modes with the change made. */
export function applyChange(
  modes: TerminalModes,
  change: ModeChange,
  layout: TermiosLayout,
): TerminalModes {
  const next = modes.slice();
  setWord(next, layout, 0, change.input);
  setWord(next, layout, 1, change.output);
  setWord(next, layout, 3, change.local);
  if (change.control) {
    next[layout.cc + layout.vmin] = change.control.min;
    next[layout.cc + layout.vtime] = change.control.time;
  }
  return next;
}

/** The change that puts back what `change` is about to alter in `modes`, and only that. */
export function undoOf(
  modes: TerminalModes,
  change: ModeChange,
  layout: TermiosLayout,
): ModeChange {
  const back = (index: number, bits: BitChange): BitChange => ({
    mask: bits.mask,
    value: word(modes, layout, index) & bits.mask,
  });
  return {
    input: back(0, change.input),
    output: back(1, change.output),
    local: back(3, change.local),
    control: change.control === null ? null : {
      min: modes[layout.cc + layout.vmin] ?? 1,
      time: modes[layout.cc + layout.vtime] ?? 0,
    },
  };
}

function view(modes: TerminalModes): DataView {
  return new DataView(modes.buffer, modes.byteOffset, modes.byteLength);
}

// The bits used all lie in the low half, also where the words have eight bytes.
function word(modes: TerminalModes, layout: TermiosLayout, index: number): number {
  return view(modes).getUint32(index * layout.word, true);
}

function setWord(
  modes: TerminalModes,
  layout: TermiosLayout,
  index: number,
  change: BitChange,
): void {
  if (change.mask === 0) return;
  const old = word(modes, layout, index);
  const next = ((old & ~change.mask) | (change.value & change.mask)) >>> 0;
  view(modes).setUint32(index * layout.word, next, true);
}
