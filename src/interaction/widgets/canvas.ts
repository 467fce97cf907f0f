/**
 * Draws a prompt's frames one after the other: redraws that come while one is being written wait,
 * and are one then. Keeps the terminal's owner informed of what would take the prompt off the
 * screen.
 *
 * @module
 */

import {
  damagedFrame,
  erase,
  type Frame,
  frameHeight,
  openFrame,
  paint,
  type View,
} from "../../core/frame/mod.ts";
import { cellWidth, type Terminal } from "../../host/terminal/mod.ts";

/** A terminal that takes nothing for so long does not keep a prompt from closing, ms. */
const WIPE_MS = 500;

/** The drawing of one prompt. */
export class Canvas {
  #frame: Frame;
  #last: Promise<void> = Promise.resolve();
  #closed = false;
  #redraw: Promise<void> | null = null;
  #mostRows = 0;
  #rowStands = true;
  readonly #terminal: Terminal;

  /**
   * @param startColumn cells of an unfinished line that the prompt must leave alone.
   * @param above written first: puts that line in order.
   */
  constructor(terminal: Terminal, startColumn: number, above: string) {
    this.#terminal = terminal;
    this.#frame = openFrame(startColumn);
    if (above !== "") this.#write(() => above).catch(() => {});
  }

  /** Rows it has taken at most: so many above it may have scrolled away. */
  get mostRows(): number {
    return this.#mostRows;
  }

  /** Whether the unfinished line is where it was, as `above` has left it. */
  get rowStands(): boolean {
    return this.#rowStands;
  }

  /** The terminal has been resized, maybe there and back: some of that line may be gone. */
  disturbRow(): void {
    this.#rowStands = false;
  }

  /** Draws on the row of the cursor: a shell has written below the old frame. */
  drawAfresh(view: () => View): Promise<void> {
    return this.#drawAfter("\r\x1b[J", view);
  }

  /** Draws all of it anew where it is: the terminal has been resized, maybe there and back. */
  drawResized(view: () => View): Promise<void> {
    this.#frame = damagedFrame(this.#frame);
    return this.draw(view);
  }

  /** Clears the whole screen, and draws at its top. */
  drawOnClear(view: () => View): Promise<void> {
    this.#mostRows = Infinity;
    return this.#drawAfter("\x1b[m\x1b[H\x1b[2J", view);
  }

  /** Brings the screen to the view as it is when its turn comes. */
  draw(view: () => View): Promise<void> {
    this.#redraw ??= this.#write(() => {
      this.#redraw = null;
      const { frame, output } = paint(this.#frame, view(), this.#options());
      this.#frame = frame;
      this.#mostRows = Math.max(this.#mostRows, frameHeight(frame));
      this.#terminal.drawn = this.#undo();
      return output;
    });
    return this.#redraw;
  }

  /** Writes something that moves no cursor, in its turn. */
  send(text: string): Promise<void> {
    return this.#write(() => text);
  }

  /** Takes the frame away; nothing is drawn after that. */
  async wipe(): Promise<void> {
    const wiped = this.#write(() => {
      const undo = this.#undo();
      this.#frame = openFrame(this.#frame.startColumn);
      this.#terminal.drawn = "";
      return undo;
    }).catch(() => {});
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => timer = setTimeout(resolve, WIPE_MS));
    await Promise.race([wiped, late]);
    clearTimeout(timer);
    this.#closed = true;
  }

  // The end of an unfinished line may carry the echo of keys that were typed before the prompt.
  #undo(): string {
    const { output } = erase(this.#frame, this.#options());
    return output === "" || this.#frame.startColumn === 0 ? output : output + "\x1b[K";
  }

  #drawAfter(cleared: string, view: () => View): Promise<void> {
    // A redraw that waits is for the frame that was there before.
    this.#redraw = null;
    this.#rowStands = false;
    this.#write(() => {
      this.#frame = openFrame();
      return cleared;
    }).catch(() => {});
    return this.draw(view);
  }

  #options() {
    const { size, reflow } = this.#terminal;
    return { size, measure: cellWidth, reflow };
  }

  #write(make: () => string): Promise<void> {
    const write = async (): Promise<void> => {
      if (!this.#closed) await this.#terminal.write(make());
    };
    this.#last = this.#last.catch(() => {}).then(write);
    return this.#last;
  }
}
