/**
 * What stands on the row of the terminal where output stopped: kept so that a prompt can start on
 * a clean line and the row be written again when it closes. Follows text, line ends, tabs and SGR;
 * other sequences do not reach the terminal through the printer.
 *
 * @module
 */

import { graphemes, type Measure } from "../../core/frame/mod.ts";

// deno-lint-ignore no-control-regex -- SGR sequences are what has to be found
const SGR = /\x1b\[[0-9;:]*m/y;
/** A line longer than this is cut back to its last rows, so that the record stays small. */
const KEEP = 16_384;

/** The unfinished row: its text, and the cell where the next character goes. */
export interface UnfinishedRow {
  readonly text: string;
  /** Cells from the left; equal to the width when the row is exactly full. */
  readonly column: number;
}

/** The record of one terminal's last line. */
export class TerminalRow {
  #line = "";

  /** Follows what has been written. */
  follow(text: string): void {
    const end = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r"));
    this.#line = end < 0 ? this.#line + text : text.slice(end + 1);
  }

  /** Whether the cursor is at the start of a line. */
  get clean(): boolean {
    return this.#line === "";
  }

  /** The row the cursor is on, on a terminal this wide. */
  at(columns: number, measure: Measure): UnfinishedRow {
    const rows = breakRows(this.#line, columns, measure);
    // The rows before the last two can not matter any more: let a long line go.
    if (this.#line.length > KEEP) this.#line = rows.slice(-2).map(({ text }) => text).join("");
    return rows.at(-1) ?? { text: "", column: 0 };
  }
}

function breakRows(line: string, columns: number, measure: Measure): UnfinishedRow[] {
  const rows: UnfinishedRow[] = [];
  let text = "";
  let column = 0;
  for (const part of split(line)) {
    if (part.startsWith("\x1b")) {
      text += part;
      continue;
    }
    const width = part === "\t"
      ? Math.min(8 - column % 8, Math.max(0, columns - 1 - column))
      : part.length === 1 && part >= " " && part <= "~"
      ? 1
      : measure(part);
    if (column + width > columns) {
      rows.push({ text, column });
      text = "";
      column = 0;
    }
    text += part;
    column += width;
  }
  rows.push({ text, column });
  return rows;
}

function* split(line: string): Iterable<string> {
  for (let index = 0; index < line.length;) {
    SGR.lastIndex = index;
    const match = SGR.exec(line);
    if (match !== null) {
      yield match[0];
      index += match[0].length;
      continue;
    }
    const escape = line.indexOf("\x1b[", index + 1);
    const end = escape < 0 ? line.length : escape;
    yield* graphemes(line.slice(index, end));
    index = end;
  }
}
