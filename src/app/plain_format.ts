/**
 * The machine format that a command line plainly asks for, found without understanding the rest of
 * it: what has to be said about arguments that are wrong, or before a printer stands, is said in
 * it, too (PR-056).
 *
 * @module
 */

/** `json` or `json-pretty` when one of them is asked for before any `--`, else null. */
export function plainFormat(args: readonly string[]): "json" | "json-pretty" | null {
  let format: string | null = null;
  for (const [index, word] of args.entries()) {
    if (word === "--") break;
    if (word === "-F" || word === "--format") format = args[index + 1] ?? null;
    else if (word.startsWith("--format=")) format = word.slice("--format=".length);
    else if (word.startsWith("-F")) format = word.slice("-F".length).replace(/^=/, "");
  }
  return format === "json" || format === "json-pretty" ? format : null;
}

/** A value as that format prints it, or the text where no machine format is asked for. */
export function inPlainFormat(args: readonly string[], value: object, text: string): string {
  const format = plainFormat(args);
  if (format === null) return text;
  return JSON.stringify(value, null, format === "json-pretty" ? 2 : undefined) + "\n";
}
