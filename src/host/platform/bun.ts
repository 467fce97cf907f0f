/**
 * The platform on Bun: node's modules for files, bun:ffi for the C library. Signals reach the main
 * thread only, and there is no call that waits off the thread, so the kernel is asked to say when
 * there is a key.
 *
 * @module
 */

import { waitingForAnnouncements } from "./announced_input.ts";
import { nodeSpawner } from "./child_process.ts";
import { fsError, guardSync } from "./guard.ts";
import { type CLibrary, libraryNames, SYMBOLS, systemOver } from "./libc.ts";
import { locking, nodeFileSystem } from "./node_file_system.ts";
import { noSystem } from "./no_system.ts";
import { type FileIdentity, isOneFile } from "./one_file.ts";
import { openPolledTerminal } from "./polled_terminal.ts";
import type { Clock, Os, OutputStream, Platform, TerminalDevice } from "./port.ts";
import type { System, WindowSize } from "./system.ts";
import { writingAtOnce } from "./terminal_output.ts";
import { KERNEL32, type Kernel32 } from "./kernel32.ts";
import { consoleDevice, consoleSize, openWindowsConsole } from "./windows_console.ts";

type NodeFs = typeof import("node:fs");
type NodeTty = typeof import("node:tty");
type NodeProcess = typeof import("node:process");

interface BunFfi {
  dlopen(
    name: string,
    symbols: Record<string, { args: string[]; returns: string }>,
  ): { symbols: Record<string, (...args: unknown[]) => number | bigint> };
}

/** The running Bun process as a {@linkcode Platform}. */
export async function bunPlatform(): Promise<Platform> {
  // The name in a variable keeps other runtimes' checkers from looking for it.
  const ffiName = "bun:ffi";
  const [ffi, fs, osModule, process] = await Promise.all([
    import(ffiName) as Promise<BunFfi>,
    import("node:fs"),
    import("node:os"),
    import("node:process").then((module) => module.default as unknown as NodeProcess),
  ]);
  const os: Os = process.platform === "darwin"
    ? "darwin"
    : process.platform === "win32"
    ? "windows"
    : "linux";
  const arch = process.arch === "arm64" ? "arm64" : "x64";
  const exit = (code: number): never => process.exit(code);
  const clock: Clock = { now: () => performance.timeOrigin + performance.now() };
  const library = os === "windows" ? null : openLibrary(ffi, os, arch);
  const kernel = os === "windows" ? openKernel(ffi) : null;
  const system = library === null || os === "windows"
    ? { ...noSystem(exit), windowSize: () => kernel === null ? null : consoleSize(kernel) }
    : knowingInterrupt(systemOver({
      os,
      library,
      waitingPoll: null,
      waitingSelect: null,
      consoleSize: () => streamSize(process),
      exit,
    }));
  // node:tty takes 12 ms to load; only where there is no C library is there a need for it.
  const tty = system.available ? null : await import("node:tty");
  const isTerminal = (fd: number): boolean =>
    tty === null ? system.getModes(fd) !== null : tty.isatty(fd);
  return {
    runtime: "bun",
    runtimeVersion: process.versions["bun"] ?? "",
    os,
    arch,
    target: `${os}-${arch}`,
    args: process.argv.slice(2),
    pid: process.pid,
    workersGetSignals: false,
    clock,
    system,
    fs: nodeFileSystem(fs, locking(system, kernel), os),
    stdin: {
      isTerminal: () => isTerminal(0),
      read: () => readStdin(fs),
    },
    stdout: writingAtOnce(output(fs, isTerminal, 1), system),
    stderr: writingAtOnce(output(fs, isTerminal, 2), system),
    outputsAreOne: () =>
      os !== "windows" && isOneFile(descriptorInfo(fs, 1), descriptorInfo(fs, 2)),
    env: (name) => process.env[name],
    envAll: () => {
      const copy: Record<string, string> = {};
      for (const [name, value] of Object.entries(process.env)) {
        if (value !== undefined) copy[name] = value;
      }
      return copy;
    },
    cwd: () => guardSync("cwd", ".", () => process.cwd()),
    hostname: () => osModule.hostname(),
    spawn: nodeSpawner(os === "windows" ? "CONOUT$" : "/dev/tty"),
    openTerminal: () =>
      kernel === null
        ? openTerminal(fs, waitingSystem(system, clock, process), clock)
        : openConsole(fs, kernel, clock),
    onSignal: (signal, listener) => {
      process.on(signal, listener);
      return { [Symbol.dispose]: () => void process.off(signal, listener) };
    },
    exit,
  };
}

function descriptorInfo(fs: NodeFs, fd: number): FileIdentity | null {
  try {
    return fs.fstatSync(fd);
  } catch {
    return null;
  }
}

/**
 * On a terminal this runtime takes SIGINT for itself before our first line, also where it was
 * ignored (seen on 1.4.5). What ignores it ignores SIGQUIT, too: a shell's `jp &` in a script.
 */
function knowingInterrupt(system: System): System {
  const quitIgnored = system.isIgnored("SIGQUIT");
  return {
    ...system,
    isIgnored: (signal) => system.isIgnored(signal) || (signal === "SIGINT" && quitIgnored),
  };
}

function openLibrary(ffi: BunFfi, os: "linux" | "darwin", arch: string): CLibrary | null {
  const native = { i32: "i32", wide: "u64", pointer: "ptr" } as const;
  const table: Record<string, { args: string[]; returns: string }> = {};
  for (const [name, symbol] of Object.entries(SYMBOLS)) {
    table[name] = {
      args: symbol.args.map((type) => native[type]),
      returns: symbol.result === "i32" ? "i32" : "i64",
    };
  }
  for (const name of libraryNames(os, arch)) {
    try {
      return ffi.dlopen(name, table).symbols as unknown as CLibrary;
    } catch {
      // The next name may be there.
    }
  }
  return null;
}

function output(
  fs: NodeFs,
  isTerminal: (fd: number) => boolean,
  fd: 1 | 2,
): OutputStream {
  return {
    fd,
    isTerminal: () => isTerminal(fd),
    write: (bytes) =>
      new Promise((resolve, reject) => {
        fs.write(fd, bytes, (error, count) => {
          if (error === null) resolve(count);
          // A descriptor that somebody made non-blocking: nothing was taken, look again soon.
          else if (error.code === "EAGAIN") setTimeout(() => resolve(0), 2);
          else reject(fsError("write", `fd ${fd}`, error));
        });
      }),
  };
}

function readStdin(fs: NodeFs): Promise<Uint8Array | null> {
  return new Promise((resolve, reject) => {
    const buffer = new Uint8Array(65_536);
    fs.read(0, buffer, 0, buffer.length, null, (error, count) => {
      if (error === null) return resolve(count === 0 ? null : buffer.subarray(0, count));
      if (error.code === "EAGAIN") return setTimeout(() => resolve(new Uint8Array(0)), 5);
      if (error.code === "EBADF" || error.code === "EIO" || error.code === "EOF") {
        return resolve(null);
      }
      reject(fsError("read", "stdin", error));
    });
  });
}

function openTerminal(fs: NodeFs, system: System, clock: Clock): TerminalDevice | null {
  try {
    const { write, close } = writerOf(fs, "/dev/tty");
    const device = openPolledTerminal("/dev/tty", system, clock, {
      write: async (bytes) => {
        await write(bytes);
        return bytes.length;
      },
      close,
    });
    if (device === null) close();
    return device;
  } catch {
    return null;
  }
}

function streamSize({ stdout, stderr }: NodeProcess): WindowSize | null {
  for (const { columns, rows } of [stdout, stderr]) {
    if (columns > 0 && rows > 0) return { columns, rows };
  }
  return null;
}

function openKernel(ffi: BunFfi): Kernel32 {
  const table = Object.fromEntries(
    Object.entries(KERNEL32).map((
      [name, { args, returns }],
    ) => [name, { args: [...args], returns }]),
  );
  return ffi.dlopen("kernel32.dll", table).symbols as unknown as Kernel32;
}

/** Windows: CONIN$ and CONOUT$. */
function openConsole(fs: NodeFs, kernel: Kernel32, clock: Clock): TerminalDevice | null {
  const console = openWindowsConsole(kernel);
  if (console === null) return null;
  try {
    return consoleDevice(console, writerOf(fs, "CONOUT$"), clock);
  } catch {
    console.close();
    return null;
  }
}

/**
 * Bun's terminal streams keep a read outstanding after pause() and destroy() that eats the next
 * reader's keys (seen on 1.4.5), and it has no call that waits off the thread.
 */
function waitingSystem(system: System, clock: Clock, process: NodeProcess): System {
  return waitingForAnnouncements(system, clock, (listener) => void process.on("SIGIO", listener));
}

interface TerminalWriter {
  readonly write: (bytes: Uint8Array) => Promise<void>;
  readonly close: () => void;
}

function writerOf(fs: NodeFs, path: string): TerminalWriter {
  const fd = fs.openSync(path, "r+");
  const some = (bytes: Uint8Array): Promise<number> =>
    new Promise((resolve, reject) => {
      fs.write(fd, bytes, (error, count) => {
        if (error === null) resolve(count);
        else reject(fsError("write", path, error));
      });
    });
  return {
    write: async (bytes) => {
      for (let done = 0; done < bytes.length;) done += await some(bytes.subarray(done));
    },
    close: () => fs.closeSync(fd),
  };
}
