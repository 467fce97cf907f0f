/**
 * A file's lock on Windows, where there is no flock: a byte far behind the text is locked, so that
 * others can still read whose it is. The kernel lets go of it when its holder ends, however it does.
 *
 * @module
 */

import { type Handle, type Kernel32, openHandle } from "./kernel32.ts";

/** A lock that may be taken; closing it lets go. */
export interface WindowsLock {
  /** Takes it if it is free; never waits. */
  tryLock(): boolean;
  close(): void;
}

const EXCLUSIVE = 2;
const FAIL_IMMEDIATELY = 1;
const OVERLAPPED_SIZE = 32;
const OFFSET = 16;
/** Where nothing is ever written. */
const LOCKED_BYTE = 0xffff_fffe;

/** The lock of the file at `path`, which is made when there is none. */
export function windowsLock(kernel: Kernel32, path: string): WindowsLock {
  let held: Handle | null = null;
  return {
    tryLock: () => {
      if (held !== null) return true;
      const handle = openHandle(kernel, path, "open or create");
      if (handle === null) return false;
      const overlapped = new Uint8Array(OVERLAPPED_SIZE);
      new DataView(overlapped.buffer).setUint32(OFFSET, LOCKED_BYTE, true);
      const flags = EXCLUSIVE | FAIL_IMMEDIATELY;
      const taken = Number(kernel.LockFileEx(handle, flags, 0, 1, 0, overlapped)) !== 0;
      if (taken) held = handle;
      else kernel.CloseHandle(handle);
      return taken;
    },
    close: () => {
      if (held !== null) kernel.CloseHandle(held);
      held = null;
    },
  };
}
