/**
 * Text as cells: what a cluster takes, and the breaking of text where the row is full, as code is
 * broken. Drops what has no cell of its own and no base to stand on: control characters above all.
 */
import { type Measure, walkGraphemes } from "../../core/frame/mod.ts";
import { append, type Row, rowOf, type Span } from "./rows.ts";

const TAB_WIDTH = 4;
const INVISIBLE =
  /^[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/u;
// deno-lint-ignore no-control-regex -- SGR has no cells
const SGR = /\x1b\[[0-9;:]*m/g;

/** Whether every code unit is one cell. */
export function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

/** Without sequences, for places that have colours of their own. */
export function withoutSgr(text: string): string {
  return text.includes("\x1b") ? text.replaceAll(SGR, "") : text;
}

/** Calls `visit` with each cluster that may be written, and its cells (0 for a lone mark). */
export function walkCells(
  text: string,
  measure: Measure,
  visit: (cluster: string, cells: number) => void,
): void {
  walkGraphemes(text, 0, (start, end) => {
    const cluster = text.slice(start, end);
    const unit = text.charCodeAt(start);
    if (unit >= 0x20 && unit <= 0x7e && end - start === 1) visit(cluster, 1);
    else if (isIdeograph(unit) || !INVISIBLE.test(cluster)) {
      visit(cluster, Math.max(0, measure(cluster)));
    }
    return true;
  });
}

/** Han and kana: most of what is not ASCII where most of a text is not. */
function isIdeograph(unit: number): boolean {
  return unit >= 0x3041 && unit <= 0x9fff;
}

/** The cells of a text in one row. */
export function cellsOf(text: string, measure: Measure): number {
  if (isAscii(text)) return text.length;
  let cells = 0;
  walkCells(text, measure, (_, width) => {
    cells += width;
  });
  return cells;
}

/** A row of one text in one style, without what has no cells. */
export function textRow(text: string, style: string, measure: Measure): Row {
  if (isAscii(text)) return rowOf(text, style);
  let [shown, cells] = ["", 0];
  walkCells(text, measure, (cluster, width) => {
    shown += cluster;
    cells += width;
  });
  return rowOf(shown, style, cells);
}

/** Fills rows of `width` cells from the left, breaking wherever one is full. */
export class CellFiller {
  readonly rows: Row[] = [];
  readonly #width: number;
  readonly #measure: Measure;
  #spans: Span[] = [];
  #cells = 0;
  /** Cells since the line began, which tabs count from. */
  #column: number;

  /** @param from an unfinished row that goes on, and the cells of its line before it. */
  constructor(
    width: number,
    measure: Measure,
    from?: { readonly row: Row; readonly before: number },
  ) {
    this.#width = Math.max(2, width);
    this.#measure = measure;
    this.#spans = [...from?.row.spans ?? []];
    this.#cells = from?.row.cells ?? 0;
    this.#column = (from?.before ?? 0) + this.#cells;
  }

  fill(text: string, style: string): void {
    if (isAscii(text)) return this.#ascii(text, style);
    walkCells(text, this.#measure, (cluster, cells) => this.#add(cluster, cells, style));
  }

  /** The row that is not full yet. */
  get rest(): Row {
    return { spans: this.#spans, cells: this.#cells };
  }

  /** Cells of the line before that row. */
  get before(): number {
    return this.#column - this.#cells;
  }

  #ascii(text: string, style: string): void {
    for (let at = 0; at < text.length;) {
      if (this.#cells >= this.#width) this.#next();
      const part = text.slice(at, at + this.#width - this.#cells);
      append(this.#spans, { text: part, style });
      this.#cells += part.length;
      this.#column += part.length;
      at += part.length;
    }
  }

  #add(cluster: string, cells: number, style: string): void {
    if (this.#cells + cells > this.#width) this.#next();
    if (cells === 0 && this.#cells === 0) return;
    append(this.#spans, { text: cluster, style });
    this.#cells += cells;
    this.#column += cells;
  }

  #next(): void {
    this.rows.push(this.rest);
    this.#spans = [];
    this.#cells = 0;
  }
}

/** Tabs as blanks, up to the next multiple of 4 cells from where the line began. */
export function expandTabs(text: string, measure: Measure, column = 0): string {
  if (!text.includes("\t")) return text;
  let out = "";
  let at = column;
  for (const part of text.split(/(\t)/)) {
    const blanks = part === "\t" ? TAB_WIDTH - at % TAB_WIDTH : 0;
    out += part === "\t" ? " ".repeat(blanks) : part;
    at += part === "\t" ? blanks : cellsOf(part, measure);
  }
  return out;
}
