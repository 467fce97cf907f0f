/**
 * The document a query is composed in: the query, a cut marker, settings, history. Text in, text
 * out; what cannot be told apart is said to be so, never guessed at, so that no word gets lost.
 *
 * Source: reference-facts 5.3. Which parts there are, and in which order, is the earlier program's.
 *
 * @module
 */

/** Its file's name. */
export const DOCUMENT_FILE = "QUERY_MESSAGE.md";

const WIDTH = 80;
const MARKER = [
  scissors(" 8< "),
  centred("EVERYTHING BELOW THIS LINE IS IGNORED"),
  scissors(" >8 "),
] as const;
const CONFIG_HEADING = "# Active Configuration";
const NOTE = "> Except for this block: what is changed in it holds from this query on.";
const FENCE = /^```\s*toml\s*$/;
const FENCE_END = /^```\s*$/;
const HISTORY_MARKER = "<!-- CONVERSATION_MARKER -->";
const ERROR = "> ERROR: ";

/** What a document is made of. */
export interface QueryDocument {
  readonly query: string;
  /** TOML. */
  readonly settings: string;
  /** What was wrong with the settings; shown in place of the note. */
  readonly errors: readonly string[];
  /** Markdown; see `history.ts`. */
  readonly history: string;
}

/** What a document says once somebody has edited it. */
export type ParsedDocument =
  | {
    readonly kind: "document";
    readonly query: string;
    /** The TOML; null when the block was taken out, or when nothing but text is left. */
    readonly settings: string | null;
    /** The block was opened and never closed. */
    readonly unclosed: boolean;
  }
  /** The cut marker is gone, while what stood below it is not: where the query ends is not known. */
  | { readonly kind: "broken" };

/** The document's text. */
export function renderDocument(document: QueryDocument): string {
  const { query, settings, errors, history } = document;
  return [
    query,
    "",
    ...MARKER,
    "",
    CONFIG_HEADING,
    "",
    ...(errors.length === 0 ? [NOTE] : errors.map((error) => ERROR + error)),
    "",
    "```toml",
    settings,
    "```",
    "",
    HISTORY_MARKER,
    "",
    ...history.split("\n").map(harmless),
    "",
  ].join("\n");
}

/** Reads it back. Text in which nothing of ours is left is a query as a whole. */
export function parseDocument(text: string): ParsedDocument {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  const cut = cutOf(lines);
  if (cut === null) {
    const remains = lines.some((line) => is(line, CONFIG_HEADING) || is(line, HISTORY_MARKER));
    if (remains) return { kind: "broken" };
    return { kind: "document", query: trimmed(lines), settings: null, unclosed: false };
  }
  const below = lines.slice(cut.end);
  const open = below.findIndex((line) => FENCE.test(line));
  const history = below.findIndex((line) => is(line, HISTORY_MARKER));
  const query = trimmed(lines.slice(0, cut.start));
  if (open < 0 || (history >= 0 && open > history)) {
    return { kind: "document", query, settings: null, unclosed: false };
  }
  const block = below.slice(open + 1, history < 0 ? undefined : history);
  const close = block.findIndex((line) => FENCE_END.test(line));
  const settings = (close < 0 ? block : block.slice(0, close)).join("\n");
  return { kind: "document", query, settings, unclosed: close < 0 };
}

/** Where the marker stands: the last one, since a query may quote one. Any line of it will do. */
function cutOf(lines: readonly string[]): { readonly start: number; readonly end: number } | null {
  const isMarker = (line: string | undefined): boolean =>
    line !== undefined && (MARKER as readonly string[]).includes(line.trimEnd());
  const last = lines.findLastIndex(isMarker);
  if (last < 0) return null;
  let start = last;
  while (last - start < MARKER.length - 1 && isMarker(lines[start - 1])) start--;
  return { start, end: last + 1 };
}

// What was said may quote this document: then it must not look like a part of it.
function harmless(line: string): string {
  const isOurs = (MARKER as readonly string[]).includes(line.trimEnd()) || is(line, HISTORY_MARKER);
  return isOurs ? ` ${line}` : line;
}

function is(line: string, ours: string): boolean {
  return line.trimEnd() === ours;
}

function trimmed(lines: readonly string[]): string {
  return lines.join("\n").trim();
}

function scissors(mark: string): string {
  const side = (WIDTH - mark.length) / 2;
  return "-".repeat(side) + mark + "-".repeat(side);
}

function centred(words: string): string {
  return " ".repeat(Math.floor((WIDTH - words.length) / 2)) + words;
}
