/**
 * A widget on an emulated screen: real bytes in, painted after every press, cells and cursor out.
 */
import assert from "node:assert/strict";
import { erase, type Frame, frameHeight, openFrame, paint } from "../../src/core/frame/mod.ts";
import type { Widget } from "../../src/interaction/widgets/pure.ts";
import { Driver } from "../unit/interaction/widgets/driver.ts";
import { type Emulator, measure, openEmulator } from "./emulator.ts";

/** How the screen is before the widget opens. */
export interface Before {
  readonly columns: number;
  readonly rows: number;
  /** Rows of text above. Default 0. */
  readonly above?: number;
  /** Cells of an unfinished line that the widget opens in the middle of. Default 0. */
  readonly midLine?: number;
  readonly kitty?: boolean;
}

/** A widget that is shown; dispose it to free the emulator. */
export class ShownWidget<S, O> implements Disposable {
  readonly driver: Driver<S, O>;
  readonly screen: Emulator;
  /** Everything on the screen before the widget was drawn. */
  readonly untouched: {
    readonly cells: readonly (readonly string[])[];
    readonly cursor: { readonly row: number; readonly column: number };
  };
  #frame: Frame;
  /** The line of the scrollback in which the frame begins. */
  readonly #start: number;
  readonly #above: readonly string[];

  private constructor(driver: Driver<S, O>, screen: Emulator, frame: Frame) {
    this.driver = driver;
    this.screen = screen;
    this.#frame = frame;
    this.untouched = { cells: screen.cells(), cursor: screen.cursor() };
    this.#start = this.untouched.cursor.row + (frame.startColumn > 0 ? 1 : 0);
    this.#above = screen.lines().slice(0, this.#start);
  }

  /** Opens the widget on a screen with something on it. */
  static async open<S, O>(widget: Widget<S, O>, before: Before): Promise<ShownWidget<S, O>> {
    const { columns, rows, above = 0, midLine = 0, kitty = false } = before;
    const screen = openEmulator({ columns, rows });
    const lines = Array.from({ length: above }, (_, i) => `\x1b[3${i % 8}mrow ${i}\x1b[m\r\n`);
    await screen.write(lines.join("") + "m".repeat(midLine));
    const driver = new Driver(widget, { columns, rows, kitty, measure });
    const shown = new ShownWidget(driver, screen, openFrame(midLine));
    await shown.draw();
    return shown;
  }

  get frame(): Frame {
    return this.#frame;
  }

  /** The rows of the frame, as they are on the screen. */
  get lines(): string[] {
    return this.screen.lines().slice(this.#start, this.#start + frameHeight(this.#frame));
  }

  /** The cursor, its row counted from the frame's first. */
  get cursor(): { row: number; column: number } {
    const { row, column } = this.screen.cursor();
    return { row: row - this.#start, column };
  }

  async type(input: string | Uint8Array, cut?: number): Promise<this> {
    this.driver.type(input, cut);
    await this.draw();
    return this;
  }

  /** Presses keys by name, with a drawing after each. */
  async press(...names: readonly string[]): Promise<this> {
    for (const name of names) {
      this.driver.press(name);
      await this.draw();
    }
    return this;
  }

  async draw(): Promise<void> {
    const { frame, output } = paint(this.#frame, this.driver.view, this.#options());
    this.#frame = frame;
    await this.screen.write(output);
    assert.ok(this.screen.cursor().column < this.screen.columns, "a wrap is pending");
  }

  async resize(columns: number): Promise<void> {
    this.screen.resize(columns, this.screen.rows);
    this.driver.resize(columns, this.screen.rows);
    await this.draw();
  }

  async erase(): Promise<void> {
    const { frame, output } = erase(this.#frame, this.#options());
    this.#frame = frame;
    await this.screen.write(output);
  }

  /** Asserts that the screen shows what a fresh drawing of the view shows, once, and no more. */
  async assertFresh(): Promise<void> {
    const { view } = this.driver;
    const cells = view.lines.flat().reduce((sum, span) => sum + 8 * span.text.length, 0);
    const rows = Math.ceil(2 * cells / this.screen.columns) + 2 * view.lines.length + 2;
    using fresh = openEmulator({ columns: this.screen.columns, rows });
    const size = { columns: fresh.columns, rows: fresh.rows };
    await fresh.write(paint(openFrame(), view, { size, measure }).output);
    const height = frameHeight(this.#frame);
    const top = fresh.cursor().row - this.cursor.row;
    assert.ok(top >= 0, "the window begins in the view");
    assert.equal(this.screen.cursor().column, fresh.cursor().column);
    assert.deepEqual(this.lines, fresh.lines().slice(top, top + height));
    const all = this.screen.lines();
    assert.deepEqual(all.slice(0, this.#start), this.#above);
    const below = all.slice(this.#start + height);
    assert.ok(below.every((line) => line === ""), "nothing is left below");
  }

  [Symbol.dispose](): void {
    this.screen[Symbol.dispose]();
  }

  #options() {
    const size = { columns: this.screen.columns, rows: this.screen.rows };
    return { size, measure, reflow: "xterm.js" } as const;
  }
}
