/**
 * Bringing rows onto a terminal that scrolls: what to write so that the open rows become what they
 * should be. Owns the record of the open rows that are on the screen; the cursor is at the end of
 * the last one. Must never move above them, and never use more than CR, erase, cursor up and SGR,
 * so that whoever follows the output knows the last row from what stands behind the last CR or LF.
 */
import { graphemes } from "../../core/frame/mod.ts";
import { restOf, type Row, sameRow, type Span, writeSpans } from "./rows.ts";

export class Painter {
  readonly #fill: string;
  #shown: readonly Row[] = [];
  #columns = 0;

  /** @param fill attributes that a row ends in, up to the edge of the screen; "" for none. */
  constructor(fill = "") {
    this.#fill = fill;
  }

  /** The open rows on the screen. */
  get shown(): readonly Row[] {
    return this.#shown;
  }

  /** Whether they can be written again on a screen of this size. */
  fits(columns: number, height: number): boolean {
    this.#columns = columns;
    return this.#shown.length <= height && this.#shown.every(({ cells }) => cells <= columns);
  }

  /** Makes the open rows `final`, which end with a line end, and then `open`, the last of which does not. */
  update(final: readonly Row[], open: readonly Row[]): string {
    const wanted = [...final, ...open];
    const before = this.#shown;
    this.#shown = open;
    let same = 0;
    while (same < before.length && same < wanted.length) {
      const [old, next] = [before[same], wanted[same]];
      if (old === undefined || next === undefined || !sameRow(old, next)) break;
      same++;
    }
    const end = open.length === 0 && wanted.length > 0 ? this.#end(wanted.at(-1)) : "";
    if (same === before.length) {
      const rest = wanted.slice(same);
      // Nothing was open: the cursor is where the first row begins.
      if (before.length === 0) return this.#joined(rest) + (rest.length > 0 ? end : "");
      return this.#below(before.at(-1), rest) + end;
    }
    // The cursor belongs at the end of the last row: that one is written again.
    if (same === wanted.length && same > 0) same--;
    const changed = wanted.slice(same);
    const [old, next] = [before[same], changed[0]];
    if (same === before.length - 1 && old !== undefined && next !== undefined) {
      const added = grown(old, next);
      if (added !== null) return writeSpans(added) + this.#below(next, changed.slice(1)) + end;
    }
    const up = before.length - 1 - same;
    // Erased before it is written: erasing behind a full row would take its last glyph.
    const clear = up > 0 ? `\x1b[${up}A\r\x1b[J\r` : "\x1b[2K\r";
    return clear + this.#joined(changed) + (changed.length > 0 ? end : "");
  }

  /** Leaves the open rows as they are; what comes next starts in a row of its own. */
  leave(): string {
    const ended = this.#shown.length > 0 ? this.#end(this.#shown.at(-1)) : "";
    this.#shown = [];
    return ended;
  }

  #joined([first, ...rest]: readonly Row[]): string {
    return first === undefined ? "" : writeSpans(first.spans) + this.#below(first, rest);
  }

  #below(above: Row | undefined, rows: readonly Row[]): string {
    let output = "";
    let last = above;
    for (const row of rows) {
      output += this.#end(last) + writeSpans(row.spans);
      last = row;
    }
    return output;
  }

  // Erasing behind a full row would take its last glyph.
  #end(row: Row | undefined): string {
    if (this.#fill === "" || row === undefined || row.cells >= this.#columns) return "\n";
    return `\x1b[${this.#fill}m\x1b[K\x1b[0m\n`;
  }
}

/** What makes `next` of `old` if it only has to be written behind it; null otherwise. */
function grown(old: Row, next: Row): Span[] | null {
  const added = restOf(old, next);
  const first = added?.[0]?.text ?? "";
  const last = old.spans.at(-1)?.text ?? "";
  if (added === null || first === "" || /^[\x20-\x7e]/.test(first) || last === "") return added;
  // A glyph that changes with what follows it has to be written as a whole.
  const cluster = graphemes(last.slice(-16)).at(-1) ?? "";
  const point = String.fromCodePoint(first.codePointAt(0) ?? 0);
  return graphemes(cluster + point).length > 1 ? added : null;
}
