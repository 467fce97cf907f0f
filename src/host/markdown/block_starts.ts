/**
 * What the beginning of a line says it is: headings, fences, list markers, table rows, HTML. Each a
 * question about one line's content, without its indentation. Knows nothing of the lines before.
 */

/** The opening of fenced code. */
export interface Fence {
  /** The run of backticks or tildes. */
  readonly marks: string;
  /** What stands behind them. */
  readonly info: string;
}

/** A list marker: what it looks like, and what makes it belong to a list. */
export interface Marker {
  /** Characters of the marker itself. */
  readonly length: number;
  /** The bullet, or the delimiter behind a number: a list keeps to one. */
  readonly type: string;
  readonly number: number | null;
}

export type Align = "left" | "center" | "right" | "none";

/** `## Title ##`: the level, 1 to 6, and the title. */
export function readHeading(
  content: string,
): { readonly level: number; readonly text: string } | null {
  const found = /^(#{1,6})(?:[ \t]+(.*))?$/.exec(content);
  if (found === null) return null;
  const text = (found[2] ?? "").replace(/(?:^|[ \t]+)#+[ \t]*$/, "").trim();
  return { level: found[1]?.length ?? 1, text };
}

/** The level a line under a paragraph makes of it; 0 if it is none. */
export function setextLevel(content: string): 0 | 1 | 2 {
  return /^=+[ \t]*$/.test(content) ? 1 : /^-+[ \t]*$/.test(content) ? 2 : 0;
}

export function isThematicBreak(content: string): boolean {
  return /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/.test(content);
}

export function readFence(content: string): Fence | null {
  const found = /^(`{3,})([^`]*)$|^(~{3,})(.*)$/.exec(content);
  if (found === null) return null;
  return { marks: found[1] ?? found[3] ?? "", info: (found[2] ?? found[4] ?? "").trim() };
}

export function closesFence(content: string, marks: string): boolean {
  const found = /^(`{3,}|~{3,})[ \t]*$/.exec(content)?.[1];
  return found !== undefined && found[0] === marks[0] && found.length >= marks.length;
}

export function readMarker(content: string): Marker | null {
  const found = /^(?:([-+*])|(\d{1,9})([.)]))(?=[ \t]|$)/.exec(content);
  if (found === null) return null;
  const [whole, bullet, number, delimiter] = found;
  return {
    length: whole.length,
    type: bullet ?? delimiter ?? "",
    number: number === undefined ? null : Number(number),
  };
}

/** `[ ]` or `[x]` at the beginning of an item: a task. */
export function readTask(content: string): { readonly done: boolean } | null {
  const found = /^\[([ xX])\][ \t]+(?=\S)/.exec(content);
  return found === null ? null : { done: found[1] !== " " };
}

/** `[^label]: `: the label of a footnote, and the marker's length. */
export function readFootnote(
  content: string,
): { readonly label: string; readonly length: number } | null {
  const found = /^\[\^([^\s[\]^]{1,99})\]:[ \t]*/.exec(content);
  return found === null ? null : { label: found[1] ?? "", length: found[0].length };
}

/**
 * The condition that ends a block of HTML beginning with this line: a pattern, or `blank` for the
 * next blank line; null if none begins.
 */
export function readHtml(content: string, inParagraph: boolean): RegExp | "blank" | null {
  for (const [start, end] of HTML_BLOCKS) if (start.test(content)) return end;
  if (HTML_NAMES.test(content)) return "blank";
  return !inParagraph && HTML_TAG.test(content) ? "blank" : null;
}

const HTML_BLOCKS: readonly (readonly [RegExp, RegExp])[] = [
  [/^<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![A-Za-z]/, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
];
const HTML_NAMES =
  /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:\s|\/?>|$)/i;
const HTML_TAG =
  /^<(?:\/[A-Za-z][A-Za-z0-9-]*\s*|[A-Za-z][A-Za-z0-9-]*(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?)>\s*$/;

/** The alignments of a delimiter row (`|:--|--:|`); null if the line is none. */
export function readDelimiterRow(content: string): Align[] | null {
  if (!/^[|:-][|: \t-]*$/.test(content) || !/[|:]/.test(content)) return null;
  const cells = splitCells(content);
  if (!cells.every((cell) => /^:?-+:?$/.test(cell))) return null;
  return cells.map((cell) => {
    const [left, right] = [cell.startsWith(":"), cell.endsWith(":")];
    return left && right ? "center" : right ? "right" : left ? "left" : "none";
  });
}

/** The cells of a table row, trimmed; `\|` is a bar inside one. */
export function splitCells(line: string): string[] {
  const text = line.trim().replace(/^\|/, "");
  const cells: string[] = [];
  let cell = "";
  let closed = false;
  for (const [part] of text.matchAll(/\\[^]|\||[^\\|]+|\\/g)) {
    closed = part === "|";
    if (closed) {
      cells.push(cell.trim());
      cell = "";
    } else cell += part === "\\|" ? "|" : part;
  }
  if (!closed || cells.length === 0) cells.push(cell.trim());
  return cells;
}

/**
 * Whether the beginning of a line may still turn into a marker of some kind: it is not shown before
 * that is known, so that a paragraph above is not a heading for the time of one token.
 */
export function isUndecided(partial: string, underParagraph: boolean): boolean {
  return /^[\s>]*[-+*=_`~|:]{1,2}[ \t]*$/.test(partial) ||
    (underParagraph &&
      /^[\s>]*(?:[-=|:][-=|: \t]*|#{1,6}|\d{1,9}[.)]?|\[\^?)[ \t]*$/.test(partial));
}
