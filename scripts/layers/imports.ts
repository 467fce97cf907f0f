/**
 * The imports of a source file, and the runtime's names it uses. Knows the grammar, not the rules.
 */
import { boundRanges } from "./bindings.ts";
import { type Token, tokenize } from "./tokens.ts";

export interface Import {
  /** null for a dynamic import whose specifier is computed. */
  readonly specifier: string | null;
  /** `import type`, `export type … from`: gone at run time. */
  readonly typeOnly: boolean;
  /** `import(…)`, in an expression or a type. */
  readonly dynamic: boolean;
  readonly line: number;
}

export interface NameUse {
  /** "Deno", "Bun" or "process". */
  readonly name: string;
  readonly line: number;
}

export interface SourceFacts {
  readonly imports: readonly Import[];
  readonly names: readonly NameUse[];
}

export function readSource(source: string): SourceFacts {
  const tokens = tokenize(source);
  const imports: Import[] = [];
  const names: NameUse[] = [];
  // Deno and Bun are nobody's name for something else; a process is what a program has many of.
  const own = boundRanges(tokens, "process");
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (token?.kind !== "word") continue;
    const member = isText(tokens[i - 1], ".", "?.");
    if (token.text === "import" && !member) push(imports, readImport(tokens, i));
    else if (token.text === "export" && !member) push(imports, readReExport(tokens, i));
    else {
      const bound = !member && own.some(({ from, to }) => from <= i && i <= to);
      if (!bound || token.text !== "process") push(names, readName(tokens, i, member));
    }
  }
  return { imports, names };
}

function readImport(tokens: readonly Token[], at: number): Import | undefined {
  const line = tokens[at]?.line ?? 0;
  const next = tokens[at + 1];
  if (isText(next, "(")) {
    const argument = tokens[at + 2];
    const literal = argument?.kind === "string" && isText(tokens[at + 3], ")", ",");
    return { specifier: literal ? argument.text : null, typeOnly: false, dynamic: true, line };
  }
  if (next?.kind === "string") {
    return { specifier: next.text, typeOnly: false, dynamic: false, line };
  }
  // `import type from "x"` and `import type, { a } from "x"` import a value of that name.
  const typeOnly = isText(next, "type") && !isText(tokens[at + 2], ",") &&
    !(isText(tokens[at + 2], "from") && tokens[at + 3]?.kind === "string");
  for (let i = at + 1; i < tokens.length; i++) {
    const token = tokens[i];
    if (isText(token, "from") && tokens[i + 1]?.kind === "string") {
      return { specifier: tokens[i + 1]?.text ?? null, typeOnly, dynamic: false, line };
    }
    // Anything else than a clause: `import.meta`, or a property of that name.
    const clause = token?.kind === "word" || token?.kind === "string" ||
      isText(token, "{", "}", ",", "*");
    if (!clause) return undefined;
  }
  return undefined;
}

function readReExport(tokens: readonly Token[], at: number): Import | undefined {
  const line = tokens[at]?.line ?? 0;
  const typeOnly = isText(tokens[at + 1], "type") && isText(tokens[at + 2], "{", "*");
  let i = at + (typeOnly ? 2 : 1);
  if (isText(tokens[i], "{")) {
    while (i < tokens.length && !isText(tokens[i], "}")) i++;
    i++;
  } else if (isText(tokens[i], "*")) i += isText(tokens[i + 1], "as") ? 3 : 1;
  else return undefined;
  const specifier = tokens[i + 1];
  if (!isText(tokens[i], "from") || specifier?.kind !== "string") return undefined;
  return { specifier: specifier.text, typeOnly, dynamic: false, line };
}

const GLOBAL_OBJECTS = ["globalThis", "self", "window"];

function readName(tokens: readonly Token[], at: number, member: boolean): NameUse | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  const { text, line } = token;
  const ofGlobal = member && isText(tokens[at - 2], ...GLOBAL_OBJECTS);
  if (text === "Deno" || text === "Bun") {
    return !member || ofGlobal ? { name: text, line } : undefined;
  }
  if (text === "process") {
    const used = ofGlobal || isText(tokens[at - 1], "=") ||
      (!member && isText(tokens[at + 1], ".", "?.", "["));
    return used ? { name: text, line } : undefined;
  }
  const key = tokens[at + 2];
  if (GLOBAL_OBJECTS.includes(text) && isText(tokens[at + 1], "[") && key?.kind === "string") {
    return ["Deno", "Bun", "process"].includes(key.text) ? { name: key.text, line } : undefined;
  }
  return undefined;
}

function isText(token: Token | undefined, ...texts: string[]): boolean {
  return token !== undefined && token.kind !== "string" && texts.includes(token.text);
}

function push<T>(list: T[], value: T | undefined): void {
  if (value !== undefined) list.push(value);
}
