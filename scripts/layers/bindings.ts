/**
 * Where a file means something of its own by a name, and not the runtime's global: the ranges of
 * its tokens in which the name is bound. Sees declarations, patterns, parameters and imports; a
 * token that is none of them binds nothing.
 */
import type { Token } from "./tokens.ts";

/** Indices of tokens, both ends included. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

const OPENING = ["(", "[", "{"];
const CLOSING = [")", "]", "}"];
const DECLARING = ["const", "let", "var", "using", "function", "class", "import"];
/** What stands before parentheses that hold no parameters. */
const STATEMENTS = ["if", "while", "switch", "with"];

export function boundRanges(tokens: readonly Token[], name: string): Range[] {
  if (!tokens.some((token) => is(token, name))) return [];
  const brackets = new Brackets(tokens);
  return tokens.flatMap((token, at) => {
    if (!is(token, name) || is(tokens[at - 1], ".", "?.", "=")) return [];
    const range = scopeOf(tokens, brackets, at);
    return range === undefined ? [] : [range];
  });
}

/** The scope of the binding that the token at `at` is; undefined if it is none. */
function scopeOf(tokens: readonly Token[], brackets: Brackets, at: number): Range | undefined {
  if (is(tokens[at + 1], "=>")) return { from: at, to: endOfBody(tokens, brackets, at + 1) };
  if (is(tokens[at - 1], ...DECLARING)) return brackets.scopeAt(at);
  if (!is(tokens[at + 1], ",", ")", "}", "]", "=", ":", "?", "in", "of")) return undefined;
  let open = brackets.around(at);
  // A key is not what a pattern binds.
  if (is(tokens[open ?? -1], "{") && is(tokens[at + 1], ":")) return undefined;
  while (open !== undefined && !is(tokens[open], "(")) {
    if (is(tokens[open - 1], ...DECLARING)) return brackets.scopeAt(open);
    open = brackets.around(open);
  }
  if (open === undefined || is(tokens[open - 1], ...STATEMENTS)) return undefined;
  const start = startOfBody(tokens, brackets, (brackets.partner(open) ?? tokens.length) + 1);
  return start === undefined ? undefined : { from: open, to: endOfBody(tokens, brackets, start) };
}

/** Where the body behind a parameter list begins: its "{" or its "=>"; a type may stand before. */
function startOfBody(
  tokens: readonly Token[],
  brackets: Brackets,
  from: number,
): number | undefined {
  if (is(tokens[from], "{", "=>")) return from;
  if (!is(tokens[from], ":")) return undefined;
  for (let at = from + 1; at < tokens.length; at++) {
    const token = tokens[at];
    if (is(token, "=>")) return at;
    if (is(token, "{") && !is(tokens[at - 1], ":", "|", "&", "<", ",", "=>", "is")) return at;
    if (is(token, ";", "=", ...CLOSING)) return undefined;
    if (is(token, ...OPENING)) at = brackets.partner(at) ?? tokens.length;
  }
  return undefined;
}

/** The last token of a body that begins with its "{", or with "=>" before a block or a value. */
function endOfBody(tokens: readonly Token[], brackets: Brackets, start: number): number {
  const at = is(tokens[start], "=>") ? start + 1 : start;
  const last = tokens.length - 1;
  if (is(tokens[at], "{")) return brackets.partner(at) ?? last;
  for (let i = at; i <= last; i++) {
    if (is(tokens[i], ",", ";", ...CLOSING)) return i - 1;
    if (is(tokens[i], ...OPENING)) i = brackets.partner(i) ?? last;
  }
  return last;
}

/** Which bracket belongs to which, and which is around a token. */
class Brackets {
  readonly #tokens: readonly Token[];
  readonly #partners = new Map<number, number>();
  readonly #around: (number | undefined)[] = [];

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
    const open: number[] = [];
    for (const [at, token] of tokens.entries()) {
      if (is(token, ...CLOSING)) {
        const start = open.pop();
        if (start !== undefined) this.#partners.set(start, at);
      }
      this.#around.push(open.at(-1));
      if (is(token, ...OPENING)) open.push(at);
    }
  }

  /** The closing one; undefined if the file ends before. */
  partner(open: number): number | undefined {
    return this.#partners.get(open);
  }

  /** The opening one of the innermost pair that holds the token. */
  around(at: number): number | undefined {
    return this.#around[at];
  }

  /** Where a declaration at this token holds: its block, or what its `for (…)` governs. */
  scopeAt(at: number): Range {
    const open = this.around(at);
    const last = this.#tokens.length - 1;
    if (open === undefined) return { from: 0, to: last };
    const close = this.partner(open) ?? last;
    if (!is(this.#tokens[open], "(")) return { from: open, to: close };
    return { from: open, to: endOfBody(this.#tokens, this, close + 1) };
  }
}

function is(token: Token | undefined, ...texts: string[]): boolean {
  return token !== undefined && token.kind !== "string" && texts.includes(token.text);
}
