/**
 * What the renderer builds: styled text, and rows of it with their cells counted. Owns how a row
 * becomes the characters that are written; each row begins and ends with the terminal's default
 * attributes, so that any of them can be written again by itself. Must never let a control
 * character through other than the SGR and OSC 8 it makes.
 */

/** A stretch of text in one style. */
export interface Span {
  readonly text: string;
  /** SGR parameters, such as `1;36`; empty for the terminal's default. */
  readonly style: string;
  /** Where it leads, if it is a hyperlink (OSC 8): printable ASCII. */
  readonly href?: string | undefined;
}

/** One row of the screen. */
export interface Row {
  readonly spans: readonly Span[];
  readonly cells: number;
}

export const EMPTY_ROW: Row = { spans: [], cells: 0 };

/** Adds a span to a list, joined with the last one if it looks the same. */
export function append(spans: Span[], span: Span): void {
  if (span.text === "") return;
  const last = spans.at(-1);
  if (last !== undefined && last.style === span.style && last.href === span.href) {
    spans[spans.length - 1] = { text: last.text + span.text, style: span.style, href: span.href };
  } else spans.push(span);
}

/** A row out of parts that stand side by side. */
export function joinRows(parts: readonly Row[]): Row {
  const spans: Span[] = [];
  let cells = 0;
  for (const part of parts) {
    for (const span of part.spans) append(spans, span);
    cells += part.cells;
  }
  return { spans, cells };
}

/** A row of plain ASCII, or of anything whose cells the caller knows. */
export function rowOf(text: string, style: string, cells: number = text.length): Row {
  return text === "" ? EMPTY_ROW : { spans: [{ text, style }], cells };
}

/** Without the blanks at its end, which nobody sees and everybody copies. */
export function trimRow(row: Row): Row {
  const spans = [...row.spans];
  let { cells } = row;
  for (let last = spans.pop(); last !== undefined; last = spans.pop()) {
    const text = last.text.replace(/ +$/, "");
    cells -= last.text.length - text.length;
    if (text !== "") {
      spans.push({ ...last, text });
      break;
    }
  }
  return { spans, cells };
}

/** What is written to show these spans, from default attributes back to them. */
export function writeSpans(spans: readonly Span[]): string {
  let output = "";
  let style = "";
  let href: string | undefined;
  for (const span of spans) {
    if (span.href !== href) {
      output += `\x1b]8;;${span.href ?? ""}\x1b\\`;
      href = span.href;
    }
    if (span.style !== style) {
      if (style !== "") output += "\x1b[0m";
      if (span.style !== "") output += `\x1b[${span.style}m`;
      style = span.style;
    }
    output += span.text;
  }
  if (style !== "") output += "\x1b[0m";
  return href === undefined ? output : `${output}\x1b]8;;\x1b\\`;
}

/** Whether two rows are written the same. */
export function sameRow(a: Row, b: Row): boolean {
  return a === b || (a.cells === b.cells && a.spans.length === b.spans.length &&
    a.spans.every((span, index) => sameSpan(span, b.spans[index])));
}

/** What `longer` has behind the whole of `shorter`; null if it does not begin with it. */
export function restOf(shorter: Row, longer: Row): Span[] | null {
  const last = shorter.spans.length - 1;
  if (last < 0) return [...longer.spans];
  for (let index = 0; index < last; index++) {
    const span = shorter.spans[index];
    if (span === undefined || !sameSpan(span, longer.spans[index])) return null;
  }
  const [end, goesOn] = [shorter.spans[last], longer.spans[last]];
  if (end === undefined || goesOn === undefined || end.style !== goesOn.style) return null;
  if (end.href !== goesOn.href || !goesOn.text.startsWith(end.text)) return null;
  const rest: Span[] = [];
  append(rest, { ...goesOn, text: goesOn.text.slice(end.text.length) });
  return [...rest, ...longer.spans.slice(last + 1)];
}

function sameSpan(a: Span, b: Span | undefined): boolean {
  return b !== undefined && a.text === b.text && a.style === b.style && a.href === b.href;
}
