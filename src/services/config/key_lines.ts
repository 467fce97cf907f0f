/**
 * On which line of a TOML document each key stands. The parser does not say, so the document is
 * scanned once more, and only when somebody asks. The text is known to be valid TOML.
 *
 * @module
 */

import type { KeyPath } from "./shape.ts";

/** Finds the line of a key, from 1, or that of the closest table or list around it. */
export type LineOf = (path: KeyPath) => number | null;

/** Scans a valid document. */
export function keyLines(toml: string): LineOf {
  const lines = new Scanner(toml).scan();
  return (path) => {
    for (let depth = path.length; depth > 0; depth--) {
      const line = lines.get(JSON.stringify(path.slice(0, depth)));
      if (line !== undefined) return line;
    }
    return null;
  };
}

class Scanner {
  readonly #text: string;
  readonly #lines = new Map<string, number>();
  readonly #tables = new Map<string, number>();
  #at = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  scan(): ReadonlyMap<string, number> {
    let table: KeyPath = [];
    if (this.#text.startsWith("\ufeff")) this.#step();
    for (;;) {
      this.#skipVoid();
      if (this.#at >= this.#text.length) return this.#lines;
      if (this.#peek() === "[") table = this.#header();
      else this.#assignment(table);
    }
  }

  /** `[a.b]` and `[[a.b]]`; a name of a list of tables stands for its last table so far. */
  #header(): KeyPath {
    this.#step();
    const isList = this.#peek() === "[";
    if (isList) this.#step();
    const path: string[] = [];
    const names = this.#key("]");
    for (const [index, name] of names.entries()) {
      path.push(name);
      this.#note(path);
      const id = JSON.stringify(path);
      const count = this.#tables.get(id);
      if (isList && index === names.length - 1) {
        this.#tables.set(id, (count ?? -1) + 1);
        path.push(String((count ?? -1) + 1));
        this.#note(path);
      } else if (count !== undefined) path.push(String(count));
    }
    this.#step();
    if (isList) this.#step();
    return path;
  }

  #assignment(table: KeyPath): void {
    const path = [...table];
    for (const name of this.#key("=")) {
      path.push(name);
      this.#note(path);
    }
    this.#step();
    this.#value(path);
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

  #value(path: KeyPath): void {
    this.#skipBlanks();
    const char = this.#peek();
    if (char === '"' || char === "'") this.#string();
    else if (char === "[") this.#list(path);
    else if (char === "{") this.#inlineTable(path);
    else while (!/[\n,\]}#]|^$/.test(this.#peek())) this.#step();
  }

  #list(path: KeyPath): void {
    this.#step();
    for (let index = 0;; index++) {
      this.#skipVoid();
      if (this.#peek() === "]" || this.#peek() === "") return this.#step();
      const item = [...path, String(index)];
      this.#note(item);
      this.#value(item);
      this.#skipVoid();
      if (this.#peek() === ",") this.#step();
    }
  }

  #inlineTable(path: KeyPath): void {
    this.#step();
    for (;;) {
      this.#skipVoid();
      if (this.#peek() === "}" || this.#peek() === "") return this.#step();
      this.#assignment(path);
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

  /** A string of any of the four kinds; its content with the common escapes undone. */
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
    return quote === '"' ? unescape(content) : content;
  }

  #note(path: KeyPath): void {
    const id = JSON.stringify(path);
    if (!this.#lines.has(id)) this.#lines.set(id, this.#line);
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

function unescape(content: string): string {
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
