/**
 * A file system of which the n-th change fails, by itself or with all that follow: what a full
 * disk, a directory of somebody else and a write that was cut short look like. Counts what changes
 * anything; reading always works.
 */
import type { FakeFileSystem } from "../../../../src/host/platform/fake_fs.ts";
import {
  type AppendFile,
  type DirEntry,
  type FileInfo,
  type FileStamp,
  type FileSystem,
  FsError,
  type LockFile,
} from "../../../../src/host/platform/port.ts";

/** Which change fails, and how. */
export interface Failure {
  /** Counted from 0; `Infinity` for none. */
  readonly at: number;
  /** The errno name. */
  readonly code: string;
  /** Whether half of what was to be written is written first. */
  readonly short: boolean;
  /** Whether everything after it fails as well. */
  readonly lasting: boolean;
}

export class FaultyFileSystem implements FileSystem {
  /** What was changed, or was to be: `operation path`. */
  readonly changes: string[] = [];
  readonly #inner: FakeFileSystem;
  readonly #failure: Failure;

  constructor(inner: FakeFileSystem, failure: Failure) {
    this.#inner = inner;
    this.#failure = failure;
  }

  readText(path: string): Promise<string> {
    return this.#inner.readText(path);
  }

  readBytes(path: string): Promise<Uint8Array> {
    return this.#inner.readBytes(path);
  }

  list(path: string): Promise<DirEntry[]> {
    return this.#inner.list(path);
  }

  info(path: string): Promise<FileInfo | null> {
    return this.#inner.info(path);
  }

  stamps(paths: readonly string[]): Promise<(FileStamp | null)[]> {
    return this.#inner.stamps(paths);
  }

  realPath(path: string): Promise<string> {
    return this.#inner.realPath(path);
  }

  createNew(path: string, data: Uint8Array, mode: number): Promise<void> {
    return this.#write("create", path, data, (bytes) => this.#inner.createNew(path, bytes, mode));
  }

  // Written beside and renamed: a write that was cut short leaves the old file.
  replace(path: string, data: Uint8Array, mode: number): Promise<void> {
    return this.#change("replace", path, () => this.#inner.replace(path, data, mode));
  }

  async openAppend(path: string, mode: number): Promise<AppendFile> {
    const file = await this.#change("open", path, () => this.#inner.openAppend(path, mode));
    return {
      get size() {
        return file.size;
      },
      append: (bytes) => this.#write("append", path, bytes, (part) => file.append(part)),
      sync: () => this.#change("sync", path, () => file.sync()),
      truncate: (size) => this.#change("truncate", path, () => file.truncate(size)),
      [Symbol.asyncDispose]: () => file[Symbol.asyncDispose](),
    };
  }

  openLock(path: string): LockFile {
    this.#check("open lock", path);
    const file = this.#inner.openLock(path);
    return {
      tryLock: () => file.tryLock(),
      describe: (text) => {
        this.#check("describe lock", path);
        file.describe(text);
      },
      description: () => file.description(),
      [Symbol.dispose]: () => file[Symbol.dispose](),
    };
  }

  makeDir(path: string, options: { recursive: boolean; mode: number }): Promise<void> {
    return this.#change("make directory", path, () => this.#inner.makeDir(path, options));
  }

  rename(from: string, to: string): Promise<void> {
    return this.#change("rename", from, () => this.#inner.rename(from, to));
  }

  remove(path: string, options?: { recursive?: boolean }): Promise<void> {
    return this.#change("remove", path, () => this.#inner.remove(path, options));
  }

  truncate(path: string, size: number): Promise<void> {
    return this.#change("truncate", path, () => this.#inner.truncate(path, size));
  }

  syncDir(path: string): Promise<void> {
    return this.#change("sync directory", path, () => this.#inner.syncDir(path));
  }

  async #write(
    operation: string,
    path: string,
    data: Uint8Array,
    work: (bytes: Uint8Array) => Promise<void>,
  ): Promise<void> {
    const fails = this.#count(operation, path);
    if (fails === null) return await work(data);
    if (this.#failure.short) await work(data.subarray(0, data.length / 2));
    throw fails;
  }

  async #change<T>(operation: string, path: string, work: () => Promise<T>): Promise<T> {
    this.#check(operation, path);
    return await work();
  }

  #check(operation: string, path: string): void {
    const fails = this.#count(operation, path);
    if (fails !== null) throw fails;
  }

  #count(operation: string, path: string): FsError | null {
    const number = this.changes.push(`${operation} ${path}`) - 1;
    const { at, code, lasting } = this.#failure;
    return number === at || (lasting && number > at) ? new FsError(code, operation, path) : null;
  }
}
