/**
 * Text from the command line, fit to stand in a one-line message.
 *
 * Must never let through a line end, a control or a format character: what was typed may come
 * from a file name or a paste.
 */

const LONGEST = 60;

/** In double quotes, escaped, and cut after 60 code points. */
export function quote(text: string): string {
  const points = [...text];
  const cut = points.length > LONGEST ? points.slice(0, LONGEST).join("") + "…" : text;
  // \p{C} is control, format, unassigned and lone surrogates; Zl and Zp are line ends too.
  const plain = cut.replace(/[\p{C}\p{Zl}\p{Zp}"\\]/gu, (char) => {
    if (char === '"' || char === "\\") return `\\${char}`;
    if (char === "\n") return "\\n";
    if (char === "\t") return "\\t";
    return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
  });
  return `"${plain}"`;
}

/** Bare if it is an ordinary flag or name, else quoted. */
export function spelled(text: string): string {
  return /^[\w.!?%@=:/-]{1,60}$/.test(text) ? text : quote(text);
}
