/**
 * An emulated terminal whose widths are known, and what can be read off it.
 *
 * xterm.js comes with the width tables of Unicode 6. The rules here are a small model that the
 * test's own width function shares, so that a difference found is one of the painter.
 */
import headless, { type IBufferCell } from "@xterm/headless";

/** How one terminal behaves. */
export interface EmulatorOptions {
  readonly columns: number;
  readonly rows: number;
  /** Break the cursor's row, too, when the screen gets narrower. */
  readonly reflowCursorLine?: boolean;
}

/** A terminal to write to and to look at. */
export interface Emulator extends Disposable {
  readonly columns: number;
  readonly rows: number;
  /** Resolves once the text was interpreted. */
  write(text: string): Promise<void>;
  resize(columns: number, rows: number): void;
  /** The cursor; `row` counts from the first line of the scrollback, so scrolling keeps it. */
  cursor(): { row: number; column: number };
  /** Lines that were pushed off the top of the screen. */
  scrolled(): number;
  /** Text of all lines, scrollback included, without blanks at the end. */
  lines(): string[];
  /** Every cell of all lines: text, width, colours, attributes. */
  cells(): string[][];
}

/** Opens a terminal; `write` wants LF to be a line feed and nothing more, as in raw mode. */
export function openEmulator({ columns, rows, reflowCursorLine }: EmulatorOptions): Emulator {
  const terminal = new headless.Terminal({
    cols: columns,
    rows,
    scrollback: 5000,
    allowProposedApi: true,
    reflowCursorLine: reflowCursorLine ?? false,
  });
  terminal.unicode.register({ version: "test", wcwidth: codePointWidth, charProperties });
  terminal.unicode.activeVersion = "test";
  const buffer = () => terminal.buffer.active;
  const lineCount = () => buffer().length;
  return {
    get columns() {
      return terminal.cols;
    },
    get rows() {
      return terminal.rows;
    },
    write: (text) => new Promise((resolve) => terminal.write(text, resolve)),
    resize: (c, r) => terminal.resize(c, r),
    cursor: () => ({ row: buffer().baseY + buffer().cursorY, column: buffer().cursorX }),
    scrolled: () => buffer().baseY,
    lines: () =>
      Array.from(
        { length: lineCount() },
        (_, y) => buffer().getLine(y)?.translateToString(true).trimEnd() ?? "",
      ),
    cells: () =>
      Array.from({ length: lineCount() }, (_, y) => {
        const line = buffer().getLine(y);
        return Array.from({ length: terminal.cols }, (_, x) => describeCell(line?.getCell(x)));
      }),
    [Symbol.dispose]: () => terminal.dispose(),
  };
}

/** The width of a cluster as the emulator counts it: that of its cells, joined ones once. */
export function measure(grapheme: string): number {
  let width = 0;
  let preceding = 0;
  for (const char of grapheme) {
    const properties = charProperties(char.codePointAt(0) ?? 0, preceding);
    const before = (properties & 1) === 1 ? (preceding >> 1) & 3 : 0;
    width += ((properties >> 1) & 3) - before;
    preceding = properties;
  }
  return width;
}

const JOINS_NEXT = 1;
const REGIONAL = 2;
const PICTOGRAPH = 3;

function codePointWidth(point: number): 0 | 1 | 2 {
  if (
    (point >= 0x300 && point < 0x370) || (point >= 0x0e34 && point <= 0x0e3a) || point === 0x0e31 ||
    (point >= 0x0e47 && point <= 0x0e4e) ||
    (point >= 0x200b && point <= 0x200f) || (point >= 0xfe00 && point <= 0xfe0f)
  ) return 0;
  if (
    (point >= 0x1100 && point < 0x1160) || (point >= 0x2e80 && point < 0xa4d0) ||
    (point >= 0xac00 && point < 0xd7a4) || (point >= 0xff01 && point < 0xff61) ||
    (point >= 0x1f1e6 && point < 0x1f200) || (point >= 0x1f300 && point < 0x1fb00) ||
    (point >= 0x20000 && point < 0x30000)
  ) return 2;
  return 1;
}

/** xterm.js packs: character kind << 3 | width << 1 | joins the cell before. */
function charProperties(point: number, preceding: number): number {
  const width = codePointWidth(point);
  const [kind, before] = [preceding >> 3, (preceding >> 1) & 3];
  const regional = point >= 0x1f1e6 && point < 0x1f200;
  const emoji = point >= 0x1f300 && point < 0x1fb00;
  const joins = before > 0 && (width === 0 || (emoji && kind === JOINS_NEXT) ||
    (regional && kind === REGIONAL) || (point >= 0x1f3fb && point <= 0x1f3ff && before === 2));
  // Only behind a pictograph does a joiner join (UAX #29, GB11); marks in between do not matter.
  const state = point === 0x200d && kind === PICTOGRAPH
    ? JOINS_NEXT
    : regional && !joins
    ? REGIONAL
    : emoji || (joins && kind === PICTOGRAPH)
    ? PICTOGRAPH
    : 0;
  return (state << 3) | ((joins ? Math.max(before, width) : width) << 1) | (joins ? 1 : 0);
}

function describeCell(cell: IBufferCell | undefined): string {
  if (cell === undefined) return "";
  const colours = [cell.getFgColorMode(), cell.getFgColor(), cell.getBgColorMode()];
  const style = [...colours, cell.getBgColor(), cell.isBold(), cell.isUnderline()].join(",");
  return `${cell.getChars() || " "}/${cell.getWidth()}/${style}`;
}
