// deno-lint-ignore-file require-await -- what fails is a rejection, never a throw, as of the real one
/**
 * A file system held in memory, for tests: the same interface as the real one, with every
 * operation able to fail on demand, a named pipe that nobody writes to, and symbolic links. It
 * never touches the machine and never schedules a timer.
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
} from "./file_system.ts";

/** An operation that can be told to fail. */
export type FakeFsOperation =
  | Exclude<keyof FileSystem, "openLock">
  | "openLock"
  | "append"
  | "sync"
  | "tryLock";

/** A failure to inject. */
export interface FakeFsFault {
  readonly operation: FakeFsOperation;
  /** The errno name: `ENOSPC`, `EACCES`, … */
  readonly code: string;
  /** Only for this path, or for paths the pattern matches; for every path when left out. */
  readonly path?: string | RegExp;
  /** How many calls go well first; 0 when left out. */
  readonly after?: number;
  /** How many calls fail; without end when left out. */
  readonly times?: number;
  /** For `append` and `createNew`: bytes that are written all the same before it fails. */
  readonly written?: number;
}

interface ActiveFault {
  readonly fault: FakeFsFault;
  skip: number;
  left: number;
}

type Node =
  | {
    readonly kind: "file";
    readonly inode: number;
    data: Uint8Array;
    mode: number;
    modified: number;
  }
  | { readonly kind: "directory" }
  | { readonly kind: "symlink"; readonly target: string }
  | { readonly kind: "pipe"; readonly content: PromiseWithResolvers<Uint8Array> };

const MAX_LINKS = 40;

/** A memory-backed {@linkcode FileSystem}. Paths are absolute and use `/`. */
export class FakeFileSystem implements FileSystem {
  readonly #nodes = new Map<string, Node>([["/", { kind: "directory" }]]);
  readonly #faults: ActiveFault[] = [];
  readonly #locks = new Map<string, FakeLock>();
  readonly #now: () => number;
  #inodes = 1;

  /**
   * @param files text by absolute path; parents are made.
   * @param now the clock behind `modified`, ms since the epoch; stands still when left out.
   */
  constructor(files: Readonly<Record<string, string>> = {}, now: () => number = () => 0) {
    this.#now = now;
    for (const [path, text] of Object.entries(files)) this.put(path, text);
  }

  /** Puts a file in place, making its parents, past every fault. */
  put(path: string, content: string | Uint8Array): void {
    this.#parents(path);
    const data = typeof content === "string" ? new TextEncoder().encode(content) : content.slice();
    this.#nodes.set(path, {
      kind: "file",
      inode: this.#inodes++,
      data,
      mode: 0o644,
      modified: this.#now(),
    });
  }

  /** Puts a symbolic link in place, making its parents. */
  link(path: string, target: string): void {
    this.#parents(path);
    this.#nodes.set(path, { kind: "symlink", target });
  }

  /** Puts a named pipe in place: reading it waits until {@linkcode feed} is called. */
  pipe(path: string): void {
    this.#parents(path);
    this.#nodes.set(path, { kind: "pipe", content: Promise.withResolvers() });
  }

  /** What a pipe's readers get. */
  feed(path: string, text: string): void {
    const node = this.#nodes.get(path);
    if (node?.kind !== "pipe") throw new TypeError(`${path} is not a pipe`);
    node.content.resolve(new TextEncoder().encode(text));
  }

  /** A file's text, past every fault; undefined when there is none. */
  text(path: string): string | undefined {
    const node = this.#nodes.get(path);
    return node?.kind === "file" ? new TextDecoder().decode(node.data) : undefined;
  }

  /** A file's permission bits; undefined when there is none. */
  mode(path: string): number | undefined {
    const node = this.#nodes.get(path);
    return node?.kind === "file" ? node.mode : undefined;
  }

  /** Every path there is, sorted. */
  paths(): string[] {
    return [...this.#nodes.keys()].sort();
  }

  /** Makes calls fail until disposed or used up. */
  inject(fault: FakeFsFault): Disposable {
    const active = { fault, skip: fault.after ?? 0, left: fault.times ?? Infinity };
    this.#faults.push(active);
    return { [Symbol.dispose]: () => void (active.left = 0) };
  }

  async readText(path: string, most = Infinity): Promise<string> {
    const bytes = await this.#read("readText", path);
    if (bytes.length > most) throw new FsError("EFBIG", "readText", path);
    return new TextDecoder().decode(bytes);
  }

  readBytes(path: string): Promise<Uint8Array> {
    return this.#read("readBytes", path);
  }

  async createNew(path: string, data: Uint8Array, mode: number): Promise<void> {
    const fault = this.#due("createNew", path);
    if (fault !== undefined && fault.written === undefined) this.#throw(fault, path);
    const place = this.#entry(path, "createNew");
    if (this.#nodes.has(place)) throw new FsError("EEXIST", "createNew", path);
    this.#needParent(place, "createNew", path);
    const kept = fault === undefined ? data.slice() : data.slice(0, fault.written);
    this.#nodes.set(place, {
      kind: "file",
      inode: this.#inodes++,
      data: kept,
      mode,
      modified: this.#now(),
    });
    if (fault !== undefined) this.#throw(fault, path);
  }

  async replace(path: string, data: Uint8Array, mode: number): Promise<void> {
    this.#check("replace", path);
    const place = this.#entry(path, "replace");
    this.#needParent(place, "replace", path);
    if (this.#nodes.get(place)?.kind === "directory") throw new FsError("EISDIR", "replace", path);
    this.#nodes.set(place, {
      kind: "file",
      inode: this.#inodes++,
      data: data.slice(),
      mode,
      modified: this.#now(),
    });
  }

  async openAppend(path: string, mode: number): Promise<AppendFile> {
    this.#check("openAppend", path);
    const place = this.#resolve(path, "openAppend");
    this.#needParent(place, "openAppend", path);
    let node = this.#nodes.get(place);
    if (node === undefined) {
      node = {
        kind: "file",
        inode: this.#inodes++,
        data: new Uint8Array(),
        mode,
        modified: this.#now(),
      };
      this.#nodes.set(place, node);
    }
    if (node.kind !== "file") throw new FsError("EISDIR", "openAppend", path);
    const file = node;
    let size = file.data.length;
    return {
      get size() {
        return size;
      },
      append: async (bytes) => {
        const fault = this.#due("append", path);
        const taken = fault === undefined ? bytes : bytes.subarray(0, fault.written ?? 0);
        const grown = new Uint8Array(file.data.length + taken.length);
        grown.set(file.data);
        grown.set(taken, file.data.length);
        file.data = grown;
        file.modified = this.#now();
        if (fault !== undefined) this.#throw(fault, path);
        size += bytes.length;
      },
      sync: async () => this.#check("sync", path),
      truncate: async (length) => {
        this.#check("truncate", path);
        file.data = file.data.slice(0, length);
        size = length;
      },
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  }

  openLock(path: string): LockFile {
    this.#check("openLock", path);
    const place = this.#resolve(path, "openLock");
    this.#needParent(place, "openLock", path);
    if (!this.#nodes.has(place)) this.put(place, "");
    const lock = this.#locks.get(place) ?? { holder: null };
    this.#locks.set(place, lock);
    const me = Symbol(place);
    return {
      tryLock: () => {
        this.#check("tryLock", path);
        if (lock.holder !== null && lock.holder !== me) return false;
        lock.holder = me;
        return true;
      },
      describe: (text) => this.put(place, text),
      description: () => this.text(place) ?? "",
      [Symbol.dispose]: () => {
        if (lock.holder === me) lock.holder = null;
      },
    };
  }

  async makeDir(path: string, options: { recursive: boolean; mode: number }): Promise<void> {
    this.#check("makeDir", path);
    const place = this.#resolve(path, "makeDir");
    const there = this.#nodes.get(place);
    if (there !== undefined && (!options.recursive || there.kind !== "directory")) {
      throw new FsError("EEXIST", "makeDir", path);
    }
    if (options.recursive) this.#parents(place);
    else this.#needParent(place, "makeDir", path);
    this.#nodes.set(place, { kind: "directory" });
  }

  async list(path: string): Promise<DirEntry[]> {
    this.#check("list", path);
    const place = this.#resolve(path, "list");
    const node = this.#nodes.get(place);
    if (node === undefined) throw new FsError("ENOENT", "list", path);
    if (node.kind !== "directory") throw new FsError("ENOTDIR", "list", path);
    const entries: DirEntry[] = [];
    for (const [name, child] of this.#nodes) {
      if (name === "/" || parentOf(name) !== place) continue;
      const kind = child.kind === "pipe" ? "other" : child.kind;
      entries.push({ name: name.slice(name.lastIndexOf("/") + 1), kind });
    }
    return entries;
  }

  async info(path: string): Promise<FileInfo | null> {
    this.#check("info", path);
    const node = this.#lookUp(path);
    if (node === undefined || node.kind === "symlink") return null;
    if (node.kind === "directory") return { kind: "directory", size: 0, modified: null };
    if (node.kind === "pipe") return { kind: "other", size: 0, modified: null };
    const { data, modified, mode } = node;
    return { kind: "file", size: data.length, modified, executable: (mode & 0o111) !== 0 };
  }

  async stamps(paths: readonly string[]): Promise<(FileStamp | null)[]> {
    return paths.map((path) => {
      this.#check("stamps", path);
      const node = this.#lookUp(path);
      if (node?.kind !== "file") return null;
      const { data, modified, inode } = node;
      return { state: `${data.length} ${modified} ${inode}`, changed: modified };
    });
  }

  async realPath(path: string): Promise<string> {
    this.#check("realPath", path);
    const place = this.#resolve(path, "realPath");
    if (!this.#nodes.has(place)) throw new FsError("ENOENT", "realPath", path);
    return place;
  }

  async rename(from: string, to: string): Promise<void> {
    this.#check("rename", from);
    const source = this.#entry(from, "rename");
    const target = this.#entry(to, "rename");
    if (!this.#nodes.has(source)) throw new FsError("ENOENT", "rename", from);
    this.#needParent(target, "rename", to);
    if (target.startsWith(source + "/")) throw new FsError("EINVAL", "rename", from);
    if (source === target) return;
    if (this.#below(target).length > 0) throw new FsError("ENOTEMPTY", "rename", to);
    for (const path of [source, ...this.#below(source)]) {
      const node = this.#nodes.get(path);
      this.#nodes.delete(path);
      if (node !== undefined) this.#nodes.set(target + path.slice(source.length), node);
    }
  }

  async remove(path: string, options: { recursive?: boolean } = {}): Promise<void> {
    this.#check("remove", path);
    const place = this.#entry(path, "remove");
    if (!this.#nodes.has(place)) throw new FsError("ENOENT", "remove", path);
    const below = this.#below(place);
    if (below.length > 0 && options.recursive !== true) {
      throw new FsError("ENOTEMPTY", "remove", path);
    }
    for (const each of [place, ...below]) this.#nodes.delete(each);
  }

  async truncate(path: string, size: number): Promise<void> {
    this.#check("truncate", path);
    const node = this.#nodes.get(this.#resolve(path, "truncate"));
    if (node === undefined) throw new FsError("ENOENT", "truncate", path);
    if (node.kind !== "file") throw new FsError("EISDIR", "truncate", path);
    node.data = node.data.slice(0, size);
  }

  async syncDir(path: string): Promise<void> {
    this.#check("syncDir", path);
  }

  async #read(operation: "readText" | "readBytes", path: string): Promise<Uint8Array> {
    this.#check(operation, path);
    const node = this.#nodes.get(this.#resolve(path, operation));
    if (node === undefined || node.kind === "symlink") throw new FsError("ENOENT", operation, path);
    if (node.kind === "directory") throw new FsError("EISDIR", operation, path);
    return node.kind === "pipe" ? await node.content.promise : node.data.slice();
  }

  #lookUp(path: string): Node | undefined {
    try {
      return this.#nodes.get(this.#resolve(path, "info"));
    } catch (error) {
      if (error instanceof FsError && error.code === "ENOTDIR") return undefined;
      throw error;
    }
  }

  #due(operation: FakeFsOperation, path: string): FakeFsFault | undefined {
    for (const active of this.#faults) {
      const { fault } = active;
      if (active.left === 0 || fault.operation !== operation) continue;
      if (typeof fault.path === "string" && fault.path !== path) continue;
      if (fault.path instanceof RegExp && !fault.path.test(path)) continue;
      if (active.skip > 0) {
        active.skip--;
        continue;
      }
      active.left--;
      return fault;
    }
    return undefined;
  }

  #check(operation: FakeFsOperation, path: string): void {
    const fault = this.#due(operation, path);
    if (fault !== undefined) this.#throw(fault, path);
  }

  #throw(fault: FakeFsFault, path: string): never {
    throw new FsError(fault.code, fault.operation, path);
  }

  #parents(path: string): void {
    for (let at = parentOf(path); !this.#nodes.has(at); at = parentOf(at)) {
      this.#nodes.set(at, { kind: "directory" });
    }
  }

  #needParent(place: string, operation: string, path: string): void {
    const parent = this.#nodes.get(parentOf(place));
    if (parent === undefined) throw new FsError("ENOENT", operation, path);
    if (parent.kind !== "directory") throw new FsError("ENOTDIR", operation, path);
  }

  #below(path: string): string[] {
    return [...this.#nodes.keys()].filter((each) => each.startsWith(path + "/"));
  }

  /** The entry itself: links in the parents are followed, the last name is not. */
  #entry(path: string, operation: string): string {
    const parent = this.#resolve(parentOf(path), operation);
    return (parent === "/" ? "" : parent) + path.slice(path.lastIndexOf("/"));
  }

  /** Follows every link; a name nothing exists under is kept, so that it can be created. */
  #resolve(path: string, operation: string): string {
    let rest = path.split("/").filter((part) => part !== "" && part !== ".");
    let place: string[] = [];
    for (let links = 0; rest.length > 0;) {
      const [name = "", ...more] = rest;
      rest = more;
      if (name === "..") {
        place.pop();
        continue;
      }
      const node = this.#nodes.get("/" + [...place, name].join("/"));
      if (node?.kind !== "symlink") {
        if (rest.length > 0 && node !== undefined && node.kind !== "directory") {
          throw new FsError("ENOTDIR", operation, path);
        }
        place.push(name);
        continue;
      }
      if (++links > MAX_LINKS) throw new FsError("ELOOP", operation, path);
      if (node.target.startsWith("/")) place = [];
      rest = [...node.target.split("/").filter((part) => part !== "" && part !== "."), ...rest];
    }
    return "/" + place.join("/");
  }
}

interface FakeLock {
  holder: symbol | null;
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}
