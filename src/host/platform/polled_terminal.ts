/**
 * A controlling terminal read by poll and a self-pipe: waiting costs nothing, is cut short by one
 * byte down the pipe, and no read is ever outstanding, so the next reader loses no key
 * (platform-findings.md, Terminal input).
 *
 * @module
 */

import type { TerminalDevice, TerminalRead } from "./port.ts";
import type { PollResult, System } from "./system.ts";

const READ_SIZE = 65_536;
// A read that fails this often in a row although poll says there is input: the terminal is gone.
const FAILURES = 50;
const RETRY_MS = 10;
/** In the background the terminal is looked at this often. */
const BACKGROUND_LOOK_MS = 250;
/** As long as input is there at once, other work gets its turn this often. */
const AT_ONCE_MS = 8;

/** Opens the terminal's descriptor; null when that fails or there is no poll off the thread. */
export function openPolledTerminal(
  path: string,
  system: System,
  clock: { now(): number },
  file: { write(bytes: Uint8Array): Promise<number>; close(): void },
): TerminalDevice | null {
  const wait = system.waitReadable;
  if (wait === null) return null;
  const fd = system.open(path);
  if (fd < 0) return null;
  const pipe = system.pipe();
  if (pipe === null) {
    system.close(fd);
    return null;
  }
  const [wakeRead, wakeWrite] = pipe;
  const wake = (): void => void system.write(wakeWrite, new Uint8Array(1));
  let closed = false;
  let yielded = -Infinity;

  // Somebody who types faster than we wait (a paste without its markers) costs no wait per byte.
  const ready = async (timeoutMs: number): Promise<readonly PollResult[] | null> => {
    const terminal = system.poll(fd);
    if (terminal.readable && !terminal.gone) {
      if (clock.now() - yielded < AT_ONCE_MS) return [terminal];
      // Without that the heartbeat would stand still, and the sentinel take the terminal back.
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    const ready = await wait([fd, wakeRead], timeoutMs);
    yielded = clock.now();
    return ready;
  };

  const read = async (
    signal: AbortSignal,
    timeoutMs: number,
    size = READ_SIZE,
  ): Promise<TerminalRead> => {
    const until = timeoutMs < 0 ? Infinity : clock.now() + timeoutMs;
    let failures = 0;
    signal.addEventListener("abort", wake, { once: true });
    try {
      while (!signal.aborted && !closed) {
        const left = until === Infinity ? -1 : Math.max(0, until - clock.now());
        const [terminal, pipeEnd] = await ready(left) ?? [];
        if (pipeEnd?.readable) system.read(wakeRead, 64);
        if (signal.aborted || closed) break;
        const group = terminal?.readable ? system.foregroundGroup(fd) : -1;
        // After a hang-up there is always something to read, and no foreground any more.
        if (terminal?.gone && group < 0) return { kind: "gone" };
        if (terminal?.readable && group !== system.getpgrp()) {
          // A read from the background would stop us: wait until we are in front again.
          await wait([wakeRead], Math.min(BACKGROUND_LOOK_MS, left < 0 ? Infinity : left));
        } else if (terminal?.readable) {
          const bytes = system.read(fd, size);
          if (bytes !== null && bytes.length > 0) return { kind: "bytes", bytes };
          // Nothing, and no hang-up: Ctrl-D where a line was read.
          if (bytes !== null) return { kind: system.poll(fd).gone ? "gone" : "end" };
          if (system.poll(fd).gone || ++failures >= FAILURES) return { kind: "gone" };
          // A shell or a pager has read it first.
          await wait([wakeRead], RETRY_MS);
        } else failures = 0;
        if (until !== Infinity && clock.now() >= until) break;
      }
      return { kind: "idle" };
    } finally {
      signal.removeEventListener("abort", wake);
    }
  };

  return {
    fd,
    read,
    write: async (bytes) => {
      // Our own descriptor does not block: a frame is out at once, without a way through a thread.
      let done = Math.max(0, system.write(fd, bytes));
      while (done < bytes.length) done += await file.write(bytes.subarray(done));
    },
    hasInput: () => {
      const { readable, gone } = system.poll(fd);
      return readable && !gone;
    },
    discardInput: () => system.flushInput(fd),
    close: () => {
      if (closed) return;
      closed = true;
      // The pipe stays open: a wait that was just woken still looks at it.
      wake();
      system.close(fd);
      file.close();
    },
  };
}
