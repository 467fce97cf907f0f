/**
 * The cursor while a frame is painted.
 *
 * Owns the only cursor motion there is: relative (CR, LF, CUU, CUD, CUF), within the frame. It must
 * never address the screen absolutely, since nobody knows in which row of it the frame begins, and
 * never move while a full row has left the cursor in the pending-wrap state, where terminals differ:
 * CR comes first.
 */

/** Where the pen is: row and column from 0, counted from the frame's first cell. */
export interface PenPlace {
  /** Row of the frame. */
  readonly row: number;
  /** Column of the screen. */
  readonly column: number;
}

/** Collects output and knows where it leaves the cursor. */
export class Pen {
  /** What was written so far. */
  output = "";
  #row: number;
  /** Null when the terminal's column is not certain, or the wrap is pending. */
  #column: number | null;
  /** Rows of the frame that exist on the screen; further down only LF leads, scrolling if need be. */
  #rows: number;

  constructor(at: PenPlace, rows: number) {
    this.#row = at.row;
    this.#column = at.column;
    this.#rows = rows;
  }

  /** Goes to a cell of the frame. Rows that do not exist yet are made. */
  moveTo(row: number, column: number): void {
    const known = Math.min(row, this.#rows - 1);
    if (known !== this.#row) {
      if (this.#column === null) this.#return();
      const down = known - this.#row;
      this.output += down > 0 ? sequence(down, "B") : sequence(-down, "A");
    }
    for (let i = known; i < row; i++) {
      this.output += "\r\n";
      this.#column = 0;
    }
    this.#row = row;
    this.#rows = Math.max(this.#rows, row + 1);
    if (this.#column === column) return;
    if (this.#column === null || column < this.#column) this.#return();
    const distance = column - (this.#column ?? 0);
    if (distance > 0) this.output += sequence(distance, "C");
    this.#column = column;
  }

  /** Writes glyphs; `column` is where they leave the cursor, null where that is not certain. */
  write(glyphs: string, column: number | null): void {
    this.output += glyphs;
    this.#column = column;
  }

  /** Erases from the cursor to the end of the row. */
  eraseRow(): void {
    this.output += "\x1b[K";
  }

  #return(): void {
    this.output += "\r";
    this.#column = 0;
  }
}

function sequence(count: number, final: string): string {
  return count === 1 ? `\x1b[${final}` : `\x1b[${count}${final}`;
}
