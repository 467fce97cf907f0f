/**
 * Keeps what a tool writes within bounds: all of it while it is short, else its beginning and its
 * end in memory and the rest in a file. Whatever comes, memory stays bounded.
 *
 * @module
 */

import { type AppendFile, type FileSystem, FsError } from "../../host/platform/port.ts";
import type { Spill } from "./host.ts";
import { ByteRedactor, concat } from "./redact_bytes.ts";

/** What a model is given of one output at most, in bytes: beginning and end. */
export const HEAD_BYTES = 32 * 1024;
export const TAIL_BYTES = 16 * 1024;
/** Longer outputs do not stay in memory, in bytes; results in JSON have to fit. */
export const MEMORY_BYTES = 1024 * 1024;
/** The file holds this much, in bytes. */
export const FILE_BYTES = 64 * 1024 * 1024;
/** Who writes more than this is stopped, in bytes. */
export const MAX_BYTES = 256 * 1024 * 1024;

/** What the keeper is made with. */
export interface KeeperOptions {
  readonly fs: FileSystem;
  readonly spill: Spill;
  /** Taken out of everything that is kept. */
  readonly secrets: readonly string[];
}

/** One output. Disposed of, its file is closed. */
export class OutputKeeper implements AsyncDisposable {
  readonly #options: KeeperOptions;
  readonly #redactor: ByteRedactor;
  readonly #flooded = Promise.withResolvers<void>();
  /** Everything, as long as it is short; then only the beginning. */
  #kept: Uint8Array[] = [];
  #keptBytes = 0;
  /** Null as long as everything is kept. */
  #tail: Uint8Array | null = null;
  #file: AppendFile | null = null;
  #path: string | null = null;
  #trouble: string | null = null;
  #total = 0;
  #ended = false;
  #queue: Promise<void> = Promise.resolve();

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.#redactor = new ByteRedactor(options.secrets);
  }

  /** Bytes written so far. */
  get total(): number {
    return this.#total;
  }

  /** Resolves once more has been written than anybody could want. */
  get flooded(): Promise<void> {
    return this.#flooded.promise;
  }

  /** Takes a chunk; may be called from several readers, and waits for the file. */
  take(chunk: Uint8Array): Promise<void> {
    this.#total += chunk.length;
    if (this.#total > MAX_BYTES) {
      this.#flooded.resolve();
      return Promise.resolve();
    }
    // Copied: the pipe's buffer may be used again, and a Buffer's own slice shares it.
    const piece = new Uint8Array(this.#redactor.take(chunk));
    return this.#queue = this.#queue.then(() => this.#add(piece));
  }

  /** All bytes, or null when they are too many for memory. */
  async whole(): Promise<Uint8Array | null> {
    await this.#finish();
    return this.#tail === null ? concat(this.#kept) : null;
  }

  /** What a model is given of it. */
  async text(): Promise<string> {
    await this.#finish();
    const whole = this.#tail === null ? concat(this.#kept) : null;
    if (whole !== null && whole.length <= HEAD_BYTES + TAIL_BYTES) {
      return isBinary(whole) ? this.#binary(await this.#keepWhole(whole)) : decode(whole);
    }
    if (whole !== null) await this.#keepWhole(whole);
    const start = whole?.subarray(0, HEAD_BYTES) ?? concat(this.#kept);
    const end = whole?.subarray(whole.length - TAIL_BYTES) ?? this.#tail ?? new Uint8Array(0);
    if (isBinary(start) || isBinary(end)) return this.#binary(this.#path);
    const left = this.#total - start.length - end.length;
    return `${decode(wholeEnd(start))}\n[${left} bytes left out here; ${this.#where()}]\n${
      decode(wholeStart(end))
    }`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#queue;
    await this.#file?.[Symbol.asyncDispose]();
    this.#file = null;
  }

  async #finish(): Promise<void> {
    if (!this.#ended) {
      this.#ended = true;
      const rest = this.#redactor.end();
      if (rest.length > 0) this.#queue = this.#queue.then(() => this.#add(rest));
    }
    await this.#queue;
  }

  async #add(piece: Uint8Array): Promise<void> {
    if (this.#tail === null && this.#keptBytes + piece.length <= MEMORY_BYTES) {
      this.#kept.push(piece);
      this.#keptBytes += piece.length;
      return;
    }
    if (this.#tail === null) {
      const whole = concat([...this.#kept, piece]);
      this.#kept = [whole.slice(0, HEAD_BYTES)];
      this.#tail = whole.slice(-TAIL_BYTES);
      return await this.#append(whole);
    }
    this.#tail = piece.length >= TAIL_BYTES
      ? piece.slice(-TAIL_BYTES)
      : concat([this.#tail, piece]).slice(-TAIL_BYTES);
    await this.#append(piece);
  }

  async #keepWhole(whole: Uint8Array): Promise<string | null> {
    if (this.#path === null) await this.#append(whole);
    return this.#path;
  }

  async #append(bytes: Uint8Array): Promise<void> {
    if (this.#trouble !== null) return;
    try {
      const file = this.#file ??= await this.#open();
      const room = FILE_BYTES - (file?.size ?? FILE_BYTES);
      if (room > 0) await file?.append(bytes.subarray(0, room));
    } catch (error) {
      if (!(error instanceof FsError)) throw error;
      this.#trouble = error.code;
    }
  }

  async #open(): Promise<AppendFile | null> {
    const { fs, spill } = this.#options;
    const directory = await spill.directory();
    if (directory === null) return null;
    await fs.makeDir(directory, { recursive: true, mode: 0o700 });
    const path = `${directory}/${crypto.randomUUID().slice(0, 8)}.txt`;
    const file = await fs.openAppend(path, 0o600);
    this.#path = path;
    return file;
  }

  #where(): string {
    if (this.#trouble !== null) return `the whole could not be kept: ${this.#trouble}`;
    if (this.#path === null) return "the whole was not kept";
    return this.#total > FILE_BYTES
      ? `the first ${FILE_BYTES / 1024 / 1024} MiB are in ${this.#path}`
      : `the whole is in ${this.#path}`;
  }

  #binary(path: string | null): string {
    const where = path === null ? "" : `; ${this.#where()}`;
    return `[${this.#total} bytes that are not text${where}]`;
  }
}

/** The text, or its beginning and end with the whole in a file. */
export async function boundedText(text: string, options: KeeperOptions): Promise<string> {
  await using keeper = new OutputKeeper(options);
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= HEAD_BYTES + TAIL_BYTES && options.secrets.length === 0) return text;
  await keeper.take(bytes);
  return await keeper.text();
}

/** Text has no NUL; what has none may be shown, whatever its encoding. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.includes(0);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Without a character that is cut in two at the end. */
function wholeEnd(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= 4 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}

function wholeStart(bytes: Uint8Array): Uint8Array {
  let at = 0;
  while (at < 4 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at++;
  return bytes.subarray(at);
}
