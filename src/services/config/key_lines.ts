/**
 * On which line of a TOML document each key stands. The parser does not say, so the document is
 * scanned once more, and only when somebody asks. The text is known to be valid TOML.
 *
 * @module
 */

import type { KeyPath } from "./shape.ts";
import { TomlCursor } from "./toml_cursor.ts";

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
  readonly #cursor: TomlCursor;
  readonly #lines = new Map<string, number>();
  readonly #tables = new Map<string, number>();

  constructor(text: string) {
    this.#cursor = new TomlCursor(text);
  }

  scan(): ReadonlyMap<string, number> {
    let table: KeyPath = [];
    for (;;) {
      this.#cursor.skipVoid();
      if (this.#cursor.ended) return this.#lines;
      if (this.#cursor.peek() === "[") table = this.#header();
      else this.#assignment(table);
    }
  }

  /** `[a.b]` and `[[a.b]]`; a name of a list of tables stands for its last table so far. */
  #header(): KeyPath {
    this.#cursor.step();
    const isList = this.#cursor.peek() === "[";
    if (isList) this.#cursor.step();
    const path: string[] = [];
    const names = this.#cursor.key("]");
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
    this.#cursor.step();
    if (isList) this.#cursor.step();
    return path;
  }

  #assignment(table: KeyPath): void {
    const path = [...table];
    for (const name of this.#cursor.key("=")) {
      path.push(name);
      this.#note(path);
    }
    this.#cursor.step();
    this.#value(path);
  }

  #value(path: KeyPath): void {
    this.#cursor.skipBlanks();
    const char = this.#cursor.peek();
    if (char === '"' || char === "'") this.#cursor.string();
    else if (char === "[") this.#list(path);
    else if (char === "{") this.#inlineTable(path);
    else this.#cursor.skipPlain();
  }

  #list(path: KeyPath): void {
    this.#cursor.step();
    for (let index = 0;; index++) {
      this.#cursor.skipVoid();
      if (this.#cursor.peek() === "]" || this.#cursor.peek() === "") return this.#cursor.step();
      const item = [...path, String(index)];
      this.#note(item);
      this.#value(item);
      this.#cursor.skipVoid();
      if (this.#cursor.peek() === ",") this.#cursor.step();
    }
  }

  #inlineTable(path: KeyPath): void {
    this.#cursor.step();
    for (;;) {
      this.#cursor.skipVoid();
      if (this.#cursor.peek() === "}" || this.#cursor.peek() === "") return this.#cursor.step();
      this.#assignment(path);
      this.#cursor.skipVoid();
      if (this.#cursor.peek() === ",") this.#cursor.step();
    }
  }

  #note(path: KeyPath): void {
    const id = JSON.stringify(path);
    if (!this.#lines.has(id)) this.#lines.set(id, this.#cursor.line);
  }
}
