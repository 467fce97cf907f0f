/**
 * The files of a conversation while a person edits them: what they were, what is wrong with what
 * they are now, and the way back. Whoever makes one holds the conversation's lock.
 *
 * @module
 */

import { type JsonObject, readLog } from "../../core/conversation/mod.ts";
import { jsonFault } from "../../core/json/mod.ts";
import { type FileSystem, FsError } from "../../host/platform/port.ts";
import {
  BASE_CONFIG_FILE,
  type ConversationRef,
  EVENTS_FILE,
  METADATA_FILE,
  StoreError,
} from "../../services/workspace/mod.ts";

/** One of them. */
export type EditedPart = "metadata" | "base-config" | "events";

/** What their names are. */
export const NAMES: Readonly<Record<EditedPart, string>> = {
  metadata: METADATA_FILE,
  "base-config": BASE_CONFIG_FILE,
  events: EVENTS_FILE,
};

/** Some files of a conversation. */
export class EditedFiles {
  readonly #fs: FileSystem;
  readonly #ref: ConversationRef;
  readonly parts: readonly EditedPart[];
  readonly #before: ReadonlyMap<EditedPart, Uint8Array | null>;

  private constructor(
    fs: FileSystem,
    ref: ConversationRef,
    before: ReadonlyMap<EditedPart, Uint8Array | null>,
  ) {
    this.#fs = fs;
    this.#ref = ref;
    this.#before = before;
    this.parts = [...before.keys()];
  }

  /** Looks at them as they are. @throws {StoreError | FsError} when one cannot be read. */
  static async open(
    fs: FileSystem,
    ref: ConversationRef,
    parts: readonly EditedPart[],
  ): Promise<EditedFiles> {
    const links = (await fs.list(ref.directory)).filter(({ kind }) => kind === "symlink");
    const before = new Map<EditedPart, Uint8Array | null>();
    for (const part of parts) {
      // A workspace may come from somebody else: through a link we would write anywhere.
      if (links.some(({ name }) => name === NAMES[part])) {
        throw new StoreError("invalid", `${ref.directory}/${NAMES[part]} is a symbolic link`, {
          help: "Replace it by the file it points to.",
        });
      }
      before.set(part, await bytesOf(fs, `${ref.directory}/${NAMES[part]}`));
    }
    return new EditedFiles(fs, ref, before);
  }

  /** Where they are. */
  get paths(): string[] {
    return this.parts.map((part) => this.path(part));
  }

  path(part: EditedPart): string {
    return `${this.#ref.directory}/${NAMES[part]}`;
  }

  /** Those that are not what they were. */
  async changed(): Promise<EditedPart[]> {
    const changed: EditedPart[] = [];
    for (const part of this.parts) {
      if (!same(this.#before.get(part) ?? null, await this.#now(part))) changed.push(part);
    }
    return changed;
  }

  /**
   * What is wrong with them, a line each; empty when all is well.
   *
   * @param settings what is wrong with the settings a conversation began with.
   */
  async problems(
    settings: (config: JsonObject) => Promise<readonly string[]>,
  ): Promise<readonly string[]> {
    const found: string[] = [];
    for (const part of await this.changed()) {
      const bytes = await this.#now(part);
      const name = NAMES[part];
      if (bytes === null) {
        found.push(`${name} is gone`);
      } else if (part === "events") {
        found.push(...logProblems(bytes).map((each) => `${name} ${each}`));
      } else {
        const value = parse(bytes);
        const wrong = typeof value === "string"
          ? [value]
          : part === "metadata"
          ? metadataProblems(value)
          : await settings(value);
        found.push(...wrong.map((each) => `${name}: ${each}`));
      }
    }
    return found;
  }

  /**
   * Puts them back as they were. What somebody had changed is kept in `aside` first, and where is
   * returned.
   */
  async restore(aside: (name: string, bytes: Uint8Array) => Promise<string>): Promise<string[]> {
    const kept: string[] = [];
    for (const part of await this.changed()) {
      const edited = await this.#now(part);
      if (edited !== null) kept.push(await aside(NAMES[part], edited));
      const before = this.#before.get(part) ?? null;
      if (before !== null) await this.#fs.replace(this.path(part), before, 0o666);
      else await this.#fs.remove(this.path(part));
    }
    return kept;
  }

  #now(part: EditedPart): Promise<Uint8Array | null> {
    return bytesOf(this.#fs, this.path(part));
  }
}

async function bytesOf(fs: FileSystem, path: string): Promise<Uint8Array | null> {
  try {
    return await fs.readBytes(path);
  } catch (error) {
    if (error instanceof FsError && error.code === "ENOENT") return null;
    throw error;
  }
}

function same(a: Uint8Array | null, b: Uint8Array | null): boolean {
  if (a === null || b === null) return a === b;
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

function logProblems(bytes: Uint8Array): string[] {
  const { problems, torn } = readLog(bytes);
  const lines = problems.map(({ line, fault }) => `line ${line}: ${LINE_FAULTS[fault]}`);
  return torn === null ? lines : [...lines, "the last line: is cut off"];
}

const LINE_FAULTS = {
  not_json: "is no JSON",
  not_an_event: "is no event: an object with a type and a timestamp",
  malformed: "has members its type cannot have",
} as const;

function parse(bytes: Uint8Array): JsonObject | string {
  let text: string | null = null;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? value as JsonObject
      : "is no JSON object";
  } catch {
    return text === null ? "is no text" : `is no JSON: ${jsonFault(text)}`;
  }
}

function metadataProblems(value: JsonObject): string[] {
  const { title, labels } = value;
  const found: string[] = [];
  if (title !== undefined && title !== null && typeof title !== "string") {
    found.push("title has to be text or null");
  }
  for (const name of ["created_at", "last_activated_at"]) {
    if (name in value && !isTime(value[name])) found.push(`${name} has to be a time`);
  }
  for (const name of ["pinned_at", "archived_at", "expires_at"]) {
    if (name in value && value[name] !== null && !isTime(value[name])) {
      found.push(`${name} has to be a time or null`);
    }
  }
  const labelled = typeof labels === "object" && labels !== null && !Array.isArray(labels) &&
    Object.values(labels).every((each) => typeof each === "string");
  if (labels !== undefined && !labelled) found.push("labels has to be an object of texts");
  return found;
}

function isTime(value: unknown): boolean {
  return typeof value === "string" && !Number.isNaN(Date.parse(value));
}
