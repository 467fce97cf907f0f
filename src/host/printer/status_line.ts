/**
 * The one line that is rewritten in place. Owns what it says and where it stands: on the cursor's
 * row if that is clean, else on a row of its own below it, from which the cursor goes back to where
 * it was. Writes nothing itself: gives what takes it off and what puts it on, to be written at once.
 *
 * Source: RFD 091, product.md "Output".
 *
 * @module
 */

import type { Measure } from "../../core/frame/mod.ts";
import type { WindowSize } from "../platform/port.ts";
import type { TerminalRow } from "./terminal_row.ts";

/** Clears the cursor's row. */
export const CLEAR = "\r\x1b[2K";
const RESET = "\x1b[0m";

/** What a status line is made of. */
export interface StatusLineOptions {
  readonly size: () => WindowSize;
  readonly measure: Measure;
  /** The row of the cursor on the screen, without the status line. */
  readonly row: TerminalRow;
}

/** The status line of one terminal. */
export class StatusLine {
  readonly #options: StatusLineOptions;
  #text = "";
  /** What stands there; "" for nothing. */
  #drawn = "";
  #below = false;

  constructor(options: StatusLineOptions) {
    this.#options = options;
  }

  /** What it is to say; "" for nothing. */
  set text(text: string) {
    this.#text = text;
  }

  /** Whether it is on the screen. */
  get shown(): boolean {
    return this.#drawn !== "";
  }

  /** Whether what stands there is not what should. */
  get stale(): boolean {
    return this.#drawn !== this.#text;
  }

  /** What takes it off; "" if it is not there. */
  takeOff(): string {
    if (this.#drawn === "") return "";
    this.#drawn = "";
    if (!this.#below) return CLEAR;
    // Writing the row again is the one way to stand behind a full one.
    const { size, measure, row } = this.#options;
    return `${CLEAR}\x1b[A\r${row.at(size().columns, measure).text}`;
  }

  /** What makes it stand there as it should; "" if it does. */
  putOn(): string {
    if (!this.stale) return "";
    if (this.#text === "") return this.takeOff();
    const { size, measure, row } = this.#options;
    const { columns } = size();
    let before = "";
    if (this.#drawn === "") {
      this.#below = !row.clean;
      if (this.#below) before = `${row.at(columns, measure).styled ? RESET : ""}\r\n`;
    }
    this.#drawn = this.#text;
    return before + CLEAR + cut(this.#text, columns - 1, measure);
  }

  /** Somebody else has had the terminal: it stands nowhere any more. */
  forget(): void {
    this.#drawn = "";
  }
}

function cut(text: string, columns: number, measure: Measure): string {
  let width = 0;
  let end = 0;
  for (const character of text) {
    width += character >= " " && character <= "~" ? 1 : measure(character);
    if (width > columns) break;
    end += character.length;
  }
  return text.slice(0, end);
}
