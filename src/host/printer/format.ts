/**
 * Which format each channel has: decided once, per channel, from the flag, the terminal and the
 * environment (RFD 092, "Interactive vs. machine output"; PR-055).
 *
 * @module
 */

/** What `--format` takes. */
export type FormatChoice = "auto" | "text" | "text-pretty" | "json" | "json-pretty";
/** What a channel has. */
export type Format = Exclude<FormatChoice, "auto">;
/** What `--color` takes. */
export type ColorChoice = "auto" | "always" | "never";

/** How one channel shows things. */
export interface ChannelStyle {
  /** How text is framed. */
  readonly format: Format;
  /** Whether SGR sequences may be written. Only ever with text-pretty. */
  readonly color: boolean;
}

/** What the decision is made from. */
export interface FormatInput {
  /** What was asked for. */
  readonly format: FormatChoice;
  /** What was asked for. */
  readonly color: ColorChoice;
  /** Whether this channel is a terminal. */
  readonly terminal: boolean;
  /** TERM. */
  readonly term: string | undefined;
  /** NO_COLOR. */
  readonly noColor: string | undefined;
}

/** The style of one channel. */
export function channelStyle(input: FormatInput): ChannelStyle {
  const dumb = input.term === undefined || input.term === "" || input.term === "dumb";
  const format = input.format === "auto"
    ? input.terminal && !dumb ? "text-pretty" : "text"
    : input.format;
  const pretty = format === "text-pretty";
  const color = pretty && (input.color === "always" ||
    (input.color === "auto" && input.terminal && !dumb && (input.noColor ?? "") === ""));
  return { format, color };
}

/** Whether the format is for machines: one JSON value for each thing said. */
export function isJson(format: Format): format is "json" | "json-pretty" {
  return format === "json" || format === "json-pretty";
}
