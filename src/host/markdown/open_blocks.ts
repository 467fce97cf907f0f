/**
 * The blocks that are open, and the rows they give. Owns the containers around the open leaf, what
 * is drawn beside its rows, and the blank rows between blocks. Knows nothing of markdown's syntax.
 */
import { withoutSgr } from "./cells.ts";
import { type Container, prefixes } from "./containers.ts";
import type { Context } from "./context.ts";
import { growingRows, letGo, type Paragraph, restRows, settle, withText } from "./paragraph.ts";
import { EMPTY_ROW, joinRows, type Row, rowOf, trimRow } from "./rows.ts";
import { addRow, keepWidths, type Table, tableEnd, tableRows } from "./table.ts";
import { addVerbatim, fenceRow, unfinishedRows, type Verbatim } from "./verbatim.ts";
import { Wrapper } from "./wrap.ts";

/** The innermost open block. */
export type Leaf = Paragraph | Verbatim | Table;

/** What is open. Immutable. */
export interface BlockState {
  readonly containers: readonly Container[];
  readonly leaf: Leaf | null;
  /** Blank lines wait to be shown: the number of containers they belong to; null if there are none. */
  readonly blank: number | null;
  /** Whether anything was shown. */
  readonly begun: boolean;
}

export const NO_BLOCKS: BlockState = { containers: [], leaf: null, blank: null, begun: false };

/** A state that is being changed. */
export class OpenBlocks {
  /** Final rows, in order. */
  readonly rows: Row[] = [];
  readonly context: Context;
  leaf: Leaf | null;
  #containers: readonly Container[];
  #blank: number | null;
  #begun: boolean;
  readonly #trial: boolean;

  /** @param trial whether the text is only tried out: it may go on, or be other text in the end. */
  constructor(state: BlockState, context: Context, trial: boolean) {
    this.context = context;
    this.#trial = trial;
    this.leaf = state.leaf;
    this.#containers = state.containers;
    this.#blank = state.blank;
    this.#begun = state.begun;
  }

  get state(): BlockState {
    const [containers, leaf] = [this.#containers, this.leaf];
    return { containers, leaf, blank: this.#blank, begun: this.#begun };
  }

  get containers(): readonly Container[] {
    return this.#containers;
  }

  /** Notes a blank line in the outer `depth` containers. */
  blankLine(depth: number): void {
    this.#blank = Math.min(this.#blank ?? depth, depth);
  }

  /** Notes that what comes next is in the outer `depth` of the containers so far. */
  continueIn(depth: number): void {
    if (this.#blank !== null) this.blankLine(depth);
  }

  push(container: Container): void {
    const outer = this.#containers.map((outer) =>
      outer.kind === "item" ? { ...outer, empty: false } : outer
    );
    this.#containers = [...outer, container];
  }

  /** Makes everything final that is shown, unfinished rows too. What follows starts a row. */
  letGo(): void {
    const leaf = this.leaf;
    if (leaf?.kind === "paragraph") {
      const result = letGo(leaf, this.context, this.#width);
      this.#emit(result.rows);
      this.leaf = result.leaf;
    } else if (leaf?.kind === "table") {
      this.#emit(tableRows(leaf, this.context, this.#width));
      this.leaf = keepWidths(leaf, this.context, this.#width);
    } else if (leaf?.kind === "verbatim" && leaf.unfinished !== null) {
      this.#emit(unfinishedRows(leaf, this.context));
      const before = leaf.unfinished.before + leaf.unfinished.row.cells;
      this.leaf = { ...leaf, unfinished: { row: EMPTY_ROW, before } };
    } else this.#emitMarkers();
  }

  /** Adds a row to a table; `goesOn` if it is not complete. */
  tableRow(leaf: Table, text: string, goesOn: boolean): void {
    const result = addRow(leaf, text, this.context, this.#width, goesOn);
    this.leaf = result.leaf;
    this.#emit(result.rows);
  }

  /** Shows the line that opens or closes a fence. */
  fence(text: string): void {
    this.#emit(fenceRow(text, this.context, this.#wideWidth));
  }

  /** Shows a thematic break. */
  rule(): void {
    const { look } = this.context;
    this.#emit([rowOf("─".repeat(this.#width), look.color ? look.theme.rule : "")]);
  }

  /** Shows a definition: where the text has a label only, the address is to be read here. */
  definition(text: string): void {
    const { look, measure } = this.context;
    const wrapper = new Wrapper(this.#width, measure);
    wrapper.feed([{ text: withoutSgr(text), style: look.color ? look.theme.url : "" }]);
    this.#emit(wrapper.finish());
  }

  /** Shows what is open, as far as it is known. */
  preview(): void {
    this.closeLeaf(true);
    this.#emitMarkers();
  }

  /** Adds to code or HTML, and makes that the open leaf. */
  verbatimText(leaf: Verbatim, text: string, ends: boolean): void {
    let code = leaf;
    for (const blank of leaf.blanks) {
      const result = addVerbatim(code, blank, true, this.context, this.#wideWidth);
      this.#emit(result.rows);
      code = result.leaf;
    }
    const result = addVerbatim({ ...code, blanks: [] }, text, ends, this.context, this.#wideWidth);
    this.leaf = result.leaf;
    this.#emit(result.rows);
  }

  /** Adds to running text, and makes that the open leaf. */
  paragraphText(leaf: Paragraph, text: string, newLine: boolean): void {
    const longer = withText(leaf, text, newLine);
    this.leaf = longer;
    // What is only tried out decides nothing.
    if (this.#trial) return;
    const result = settle(longer, this.context, this.#width);
    this.leaf = result.leaf;
    this.#emit(result.rows);
  }

  /** Ends the block that is open, or shows it as if it ended here. */
  closeLeaf(goesOn: boolean): void {
    const leaf = this.leaf;
    this.leaf = null;
    switch (leaf?.kind) {
      case undefined:
        return;
      case "paragraph":
        return this.#emit((goesOn ? growingRows : restRows)(leaf, this.context, this.#width));
      case "verbatim":
        this.#emit(unfinishedRows(leaf, this.context));
        if (leaf.blanks.length > 0) this.#blank ??= this.#containers.length;
        return;
      case "table":
        this.#emit(tableRows(leaf, this.context, this.#width));
        if (!goesOn) this.#emit(tableEnd(leaf, this.context, this.#width));
        return;
    }
  }

  /** Closes all containers but the outer `depth`, and what is open in them. */
  closeTo(depth: number): void {
    this.closeLeaf(false);
    this.#emitMarkers(depth);
    this.#containers = this.#containers.slice(0, depth);
  }

  /** An item without anything in it still has its marker. */
  #emitMarkers(from = 0): void {
    const waits = this.#containers.slice(from).some((outer) => {
      return outer.kind === "item" && outer.fresh;
    });
    if (waits) this.#emit([EMPTY_ROW]);
  }

  #emit(rows: readonly Row[]): void {
    if (rows.length === 0) return;
    if (this.#blank !== null && this.#begun) {
      const { others } = prefixes(this.#containers.slice(0, this.#blank), this.context);
      this.rows.push(trimRow(others));
    }
    this.#blank = null;
    this.#begun = true;
    const { first, others } = prefixes(this.#containers, this.context);
    rows.forEach((row, index) => {
      const whole = joinRows([index === 0 ? first : others, row]);
      this.rows.push(row.cells === 0 ? trimRow(whole) : whole);
    });
    this.#containers = this.#containers.map((container) =>
      container.kind === "item" ? { ...container, fresh: false, empty: false } : container
    );
  }

  /** Cells for text here. */
  get #width(): number {
    return this.context.textWidth - this.#prefixCells;
  }

  /** Cells for code here, which is not wrapped before the screen ends. */
  get #wideWidth(): number {
    return this.context.columns - this.#prefixCells;
  }

  get #prefixCells(): number {
    return prefixes(this.#containers, this.context).others.cells;
  }
}
