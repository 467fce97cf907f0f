/**
 * The one writer of the process's output.
 *
 * @module
 */

export { announce, SHOWN_MS } from "./announce.ts";
export {
  type ChannelStyle,
  channelStyle,
  type ColorChoice,
  type Format,
  type FormatChoice,
  type FormatInput,
  isJson,
} from "./format.ts";
export { OutputQueue } from "./output_queue.ts";
export type { Channel, Hold, PrinterOptions } from "./options.ts";
export { Printer } from "./printer.ts";
export type { Sanitize } from "../sanitize/mod.ts";
export { TerminalRow, type UnfinishedRow } from "./terminal_row.ts";
export type { TextRenderer, TextStream } from "./text_stream.ts";
export type { Pace, PaceTimer } from "./typewriter.ts";
