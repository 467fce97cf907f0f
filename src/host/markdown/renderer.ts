/**
 * Markdown on its way to a terminal, a token at a time: what to write for each, so that the text is
 * seen at once and in its final form when its block is complete. Owns the line that is still being
 * written and the widths in force; asks for the terminal's size, and does no output itself.
 *
 * However the text is cut, what stands on the screen in the end is the same. Cost and memory follow
 * the piece, not the text before it.
 *
 * Source: product.md "Output", reference-facts 2.3 (`style.markdown`, `style.code`).
 */
import type { Measure } from "../../core/frame/mod.ts";
import { isUndecided } from "./block_starts.ts";
import { BlockStep, type LineMode } from "./blocks.ts";
import {
  type CodeStyle,
  type Context,
  MAX_TABLE_LINE,
  type TableStyle,
  undecidedLimit,
  weight,
} from "./context.ts";
import { type BlockState, NO_BLOCKS } from "./open_blocks.ts";
import { Painter } from "./painter.ts";
import type { ParagraphMemo } from "./paragraph.ts";
import { EMPTY_ROW, type Row, writeSpans } from "./rows.ts";
import { ANSI_THEME, type Theme } from "./theme.ts";

/** How a text is rendered, and where. */
export interface RendererOptions {
  /** Cells in a row of the terminal, now. Anything below 20 counts as 20. */
  readonly columns: () => number;
  /** Rows of the screen, now. Where nothing is rewritten: how much may be held back. */
  readonly rows: () => number;
  /** Cells of a grapheme cluster. */
  readonly measure: Measure;
  /** Whether SGR may be written. */
  readonly color: boolean;
  /** Whether it goes to a terminal that can rewrite its rows; if not, only final rows are written. */
  readonly interactive: boolean;
  /** Whether the terminal understands hyperlinks. Only used with `interactive`. */
  readonly osc8: boolean;
  /** Whether hyperlinks may lead to files of this machine: where the markup is our own. */
  readonly files?: boolean;
  /** `style.markdown.wrap_width`: cells of running text, at most; 0 for the whole row. */
  readonly wrapWidth?: number;
  /** The attributes of each part; the 16 colours of the terminal if not given. */
  readonly theme?: Theme;
  /**
   * Attributes of all of the text, a background that reaches to the edge of the screen among them;
   * none if not given. Only used with `color`.
   */
  readonly base?: string;
  /** `style.markdown.table_*`: a box, columns of 40 cells at most, marked rows if not given. */
  readonly table?: Partial<TableStyle>;
  /** `style.code.*`: in colour and without line numbers if not given. */
  readonly code?: Partial<CodeStyle>;
}

/** Turns pieces of markdown into what is to be written. */
export interface Renderer {
  /**
   * The next piece of text, sanitized, cut anywhere. Returns what to write now. Between two calls
   * nothing else may be written to the terminal, or {@linkcode Renderer.leave} comes first.
   */
  push(text: string): string;
  /** Ends the text, and its last line. The renderer can be used for another text. */
  end(): string;
  /**
   * Somebody else is going to write to the terminal. Returns what ends the row at hand, if there is
   * one; what was shown stays as it is, and the text goes on in a row of its own.
   */
  leave(): string;
  /** A row with nothing in it but the background, between two texts. */
  blank(): string;
  /** Whether the text has stopped inside a block of code. */
  readonly inCode: boolean;
  /** What stands on the row where the text stopped; "" at the beginning of one. */
  readonly row: string;
  /** Rows on the screen that may still be written anew, the one of the cursor among them. */
  readonly openRows: number;
}

/** Makes a renderer for one text, or several one after the other. */
export function createRenderer(options: RendererOptions): Renderer {
  return new StreamRenderer(options);
}

/** As if the line ended here; nothing is remembered of it. */
const TRIAL: LineMode = { complete: true, define: () => {} };
const MIN_COLUMNS = 20;
const MIN_ROWS = 3;
/** Definitions remembered for the links that follow. */
const MAX_DEFINITIONS = 2_000;

class StreamRenderer implements Renderer {
  readonly #options: RendererOptions;
  readonly #painter: Painter;
  readonly #base: string;
  readonly #definitions = new Map<string, string>();
  #state: BlockState = NO_BLOCKS;
  /** The line that has not ended. */
  #partial = "";
  /** Whether its beginning was read already. */
  #midLine = false;
  readonly #memo: ParagraphMemo = { last: null };

  constructor(options: RendererOptions) {
    this.#options = options;
    this.#base = options.color ? options.base ?? "" : "";
    this.#painter = new Painter(options.interactive ? this.#base : "");
  }

  get row(): string {
    return writeSpans(this.#painter.shown.at(-1)?.spans ?? []);
  }

  get openRows(): number {
    return this.#painter.shown.length;
  }

  get inCode(): boolean {
    const { leaf } = this.#state;
    return leaf?.kind === "verbatim" && leaf.until.kind !== "html";
  }

  blank(): string {
    this.#painter.fits(this.#context().columns, 0);
    return this.#painter.update([EMPTY_ROW], []);
  }

  push(text: string): string {
    if (text === "") return "";
    const context = this.#context();
    const left = this.#painter.fits(context.columns, context.height) ? "" : this.leave();
    const final = this.#read(text, context);
    const open = this.#options.interactive ? this.#open(context) : [];
    return left + this.#painter.update(this.#based(final), this.#based(open));
  }

  end(): string {
    const context = this.#context();
    const left = this.#painter.fits(context.columns, context.height) ? "" : this.leave();
    const step = new BlockStep(this.#state, context);
    if (this.#partial !== "" || this.#midLine) this.#finishLine(step, this.#partial);
    step.end();
    this.#state = NO_BLOCKS;
    this.#partial = "";
    this.#midLine = false;
    this.#definitions.clear();
    return left + this.#painter.update(this.#based(step.rows), []);
  }

  leave(): string {
    if (this.#painter.shown.length === 0) return "";
    const context = this.#context();
    const step = new BlockStep(this.#state, context);
    // A row of a table that is not complete is drawn again below; it has no end to go on from.
    if (this.#partial !== "" && this.#state.leaf?.kind !== "table") {
      if (this.#midLine) step.more(this.#partial, false);
      else step.line(this.#partial, this.#mode(false));
      this.#partial = "";
      this.#midLine = true;
    }
    step.letGo();
    this.#state = step.state;
    const rows = this.#based(step.rows);
    // What was not decided was not shown either, and there is no later chance to.
    return step.state.leaf?.kind === "paragraph" && tailOf(rows) !== tailOf(this.#painter.shown)
      ? this.#painter.update(rows, [])
      : this.#painter.leave();
  }

  /** Reads all that is complete; gives back the rows that are final. */
  #read(text: string, context: Context): readonly Row[] {
    const step = new BlockStep(this.#state, context);
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      this.#partial += text.slice(from, end);
      this.#readLong(step, context);
      this.#finishLine(step, this.#partial);
      this.#partial = "";
      from = end + 1;
    }
    this.#partial += text.slice(from);
    this.#readLong(step, context);
    this.#state = step.state;
    return step.rows;
  }

  #finishLine(step: BlockStep, text: string): void {
    const line = text.endsWith("\r") ? text.slice(0, -1) : text;
    if (this.#midLine) step.more(line, true);
    else step.line(line, this.#mode(true));
    this.#midLine = false;
  }

  /** Reads the beginning of a line that is too long to wait for its end. */
  #readLong(step: BlockStep, context: Context): void {
    for (;;) {
      const limit = step.state.leaf?.kind === "table" && !this.#midLine
        ? MAX_TABLE_LINE
        : undecidedLimit(context);
      const length = lengthOf(this.#partial, limit);
      if (length === null) return;
      const piece = this.#partial.slice(0, length);
      this.#partial = this.#partial.slice(length);
      if (this.#midLine) step.more(piece, false);
      else step.line(piece, this.#mode(false));
      this.#midLine = true;
    }
  }

  /** The rows that are not final, as they look now. */
  #open(context: Context): readonly Row[] {
    const step = new BlockStep(this.#state, context, true);
    const { leaf } = this.#state;
    const paragraph = leaf?.kind === "paragraph";
    if (this.#midLine) {
      if (this.#partial !== "") step.more(this.#partial, false);
    } else if (
      this.#partial.trim() !== "" &&
      (leaf?.kind === "verbatim" || !isUndecided(this.#partial, paragraph))
    ) step.line(this.#partial, TRIAL);
    step.preview();
    // Rows that do not fit could not be written again; the next ones show them.
    return step.rows.slice(0, context.height);
  }

  #based(rows: readonly Row[]): readonly Row[] {
    const base = this.#base;
    if (base === "") return rows;
    return rows.map(({ spans, cells }) => ({
      spans: spans.map((span) => ({
        ...span,
        style: span.style === "" ? base : `${base};${span.style}`,
      })),
      cells,
    }));
  }

  #mode(complete: boolean): LineMode {
    return {
      complete,
      define: (label, url) => {
        const known = this.#definitions;
        // The first definition of a label counts (CommonMark).
        if (!known.has(label) && known.size < MAX_DEFINITIONS) known.set(label, url);
      },
    };
  }

  #context(): Context {
    const { color, files, interactive, measure, osc8, table, theme, wrapWidth } = this.#options;
    const columns = Math.max(MIN_COLUMNS, Math.trunc(this.#options.columns()) || 0);
    const most = wrapWidth === undefined || wrapWidth <= 0
      ? columns
      : Math.max(wrapWidth, MIN_COLUMNS);
    return {
      look: { theme: theme ?? ANSI_THEME, color, osc8: osc8 && interactive, files: files ?? false },
      measure,
      columns,
      textWidth: Math.min(columns, most),
      height: Math.max(MIN_ROWS, Math.trunc(this.#options.rows()) || 0) - 1,
      table: { border: "box", maxColumnWidth: 40, continuationEdge: true, ...table },
      code: { color: true, lineNumbers: false, ...this.#options.code },
      definition: (label) => this.#definitions.get(label),
      memo: this.#memo,
    };
  }
}

/** The last glyphs that are seen, enough to tell whether some are missing. */
function tailOf(rows: readonly Row[]): string {
  const text = rows.slice(-2).map(({ spans }) => spans.map((span) => span.text).join("")).join("");
  return text.replaceAll(/\s/g, "").slice(-2);
}

/** How much of the text has the weight of `limit`, where that may be cut; null if there is less. */
function lengthOf(text: string, limit: number): number | null {
  if (text.length * 2 <= limit || weight(text.slice(0, limit + 1)) <= limit) return null;
  let length = 0;
  for (let left = limit; left > 0 && length < text.length; length++) {
    left -= text.charCodeAt(length) > 0x7f ? 2 : 1;
  }
  const last = text.charCodeAt(length - 1);
  return last >= 0xd800 && last <= 0xdbff && length < text.length ? length + 1 : length;
}
