/**
 * The Windows console as a controlling terminal. Its input is taken as key events that are there,
 * so that no read is ever outstanding and no mode has to be changed: Ctrl-C stays a signal, and what
 * nobody has read is the next program's. Keys become the bytes that a terminal sends for them.
 *
 * @module
 */

import { type Handle, type Kernel32, openHandle } from "./kernel32.ts";
import type { TerminalDevice, TerminalRead } from "./port.ts";
import type { WindowSize } from "./system.ts";

/** The console's input. */
export interface WindowsConsole {
  /** What was typed, without waiting: empty when nothing was, null when the console is gone. */
  take(): Uint8Array | null;
  /** Drops what was typed. */
  discard(): void;
  close(): void;
}

/** One INPUT_RECORD, and where its parts are. */
const RECORD = {
  size: 20,
  type: 0,
  down: 4,
  repeat: 8,
  key: 10,
  character: 14,
  state: 16,
} as const;
const KEY_EVENT = 1;
const RECORDS_AT_ONCE = 64;

const ALT = 1 | 2;
const CONTROL = 4 | 8;
const SHIFT = 16;

/** Virtual keys without a character: the ending of `CSI 1 ; modifiers X`. */
const LETTERED: Readonly<Record<number, string>> = {
  0x23: "F", // End
  0x24: "H", // Home
  0x25: "D", // Left
  0x26: "A", // Up
  0x27: "C", // Right
  0x28: "B", // Down
};
/** And those of `CSI number ; modifiers ~`. */
const NUMBERED: Readonly<Record<number, number>> = {
  0x21: 5, // Page Up
  0x22: 6, // Page Down
  0x2d: 2, // Insert
  0x2e: 3, // Delete
};
const BACKSPACE = 0x08;
const RETURN = 0x0d;
const TAB = 0x09;

/** CONSOLE_SCREEN_BUFFER_INFO: the window's corners are its 6th to 9th numbers. */
const SCREEN_INFO_SHORTS = 11;

/** The console of this process; null when it has none. */
export function openWindowsConsole(kernel: Kernel32): WindowsConsole | null {
  const input = openHandle(kernel, "CONIN$", "open");
  if (input === null) return null;
  // A character beyond the first 65536 comes as two events.
  let lead = "";
  return {
    take: () => {
      const records = readRecords(kernel, input);
      if (records === null) return null;
      let text = lead;
      for (const record of records) text += typed(record);
      lead = /[\ud800-\udbff]$/.test(text) ? text.slice(-1) : "";
      return new TextEncoder().encode(text.slice(0, text.length - lead.length));
    },
    discard: () => {
      lead = "";
      kernel.FlushConsoleInputBuffer(input);
    },
    close: () => void kernel.CloseHandle(input),
  };
}

/** The size of the console's window; null when there is none. */
export function consoleSize(kernel: Kernel32): WindowSize | null {
  const output = openHandle(kernel, "CONOUT$", "open");
  if (output === null) return null;
  try {
    return sizeOf(kernel, output);
  } finally {
    kernel.CloseHandle(output);
  }
}

function sizeOf(kernel: Kernel32, output: Handle): WindowSize | null {
  const info = new Int16Array(SCREEN_INFO_SHORTS);
  if (Number(kernel.GetConsoleScreenBufferInfo(output, info)) === 0) return null;
  const [left = 0, top = 0, right = 0, bottom = 0] = info.subarray(5, 9);
  return { columns: right - left + 1, rows: bottom - top + 1 };
}

function readRecords(kernel: Kernel32, input: Handle): DataView[] | null {
  const count = new Uint32Array(1);
  const buffer = new Uint8Array(RECORDS_AT_ONCE * RECORD.size);
  // Looked at first: taking waits where nothing is.
  if (Number(kernel.PeekConsoleInputW(input, buffer, RECORDS_AT_ONCE, count)) === 0) return null;
  const there = count[0] ?? 0;
  if (there === 0) return [];
  if (Number(kernel.ReadConsoleInputW(input, buffer, there, count)) === 0) return null;
  return Array.from(
    { length: count[0] ?? 0 },
    (_, index) => new DataView(buffer.buffer, index * RECORD.size, RECORD.size),
  );
}

/** What a terminal would send for the event; nothing for a key that went up, a focus, a mouse. */
function typed(record: DataView): string {
  if (record.getUint16(RECORD.type, true) !== KEY_EVENT) return "";
  if (record.getInt32(RECORD.down, true) === 0) return "";
  const key = record.getUint16(RECORD.key, true);
  const state = record.getUint32(RECORD.state, true);
  const character = record.getUint16(RECORD.character, true);
  const sent = sequence(key, state) ?? byCharacter(key, character, state);
  return sent.repeat(Math.max(1, record.getUint16(RECORD.repeat, true)));
}

function sequence(key: number, state: number): string | null {
  const held = (state & SHIFT ? 1 : 0) + (state & ALT ? 2 : 0) + (state & CONTROL ? 4 : 0);
  const letter = LETTERED[key];
  if (letter !== undefined) return held === 0 ? `\x1b[${letter}` : `\x1b[1;${held + 1}${letter}`;
  const number = NUMBERED[key];
  if (number === undefined) return null;
  return held === 0 ? `\x1b[${number}~` : `\x1b[${number};${held + 1}~`;
}

function byCharacter(key: number, character: number, state: number): string {
  if (character === 0) return "";
  // Ctrl and Alt together are AltGr: what it types is typed.
  const alt = (state & ALT) !== 0 && (state & CONTROL) === 0 ? "\x1b" : "";
  if (key === BACKSPACE) return `${alt}${state & CONTROL ? "\b" : "\x7f"}`;
  if (key === TAB && state & SHIFT) return `${alt}\x1b[Z`;
  // With Ctrl it would be a line feed, which is another key.
  if (key === RETURN) return `${alt}\r`;
  return alt + String.fromCharCode(character);
}

/** A key waits this long at most, ms; later the wait costs less. */
const LOOK_MS = 4;
const IDLE_LOOK_MS = 10;
const IDLE_AFTER_MS = 30_000;

/** The device over the console; `out` writes to it. */
export function consoleDevice(
  console: WindowsConsole,
  out: { write(bytes: Uint8Array): Promise<void>; close(): void },
  clock: { now(): number },
): TerminalDevice {
  let unread: Uint8Array = new Uint8Array(0);
  let closed = false;
  const take = (size: number): TerminalRead | null => {
    if (unread.length === 0) {
      const bytes = console.take();
      if (bytes === null) return { kind: "gone" };
      unread = bytes;
    }
    if (unread.length === 0) return null;
    const bytes = unread.slice(0, size);
    unread = unread.slice(size);
    return { kind: "bytes", bytes };
  };
  return {
    fd: -1,
    read: async (signal, timeoutMs, size = Infinity) => {
      const started = clock.now();
      for (;;) {
        if (closed || signal.aborted) return { kind: "idle" };
        const read = take(size);
        if (read !== null) return read;
        const waited = clock.now() - started;
        if (timeoutMs >= 0 && waited >= timeoutMs) return { kind: "idle" };
        const look = waited < IDLE_AFTER_MS ? LOOK_MS : IDLE_LOOK_MS;
        await pause(timeoutMs < 0 ? look : Math.min(look, timeoutMs - waited), signal);
      }
    },
    hasInput: () => unread.length > 0,
    write: out.write,
    discardInput: () => {
      unread = new Uint8Array(0);
      console.discard();
    },
    close: () => {
      if (closed) return;
      closed = true;
      console.close();
      out.close();
    },
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
  });
}
