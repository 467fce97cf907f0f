/**
 * TypeScript source as tokens, without comments: enough to read imports and names off it, no
 * parser. What stands in a string, a template's text, a regular expression or a comment never looks
 * like code.
 */

export interface Token {
  readonly kind: "word" | "string" | "template" | "regex" | "number" | "punctuation";
  /** The word, the punctuation, or the string's content as written. */
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

// After these words a slash begins a regular expression; after any other word it divides.
const BEFORE_EXPRESSION = new Set([
  ...["return", "typeof", "case", "in", "of", "do", "else", "void", "delete", "throw", "new"],
  ...["await", "yield", "instanceof", "default"],
]);

const WORD = /[\p{ID_Start}$_#@][\p{ID_Continue}$\u200c\u200d]*/uy;
const NUMBER = /\d[\w.]*/y;
const PUNCTUATION = /\?\.(?!\d)|\.\.\.|=>|[^\s]/uy;
const SPACE = /\s+/y;

export function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  // The depth of braces at which each open template's `${` goes back to the template's text.
  const templates: number[] = [];
  let depth = 0;
  let line = 1;
  let at = source.startsWith("#!") ? endOfLine(source, 0) : 0;

  const take = (kind: Token["kind"], end: number, text = source.slice(at, end)) => {
    tokens.push({ kind, text, line });
    skip(end);
  };
  const skip = (end: number) => {
    for (let i = at; i < end; i++) if (source[i] === "\n") line++;
    at = end;
  };
  /** A template's text from `at` (behind "`" or "}") to its end or its next `${`. */
  const templateText = (kind: "start" | "middle") => {
    const end = endOfTemplateText(source, at + 1);
    const closed = source[end] === "`";
    const whole = kind === "start" && closed;
    take(whole ? "string" : "template", end + (closed ? 1 : 2), source.slice(at + 1, end));
    if (!closed) templates.push(depth);
  };

  while (at < source.length) {
    const char = source[at] ?? "";
    const next = source[at + 1];
    if (char === "/" && next === "/") skip(endOfLine(source, at));
    else if (char === "/" && next === "*") skip(endOfBlockComment(source, at));
    else if (char === '"' || char === "'") {
      const end = endOfString(source, at);
      take("string", end, source.slice(at + 1, end - 1));
    } else if (char === "`") templateText("start");
    else if (char === "}" && templates.at(-1) === depth) {
      templates.pop();
      templateText("middle");
    } else if (char === "/" && expressionMayFollow(tokens.at(-1))) {
      take("regex", endOfRegex(source, at));
    } else if (match(SPACE, source, at) > at) skip(match(SPACE, source, at));
    else if (match(NUMBER, source, at) > at) take("number", match(NUMBER, source, at));
    else if (match(WORD, source, at) > at) take("word", match(WORD, source, at));
    else {
      if (char === "{") depth++;
      if (char === "}") depth--;
      take("punctuation", Math.max(match(PUNCTUATION, source, at), at + 1));
    }
  }
  return tokens;
}

function match(pattern: RegExp, source: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(source) ? pattern.lastIndex : at;
}

function expressionMayFollow(last: Token | undefined): boolean {
  if (last === undefined) return true;
  if (last.kind === "punctuation") return ![")", "]", "}"].includes(last.text);
  return last.kind === "word" && BEFORE_EXPRESSION.has(last.text);
}

function endOfLine(source: string, from: number): number {
  const end = source.indexOf("\n", from);
  return end < 0 ? source.length : end;
}

function endOfBlockComment(source: string, from: number): number {
  const end = source.indexOf("*/", from + 2);
  return end < 0 ? source.length : end + 2;
}

/** An unterminated string ends with its line, so that one mistake does not swallow the file. */
function endOfString(source: string, from: number): number {
  const quote = source[from];
  for (let i = from + 1; i < source.length; i++) {
    if (source[i] === "\\") i++;
    else if (source[i] === quote) return i + 1;
    else if (source[i] === "\n") return i;
  }
  return source.length;
}

/** The index of the closing "`" or of "${". */
function endOfTemplateText(source: string, from: number): number {
  for (let i = from; i < source.length; i++) {
    if (source[i] === "\\") i++;
    else if (source[i] === "`" || (source[i] === "$" && source[i + 1] === "{")) return i;
  }
  return source.length;
}

function endOfRegex(source: string, from: number): number {
  let inClass = false;
  for (let i = from + 1; i < source.length; i++) {
    const char = source[i];
    if (char === "\\") i++;
    else if (char === "\n") return i;
    else if (char === "[") inClass = true;
    else if (char === "]") inClass = false;
    else if (char === "/" && !inClass) return i + 1;
  }
  return source.length;
}
