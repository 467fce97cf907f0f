/**
 * A line being read from the left, column by column, with tabs as CommonMark counts them (stops
 * every 4 columns). Owns the position; knows nothing of what the characters mean.
 */

const TAB_STOP = 4;

export class LineReader {
  readonly #text: string;
  #at = 0;
  #column = 0;
  /** Columns of the tab at hand that were consumed already. */
  #spent = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** What is left, a tab consumed in part as blanks. */
  get rest(): string {
    if (this.#spent === 0) return this.#text.slice(this.#at);
    return " ".repeat(this.#tab() - this.#spent) + this.#text.slice(this.#at + 1);
  }

  /** What is left behind the white space. */
  get content(): string {
    return this.#text.slice(this.#contentAt());
  }

  get isBlank(): boolean {
    return this.#contentAt() === this.#text.length;
  }

  /** Columns of white space here. */
  get indent(): number {
    let columns = -this.#spent;
    let column = this.#column - this.#spent;
    for (let at = this.#at; at < this.#text.length; at++) {
      const width = this.#text[at] === " "
        ? 1
        : this.#text[at] === "\t"
        ? TAB_STOP - column % TAB_STOP
        : 0;
      if (width === 0) break;
      columns += width;
      column += width;
    }
    return columns;
  }

  /** Consumes up to so many columns of white space. */
  skipColumns(count: number): void {
    for (let left = count; left > 0 && this.#at < this.#text.length;) {
      const character = this.#text[this.#at];
      if (character === " ") {
        this.#at++;
        this.#column++;
        left--;
      } else if (character === "\t") {
        const width = this.#tab();
        const taken = Math.min(left, width - this.#spent);
        this.#spent += taken;
        this.#column += taken;
        left -= taken;
        if (this.#spent === width) {
          this.#at++;
          this.#spent = 0;
        }
      } else return;
    }
  }

  /** Consumes the white space and `length` characters behind it. */
  skipContent(length: number): void {
    this.skipColumns(this.indent);
    this.#at += length;
    this.#column += length;
  }

  #tab(): number {
    return TAB_STOP - (this.#column - this.#spent) % TAB_STOP;
  }

  #contentAt(): number {
    let at = this.#at;
    while (this.#text[at] === " " || this.#text[at] === "\t") at++;
    return at;
  }
}
