/**
 * What is to be shown and where: lines of styled text, a caret, a size.
 *
 * Owns the input types of the painter and nothing else.
 */

/**
 * The cells a grapheme cluster takes on the terminal: 0, 1 or 2. Handed in, since the answer comes
 * from Unicode tables that live outside core. Printable ASCII is never asked about.
 */
export type Measure = (grapheme: string) => number;

/** A stretch of text in one style. */
export interface Span {
  /**
   * The text. Control characters are shown (`^X`), never sent; so no text can move the cursor.
   */
  readonly text: string;
  /** SGR parameters, such as `1;36`; absent or empty for the terminal's default. */
  readonly style?: string;
}

/** One logical line; the painter breaks it into rows. Its text is its spans' text joined. */
export type Line = readonly Span[];

/** A place in a view. */
export interface Caret {
  /** Index of the line, from 0. */
  readonly line: number;
  /** Offset into the text of that line in UTF-16 code units; inside a cluster means its start. */
  readonly offset: number;
}

/** What a widget wants on the screen. */
export interface View {
  /** The lines, from the top; none is the same as one empty line. */
  readonly lines: readonly Line[];
  /** Where the terminal's cursor stands; input methods open there (PR-029). */
  readonly caret: Caret;
}

/** The size of a terminal in cells; anything below 1 counts as 1. */
export interface Size {
  /** Cells in a row. */
  readonly columns: number;
  /** Rows on the screen. */
  readonly rows: number;
}

/** Where a line too long for a row is broken: at the cell, as line editors do, or between words. */
export type Wrap = "cell" | "word";
