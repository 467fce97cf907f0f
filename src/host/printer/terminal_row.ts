/**
 * What stands on the row of the terminal where output stopped: kept so that a prompt can start on
 * a clean line and the row be written again when it closes. Follows text, line ends, tabs, SGR,
 * hyperlinks and the erasing that markdown is redrawn with; other sequences do not reach the
 * terminal through the printer.
 *
 * @module
 */

import { graphemes, type Measure } from "../../core/frame/mod.ts";

/** SGR, hyperlinks (OSC 8) and any other CSI: they take no cells. */
// deno-lint-ignore no-control-regex -- sequences are what has to be found
const SEQUENCE = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\]8;[^\x07\x1b]*(?:\x1b\\|\x07))/y;
const EVERY_SEQUENCE = new RegExp(SEQUENCE.source, "g");
// deno-lint-ignore no-control-regex -- SGR sequences are what has to be found
const SGR = /^\x1b\[[0-9;:]*m$/;
// deno-lint-ignore no-control-regex -- the sequence that switches everything off
const RESET = /^\x1b\[0*m$/;
/** The hyperlink that ends one: it has no address. */
// deno-lint-ignore no-control-regex -- hyperlinks are what has to be found
const LINK_END = /^\x1b\]8;[^;]*;(?:\x1b\\|\x07)$/;
/** A line longer than this is cut back to its last rows, so that the record stays small. */
const KEEP = 16_384;
/** Attributes that were switched on one after the other and never off: the last ones count. */
const KEEP_STYLES = 16;

/** What is in force at a place: attributes in their order, and a hyperlink. */
interface Pen {
  readonly styles: readonly string[];
  readonly link: string;
}
const PLAIN: Pen = { styles: [], link: "" };

/** The unfinished row: its text, and the cell where the next character goes. */
export interface UnfinishedRow {
  /** What to write from the row's first cell on; begins with the attributes in force there. */
  readonly text: string;
  /** Cells from the left; equal to the width when the row is exactly full. */
  readonly column: number;
  /** Whether attributes are in force at its end. */
  readonly styled: boolean;
}

/** The record of one terminal's last line. */
export class TerminalRow {
  #line = "";
  /** What is in force where the line begins. */
  #pen: Pen = PLAIN;

  /** Follows what has been written. */
  follow(text: string): void {
    const end = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r"));
    if (end < 0) {
      this.#line += text;
      return;
    }
    this.#pen = penAfter(this.#pen, this.#line + text.slice(0, end));
    this.#line = text.slice(end + 1);
  }

  /** Whether the cursor is at the start of a line. */
  get clean(): boolean {
    return this.#line === "" ||
      (this.#line.startsWith("\x1b") && this.#line.replaceAll(EVERY_SEQUENCE, "") === "");
  }

  /** The row the cursor is on, on a terminal this wide. */
  at(columns: number, measure: Measure): UnfinishedRow {
    const rows = breakRows(this.#line, columns, measure);
    const last = rows.pop() ?? { text: "", column: 0 };
    const before = rows.map(({ text }) => text);
    const pen = penAfter(this.#pen, before.join(""));
    // The rows before the last two can not matter any more: let a long line go.
    if (this.#line.length > KEEP) {
      const kept = before.pop() ?? "";
      this.#pen = penAfter(this.#pen, before.join(""));
      this.#line = kept + last.text;
    }
    return {
      text: pen.styles.join("") + pen.link + last.text,
      column: last.column,
      styled: penAfter(pen, last.text).styles.length > 0,
    };
  }
}

function penAfter(pen: Pen, text: string): Pen {
  if (!text.includes("\x1b")) return pen;
  let { link } = pen;
  let styles = [...pen.styles];
  for (const [sequence] of text.matchAll(EVERY_SEQUENCE)) {
    if (sequence.startsWith("\x1b]")) link = LINK_END.test(sequence) ? "" : sequence;
    else if (RESET.test(sequence)) styles = [];
    else if (SGR.test(sequence)) styles = [...styles, sequence].slice(-KEEP_STYLES);
  }
  return { styles, link };
}

function breakRows(
  line: string,
  columns: number,
  measure: Measure,
): { readonly text: string; readonly column: number }[] {
  const rows: { readonly text: string; readonly column: number }[] = [];
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
    SEQUENCE.lastIndex = index;
    const match = SEQUENCE.exec(line);
    if (match !== null) {
      yield match[0];
      index += match[0].length;
      continue;
    }
    const escape = line.indexOf("\x1b", index + 1);
    const end = escape < 0 ? line.length : escape;
    yield* graphemes(line.slice(index, end));
    index = end;
  }
}
