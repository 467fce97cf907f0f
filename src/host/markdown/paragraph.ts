/**
 * Running text: paragraphs and headings. As long as a paragraph is short it is kept whole, since a
 * line under it can make a heading or a table of it; once it is longer than the screen can hold
 * undecided, everything that more text cannot change is let go. Emphasis or a link that is still
 * not closed then is taken literally: nothing that scrolled away could be written again.
 */
import { type Context, undecidedLimit, weight } from "./context.ts";
import { parseInline } from "./inline.ts";
import type { Row } from "./rows.ts";
import { type Pen, runsOf } from "./runs.ts";
import { START, Wrapper, type Wrapping } from "./wrap.ts";

export interface Paragraph {
  readonly kind: "paragraph";
  /** 1 to 6 for a heading. */
  readonly level: number;
  /** Source that is not let go yet. */
  readonly text: string;
  /** The character before it. */
  readonly before: string;
  /** Where its last line begins in `text`; -1 if a part of that line was let go. */
  readonly lastLine: number;
  /** Whether anything was let go. */
  readonly begun: boolean;
  readonly wrapping: Wrapping;
  readonly pen: Pen;
}

export function openParagraph(level: number, context: Context): Paragraph {
  const wrapper = new Wrapper(context.textWidth, context.measure);
  if (level > 0) {
    const style = context.look.color ? context.look.theme.heading : "";
    wrapper.feed([{ text: `${"#".repeat(level)} `, style }]);
  }
  return {
    kind: "paragraph",
    level,
    text: "",
    before: "\n",
    lastLine: 0,
    begun: false,
    wrapping: level > 0 ? wrapper.wrapping : START,
    pen: "",
  };
}

/** The paragraph with a line more, or a part of one. */
export function withText(paragraph: Paragraph, text: string, newLine: boolean): Paragraph {
  const first = paragraph.text === "" && !paragraph.begun;
  const joined = first || !newLine ? paragraph.text + text : `${paragraph.text}\n${text}`;
  const lastLine = newLine && !first ? paragraph.text.length + 1 : paragraph.lastLine;
  return { ...paragraph, text: joined, lastLine };
}

/**
 * What was wrapped of a paragraph that is shown while it grows: the part no text to come can change.
 * A paragraph is looked at for each token, and only what may have changed is worked on again.
 */
export interface ParagraphMemo {
  last: {
    readonly of: Paragraph;
    readonly width: number;
    /** The source up to where it is settled. */
    readonly text: string;
    readonly rows: readonly Row[];
    readonly wrapping: Wrapping;
    readonly pen: Pen;
  } | null;
}

/** The rows of all that is left. */
export function restRows(paragraph: Paragraph, context: Context, width: number): Row[] {
  return fed(paragraph, paragraph.text, context, width, false).wrapper.finish();
}

/** The same while the paragraph goes on: what is open is shown as if it were closed. */
export function growingRows(paragraph: Paragraph, context: Context, width: number): Row[] {
  const { last } = context.memo;
  const goesOn = last !== null && last.width === width && isSame(last.of, paragraph) &&
    paragraph.text.startsWith(last.text);
  const known = goesOn ? last.text.length : 0;
  const rest: Paragraph = goesOn && known > 0
    ? {
      ...paragraph,
      text: paragraph.text.slice(known),
      before: paragraph.text[known - 1] ?? paragraph.before,
      wrapping: last.wrapping,
      pen: last.pen,
    }
    : paragraph;
  const before = goesOn ? last.rows : [];
  const { wrapper, stable } = fed(rest, rest.text, context, width, true);
  if (stable >= MEMO_STEP) {
    const settled = fed(rest, rest.text.slice(0, stable), context, width, false);
    context.memo.last = {
      of: paragraph,
      width,
      text: paragraph.text.slice(0, known + stable),
      rows: [...before, ...settled.wrapper.rows],
      wrapping: settled.wrapper.wrapping,
      pen: settled.pen,
    };
  }
  return [...before, ...wrapper.finish()];
}

/** Less is not worth remembering. */
const MEMO_STEP = 32;

function isSame(a: Paragraph, b: Paragraph): boolean {
  return a.level === b.level && a.before === b.before && a.pen === b.pen && a.begun === b.begun &&
    (a.wrapping === b.wrapping || (!a.begun && !b.begun));
}

/** Lets everything go as it is, the unfinished row included. */
export function letGo(
  paragraph: Paragraph,
  context: Context,
  width: number,
): { readonly leaf: Paragraph; readonly rows: readonly Row[] } {
  const { wrapper, pen } = fed(paragraph, paragraph.text, context, width, false);
  const before = paragraph.text.at(-1) ?? paragraph.before;
  return {
    leaf: { ...paragraph, text: "", before, lastLine: -1, begun: true, wrapping: START, pen },
    rows: wrapper.finish(),
  };
}

/** Lets go what is too much to be undecided. Gives back the rows that are final. */
export function settle(
  paragraph: Paragraph,
  context: Context,
  width: number,
): { readonly leaf: Paragraph; readonly rows: readonly Row[] } {
  const limit = undecidedLimit(context);
  const rows: Row[] = [];
  let leaf = paragraph;
  while (weight(leaf.text) > limit) {
    const cut = cutOf(leaf, context);
    const { wrapper, pen } = fed(leaf, leaf.text.slice(0, cut), context, width, false);
    rows.push(...wrapper.rows);
    leaf = {
      ...leaf,
      text: leaf.text.slice(cut),
      before: leaf.text[cut - 1] ?? leaf.before,
      lastLine: leaf.lastLine >= cut ? leaf.lastLine - cut : -1,
      begun: true,
      wrapping: wrapper.wrapping,
      pen,
    };
  }
  return { leaf, rows };
}

/** How much can go: what is stable, but a quarter at least, up to where it hurts least. */
function cutOf({ text, before }: Paragraph, context: Context): number {
  const { nodes, stable } = parseInline(text, { definition: context.definition, before });
  const least = Math.ceil(text.length / 4);
  if (stable >= least) return stable;
  const node = nodes.find(({ end }) => end > least);
  if (node === undefined) return text.length;
  if (node.kind !== "text") return node.end;
  BETWEEN_WORDS.lastIndex = least;
  const blank = BETWEEN_WORDS.exec(text)?.index ?? text.length;
  if (blank < node.end) return blank + 1;
  if (node.end < text.length) return node.end;
  const start = text.slice(0, least).replace(/(?:[\ud800-\udbff]|\\|&[#\w]{0,33})$/, "").length;
  return start === 0 ? least : start;
}

const BETWEEN_WORDS = /[ \n](?=[^ \n])/g;

function fed(
  paragraph: Paragraph,
  text: string,
  context: Context,
  width: number,
  goesOn: boolean,
): { readonly wrapper: Wrapper; readonly pen: Pen; readonly stable: number } {
  const { before, level } = paragraph;
  const { nodes, stable } = parseInline(text, { definition: context.definition, before, goesOn });
  const style = level > 0 ? context.look.theme.heading : "";
  const { runs, pen } = runsOf(nodes, context.look, style, paragraph.pen);
  const wrapper = new Wrapper(width, context.measure, paragraph.wrapping);
  wrapper.feed(runs);
  return { wrapper, pen, stable };
}
