/**
 * Where things stand in a TOML document: its tables, the keys in them, and where each value begins
 * and ends. For editing in place: the parser gives values, and this gives their places. The text is
 * known to be valid TOML; nothing here judges it.
 *
 * @module
 */

import type { KeyPath } from "./shape.ts";
import { TomlCursor } from "./toml_cursor.ts";

/** `key = value`, in a table or in an inline table. */
export interface TomlEntry {
  /** From the root of the document. */
  readonly path: KeyPath;
  /** Offset of its key's first character. */
  readonly start: number;
  /** Offset of its value's first character. */
  readonly valueStart: number;
  /** Offset behind its value's last character. */
  readonly valueEnd: number;
  /** Of its key, from 1. */
  readonly line: number;
  /** The entries of an inline table; null for any other value. */
  readonly inline: readonly TomlEntry[] | null;
}

/** A `[table]`, a table of a `[[list]]`, or the root with the keys before the first header. */
export interface TomlSection {
  readonly path: KeyPath;
  readonly isList: boolean;
  /** Offset of its header's first character; of the document's for the root. */
  readonly start: number;
  /** Offset behind its header's last character. */
  readonly headerEnd: number;
  /** Of its header, from 1. */
  readonly line: number;
  readonly entries: readonly TomlEntry[];
  /** Offset of the next header, or of the document's end. */
  readonly end: number;
}

/** The sections of a valid document, the root first. */
export function tomlOutline(text: string): readonly TomlSection[] {
  return new Scanner(text).sections();
}

class Scanner {
  readonly #cursor: TomlCursor;

  constructor(text: string) {
    this.#cursor = new TomlCursor(text);
  }

  sections(): TomlSection[] {
    const sections: TomlSection[] = [];
    let header = { path: [] as KeyPath, isList: false, start: this.#cursor.at, line: 1 };
    let headerEnd = this.#cursor.at;
    for (;;) {
      const entries = this.#entries(header.path);
      this.#cursor.skipVoid();
      sections.push({ ...header, headerEnd, entries, end: this.#cursor.at });
      if (this.#cursor.ended) return sections;
      const [start, line] = [this.#cursor.at, this.#cursor.line];
      header = { ...this.#header(), start, line };
      headerEnd = this.#cursor.at;
    }
  }

  #header(): { readonly path: KeyPath; readonly isList: boolean } {
    this.#cursor.step();
    const isList = this.#cursor.peek() === "[";
    if (isList) this.#cursor.step();
    const path = this.#cursor.key("]");
    this.#cursor.step();
    if (isList) this.#cursor.step();
    return { path, isList };
  }

  #entries(table: KeyPath): TomlEntry[] {
    const entries: TomlEntry[] = [];
    for (;;) {
      this.#cursor.skipVoid();
      if (this.#cursor.ended || this.#cursor.peek() === "[") return entries;
      entries.push(this.#entry(table));
    }
  }

  #entry(table: KeyPath): TomlEntry {
    const [start, line] = [this.#cursor.at, this.#cursor.line];
    const path = [...table, ...this.#cursor.key("=")];
    this.#cursor.step();
    this.#cursor.skipBlanks();
    const valueStart = this.#cursor.at;
    const inline = this.#value(path);
    return { path, start, valueStart, valueEnd: this.#cursor.at, line, inline };
  }

  #value(path: KeyPath): TomlEntry[] | null {
    switch (this.#cursor.peek()) {
      case '"':
      case "'":
        this.#cursor.string();
        return null;
      case "[":
        this.#list(path);
        return null;
      case "{":
        return this.#inlineTable(path);
    }
    this.#cursor.skipPlain();
    return null;
  }

  #list(path: KeyPath): void {
    this.#cursor.step();
    for (;;) {
      this.#cursor.skipVoid();
      if (this.#cursor.peek() === "]" || this.#cursor.peek() === "") return this.#cursor.step();
      this.#value(path);
      this.#cursor.skipVoid();
      if (this.#cursor.peek() === ",") this.#cursor.step();
    }
  }

  #inlineTable(path: KeyPath): TomlEntry[] {
    const entries: TomlEntry[] = [];
    this.#cursor.step();
    for (;;) {
      this.#cursor.skipVoid();
      if (this.#cursor.peek() === "}" || this.#cursor.peek() === "") {
        this.#cursor.step();
        return entries;
      }
      entries.push(this.#entry(path));
      this.#cursor.skipVoid();
      if (this.#cursor.peek() === ",") this.#cursor.step();
    }
  }
}
