/**
 * Matching brackets: `%`, and the bracket text objects.
 *
 * @module
 */

import { lineEnd } from "./text.ts";

const PAIRS = ["()", "[]", "{}", "<>"];
const MATCHED = /[()[\]{}]/;

/** The bracket pair a key names: `(`, `)` and `b`, `{`, `}` and `B`, `[`, `<`. */
export function bracketPair(key: string): string | undefined {
  if (key === "b") return "()";
  if (key === "B") return "{}";
  return PAIRS.find((pair) => pair.includes(key));
}

/** The partner of the first bracket at or after the caret on its line; null when there is none. */
export function matchingBracket(text: string, caret: number): number | null {
  const end = lineEnd(text, caret);
  for (let at = caret; at < end; at++) {
    const char = text.charAt(at);
    if (!MATCHED.test(char)) continue;
    const pair = bracketPair(char);
    if (pair === undefined) return null;
    return char === pair[0] ? closing(text, at + 1, pair, 1) : opening(text, at, pair, 1);
  }
  return null;
}

/** The closing bracket that leaves `depth` pairs, looking from `at` on. */
function closing(text: string, at: number, pair: string, depth: number): number | null {
  for (let open = depth, to = at; to < text.length; to++) {
    if (text[to] === pair[0]) open++;
    else if (text[to] === pair[1] && --open === 0) return to;
  }
  return null;
}

/** The opening bracket that leaves `depth` pairs, looking back from `at`. */
function opening(text: string, at: number, pair: string, depth: number): number | null {
  for (let open = depth, to = at - 1; to >= 0; to--) {
    if (text[to] === pair[1]) open++;
    else if (text[to] === pair[0] && --open === 0) return to;
  }
  return null;
}

/** The `depth`-th pair around the caret, as the offsets of its two brackets. */
export function enclosingPair(
  text: string,
  caret: number,
  pair: string,
  depth: number,
): { readonly open: number; readonly close: number } | null {
  const onOpening = text[caret] === pair[0];
  const open = onOpening && depth === 1
    ? caret
    : opening(text, caret, pair, onOpening ? depth - 1 : depth);
  if (open === null) return null;
  const close = closing(text, open + 1, pair, 1);
  return close === null ? null : { open, close };
}
