/**
 * The inline structure of a piece of text: code spans, emphasis, links, footnote references, hard
 * breaks, raw HTML, as CommonMark 0.31 has them, with GFM's strikethrough and bare addresses.
 * Knows of text that goes on: what more text could still change, and how it is shown meanwhile.
 * Must never need more than this text: a link's definition counts if it came before.
 */
import { closeOpen, type Delimiter, type Item, matchEmphasis, textOf } from "./emphasis.ts";
import { mayBecomeReference, readReference } from "./entities.ts";
import { labelKey, readLinkTail } from "./link_target.ts";

interface Place {
  /** Offsets into the source. */
  readonly start: number;
  readonly end: number;
}

/** A node; text holds `\n` where a line ended softly. */
export type Inline =
  & Place
  & (
    | { readonly kind: "text"; readonly text: string }
    | { readonly kind: "code"; readonly text: string }
    | { readonly kind: "html"; readonly text: string }
    | { readonly kind: "break" }
    | { readonly kind: "footnote"; readonly label: string }
    | {
      readonly kind: "emphasis" | "strong" | "strike";
      readonly children: readonly Inline[];
    }
    | {
      readonly kind: "link" | "image";
      readonly children: readonly Inline[];
      readonly url: string;
      /** An address that is its own text. */
      readonly bare?: boolean;
    }
  );

/** What the parser has to know besides the text. */
export interface InlineOptions {
  /** The address defined for a label, normalized by `labelKey`. */
  readonly definition: (label: string) => string | undefined;
  /** The character before the text; a line end if it begins a block. */
  readonly before?: string;
  /** Show what is not closed yet as if it were; the delimiters at the very end are left out. */
  readonly goesOn?: boolean;
}

/** A text's structure. */
export interface Parsed {
  readonly nodes: readonly Inline[];
  /** Up to here no text to come can change anything. */
  readonly stable: number;
}

/** Parses a text; never fails: what has no meaning is text. */
export function parseInline(source: string, options: InlineOptions): Parsed {
  const text = options.goesOn === true ? source.replace(UNDECIDED_END, "") : source;
  return new InlineParser(text, options).parse();
}

const UNDECIDED_END = /(?:\\?[*_~`]+|\\|!?\[)$/;
const VOLATILE_END = /(?:[*_~`]+|\\|!)?[ \n]*$/;
// deno-lint-ignore no-control-regex -- where SGR begins is looked for
const PLAIN = /[^\\`*_~[\]!<&\n\x1bhw]+/y;
// deno-lint-ignore no-control-regex -- SGR is let through by the sanitizer and is no markup
const SGR = /\x1b\[[0-9;:]*m/y;
const BARE_ADDRESS = /(?:https?:\/\/|www\.)[^\s<>"'`|[\]\\]+/y;
const ADDRESSES = ["http://", "https://", "www."];
const WORD = /\w/;
const AUTOLINK = /<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*)>/y;
const MAIL = /<([\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)>/y;
const HTML =
  /<(?:\/[A-Za-z][A-Za-z0-9-]*\s*|[A-Za-z][A-Za-z0-9-]*(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?|!--(?:-?>|[^]*?--)|\?[^]*?\?|![A-Za-z][^>]*|!\[CDATA\[[^]*?\]\])>/y;
const BLANKS = / */y;
const BACKTICKS = /`+/y;
const ESCAPABLE = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
const PUNCTUATION = /[\p{P}\p{S}]/u;
const WHITE = /\s/u;

interface Bracket {
  /** Where its text stands in the list. */
  readonly index: number;
  readonly start: number;
  readonly image: boolean;
  active: boolean;
}

class InlineParser {
  readonly #text: string;
  readonly #options: InlineOptions;
  readonly #items: Item[] = [];
  readonly #brackets: Bracket[] = [];
  /** Lengths of backtick runs known to have no counterpart further on. */
  readonly #unclosed = new Set<number>();
  #at = 0;
  #plain = "";
  #plainStart = 0;
  #open: number;

  constructor(text: string, options: InlineOptions) {
    this.#text = text;
    this.#options = options;
    this.#open = text.length;
  }

  parse(): Parsed {
    while (this.#at < this.#text.length) this.#next();
    this.#flush();
    for (const { start } of this.#brackets) this.#mayChange(start);
    let items = matchEmphasis(this.#items);
    const opener = items.find((item) => item.kind === "delimiter" && item.canOpen);
    if (opener !== undefined) this.#mayChange(opener.start);
    this.#mayChange(this.#text.length - (VOLATILE_END.exec(this.#text)?.[0].length ?? 0));
    for (const { start, end } of items) {
      if (start < this.#open && end > this.#open && !this.#isText(start)) this.#open = start;
    }
    if (this.#options.goesOn === true) items = closeOpen(items);
    return { nodes: textOf(items), stable: this.#open };
  }

  #isText(start: number): boolean {
    return this.#items.some((item) => item.start === start && item.kind === "text");
  }

  #mayChange(from: number): void {
    this.#open = Math.min(this.#open, from);
  }

  #next(): void {
    const text = this.#text;
    switch (text[this.#at]) {
      case "\\":
        return this.#escape();
      case "`":
        return this.#code();
      case "*":
      case "_":
      case "~":
        return this.#delimiter();
      case "[":
        return this.#bracket(false);
      case "]":
        return this.#closeBracket();
      case "!":
        return text[this.#at + 1] === "[" ? this.#bracket(true) : this.#take(1);
      case "<":
        return this.#angle();
      case "&":
        return this.#reference();
      case "\n":
        return this.#lineEnd();
      case "h":
      case "w":
        return this.#address();
      case "\x1b":
        return this.#take(Math.max(1, this.#length(SGR)));
      default:
        return this.#take(Math.max(1, this.#length(PLAIN)));
    }
  }

  /** The length of what the pattern matches here; 0 if it does not. */
  #length(pattern: RegExp): number {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text)?.[0].length ?? 0;
  }

  #take(length: number, shown = this.#text.slice(this.#at, this.#at + length)): void {
    if (this.#plain === "") this.#plainStart = this.#at;
    this.#plain += shown;
    this.#at += length;
  }

  #flush(): void {
    if (this.#plain !== "") {
      const node = { text: this.#plain, start: this.#plainStart, end: this.#at };
      this.#items.push({ kind: "text", ...node });
    }
    this.#plain = "";
  }

  #push(item: Item): void {
    this.#flush();
    this.#items.push(item);
    this.#at = item.end;
  }

  #escape(): void {
    const next = this.#text[this.#at + 1] ?? "";
    if (next === "\n") {
      this.#push({ kind: "break", start: this.#at, end: this.#at + 2 });
      this.#at += this.#length(BLANKS);
    } else if (next !== "" && ESCAPABLE.includes(next)) this.#take(2, next);
    else this.#take(1);
  }

  #lineEnd(): void {
    const trimmed = this.#plain.replace(/ +$/, "");
    const hard = this.#plain.length - trimmed.length >= 2;
    this.#plain = trimmed;
    if (hard) this.#push({ kind: "break", start: this.#at, end: this.#at + 1 });
    else this.#take(1);
    this.#at += this.#length(BLANKS);
  }

  #code(): void {
    const start = this.#at;
    const run = this.#length(BACKTICKS);
    const close = this.#unclosed.has(run) ? -1 : this.#closingRun(start + run, run);
    if (close < 0) {
      this.#unclosed.add(run);
      this.#mayChange(start);
      const rest = this.#text.slice(start + run);
      if (this.#options.goesOn !== true || rest === "") return this.#take(run);
      return this.#push({ kind: "code", text: codeText(rest), start, end: this.#text.length });
    }
    const text = codeText(this.#text.slice(start + run, close));
    this.#push({ kind: "code", text, start, end: close + run });
  }

  #closingRun(from: number, run: number): number {
    const text = this.#text;
    for (let at = text.indexOf("`", from); at >= 0; at = text.indexOf("`", at)) {
      const start = at;
      while (text[at] === "`") at++;
      if (at - start === run) return start;
    }
    return -1;
  }

  #delimiter(): void {
    const start = this.#at;
    const character = this.#text[start] ?? "";
    let end = start + 1;
    while (this.#text[end] === character) end++;
    if (character === "~" && end - start !== 2) return this.#take(end - start);
    const before = start > 0 ? pointBefore(this.#text, start) : this.#options.before ?? "\n";
    const after = String.fromCodePoint(this.#text.codePointAt(end) ?? 0x0a);
    const whiteBefore = WHITE.test(before);
    const whiteAfter = WHITE.test(after);
    const marksBefore = !whiteBefore && PUNCTUATION.test(before);
    const marksAfter = !whiteAfter && PUNCTUATION.test(after);
    const left = !whiteAfter && (!marksAfter || whiteBefore || marksBefore);
    const right = !whiteBefore && (!marksBefore || whiteAfter || marksAfter);
    const word = character === "_";
    const delimiter: Delimiter = {
      kind: "delimiter",
      character,
      length: end - start,
      canOpen: left && (!word || !right || marksBefore),
      canClose: right && (!word || !left || marksAfter),
      start,
      end,
    };
    this.#push(delimiter);
  }

  #bracket(image: boolean): void {
    const start = this.#at;
    this.#flush();
    this.#brackets.push({ index: this.#items.length, start, image, active: true });
    const end = start + (image ? 2 : 1);
    this.#push({ kind: "text", text: this.#text.slice(start, end), start, end });
  }

  #closeBracket(): void {
    const bracket = this.#brackets.pop();
    if (bracket === undefined) return this.#take(1);
    if (!bracket.active) return this.#take(1);
    const label = this.#text.slice(bracket.start + (bracket.image ? 2 : 1), this.#at);
    if (/^\^[^\s^[\]]+$/.test(label) && !bracket.image) {
      this.#dropFrom(bracket);
      const end = this.#at + 1;
      return this.#push({ kind: "footnote", label: label.slice(1), start: bracket.start, end });
    }
    const target = this.#target(label, bracket);
    if (target === null) return this.#take(1);
    this.#flush();
    const inside = matchEmphasis(this.#items.slice(bracket.index + 1));
    const children = textOf(this.#options.goesOn ? closeOpen(inside) : inside).map(unlinked);
    this.#dropFrom(bracket);
    const kind = bracket.image ? "image" : "link";
    this.#push({ kind, children, url: target.url, start: bracket.start, end: target.end });
    // Links hold no links.
    if (!bracket.image) { for (const outer of this.#brackets) outer.active &&= outer.image; }
  }

  #dropFrom(bracket: Bracket): void {
    this.#plain = "";
    this.#items.length = bracket.index;
  }

  #target(label: string, bracket: Bracket): { readonly url: string; readonly end: number } | null {
    const after = this.#at + 1;
    const next = this.#text[after];
    if (next === undefined) this.#mayChange(bracket.start);
    if (next === "(") {
      const tail = readLinkTail(this.#text, after);
      if (tail.kind === "complete") return tail;
      if (tail.kind === "partial") {
        this.#mayChange(bracket.start);
        if (this.#options.goesOn === true) return { url: "", end: this.#text.length };
      }
    }
    const full = next === "[" ? LABEL.exec(this.#text.slice(after, after + 1001)) : null;
    if (next === "[" && full === null) this.#mayChange(bracket.start);
    const inner = full?.[1] ?? "";
    const key = labelKey(inner.trim() === "" ? label : inner);
    if (key === "" || /(?<!\\)\[/.test(label) && inner.trim() === "") return null;
    const url = this.#options.definition(key);
    return url === undefined ? null : { url, end: after + (full?.[0].length ?? 0) };
  }

  #angle(): void {
    const start = this.#at;
    const link = this.#length(AUTOLINK);
    const mail = link === 0 ? this.#length(MAIL) : 0;
    if (link + mail > 0) {
      const end = start + link + mail;
      const text = this.#text.slice(start + 1, end - 1);
      const children = [{ kind: "text", text, start: start + 1, end: end - 1 } as const];
      const url = mail > 0 ? `mailto:${text}` : text;
      return this.#push({ kind: "link", children, url, bare: true, start, end });
    }
    const html = this.#length(HTML);
    if (html > 0) {
      const end = start + html;
      return this.#push({ kind: "html", text: this.#text.slice(start, end), start, end });
    }
    if (/[A-Za-z/!?]/.test(this.#text[start + 1] ?? "a")) this.#mayChange(start);
    this.#take(1);
  }

  #reference(): void {
    const reference = readReference(this.#text, this.#at);
    if (reference !== null) return this.#take(reference.length, reference.text);
    if (mayBecomeReference(this.#text, this.#at)) this.#mayChange(this.#at);
    this.#take(1);
  }

  #address(): void {
    const start = this.#at;
    if (start > 0 && WORD.test(this.#text[start - 1] ?? "")) return this.#take(1);
    const length = ADDRESSES.some((scheme) => this.#text.startsWith(scheme, start))
      ? this.#length(BARE_ADDRESS)
      : 0;
    if (length === 0) {
      const rest = this.#text.length - start < 8 ? this.#text.slice(start) : "-";
      if (ADDRESSES.some((scheme) => scheme.startsWith(rest))) this.#mayChange(start);
      return this.#take(1);
    }
    const found = this.#text.slice(start, start + length);
    if (start + length === this.#text.length) this.#mayChange(start);
    const text = trimAddress(found);
    if (!/^(?:https?:\/\/|www\.)\w/.test(text)) return this.#take(1);
    const end = start + text.length;
    const children = [{ kind: "text", text, start, end } as const];
    const url = text.startsWith("www.") ? `http://${text}` : text;
    this.#push({ kind: "link", children, url, bare: true, start, end });
  }
}

const LABEL = /^\[((?:[^[\]\\]|\\.)*)\]/s;

function codeText(source: string): string {
  const text = source.replaceAll("\n", " ");
  return /^ .*[^ ].* $/.test(text) || /^ [^ ]+ $/.test(text) ? text.slice(1, -1) : text;
}

/** GFM: an address does not end in the punctuation of the sentence, nor in a bracket around it. */
function trimAddress(found: string): string {
  let text = found;
  for (;;) {
    const shorter = text.replace(/(?:[?!.,:*_~;]+|&[A-Za-z0-9]+;)$/, "");
    const unbalanced = shorter.endsWith(")") && count(shorter, ")") > count(shorter, "(");
    const next = unbalanced ? shorter.slice(0, -1) : shorter;
    if (next === text) return text;
    text = next;
  }
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** A bare address inside a link's text is text. */
function unlinked(node: Inline): Inline {
  return node.kind === "link" && node.bare === true
    ? { kind: "text", text: node.children.map(nodeText).join(""), start: node.start, end: node.end }
    : node;
}

function nodeText(node: Inline): string {
  return node.kind === "text" ? node.text : "";
}

function pointBefore(text: string, at: number): string {
  const unit = text.charCodeAt(at - 1);
  return String.fromCodePoint(
    unit >= 0xdc00 && unit <= 0xdfff && at > 1 ? text.codePointAt(at - 2) ?? unit : unit,
  );
}
