/**
 * The system where there is no C library to call (Windows): nothing is a terminal with modes, and
 * a death by signal is the exit status a shell would show for it.
 *
 * @module
 */

import type { System } from "./system.ts";

/** A {@linkcode System} in which every call does nothing and says so. */
export function noSystem(exit: (code: number) => never): System {
  return {
    available: false,
    getppid: () => 0,
    getpgrp: () => -1,
    getsid: () => -1,
    kill: () => false,
    isIgnored: () => false,
    ignore: () => {},
    disposition: () => new Uint8Array(0),
    restore: () => {},
    setDefault: () => {},
    dieBy: () => exit(130),
    stopSelf: () => {},
    foregroundGroup: () => -1,
    setForegroundGroup: () => false,
    getModes: () => null,
    setModes: () => false,
    windowSize: () => null,
    open: () => -1,
    pipe: () => null,
    close: () => {},
    read: () => null,
    write: () => -1,
    poll: () => ({ readable: false, writable: true, gone: false }),
    waitReadable: null,
    announceInput: null,
    unreadInput: () => 0,
    flushInput: () => {},
    tryFlock: () => "impossible",
  };
}
