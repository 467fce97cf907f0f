/**
 * Every message people may rely on, as data: what is said is decided where it happens, how it
 * looks is decided here, at the edge, by the channel's format. No escape byte leaves this file.
 *
 * @module
 */

/** How a channel shows a message; `json` is one NDJSON record. */
export type NoticeFormat = "text" | "json";

/** A message: its text, and members that a JSON reader gets beside it. */
export interface Notice {
  /** The message, without a line end. */
  readonly text: string;
  /** Members of its JSON record, beside `message`. */
  readonly fields: Readonly<Record<string, string | number | boolean | null>>;
}

/** The two messages of the ladder. Scripts rely on the words. */
const LADDER = {
  "shutting down": "gracefully shutting down…",
  "terminating": "terminating program…",
} as const;

/** A ladder message, or any text with its fields. */
export function notice(
  text: string,
  fields: Notice["fields"] = {},
): Notice {
  return { text: text in LADDER ? LADDER[text as keyof typeof LADDER] : text, fields };
}

/** The message as one line of the format, with its line end. */
export function formatNotice(notice: Notice, format: NoticeFormat): string {
  return format === "json"
    ? JSON.stringify({ message: notice.text, ...notice.fields }) + "\n"
    : notice.text + "\n";
}

/** For the branch of a union that cannot be reached: the compiler checks that it is empty. */
export function assertNever(value: never): never {
  throw new TypeError(`not expected: ${JSON.stringify(value)}`);
}
