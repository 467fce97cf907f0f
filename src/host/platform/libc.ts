/**
 * The C library through FFI: one table of symbols, and {@linkcode System} written over it. What a
 * runtime contributes is a way to open a library and, if it has one, a call that waits off the
 * thread. Sizes and numbers are those of Linux (glibc, musl) and macOS on 64 bits.
 *
 * @module
 */

import type {
  PollResult,
  SignalDisposition,
  SignalName,
  System,
  TerminalModes,
  WindowSize,
} from "./system.ts";
import { termiosLayout } from "./termios.ts";

/** The types used in calls; `pointer` takes a buffer, `wide` is any 64-bit integer. */
export type CType = "i32" | "wide" | "pointer";

/** A function of the library. */
export interface CSymbol {
  readonly args: readonly CType[];
  readonly result: "i32" | "wide";
}

/** The functions used, by name. */
export const SYMBOLS = {
  getppid: { args: [], result: "i32" },
  getpid: { args: [], result: "i32" },
  getpgrp: { args: [], result: "i32" },
  getsid: { args: ["i32"], result: "i32" },
  kill: { args: ["i32", "i32"], result: "i32" },
  raise: { args: ["i32"], result: "i32" },
  signal: { args: ["i32", "wide"], result: "wide" },
  sigaction: { args: ["i32", "pointer", "pointer"], result: "i32" },
  pthread_sigmask: { args: ["i32", "pointer", "pointer"], result: "i32" },
  tcgetpgrp: { args: ["i32"], result: "i32" },
  tcsetpgrp: { args: ["i32", "i32"], result: "i32" },
  tcgetattr: { args: ["i32", "pointer"], result: "i32" },
  tcsetattr: { args: ["i32", "i32", "pointer"], result: "i32" },
  tcflush: { args: ["i32", "i32"], result: "i32" },
  ioctl: { args: ["i32", "wide", "pointer"], result: "i32" },
  open: { args: ["pointer", "i32"], result: "i32" },
  pipe: { args: ["pointer"], result: "i32" },
  fcntl: { args: ["i32", "i32", "i32"], result: "i32" },
  close: { args: ["i32"], result: "i32" },
  read: { args: ["i32", "pointer", "wide"], result: "wide" },
  write: { args: ["i32", "pointer", "wide"], result: "wide" },
  poll: { args: ["pointer", "wide", "i32"], result: "i32" },
  flock: { args: ["i32", "i32"], result: "i32" },
} as const satisfies Record<string, CSymbol>;

/** The opened library. */
export type CLibrary = {
  readonly [K in keyof typeof SYMBOLS]: (...args: readonly unknown[]) => number | bigint;
};

/** What a runtime brings. */
export interface CRuntime {
  readonly os: "linux" | "darwin";
  readonly library: CLibrary;
  /** `poll` or `select` off the thread, given the packed argument; null where there is none. */
  readonly waitingPoll:
    | ((fds: Uint8Array, count: number, timeoutMs: number) => Promise<number>)
    | null;
  readonly waitingSelect:
    | ((count: number, readable: Uint8Array, timeout: Uint8Array | null) => Promise<number>)
    | null;
  /** The size of the terminal our streams are on, as the runtime knows it; for macOS. */
  readonly consoleSize: () => WindowSize | null;
  /** Ends the process with a status, as a last resort after a signal had no effect. */
  exit(code: number): never;
}

const NUMBERS = {
  linux: {
    SIGHUP: 1,
    SIGINT: 2,
    SIGQUIT: 3,
    SIGKILL: 9,
    SIGPIPE: 13,
    SIGTERM: 15,
    SIGCONT: 18,
    SIGTSTP: 20,
    SIGTTIN: 21,
    SIGTTOU: 22,
    SIGWINCH: 28,
  },
  darwin: {
    SIGHUP: 1,
    SIGINT: 2,
    SIGQUIT: 3,
    SIGKILL: 9,
    SIGPIPE: 13,
    SIGTERM: 15,
    SIGCONT: 19,
    SIGTSTP: 18,
    SIGTTIN: 21,
    SIGTTOU: 22,
    SIGWINCH: 28,
  },
} as const satisfies Record<string, Record<SignalName, number>>;

const FLAGS = {
  linux: {
    cloexec: 0x80000,
    noctty: 0x100,
    nonblock: 0x800,
    winsize: 0x5413n,
    unread: 0x541bn,
    block: 0,
    setMask: 2,
    flush: 0,
  },
  darwin: {
    cloexec: 0x1000000,
    noctty: 0x20000,
    nonblock: 0x4,
    winsize: 0x40087468n,
    unread: 0x4004667fn,
    block: 1,
    setMask: 3,
    flush: 1,
  },
} as const;

const SIG_DFL = 0n;
const SIG_IGN = 1n;
const O_RDWR = 2;
const LOCK_EX = 2;
const LOCK_NB = 4;
const LOCK_UN = 8;
const F_SETFD = 2;
const F_GETFL = 3;
const F_SETFL = 4;
const F_SETOWN = 8; // Linux
const O_ASYNC = 0x2000; // Linux
const FD_CLOEXEC = 1;
const POLLIN = 1;
const POLLOUT = 4;
const POLLERR = 8;
const POLLHUP = 16;
const POLLNVAL = 32;
// Larger than any struct sigaction or sigset_t met here; the action is the first eight bytes.
const SIGACTION_SIZE = 256;

/** The system calls over an opened library. */
export function systemOver(runtime: CRuntime): System {
  const { library: c, os } = runtime;
  const numbers = NUMBERS[os];
  const flags = FLAGS[os];
  const layout = termiosLayout(os);
  const encoder = new TextEncoder();

  const pollNow = (fd: number, events: number): PollResult => {
    const packed = packPoll([fd], events);
    const count = Number(c.poll(packed, 1n, 0));
    return count <= 0 ? { readable: false, writable: false, gone: false } : pollResult(packed, 0);
  };
  const disposition = (signal: SignalName): SignalDisposition => {
    const saved = new Uint8Array(SIGACTION_SIZE);
    c.sigaction(numbers[signal], null, saved);
    return saved;
  };
  // A signal whose default is to be taken must not be blocked on this thread.
  const deliver = (signal: SignalName): void => {
    c.signal(numbers[signal], SIG_DFL);
    c.kill(c.getpid(), numbers[signal]);
    c.raise(numbers[signal]);
  };

  return {
    available: true,
    getppid: () => Number(c.getppid()),
    getpgrp: () => Number(c.getpgrp()),
    getsid: () => Number(c.getsid(0)),
    kill: (pid, signal) => Number(c.kill(pid, numbers[signal])) === 0,
    disposition,
    isIgnored: (signal) => handlerOf(disposition(signal)) === SIG_IGN,
    ignore: (signal) => void c.signal(numbers[signal], SIG_IGN),
    setDefault: (signal) => void c.signal(numbers[signal], SIG_DFL),
    restore: (signal, saved) => void c.sigaction(numbers[signal], saved, null),
    dieBy: (signal) => {
      if (Number(c.getpid()) !== 1) deliver(signal);
      // Still here: PID 1, or a debugger ate it. The status is what a shell would have shown.
      runtime.exit(128 + numbers[signal]);
    },
    stopSelf: () => {
      // This order survives an orphaned group and a second Ctrl-Z (platform-findings.md).
      const saved = disposition("SIGTSTP");
      c.signal(numbers.SIGTSTP, SIG_DFL);
      c.raise(numbers.SIGTSTP);
      c.sigaction(numbers.SIGTSTP, saved, null);
    },
    foregroundGroup: (fd) => Number(c.tcgetpgrp(fd)),
    setForegroundGroup: (fd, pgrp) => {
      const set = new Uint8Array(128);
      const bit = numbers.SIGTTOU - 1;
      set[bit >> 3] = 1 << (bit & 7);
      const old = new Uint8Array(128);
      c.pthread_sigmask(flags.block, set, old);
      const ok = Number(c.tcsetpgrp(fd, pgrp)) === 0;
      c.pthread_sigmask(flags.setMask, old, null);
      return ok;
    },
    getModes: (fd): TerminalModes | null => {
      const modes = new Uint8Array(128);
      return Number(c.tcgetattr(fd, modes)) === 0 ? modes.slice(0, layout.size) : null;
    },
    setModes: (fd, modes) => {
      const padded = new Uint8Array(128);
      padded.set(modes);
      return Number(c.tcsetattr(fd, 0, padded)) === 0;
    },
    windowSize: (fd): WindowSize | null => {
      const size = new Uint16Array(4);
      // ioctl is variadic, which the arm64 Mac passes on the stack: not callable this way there.
      if (os === "darwin") return runtime.consoleSize();
      if (Number(c.ioctl(fd, flags.winsize, new Uint8Array(size.buffer))) !== 0) return null;
      const [rows = 0, columns = 0] = size;
      return rows > 0 && columns > 0 ? { columns, rows } : null;
    },
    open: (path) => {
      const fd = Number(
        c.open(
          encoder.encode(path + "\0"),
          O_RDWR | flags.cloexec | flags.noctty | flags.nonblock,
        ),
      );
      return fd;
    },
    pipe: () => {
      const ends = new Int32Array(2);
      if (Number(c.pipe(new Uint8Array(ends.buffer))) !== 0) return null;
      const [read = -1, write = -1] = ends;
      // A child started meanwhile could inherit the ends for the moment until they are marked.
      if (os === "linux") {
        c.fcntl(read, F_SETFD, FD_CLOEXEC);
        c.fcntl(write, F_SETFD, FD_CLOEXEC);
      }
      return [read, write];
    },
    close: (fd) => void c.close(fd),
    read: (fd, size) => {
      const buffer = new Uint8Array(size);
      const count = Number(c.read(fd, buffer, BigInt(size)));
      return count < 0 ? null : buffer.slice(0, count);
    },
    write: (fd, bytes) => Number(c.write(fd, bytes, BigInt(bytes.length))),
    poll: (fd) => pollNow(fd, POLLIN | POLLOUT),
    waitReadable: waiter(runtime),
    // As above, no variadic call on the Mac.
    announceInput: os === "darwin" ? null : (fd) => {
      const before = Number(c.fcntl(fd, F_GETFL, 0));
      // The owner first: without one a terminal announces to its whole foreground group.
      if (before < 0 || Number(c.fcntl(fd, F_SETOWN, Number(c.getpid()))) !== 0) return null;
      if (Number(c.fcntl(fd, F_SETFL, before | O_ASYNC)) !== 0) return null;
      return { [Symbol.dispose]: () => void c.fcntl(fd, F_SETFL, before) };
    },
    unreadInput: (fd) => {
      const count = new Int32Array(1);
      // As above, no variadic call on the Mac.
      if (os === "darwin") return 0;
      const bytes = new Uint8Array(count.buffer);
      return Number(c.ioctl(fd, flags.unread, bytes)) === 0 ? count[0] ?? 0 : 0;
    },
    flushInput: (fd) => void c.tcflush(fd, flags.flush),
    tryFlock: (fd) => {
      if (Number(c.flock(fd, LOCK_EX | LOCK_NB)) === 0) return "taken";
      // Letting go of what one does not have fails only where there are no locks at all.
      return Number(c.flock(fd, LOCK_UN)) === 0 ? "held" : "impossible";
    },
  };
}

function waiter(runtime: CRuntime): System["waitReadable"] {
  // poll(2) does not support terminals on macOS.
  if (runtime.os === "darwin") {
    const select = runtime.waitingSelect;
    return select === null ? null : async (fds, timeoutMs) => {
      const readable = new Uint8Array(128);
      for (const fd of fds) readable[fd >> 3] = (readable[fd >> 3] ?? 0) | (1 << (fd & 7));
      const count = await select(Math.max(...fds) + 1, readable, timeval(timeoutMs));
      if (count <= 0) return null;
      return fds.map((fd) => ({
        readable: ((readable[fd >> 3] ?? 0) & (1 << (fd & 7))) !== 0,
        writable: false,
        gone: false,
      }));
    };
  }
  const poll = runtime.waitingPoll;
  return poll === null ? null : async (fds, timeoutMs) => {
    const packed = packPoll(fds, POLLIN);
    const count = await poll(packed, fds.length, timeoutMs);
    return count <= 0 ? null : fds.map((_, index) => pollResult(packed, index));
  };
}

function timeval(timeoutMs: number): Uint8Array | null {
  if (timeoutMs < 0) return null;
  const value = new Uint8Array(16);
  const view = new DataView(value.buffer);
  view.setBigInt64(0, BigInt(Math.floor(timeoutMs / 1000)), true);
  view.setBigInt64(8, BigInt(Math.floor(timeoutMs % 1000) * 1000), true);
  return value;
}

function packPoll(fds: readonly number[], events: number): Uint8Array {
  const packed = new Uint8Array(8 * fds.length);
  const view = new DataView(packed.buffer);
  fds.forEach((fd, index) => {
    view.setInt32(index * 8, fd, true);
    view.setInt16(index * 8 + 4, events, true);
  });
  return packed;
}

function pollResult(packed: Uint8Array, index: number): PollResult {
  const revents = new DataView(packed.buffer).getInt16(index * 8 + 6, true);
  return {
    readable: (revents & POLLIN) !== 0,
    writable: (revents & POLLOUT) !== 0,
    gone: (revents & (POLLERR | POLLHUP | POLLNVAL)) !== 0,
  };
}

function handlerOf(action: SignalDisposition): bigint {
  return new DataView(action.buffer, action.byteOffset).getBigUint64(0, true);
}

/** The names the C library may be found under, best first. */
export function libraryNames(os: "linux" | "darwin", arch: string): readonly string[] {
  if (os === "darwin") return ["libSystem.dylib"];
  const machine = arch === "arm64" ? "aarch64" : "x86_64";
  return ["libc.so.6", `libc.musl-${machine}.so.1`, "libc.so"];
}
