/**
 * What a person would see: a terminal emulator fed with a program's raw output, and a snapshot of
 * it. The emulator also answers the questions a program asks a terminal (cursor position, device
 * attributes, kitty keyboard flags); the answers go to `onReply`.
 */
import xterm from "@xterm/headless";
import type { Size } from "./pty_device.ts";
import { modesLeftOn, type TerminalModes, TerminalModeTracker } from "./terminal_modes.ts";

export interface Cell {
  /** The grapheme; "" for the right half of a wide one, " " for a blank. */
  readonly text: string;
  /** Cells it takes: 0, 1 or 2. */
  readonly width: number;
  /** Attributes and colours: "bold fg=1"; "" if plain. */
  readonly style: string;
}

export interface Screen {
  /** The visible rows from the top, trimmed on the right. */
  readonly lines: readonly string[];
  /** The visible rows as one text, without the blank ones at the end. */
  readonly text: string;
  /** Rows that have scrolled off, oldest first. */
  readonly scrollback: readonly string[];
  /** Every visible cell, row by row, for comparisons "cell for cell". */
  readonly cells: readonly (readonly Cell[])[];
  /** Zero-based; x equals the width when the next character would wrap. */
  readonly cursor: { readonly x: number; readonly y: number; readonly visible: boolean };
  readonly modes: TerminalModes;
  /** Modes a program has left behind, by name; [] when all is as it was. */
  readonly leftOn: readonly string[];
}

export interface ScreenOptions extends Size {
  /** Speak the kitty keyboard protocol: answer `CSI ? u`. */
  readonly kitty?: boolean;
  readonly onReply?: (bytes: string) => void;
}

export class TerminalScreen implements AsyncDisposable {
  readonly #terminal: xterm.Terminal;
  readonly #tracker: TerminalModeTracker;

  constructor({ cols, rows, kitty = false, onReply }: ScreenOptions) {
    this.#terminal = new xterm.Terminal({ cols, rows, allowProposedApi: true, scrollback: 10_000 });
    this.#tracker = new TerminalModeTracker(this.#terminal);
    if (onReply === undefined) return;
    this.#terminal.onData(onReply);
    if (!kitty) return;
    this.#terminal.parser.registerCsiHandler({ prefix: "?", final: "u" }, () => {
      onReply(`\x1b[?${this.modes.kittyFlags}u`);
      return true;
    });
  }

  /** Shows bytes. The emulator parses on a timer; `shown` is called once it has. */
  feed(bytes: Uint8Array, shown?: () => void): void {
    this.#terminal.write(bytes, shown);
  }

  resize({ cols, rows }: Size): void {
    this.#terminal.resize(cols, rows);
  }

  /** The modes after everything that was shown. */
  get modes(): TerminalModes {
    return this.#tracker.modes;
  }

  /** `snapshot().text` alone, at a hundredth of its cost. */
  async text(): Promise<string> {
    await this.settled();
    return textOf(this.#visible());
  }

  async snapshot(): Promise<Screen> {
    await this.settled();
    const buffer = this.#terminal.buffer.active;
    const lines = this.#visible();
    const modes = this.modes;
    return {
      lines,
      text: textOf(lines),
      scrollback: this.#rows(0, buffer.baseY),
      cells: lines.map((_, y) => this.#cells(buffer.baseY + y)),
      cursor: { x: buffer.cursorX, y: buffer.cursorY, visible: modes.cursorVisible },
      modes,
      leftOn: modesLeftOn(modes),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // A timer still pending would outlive the test.
    await this.settled();
    this.#terminal.dispose();
  }

  /** Resolves once everything fed so far is shown. */
  settled(): Promise<void> {
    return new Promise((resolve) => this.#terminal.write("", resolve));
  }

  #visible(): string[] {
    const { baseY } = this.#terminal.buffer.active;
    return this.#rows(baseY, baseY + this.#terminal.rows);
  }

  #rows(from: number, to: number): string[] {
    const buffer = this.#terminal.buffer.active;
    return Array.from(
      { length: to - from },
      (_, i) => buffer.getLine(from + i)?.translateToString(true).trimEnd() ?? "",
    );
  }

  #cells(y: number): Cell[] {
    const line = this.#terminal.buffer.active.getLine(y);
    const cells: Cell[] = [];
    for (let x = 0; x < this.#terminal.cols; x++) {
      const cell = line?.getCell(x);
      if (cell === undefined) continue;
      const width = cell.getWidth();
      cells.push({ text: cell.getChars() || (width === 0 ? "" : " "), width, style: style(cell) });
    }
    return cells;
  }
}

function textOf(lines: readonly string[]): string {
  return lines.join("\n").trimEnd();
}

function style(cell: xterm.IBufferCell): string {
  const parts: string[] = [];
  if (cell.isBold()) parts.push("bold");
  if (cell.isDim()) parts.push("dim");
  if (cell.isItalic()) parts.push("italic");
  if (cell.isUnderline()) parts.push("underline");
  if (cell.isBlink()) parts.push("blink");
  if (cell.isInverse()) parts.push("inverse");
  if (cell.isInvisible()) parts.push("invisible");
  if (cell.isStrikethrough()) parts.push("strike");
  if (cell.isOverline()) parts.push("overline");
  if (!cell.isFgDefault()) parts.push(`fg=${cell.getFgColor()}`);
  if (!cell.isBgDefault()) parts.push(`bg=${cell.getBgColor()}`);
  return parts.join(" ");
}

/** A screen as a failing test prints it: framed, with the cursor's place. */
export function drawScreen(screen: Screen): string {
  const last = screen.lines.findLastIndex((line) => line !== "");
  const shown = screen.lines.slice(0, Math.max(last, screen.cursor.y) + 1);
  const { x, y, visible } = screen.cursor;
  return [
    ...shown.map((line, i) => `${i === y ? ">" : "|"} ${line}`),
    `cursor ${x},${y}${visible ? "" : " (hidden)"}; left on: ${
      screen.leftOn.join(", ") || "nothing"
    }`,
  ].join("\n");
}
