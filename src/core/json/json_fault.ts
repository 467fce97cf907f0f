/**
 * Where a text stops being JSON, and what was expected there. The runtimes' own words for it
 * differ, and one of them names no place. Reads what RFC 8259 allows, as `JSON.parse` does; makes no
 * value of it.
 */

/** `next`: a comma, or the end of what is open. */
type Want = "value" | "value or end" | "name" | "name or end" | "colon" | "next" | "end";

interface Fault {
  readonly at: number;
  readonly expected: string;
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * `line 3, column 7: expected ":", found "="`, both counted from 1, columns in UTF-16 units; null for
 * a text that is JSON.
 */
export function jsonFault(text: string): string | null {
  const fault = faultIn(text);
  if (fault === null) return null;
  const { at, expected } = fault;
  const before = text.slice(0, at).split("\n");
  const column = (before.at(-1) ?? "").length + 1;
  const found = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const instead = at >= text.length ? "the end" : JSON.stringify(found);
  return `line ${before.length}, column ${column}: expected ${expected}, found ${instead}`;
}

function faultIn(text: string): Fault | null {
  const open: ("{" | "[")[] = [];
  let want: Want = "value";
  let at = 0;
  const close = (): void => {
    open.pop();
    want = open.length === 0 ? "end" : "next";
    at++;
  };
  for (;;) {
    while (" \t\n\r".includes(text[at] ?? "x")) at++;
    const char = text[at];
    const inside = open.at(-1);
    switch (want) {
      case "value":
      case "value or end":
        if (char === "{" || char === "[") {
          open.push(char);
          want = char === "{" ? "name or end" : "value or end";
          at++;
        } else if (char === "]" && want === "value or end") close();
        else {
          const end: number | Fault = scalarEnd(text, at);
          if (typeof end !== "number") return end;
          at = end;
          want = open.length === 0 ? "end" : "next";
        }
        break;
      case "name":
      case "name or end": {
        if (char === "}" && want === "name or end") {
          close();
          break;
        }
        if (char !== '"') return { at, expected: "a name in double quotes" };
        const end: number | Fault = stringEnd(text, at);
        if (typeof end !== "number") return end;
        at = end;
        want = "colon";
        break;
      }
      case "colon":
        if (char !== ":") return { at, expected: '":"' };
        want = "value";
        at++;
        break;
      case "next": {
        const closer = inside === "{" ? "}" : "]";
        if (char === closer) close();
        else if (char === ",") {
          want = inside === "{" ? "name" : "value";
          at++;
        } else return { at, expected: `"," or "${closer}"` };
        break;
      }
      case "end":
        return char === undefined ? null : { at, expected: "the end" };
    }
  }
}

function scalarEnd(text: string, at: number): number | Fault {
  if (text[at] === '"') return stringEnd(text, at);
  return matchEnd(NUMBER, text, at) ?? matchEnd(WORD, text, at) ?? { at, expected: "a value" };
}

function stringEnd(text: string, start: number): number | Fault {
  for (let at = start + 1;;) {
    const char = text[at];
    if (char === '"') return at + 1;
    if (char === undefined || char < " ") return { at, expected: 'the closing "' };
    if (char !== "\\") at++;
    else {
      const end = matchEnd(ESCAPE, text, at);
      if (end === null) return { at: at + 1, expected: "an escape such as \\n" };
      at = end;
    }
  }
}

function matchEnd(pattern: RegExp, text: string, at: number): number | null {
  const sticky = new RegExp(pattern);
  sticky.lastIndex = at;
  return sticky.test(text) ? sticky.lastIndex : null;
}
