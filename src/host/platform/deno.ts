/**
 * The platform on Deno. Uses Deno's own calls rather than the node: layer, which costs 30 ms to
 * load; the C library is opened on first use.
 *
 * @module
 */

import { readBounded } from "./bounded_read.ts";
import type { AppendFile, DirEntry, FileSystem, LockFile } from "./file_system.ts";
import { FsError } from "./file_system.ts";
import { fsError, guard, guardSync } from "./guard.ts";
import { type CLibrary, type CRuntime, libraryNames, SYMBOLS, systemOver } from "./libc.ts";
import { noSystem } from "./no_system.ts";
import { isOneFile } from "./one_file.ts";
import { KERNEL32, type Kernel32 } from "./kernel32.ts";
import { openPolledTerminal } from "./polled_terminal.ts";
import { nodeSpawner } from "./child_process.ts";
import type { InputStream, Os, OutputStream, Platform, TerminalDevice } from "./port.ts";
import { stampsOf } from "./stamps.ts";
import type { System, WindowSize } from "./system.ts";
import { writingAtOnce } from "./terminal_output.ts";
import { consoleDevice, consoleSize, openWindowsConsole } from "./windows_console.ts";

// The same numbers on Linux and macOS.
const SIGXFSZ = 25;
const SIG_IGN = 1n;

/** What a terminal, its signals and the environment cannot be had without. */
const PERMISSIONS = ["env", "ffi", "read", "write"] as const;

/**
 * The running Deno process as a {@linkcode Platform}. With a permission missing it says which and
 * ends the process with status 1: the runtime would ask for one after the other, or throw (PR-048).
 */
export function denoPlatform(): Platform {
  requirePermissions();
  const os: Os = Deno.build.os === "darwin" || Deno.build.os === "windows"
    ? Deno.build.os
    : "linux";
  const arch = Deno.build.arch === "aarch64" ? "arm64" : "x64";
  const clock = { now: () => performance.timeOrigin + performance.now() };
  const exit = (code: number): never => Deno.exit(code);
  const kernel = os === "windows" ? openKernel() : null;
  const system = os === "windows"
    ? { ...noSystem(exit), windowSize: () => kernel === null ? null : consoleSize(kernel) }
    : openSystem(os, arch, exit);
  return {
    runtime: "deno",
    runtimeVersion: Deno.version.deno,
    os,
    arch,
    target: `${os}-${arch}`,
    args: Deno.args,
    pid: Deno.pid,
    workersGetSignals: true,
    clock,
    system,
    fs: fileSystem(os),
    stdin: stdin(),
    stdout: writingAtOnce(output(1, Deno.stdout), system),
    stderr: writingAtOnce(output(2, Deno.stderr), system),
    outputsAreOne: () => os !== "windows" && isOneFile(descriptorInfo(1), descriptorInfo(2)),
    env: (name) => Deno.env.get(name),
    envAll: () => Deno.env.toObject(),
    cwd: () => guardSync("cwd", ".", () => Deno.cwd()),
    hostname: () => {
      try {
        return Deno.hostname();
      } catch {
        return "";
      }
    },
    spawn: nodeSpawner(os === "windows" ? "CONOUT$" : "/dev/tty"),
    openTerminal: () => os === "windows" ? openConsole(kernel, clock) : openTerminal(system, clock),
    onSignal: (signal, listener) => {
      const name = signal as Deno.Signal;
      Deno.addSignalListener(name, listener);
      return { [Symbol.dispose]: () => Deno.removeSignalListener(name, listener) };
    },
    exit,
  };
}

function requirePermissions(): void {
  const missing = PERMISSIONS
    .filter((name) => Deno.permissions.querySync({ name }).state !== "granted")
    .map((name) => `--allow-${name}`);
  if (missing.length === 0) return;
  const line = `permission missing: run deno with ${missing.join(" ")}, or -A\n`;
  Deno.stderr.writeSync(new TextEncoder().encode(line));
  Deno.exit(1);
}

function openSystem(os: "linux" | "darwin", arch: string, exit: (code: number) => never): System {
  const opened = openLibrary(os, arch);
  if (opened === null) return noSystem(exit);
  // A file at its size limit is an error like others (EFBIG), not a death without a word. Bun does
  // the same by itself.
  opened.library.signal(SIGXFSZ, SIG_IGN);
  return systemOver({ os, exit, consoleSize: streamSize, ...opened });
}

function streamSize(): WindowSize | null {
  try {
    const { columns, rows } = Deno.consoleSize();
    return columns > 0 && rows > 0 ? { columns, rows } : null;
  } catch {
    // None of the three streams is a terminal.
    return null;
  }
}

function openLibrary(
  os: "linux" | "darwin",
  arch: string,
): Pick<CRuntime, "library" | "waitingPoll" | "waitingSelect"> | null {
  const native = { i32: "i32", wide: "u64", pointer: "buffer" } as const;
  const signed = { i32: "i32", wide: "i64" } as const;
  const table: Record<string, Deno.ForeignFunction> = {};
  for (const [name, symbol] of Object.entries(SYMBOLS)) {
    table[name] = {
      parameters: symbol.args.map((type) => native[type]),
      result: signed[symbol.result],
    };
  }
  const waiting = {
    waitingPoll: {
      name: "poll",
      parameters: ["buffer", "u64", "i32"],
      result: "i32",
      nonblocking: true,
    },
    waitingSelect: {
      name: "select",
      parameters: ["i32", "buffer", "buffer", "buffer", "buffer"],
      result: "i32",
      nonblocking: true,
    },
  } as const;
  for (const name of libraryNames(os, arch)) {
    try {
      const { symbols } = Deno.dlopen(name, { ...waiting, ...table });
      const { waitingPoll, waitingSelect, ...rest } = symbols;
      const poll = waitingPoll as (...args: unknown[]) => Promise<number>;
      const select = waitingSelect as (...args: unknown[]) => Promise<number>;
      return {
        library: rest as unknown as CLibrary,
        waitingPoll: (fds, count, timeoutMs) => poll(fds, BigInt(count), Math.ceil(timeoutMs)),
        waitingSelect: (count, readable, timeout) => select(count, readable, null, null, timeout),
      };
    } catch {
      // The next name may be there.
    }
  }
  return null;
}

function output(fd: number, stream: typeof Deno.stdout): OutputStream {
  return {
    fd,
    isTerminal: () => stream.isTerminal(),
    write: (bytes) => guard("write", `fd ${fd}`, stream.write(bytes)),
  };
}

function descriptorInfo(fd: number): Deno.FileInfo | null {
  try {
    return Deno.statSync(`/dev/fd/${fd}`);
  } catch {
    // No such descriptor, or no such directory: then nothing is known to be shared.
    return null;
  }
}

function stdin(): InputStream {
  return {
    isTerminal: () => Deno.stdin.isTerminal(),
    read: async () => {
      const buffer = new Uint8Array(65_536);
      const count = await guard("read", "stdin", Deno.stdin.read(buffer)).catch(
        (error: unknown) => {
          // A closed descriptor, or a terminal read from the background: nothing will come.
          if (error instanceof FsError && (error.code === "EBADF" || error.code === "EIO")) {
            return null;
          }
          throw error;
        },
      );
      return count === null ? null : buffer.subarray(0, count);
    },
  };
}

function openTerminal(system: System, clock: { now(): number }): TerminalDevice | null {
  try {
    const file = Deno.openSync("/dev/tty", { read: true, write: true });
    const device = openPolledTerminal("/dev/tty", system, clock, {
      write: (bytes) => guard("write", "/dev/tty", file.write(bytes)),
      close: () => file.close(),
    });
    if (device === null) file.close();
    return device;
  } catch {
    return null;
  }
}

/** Windows: CONIN$ and CONOUT$. */
function openConsole(kernel: Kernel32 | null, clock: { now(): number }): TerminalDevice | null {
  const console = kernel === null ? null : openWindowsConsole(kernel);
  if (console === null) return null;
  try {
    const out = Deno.openSync("CONOUT$", { read: true, write: true });
    return consoleDevice(console, {
      write: async (bytes) => {
        for (let done = 0; done < bytes.length;) {
          done += await guard("write", "CONOUT$", out.write(bytes.subarray(done)));
        }
      },
      close: () => out.close(),
    }, clock);
  } catch {
    console.close();
    return null;
  }
}

function openKernel(): Kernel32 | null {
  const native = { ptr: "buffer", u32: "u32", u64: "u64", i32: "i32" } as const;
  const table: Record<string, Deno.ForeignFunction> = {};
  for (const [name, { args, returns }] of Object.entries(KERNEL32)) {
    table[name] = { parameters: args.map((type) => native[type]), result: native[returns] };
  }
  try {
    return Deno.dlopen("kernel32.dll", table).symbols as unknown as Kernel32;
  } catch {
    return null;
  }
}

async function readSome(path: string, most: number): Promise<string> {
  using file = await Deno.open(path);
  return await readBounded(path, most, (buffer) => file.read(buffer));
}

function fileSystem(os: Os): FileSystem {
  const sync = async (path: string, data: Uint8Array, mode: number): Promise<void> => {
    using file = await Deno.open(path, { write: true, createNew: true, mode });
    await writeAll(file, data);
    await file.sync();
  };
  return {
    readText: (path, most) =>
      guard("read", path, most === undefined ? Deno.readTextFile(path) : readSome(path, most)),
    readBytes: (path) => guard("read", path, Deno.readFile(path)),
    createNew: (path, data, mode) =>
      guard("create", path, Deno.writeFile(path, data, { createNew: true, mode })),
    replace: async (path, data, mode) => {
      const beside = `${path}.${crypto.randomUUID().slice(0, 8)}.tmp`;
      try {
        await guard("write", path, sync(beside, data, mode));
        await guard("rename", path, Deno.rename(beside, path));
      } catch (error) {
        await Deno.remove(beside).catch(() => {});
        throw error;
      }
    },
    openAppend: async (path, mode) => {
      const file = await guard(
        "open",
        path,
        Deno.open(path, { append: true, create: true, mode }),
      );
      try {
        const { size } = await guard("stat", path, file.stat());
        return appendFile(path, file, size);
      } catch (error) {
        file.close();
        throw error;
      }
    },
    openLock: (path) => lockFile(path),
    makeDir: (path, options) => guard("mkdir", path, Deno.mkdir(path, options)),
    list: (path) => new Promise((resolve) => resolve(guardSync("list", path, () => list(path)))),
    info: async (path) => {
      try {
        const info = await Deno.stat(path);
        return {
          kind: info.isFile ? "file" : info.isDirectory ? "directory" : "other",
          size: info.size,
          modified: info.mtime?.getTime() ?? null,
          ...(info.mode === null ? {} : { executable: (info.mode & 0o111) !== 0 }),
          ...(info.isCharDevice ? { device: true } : {}),
        };
      } catch (error) {
        const wrapped = fsError("stat", path, error);
        if (wrapped.code === "ENOENT" || wrapped.code === "ENOTDIR") return null;
        throw wrapped;
      }
    },
    stamps: (paths) =>
      stampsOf(paths, (path) => {
        const { size, mtime, ctime, ino } = Deno.statSync(path);
        return {
          size,
          modified: mtime?.getTime() ?? null,
          changed: ctime?.getTime() ?? null,
          inode: ino,
        };
      }),
    realPath: (path) => guard("realpath", path, Deno.realPath(path)),
    rename: (from, to) => guard("rename", from, Deno.rename(from, to)),
    remove: (path, options) => guard("remove", path, Deno.remove(path, options)),
    truncate: (path, size) => guard("truncate", path, Deno.truncate(path, size)),
    syncDir: async (path) => {
      if (os === "windows") return;
      using directory = await guard("open", path, Deno.open(path, { read: true }));
      await guard("sync", path, directory.sync());
    },
  };
}

// One call for all of them: entry by entry costs more than the reading does.
function list(path: string): DirEntry[] {
  return Array.from(Deno.readDirSync(path), ({ name, isFile, isDirectory, isSymlink }) => {
    const kind = isSymlink ? "symlink" : isDirectory ? "directory" : isFile ? "file" : "other";
    return { name, kind };
  });
}

function appendFile(path: string, file: Deno.FsFile, startSize: number): AppendFile {
  let size = startSize;
  return {
    get size() {
      return size;
    },
    append: async (bytes) => {
      await guard("write", path, writeAll(file, bytes));
      size += bytes.length;
    },
    sync: () => guard("sync", path, file.syncData()),
    truncate: async (length) => {
      await guard("truncate", path, file.truncate(length));
      size = length;
    },
    [Symbol.asyncDispose]: () => {
      file.close();
      return Promise.resolve();
    },
  };
}

function lockFile(path: string): LockFile {
  const file = guardSync(
    "open",
    path,
    () => Deno.openSync(path, { read: true, write: true, create: true, mode: 0o600 }),
  );
  return {
    tryLock: () => guardSync("lock", path, () => file.tryLockSync(true)),
    describe: (text) =>
      guardSync("write", path, () => {
        file.truncateSync(0);
        file.seekSync(0, Deno.SeekMode.Start);
        file.writeSync(new TextEncoder().encode(text));
      }),
    description: () =>
      guardSync("read", path, () => {
        file.seekSync(0, Deno.SeekMode.Start);
        const buffer = new Uint8Array(4096);
        const count = file.readSync(buffer) ?? 0;
        return new TextDecoder().decode(buffer.subarray(0, count));
      }),
    [Symbol.dispose]: () => file.close(),
  };
}

async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) done += await file.write(bytes.subarray(done));
}
