/**
 * The machine as it is, but for whom it talks to: a terminal on which one key is pressed again and
 * again and which shows nothing, no signals, no process to stop or end. What runs on it reaches
 * nobody.
 *
 * @module
 */

import { noSystem } from "./no_system.ts";
import type { OutputStream, Platform, TerminalDevice } from "./port.ts";
import type { System, TerminalModes } from "./system.ts";

const NOTHING: Disposable = { [Symbol.dispose]: () => {} };
const OWN_GROUP = 1;

/**
 * Makes one.
 *
 * @param modes those its terminal begins with; null: it has none, as on Windows.
 * @param key what is pressed on it whenever somebody reads.
 */
export function blankPlatform(
  like: Platform,
  modes: TerminalModes | null,
  key: Uint8Array,
): Platform {
  let now = modes;
  const nobodyEnds = (() => {}) as unknown as (code: number) => never;
  const system: System = {
    ...noSystem(nobodyEnds),
    dieBy: () => {},
    foregroundGroup: () => OWN_GROUP,
    getpgrp: () => OWN_GROUP,
    getModes: () => now?.slice() ?? null,
    setModes: (_fd, to) => {
      now = to;
      return true;
    },
    windowSize: () => ({ columns: 80, rows: 24 }),
  };
  return {
    ...like,
    system,
    // A dumb one would be asked in lines, and one key is no line.
    env: (name) => name === "TERM" ? "xterm" : like.env(name),
    stdout: blankOutput(1),
    stderr: blankOutput(2),
    openTerminal: () => blankTerminal(key),
    onSignal: () => NOTHING,
    exit: nobodyEnds,
  };
}

function blankOutput(fd: number): OutputStream {
  return { fd, isTerminal: () => true, write: ({ length }) => Promise.resolve(length) };
}

/** Nobody waits between two keys: whoever reads on and on would keep the thread. */
const MOST_KEYS = 100;

function blankTerminal(key: Uint8Array): TerminalDevice {
  let left = MOST_KEYS;
  return {
    fd: 0,
    read: (signal) => {
      if (signal.aborted) return Promise.resolve({ kind: "idle" });
      return Promise.resolve(left-- > 0 ? { kind: "bytes", bytes: key } : { kind: "gone" });
    },
    hasInput: () => false,
    write: () => Promise.resolve(),
    discardInput: () => {},
    close: () => {},
  };
}
