/**
 * A file system of which only reading is real: whatever is written stays in memory, over what the
 * disk holds. With it, `--no-persist` runs the same code and touches nothing; locks are always free,
 * since nothing they protect is shared.
 *
 * @module
 */

import {
  type AppendFile,
  type DirEntry,
  type FileInfo,
  type FileStamp,
  type FileSystem,
  FsError,
  type LockFile,
} from "../../host/platform/port.ts";
import { failedWith } from "./errors.ts";
import { join } from "./paths.ts";

type Node =
  | { readonly kind: "file"; bytes: Uint8Array; size: number }
  /** `bare`: nothing of the disk shows through. */
  | { readonly kind: "directory"; readonly bare: boolean }
  /** Was removed; what the disk has there no longer shows. */
  | { readonly kind: "gone" };

type FileNode = Extract<Node, { kind: "file" }>;

/** Memory over a real file system. */
export class OverlayFileSystem implements FileSystem {
  readonly #disk: FileSystem;
  readonly #nodes = new Map<string, Node>();

  constructor(disk: FileSystem) {
    this.#disk = disk;
  }

  async readText(path: string, most?: number): Promise<string> {
    const node = this.#nodes.get(path);
    if (node === undefined && !this.#hidden(path)) return await this.#disk.readText(path, most);
    const bytes = await this.readBytes(path);
    if (most !== undefined && bytes.length > most) throw new FsError("EFBIG", "read", path);
    return new TextDecoder().decode(bytes);
  }

  async readBytes(path: string): Promise<Uint8Array> {
    const node = this.#nodes.get(path);
    if (node?.kind === "file") return node.bytes.slice(0, node.size);
    if (node?.kind === "directory") throw new FsError("EISDIR", "read", path);
    if (this.#hidden(path)) throw new FsError("ENOENT", "read", path);
    return await this.#disk.readBytes(path);
  }

  async createNew(path: string, data: Uint8Array): Promise<void> {
    if (await this.info(path) !== null) throw new FsError("EEXIST", "create", path);
    await this.#put(path, data);
  }

  async replace(path: string, data: Uint8Array): Promise<void> {
    await this.#put(path, data);
  }

  async openAppend(path: string): Promise<AppendFile> {
    const file = await this.#writable(path);
    return {
      get size() {
        return file.size;
      },
      append: (bytes) => {
        grow(file, bytes);
        return Promise.resolve();
      },
      sync: () => Promise.resolve(),
      truncate: (size) => {
        file.size = Math.min(size, file.size);
        return Promise.resolve();
      },
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  }

  openLock(_path: string): LockFile {
    let text = "";
    return {
      tryLock: () => true,
      describe: (description) => void (text = description),
      description: () => text,
      [Symbol.dispose]: () => {},
    };
  }

  async makeDir(path: string, options: { recursive: boolean; mode: number }): Promise<void> {
    const there = await this.info(path);
    if (there !== null) {
      if (options.recursive && there.kind === "directory") return;
      const inTheWay = there.kind === "directory" ? null : path;
      throw new FsError("EEXIST", "mkdir", path, undefined, inTheWay);
    }
    const above = parentOf(path);
    if (options.recursive && above !== path) await this.makeDir(above, options);
    else await this.#needDirectory(above, "mkdir", path);
    this.#nodes.set(path, { kind: "directory", bare: this.#hidden(path) });
  }

  async list(path: string): Promise<DirEntry[]> {
    const info = await this.info(path);
    if (info === null) throw new FsError("ENOENT", "list", path);
    if (info.kind !== "directory") {
      throw new FsError("ENOTDIR", "list", path, undefined, path);
    }
    const entries = new Map<string, DirEntry>();
    for (const entry of await this.#diskEntries(path)) entries.set(entry.name, entry);
    for (const [place, node] of this.#nodes) {
      if (parentOf(place) !== path) continue;
      const name = nameOf(place);
      if (node.kind === "gone") entries.delete(name);
      else entries.set(name, { name, kind: node.kind });
    }
    return [...entries.values()];
  }

  async info(path: string): Promise<FileInfo | null> {
    const node = this.#nodes.get(path);
    if (node?.kind === "file") return { kind: "file", size: node.size, modified: null };
    if (node?.kind === "directory") return { kind: "directory", size: 0, modified: null };
    return this.#hidden(path) ? null : await this.#disk.info(path);
  }

  async stamps(paths: readonly string[]): Promise<(FileStamp | null)[]> {
    const below = await this.#disk.stamps(paths);
    return paths.map((path, index) => {
      // What is in memory is soon read, and its next change may leave no trace.
      if (this.#nodes.get(path)?.kind === "file") return { state: "", changed: Infinity };
      return this.#hidden(path) ? null : below[index] ?? null;
    });
  }

  async realPath(path: string): Promise<string> {
    if (await this.info(path) === null) throw new FsError("ENOENT", "realpath", path);
    return this.#nodes.has(path) || this.#hidden(path) ? path : await this.#disk.realPath(path);
  }

  async rename(from: string, to: string): Promise<void> {
    await this.#needDirectory(parentOf(to), "rename", to);
    await this.#copy(from, to);
    await this.remove(from, { recursive: true });
  }

  async remove(path: string, options: { recursive?: boolean } = {}): Promise<void> {
    const info = await this.info(path);
    if (info === null) throw new FsError("ENOENT", "remove", path);
    if (info.kind === "directory" && !options.recursive && (await this.list(path)).length > 0) {
      throw new FsError("ENOTEMPTY", "remove", path);
    }
    for (const place of [...this.#nodes.keys()]) {
      if (place.startsWith(`${path}/`)) this.#nodes.delete(place);
    }
    this.#nodes.set(path, { kind: "gone" });
  }

  async truncate(path: string, size: number): Promise<void> {
    if (await this.info(path) === null) throw new FsError("ENOENT", "truncate", path);
    const file = await this.#writable(path);
    file.size = Math.min(size, file.size);
  }

  syncDir(_path: string): Promise<void> {
    return Promise.resolve();
  }

  async #put(path: string, data: Uint8Array): Promise<void> {
    await this.#needDirectory(parentOf(path), "write", path);
    if ((await this.info(path))?.kind === "directory") throw new FsError("EISDIR", "write", path);
    this.#nodes.set(path, { kind: "file", bytes: data.slice(), size: data.length });
  }

  /** The file in memory, brought there from the disk or made. */
  async #writable(path: string): Promise<FileNode> {
    if (await this.info(path) === null) await this.#put(path, new Uint8Array());
    else if (!this.#nodes.has(path)) await this.#put(path, await this.#disk.readBytes(path));
    const node = this.#nodes.get(path);
    if (node?.kind !== "file") throw new FsError("EISDIR", "open", path);
    return node;
  }

  async #copy(from: string, to: string): Promise<void> {
    const info = await this.info(from);
    if (info === null) throw new FsError("ENOENT", "rename", from);
    if (info.kind !== "directory") {
      await this.#put(to, await this.readBytes(from));
      return;
    }
    this.#nodes.set(to, { kind: "directory", bare: true });
    for (const { name } of await this.list(from)) {
      await this.#copy(join(from, name), join(to, name));
    }
  }

  async #needDirectory(path: string, operation: string, about: string): Promise<void> {
    const info = await this.info(path);
    if (info === null) throw new FsError("ENOENT", operation, about);
    if (info.kind !== "directory") {
      throw new FsError("ENOTDIR", operation, about, undefined, path);
    }
  }

  async #diskEntries(path: string): Promise<DirEntry[]> {
    const node = this.#nodes.get(path);
    if (this.#hidden(path) || (node?.kind === "directory" && node.bare)) return [];
    try {
      return await this.#disk.list(path);
    } catch (error) {
      if (failedWith(error, "ENOENT")) return [];
      throw error;
    }
  }

  /** Whether what the disk has at a path was taken out of sight, itself or with a directory. */
  #hidden(path: string): boolean {
    if (this.#nodes.get(path)?.kind === "gone") return true;
    for (let at = path; at !== parentOf(at);) {
      at = parentOf(at);
      const node = this.#nodes.get(at);
      if (node !== undefined && (node.kind !== "directory" || node.bare)) return true;
    }
    return false;
  }
}

function grow(file: FileNode, added: Uint8Array): void {
  const size = file.size + added.length;
  if (size > file.bytes.length) {
    const larger = new Uint8Array(size * 2);
    larger.set(file.bytes.subarray(0, file.size));
    file.bytes = larger;
  }
  file.bytes.set(added, file.size);
  file.size = size;
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
