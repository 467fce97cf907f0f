/**
 * Word wrap, by cells. A value that goes on: text is added piece by piece, and however it is cut
 * the rows are the same. Owns where a row may be broken: at blanks, on both sides of a wide glyph,
 * and inside a word that is longer than a row.
 */
import type { Measure } from "../../core/frame/mod.ts";
import { isAscii, walkCells } from "./cells.ts";
import { append, type Row, type Span } from "./rows.ts";
import type { Run } from "./runs.ts";

/** Where a text that is being wrapped stands. Immutable. */
export interface Wrapping {
  readonly row: Row;
  /** The blanks between the row and the word, which vanish where the row is broken. */
  readonly gap: Row;
  /** What has to stay together. */
  readonly word: Row;
}

const NOTHING: Row = { spans: [], cells: 0 };
export const START: Wrapping = { row: NOTHING, gap: NOTHING, word: NOTHING };
/** So many blanks in a row say nothing more. */
const MAX_GAP = 64;

/** Wraps more text. Its finished rows are in `rows`. */
export class Wrapper {
  readonly rows: Row[] = [];
  readonly #width: number;
  readonly #measure: Measure;
  #row: Span[];
  #cells: number;
  #gap: Span[];
  #gapCells: number;
  #word: Span[];
  #wordCells: number;

  constructor(width: number, measure: Measure, from: Wrapping = START) {
    this.#width = Math.max(2, width);
    this.#measure = measure;
    [this.#row, this.#cells] = [[...from.row.spans], from.row.cells];
    [this.#gap, this.#gapCells] = [[...from.gap.spans], from.gap.cells];
    [this.#word, this.#wordCells] = [[...from.word.spans], from.word.cells];
  }

  feed(runs: readonly Run[]): void {
    for (const run of runs) {
      if (!run.text.includes("\n")) {
        this.#text(run.text, run);
        continue;
      }
      run.text.split("\n").forEach((line, index) => {
        if (index > 0) this.#break();
        this.#text(line, run);
      });
    }
  }

  /** Where it stands now. */
  get wrapping(): Wrapping {
    return {
      row: { spans: this.#row, cells: this.#cells },
      gap: { spans: this.#gap, cells: this.#gapCells },
      word: { spans: this.#word, cells: this.#wordCells },
    };
  }

  /** All rows, the unfinished one included; there is at least one if there was any text. */
  finish(): Row[] {
    this.#place();
    if (this.#cells > 0) this.#next();
    return this.rows;
  }

  #text(text: string, run: Run): void {
    if (isAscii(text)) {
      for (let at = 0; at < text.length;) {
        const word = text.charCodeAt(at) !== 0x20;
        let end = at + 1;
        while (end < text.length && (text.charCodeAt(end) !== 0x20) === word) end++;
        if (word) this.#ascii(text.slice(at, end), run);
        else this.#blank(text.slice(at, end), run);
        at = end;
      }
      return;
    }
    walkCells(text.replaceAll("\t", " "), this.#measure, (cluster, cells) => {
      if (cluster === " ") return this.#blank(" ", run);
      if (cells > 1) this.#place();
      this.#add(cluster, cells, run);
      if (cells > 1) this.#place();
    });
  }

  #ascii(part: string, run: Run): void {
    for (let at = 0; at < part.length;) {
      const room = Math.max(1, this.#width - this.#wordCells);
      const piece = part.slice(at, at + room);
      this.#add(piece, piece.length, run);
      at += piece.length;
    }
  }

  #add(text: string, cells: number, run: Run): void {
    // A word longer than a row starts one, and is broken where each is full.
    if (this.#wordCells + cells > this.#width) this.#place();
    if (cells === 0 && this.#wordCells === 0) {
      // A mark that follows a glyph which is placed already belongs to it.
      if (this.#gapCells === 0 && this.#cells > 0) {
        append(this.#row, { text, style: run.style, href: run.href });
      }
      return;
    }
    append(this.#word, { text, style: run.style, href: run.href });
    this.#wordCells += cells;
  }

  #blank(text: string, run: Run): void {
    this.#place();
    if (this.#cells === 0 || this.#gapCells + text.length > MAX_GAP) return;
    append(this.#gap, { text, style: run.style, href: run.href });
    this.#gapCells += text.length;
  }

  #place(): void {
    if (this.#wordCells === 0) return;
    if (this.#cells > 0 && this.#cells + this.#gapCells + this.#wordCells > this.#width) {
      this.#next();
    }
    for (const span of this.#gap) append(this.#row, span);
    for (const span of this.#word) append(this.#row, span);
    this.#cells += this.#gapCells + this.#wordCells;
    this.#word = [];
    this.#wordCells = 0;
    this.#gap = [];
    this.#gapCells = 0;
  }

  #break(): void {
    this.#place();
    this.#next();
  }

  #next(): void {
    this.rows.push({ spans: this.#row, cells: this.#cells });
    this.#row = [];
    this.#cells = 0;
    this.#gap = [];
    this.#gapCells = 0;
  }
}
