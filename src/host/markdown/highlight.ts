/**
 * Colours for code, a line at a time: comments, strings, numbers, words. What goes on over a line's
 * end is carried in a small state, so that no line is looked at twice however long the code gets;
 * libraries for this need the whole text. Must never change a character of the code.
 */
import { type Delimited, type Language, languageNamed } from "./languages.ts";
import type { CodeRole } from "./theme.ts";

/** A piece of a line. */
export interface CodeToken {
  readonly text: string;
  readonly role: CodeRole;
}

/** What is open at a line's end. */
export type HighlightState = { readonly in: Delimited; readonly role: CodeRole } | null;

/** Highlights one language. */
export interface Highlighter {
  line(text: string, state: HighlightState): {
    readonly tokens: readonly CodeToken[];
    readonly state: HighlightState;
  };
}

/** The highlighter for a fence's first word; null if the language is not known. */
export function highlighterFor(name: string): Highlighter | null {
  const language = languageNamed(name);
  if (language === null) return null;
  return language === "diff" ? DIFF : new Scanner(language);
}

const DIFF: Highlighter = {
  line(text) {
    const role: CodeRole = /^(?:\+\+\+|---|diff |index )/.test(text)
      ? "comment"
      : text.startsWith("+")
      ? "inserted"
      : text.startsWith("-")
      ? "deleted"
      : text.startsWith("@@")
      ? "keyword"
      : "plain";
    return { tokens: [{ text, role }], state: null };
  },
};

class Scanner implements Highlighter {
  readonly #language: Language;
  readonly #keywords: ReadonlySet<string>;
  readonly #delimited: readonly { readonly in: Delimited; readonly role: CodeRole }[];
  readonly #pattern: RegExp;

  constructor(language: Language) {
    this.#language = language;
    this.#keywords = new Set(language.keywords?.split(" "));
    this.#delimited = [
      ...(language.lineComments ?? []).map((open) => ({
        in: { open, close: "" },
        role: "comment" as const,
      })),
      ...(language.comments ?? []).map((found) => ({ in: found, role: "comment" as const })),
      ...(language.strings ?? []).map((found) => ({ in: found, role: "string" as const })),
    ];
    const opens = this.#delimited.map(({ in: { open } }) => escaped(open));
    const word = escaped(language.word ?? "_").replaceAll("-", "\\-");
    this.#pattern = new RegExp(
      [
        `(${opens.length === 0 ? "(?!)" : opens.join("|")})`,
        `(\\b\\d[\\d_]*(?:\\.[\\d_]+)?(?:[eE][+-]?\\d+)?\\w*)`,
        `([\\p{L}${word}][\\p{L}\\p{N}${word}]*)`,
      ].join("|"),
      "gu",
    );
  }

  line(text: string, state: HighlightState): {
    readonly tokens: readonly CodeToken[];
    readonly state: HighlightState;
  } {
    const tokens: CodeToken[] = [];
    const push = (piece: string, role: CodeRole): void => {
      if (piece !== "") tokens.push({ text: piece, role });
    };
    let open = state;
    for (let at = 0; at < text.length || open !== null;) {
      if (open !== null) {
        const end = closeOf(text, at, open.in);
        push(text.slice(at, end < 0 ? text.length : end), open.role);
        if (end < 0) return { tokens, state: open.in.multiline === true ? open : null };
        at = end;
        open = null;
        continue;
      }
      this.#pattern.lastIndex = at;
      const found = this.#pattern.exec(text);
      if (found === null) {
        push(text.slice(at), "plain");
        break;
      }
      push(text.slice(at, found.index), "plain");
      at = found.index + found[0].length;
      const [whole, opener, number, word] = found;
      if (opener !== undefined && this.#opens(opener, text, found.index)) {
        const kind = this.#delimited.find(({ in: { open } }) => open === opener);
        if (kind === undefined) continue;
        const end = kind.in.close === "" ? text.length : closeOf(text, at, kind.in);
        push(text.slice(found.index, end < 0 ? text.length : end), this.#named(kind, text, end));
        at = end < 0 ? text.length : end;
        if (end < 0 && kind.in.multiline === true) return { tokens, state: kind };
      } else if (word !== undefined) push(word, this.#word(word, text, at));
      else push(whole, number === undefined ? "plain" : "number");
    }
    return { tokens, state: null };
  }

  // `#` begins a comment only where a word may begin: not in `${#x}` or `a#b`.
  #opens(opener: string, text: string, at: number): boolean {
    return opener !== "#" || at === 0 || /[\s;(){}[\],]/.test(text[at - 1] ?? "");
  }

  #named(kind: { readonly role: CodeRole }, text: string, end: number): CodeRole {
    return this.#language.properties === ":" && kind.role === "string" && end > 0 &&
        /^\s*:/.test(text.slice(end, end + 16))
      ? "property"
      : kind.role;
  }

  #word(word: string, text: string, end: number): CodeRole {
    const { anyCase, properties, types } = this.#language;
    const next = properties === undefined ? "" : text.slice(end, end + 16).trimStart()[0];
    if (properties !== undefined && next === properties) return "property";
    if (this.#keywords.has(anyCase === true ? word.toLowerCase() : word)) return "keyword";
    return types === true && /^\p{Lu}/u.test(word) ? "type" : "plain";
  }
}

/** Where the text in quotes ends, its closing mark included; -1 if not in this line. */
function closeOf(text: string, from: number, { close, escapes }: Delimited): number {
  if (escapes !== true) {
    const at = text.indexOf(close, from);
    return at < 0 ? -1 : at + close.length;
  }
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text.startsWith(close, at)) return at + close.length;
  }
  return -1;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
