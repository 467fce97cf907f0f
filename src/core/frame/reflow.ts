/**
 * What a resize does to a frame that is on the screen.
 *
 * Owns the rule by which the rows of an old frame are found again. The painter ends each row with a
 * line break of its own, so no row was ever wrapped by the terminal; but when the screen becomes
 * narrower, most terminals break rows that no longer fit into several: a row of w cells in c columns
 * becomes max(1, ceil(w / c)) rows, one more where a two-cell glyph would be cut in half. The cursor
 * is then further below the frame's first row by the rows that were added above it. The painter goes
 * up that far and clears to the end of the screen. What was pushed off the top of the screen is in
 * the scrollback, out of reach.
 *
 * Counting too few rows leaves a rest of the old frame; counting too many erases what is not ours.
 * So a terminal that is not known counts as one that does the least.
 */
import { isPlainAscii } from "./graphemes.ts";
import type { Cell } from "./row.ts";

/**
 * How a terminal treats rows that no longer fit.
 *
 * - `"none"`: they are cut off (xterm, GNU screen, the Linux console).
 * - `"all"`: all are broken, and the cursor stays with its character (seen in tmux 3.3; known of VTE,
 *   kitty, WezTerm, foot, iTerm2, Windows Terminal).
 * - `"xterm.js"`: from the bottom up all are broken, except the one with the number the cursor has by
 *   then, which moves down for each row added, also for those below it (seen in @xterm/headless 6.0;
 *   VS Code's terminal).
 * - `"unknown"`: what those that reflow have in common, the rows above the cursor's.
 */
export type Reflow = "none" | "all" | "xterm.js" | "unknown";

/** What of the environment tells terminals apart. */
export type TerminalEnvironment = Readonly<Record<string, string | undefined>>;

/** Variables that terminals of the `"all"` kind set for their children. */
const REFLOWING = [
  "TMUX",
  "VTE_VERSION",
  "KITTY_WINDOW_ID",
  "WEZTERM_PANE",
  "GHOSTTY_RESOURCES_DIR",
  "ALACRITTY_WINDOW_ID",
  "KONSOLE_VERSION",
  "ITERM_SESSION_ID",
  "WT_SESSION",
] as const;

/** Tells by environment variables (handed in) how the terminal reflows. */
export function reflowOf(env: TerminalEnvironment): Reflow {
  // A multiplexer is the terminal, wherever it runs; the variables of the outer one leak into it.
  if (env["TMUX"]) return "all";
  const term = env["TERM"] ?? "";
  if (env["STY"] || term.startsWith("screen") || term.startsWith("linux")) return "none";
  if (env["TERM_PROGRAM"] === "vscode") return "xterm.js";
  if (env["XTERM_VERSION"]) return "none";
  return REFLOWING.some((name) => env[name]) || term.startsWith("foot") ? "all" : "unknown";
}

/** Rows that `cells`, one row until now, occupy in `columns` columns on a terminal that reflows. */
export function reflowedRows(cells: readonly Cell[], columns: number): number {
  let rows = 1;
  let column = 0;
  for (const cell of cells) {
    // A replaced tab or control character is several glyphs of one cell.
    const parts = isPlainAscii(cell.text) ? cell.cells : 1;
    const width = parts === 1 ? cell.cells : 1;
    for (let i = 0; i < parts; i++) {
      if (column + width > columns) {
        rows++;
        column = 0;
      }
      column += width;
    }
  }
  return rows;
}

/**
 * How many rows below the first row of a frame the cursor is, once the terminal got narrower:
 * `rows` are the frame's rows, `cursor` is where in them the cursor was.
 */
export function rowsAboveCursor(
  rows: readonly (readonly Cell[])[],
  cursor: { readonly row: number; readonly column: number },
  columns: number,
  reflow: Reflow,
): number {
  if (reflow === "none") return cursor.row;
  const added = rows.map((cells) => reflowedRows(cells, columns) - 1);
  if (reflow === "xterm.js") {
    return added.reduceRight((at, n, row) => row === at ? at : at + n, cursor.row);
  }
  const above = added.slice(0, cursor.row).reduce((sum, n) => sum + n, cursor.row);
  if (reflow === "unknown") return above;
  return above + rowsBefore(rows[cursor.row] ?? [], cursor.column, columns);
}

/** The column, counted from 0, at which a text of `cells` cells ends when broken at `columns`. */
export function endColumn(cells: number, columns: number): number {
  return cells <= columns ? cells : (cells - 1) % columns + 1;
}

/** Rows of a reflowed row that lie above the place where its `column` went. */
function rowsBefore(cells: readonly Cell[], column: number, columns: number): number {
  const before: Cell[] = [];
  let width = 0;
  for (const cell of cells) {
    if (width >= column) break;
    before.push(cell);
    width += cell.cells;
  }
  // After the last cell of a row the cursor stays in that row, even if it now fills the screen's
  // width (seen in tmux 3.3).
  const here = cells[before.length];
  return reflowedRows(here === undefined ? before : [...before, here], columns) - 1;
}
