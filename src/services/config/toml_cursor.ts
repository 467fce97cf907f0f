/**
 * Steps through a TOML document, a token at a time, and knows the line it is on. The text is known
 * to be valid TOML: what no valid document has is passed over, so that every scan ends.
 *
 * @module
 */

/** A place in a document, moving forward. */
export class TomlCursor {
  readonly #text: string;
  #at = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
    if (text.startsWith("\ufeff")) this.step();
  }

  /** Offset of the next character. */
  get at(): number {
    return this.#at;
  }

  /** Of the next character, from 1. */
  get line(): number {
    return this.#line;
  }

  /** Whether nothing is left. */
  get ended(): boolean {
    return this.#at >= this.#text.length;
  }

  /** The next character; empty at the end. */
  peek(): string {
    return this.#text[this.#at] ?? "";
  }

  /** Passes one character. */
  step(): void {
    if (this.#text[this.#at] === "\n") this.#line++;
    this.#at++;
  }

  /** Passes blanks within a line. */
  skipBlanks(): void {
    while (this.peek() === " " || this.peek() === "\t") this.step();
  }

  /** Passes blanks, line breaks and comments. */
  skipVoid(): void {
    for (;;) {
      while (/\s/.test(this.peek())) this.step();
      if (this.peek() !== "#") return;
      while (this.peek() !== "\n" && this.peek() !== "") this.step();
    }
  }

  /** Reads the names of a dotted key, up to `end`, which stays. */
  key(end: string): string[] {
    const names: string[] = [];
    for (;;) {
      this.skipBlanks();
      const char = this.peek();
      if (char === end || char === "") return names;
      if (char === ".") this.step();
      else if (char === '"' || char === "'") names.push(this.string());
      else names.push(this.#bare());
    }
  }

  /** Reads a string of any of the four kinds: its content, the common escapes undone. */
  string(): string {
    const quote = this.peek();
    const long = this.#text.startsWith(quote.repeat(3), this.#at);
    const fence = long ? quote.repeat(3) : quote;
    for (let left = fence.length; left > 0; left--) this.step();
    const start = this.#at;
    while (this.peek() !== "" && !this.#text.startsWith(fence, this.#at)) {
      if (quote === '"' && this.peek() === "\\") this.step();
      this.step();
    }
    const content = this.#text.slice(start, this.#at);
    for (let left = fence.length; left > 0; left--) this.step();
    // A long string may end in one or two quotes of its own.
    while (long && this.peek() === quote) this.step();
    return quote === '"' ? unescaped(content) : content;
  }

  /** Passes a value that is no string, list or table. */
  skipPlain(): void {
    while (!/[\n,\]}#]|^$/.test(this.peek())) this.step();
    // What separates a value from what follows is not part of it.
    while (/\s/.test(this.#text[this.#at - 1] ?? "")) this.#at--;
  }

  #bare(): string {
    const start = this.#at;
    while (/[A-Za-z0-9_-]/.test(this.peek())) this.step();
    if (this.#at === start) this.step();
    return this.#text.slice(start, this.#at);
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
