/**
 * What a printer is made with, and what it hands out.
 *
 * @module
 */

import type { Measure } from "../../core/frame/mod.ts";
import type { OutputStream, WindowSize } from "../platform/port.ts";
import type { ChannelStyle } from "./format.ts";
import type { UnfinishedRow } from "./terminal_row.ts";
import type { PaceTimer } from "./typewriter.ts";

/** Where something is printed. */
export type Channel = "out" | "err";

/** What a printer is made of. */
export interface PrinterOptions {
  /** Where answers go. */
  readonly stdout: OutputStream;
  /** Where chrome goes. */
  readonly stderr: OutputStream;
  /** Whether both end in the same pipe or file, so that one must not write into the other's line. */
  readonly oneDestination?: boolean;
  /** stdout's style. */
  readonly out: ChannelStyle;
  /** stderr's style. */
  readonly err: ChannelStyle;
  /** The terminal's size now, for rows that wrap. */
  readonly size: () => WindowSize;
  /** Whether the terminal breaks long rows anew when it becomes narrower. Default true. */
  readonly reflows?: () => boolean;
  /** Whether nobody else writes to the terminal. Default: nobody does. */
  readonly alone?: () => Promise<boolean>;
  /** Whether the terminal shows what lies between the marks of a synchronized update at once. */
  readonly synchronizes?: boolean;
  /** Cells of a grapheme. */
  readonly measure: Measure;
  /** What text that is typed goes by; the real time if not given. */
  readonly timer?: PaceTimer;
  /** Told once when a channel can take no more; `code` is `EPIPE`, `EIO`, … */
  readonly onGone: (channel: Channel, code: string) => void;
}

/** A pause of all output, with the row it stopped on. Disposing it writes that row again, if need be. */
export interface Hold extends Disposable {
  /** What stands on the row that is not finished. */
  readonly row: UnfinishedRow;
  /** Whether that is what the cursor's row holds: not where a pipeline's reader writes there, too. */
  readonly known: boolean;
  /**
   * Told what became of the screen, once the holder is done with it.
   *
   * @param rows how many below that one were used: what they may have scrolled away.
   * @param rowStands the row has been written again, and the cursor is back at its end. On a
   * terminal of another width by then it is written all the same.
   */
  used(rows: number, rowStands?: boolean): void;
}
