/**
 * Where things stand in a TOML document: its tables, the keys in them, and where each value begins
 * and ends. For editing in place: the parser gives values, and this gives their places. The text is
 * known to be valid TOML; nothing here judges it.
 *
 * @module
 */

import type { KeyPath } from "./shape.ts";

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
  readonly #text: string;
  #at = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  sections(): TomlSection[] {
    if (this.#text.startsWith("\ufeff")) this.#step();
    const sections: TomlSection[] = [];
    let header = { path: [] as KeyPath, isList: false, start: this.#at, line: 1 };
    let headerEnd = this.#at;
    for (;;) {
      const entries = this.#entries(header.path);
      this.#skipVoid();
      sections.push({ ...header, headerEnd, entries, end: this.#at });
      if (this.#at >= this.#text.length) return sections;
      const [start, line] = [this.#at, this.#line];
      header = { ...this.#header(), start, line };
      headerEnd = this.#at;
    }
  }

  #header(): { readonly path: KeyPath; readonly isList: boolean } {
    this.#step();
    const isList = this.#peek() === "[";
    if (isList) this.#step();
    const path = this.#key("]");
    this.#step();
    if (isList) this.#step();
    return { path, isList };
  }

  #entries(table: KeyPath): TomlEntry[] {
    const entries: TomlEntry[] = [];
    for (;;) {
      this.#skipVoid();
      if (this.#at >= this.#text.length || this.#peek() === "[") return entries;
      entries.push(this.#entry(table));
    }
  }

  #entry(table: KeyPath): TomlEntry {
    const [start, line] = [this.#at, this.#line];
    const path = [...table, ...this.#key("=")];
    this.#step();
    this.#skipBlanks();
    const valueStart = this.#at;
    const inline = this.#value(path);
    return { path, start, valueStart, valueEnd: this.#at, line, inline };
  }

  #key(end: string): string[] {
    const names: string[] = [];
    for (;;) {
      this.#skipBlanks();
      const char = this.#peek();
      if (char === end || char === "") return names;
      if (char === ".") this.#step();
      else if (char === '"' || char === "'") names.push(this.#string());
      else names.push(this.#bare());
    }
  }

  #value(path: KeyPath): TomlEntry[] | null {
    switch (this.#peek()) {
      case '"':
      case "'":
        this.#string();
        return null;
      case "[":
        this.#list(path);
        return null;
      case "{":
        return this.#inlineTable(path);
    }
    while (!/[\n,\]}#]|^$/.test(this.#peek())) this.#step();
    // What separates a value from what follows is not part of it.
    while (/\s/.test(this.#text[this.#at - 1] ?? "")) this.#at--;
    return null;
  }

  #list(path: KeyPath): void {
    this.#step();
    for (;;) {
      this.#skipVoid();
      if (this.#peek() === "]" || this.#peek() === "") return this.#step();
      this.#value(path);
      this.#skipVoid();
      if (this.#peek() === ",") this.#step();
    }
  }

  #inlineTable(path: KeyPath): TomlEntry[] {
    const entries: TomlEntry[] = [];
    this.#step();
    for (;;) {
      this.#skipVoid();
      if (this.#peek() === "}" || this.#peek() === "") {
        this.#step();
        return entries;
      }
      entries.push(this.#entry(path));
      this.#skipVoid();
      if (this.#peek() === ",") this.#step();
    }
  }

  #bare(): string {
    const start = this.#at;
    while (/[A-Za-z0-9_-]/.test(this.#peek())) this.#step();
    // A character no valid document has here: passed over, so that the scan always ends.
    if (this.#at === start) this.#step();
    return this.#text.slice(start, this.#at);
  }

  #string(): string {
    const quote = this.#peek();
    const long = this.#text.startsWith(quote.repeat(3), this.#at);
    const fence = long ? quote.repeat(3) : quote;
    for (let left = fence.length; left > 0; left--) this.#step();
    const start = this.#at;
    while (this.#peek() !== "" && !this.#text.startsWith(fence, this.#at)) {
      if (quote === '"' && this.#peek() === "\\") this.#step();
      this.#step();
    }
    const content = this.#text.slice(start, this.#at);
    for (let left = fence.length; left > 0; left--) this.#step();
    // A long string may end in one or two quotes of its own.
    while (long && this.#peek() === quote) this.#step();
    return quote === '"' ? unescaped(content) : content;
  }

  #skipBlanks(): void {
    while (this.#peek() === " " || this.#peek() === "\t") this.#step();
  }

  #skipVoid(): void {
    for (;;) {
      while (/\s/.test(this.#peek())) this.#step();
      if (this.#peek() !== "#") return;
      while (this.#peek() !== "\n" && this.#peek() !== "") this.#step();
    }
  }

  #peek(): string {
    return this.#text[this.#at] ?? "";
  }

  #step(): void {
    if (this.#text[this.#at] === "\n") this.#line++;
    this.#at++;
  }
}

/** A quoted name with its escapes undone; as it stands where it holds one that JSON lacks. */
function unescaped(content: string): string {
  const plain = content.replace(/\\(?:U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|e)/g, (_, wide, byte) => {
    const code = Number.parseInt(wide ?? byte ?? "1b", 16);
    const char = code <= 0x10ffff ? String.fromCodePoint(code) : "";
    return JSON.stringify(char).slice(1, -1);
  });
  try {
    return JSON.parse(`"${plain}"`);
  } catch {
    return content;
  }
}
