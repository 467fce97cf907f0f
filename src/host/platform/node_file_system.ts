/**
 * Files and locks through node:fs, on Bun. It keeps nothing and decides nothing.
 *
 * @module
 */

import { readBounded } from "./bounded_read.ts";
import { type AppendFile, type FileSystem, FsError, type LockFile } from "./file_system.ts";
import { fsError, guard, guardSync } from "./guard.ts";
import type { Kernel32 } from "./kernel32.ts";
import type { Os } from "./port.ts";
import { stampsOf } from "./stamps.ts";
import type { System } from "./system.ts";
import { type WindowsLock, windowsLock } from "./windows_lock.ts";

type NodeFs = typeof import("node:fs");

/** Files through `fs`. */
export function nodeFileSystem(fs: NodeFs, lock: Locking, os: Os): FileSystem {
  const { promises } = fs;
  const readSome = async (path: string, most: number): Promise<string> => {
    const file = await promises.open(path, "r");
    try {
      return await readBounded(path, most, async (buffer) => (await file.read(buffer)).bytesRead);
    } finally {
      await file.close();
    }
  };
  const writeSynced = async (path: string, data: Uint8Array, mode: number): Promise<void> => {
    const file = await promises.open(path, "wx", mode);
    try {
      await file.writeFile(data);
      await file.sync();
    } finally {
      await file.close();
    }
  };
  return {
    readText: (path, most) =>
      guard(
        "read",
        path,
        most === undefined ? promises.readFile(path, "utf8") : readSome(path, most),
      ),
    readBytes: async (path) => {
      const data = await guard("read", path, promises.readFile(path));
      return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    },
    createNew: (path, data, mode) =>
      guard("create", path, promises.writeFile(path, data, { flag: "wx", mode })),
    replace: async (path, data, mode) => {
      const beside = `${path}.${crypto.randomUUID().slice(0, 8)}.tmp`;
      try {
        await guard("write", path, writeSynced(beside, data, mode));
        await guard("rename", path, promises.rename(beside, path));
      } catch (error) {
        await promises.rm(beside, { force: true }).catch(() => {});
        throw error;
      }
    },
    openAppend: async (path, mode) => {
      const file = await guard("open", path, promises.open(path, "a", mode));
      const { size } = await guard("stat", path, file.stat());
      let length = size;
      return {
        get size() {
          return length;
        },
        append: async (bytes) => {
          await guard("write", path, file.appendFile(bytes));
          length += bytes.length;
        },
        sync: () => guard("sync", path, file.datasync()),
        truncate: async (to) => {
          await guard("truncate", path, file.truncate(to));
          length = to;
        },
        [Symbol.asyncDispose]: () => file.close(),
      } satisfies AppendFile;
    },
    openLock: (path) => lockFile(fs, path, lock),
    makeDir: async (path, options) =>
      void await guard("mkdir", path, promises.mkdir(path, options)),
    list: async (path) => {
      const entries = await guard("list", path, promises.readdir(path, { withFileTypes: true }));
      return entries.map((entry) => ({
        name: entry.name,
        kind: entry.isSymbolicLink()
          ? "symlink"
          : entry.isDirectory()
          ? "directory"
          : entry.isFile()
          ? "file"
          : "other",
      }));
    },
    info: async (path) => {
      try {
        const info = await promises.stat(path);
        return {
          kind: info.isFile() ? "file" : info.isDirectory() ? "directory" : "other",
          size: info.size,
          modified: info.mtimeMs,
          executable: (info.mode & 0o111) !== 0,
          ...(info.isCharacterDevice() ? { device: true } : {}),
        };
      } catch (error) {
        const wrapped = fsError("stat", path, error);
        if (wrapped.code === "ENOENT" || wrapped.code === "ENOTDIR") return null;
        throw wrapped;
      }
    },
    stamps: (paths) =>
      stampsOf(paths, (path) => {
        const { size, mtimeMs, ctimeMs, ino } = fs.statSync(path);
        return { size, modified: mtimeMs, changed: ctimeMs, inode: ino };
      }),
    realPath: (path) => guard("realpath", path, promises.realpath(path)),
    rename: (from, to) => guard("rename", from, promises.rename(from, to)),
    remove: (path, options) =>
      guard(
        "remove",
        path,
        options?.recursive ? promises.rm(path, { recursive: true }) : removeOne(fs, path),
      ),
    truncate: (path, size) => guard("truncate", path, promises.truncate(path, size)),
    syncDir: async (path) => {
      if (os === "windows") return;
      const directory = await guard("open", path, promises.open(path, "r"));
      try {
        await guard("sync", path, directory.sync());
      } finally {
        await directory.close();
      }
    },
  };
}

async function removeOne(fs: NodeFs, path: string): Promise<void> {
  const info = await fs.promises.lstat(path);
  if (info.isDirectory()) await fs.promises.rmdir(path);
  else await fs.promises.unlink(path);
}

/** How a file's lock is taken; closing the descriptor lets go of an flock by itself. */
export type Locking = (path: string, fd: number) => WindowsLock;

/** Locks by flock, or by a file of their own on Windows, where there is a `kernel`. */
export function locking(system: System, kernel: Kernel32 | null): Locking {
  return kernel === null
    ? (path, fd) => ({ tryLock: () => flocked(system, path, fd), close: () => {} })
    : (path) => windowsLock(kernel, path);
}

function flocked(system: System, path: string, fd: number): boolean {
  const outcome = system.tryFlock(fd);
  if (outcome === "impossible") throw new FsError("ENOLCK", "lock", path);
  return outcome === "taken";
}

function lockFile(fs: NodeFs, path: string, lock: Locking): LockFile {
  const fd = guardSync(
    "open",
    path,
    () => fs.openSync(path, fs.constants.O_RDWR | fs.constants.O_CREAT, 0o600),
  );
  const own = lock(path, fd);
  return {
    tryLock: () => own.tryLock(),
    describe: (text) =>
      guardSync("write", path, () => {
        fs.ftruncateSync(fd, 0);
        fs.writeSync(fd, text, 0);
      }),
    description: () =>
      guardSync("read", path, () => {
        const buffer = new Uint8Array(4096);
        const count = fs.readSync(fd, buffer, 0, buffer.length, 0);
        return new TextDecoder().decode(buffer.subarray(0, count));
      }),
    [Symbol.dispose]: () => {
      own.close();
      fs.closeSync(fd);
    },
  };
}
