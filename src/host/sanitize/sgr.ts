/**
 * Select Graphic Rendition, the one control sequence that may pass: its parameters, one attribute
 * at a time. Must never let conceal (8) through, nor anything a terminal could read as it after an
 * extended colour that is not well formed.
 */

const PARAMETERS = /^[0-9;:]*$/;

/**
 * The attributes of an SGR sequence, in order: `1`, `31`, `38;5;8`, `38:2::1:2:3`, each as it was
 * written; an empty parameter is `0`. Null if an extended colour is not well formed: terminals
 * disagree on what the rest means then.
 */
export function sgrGroups(parameters: string): string[] | null {
  if (!PARAMETERS.test(parameters)) return null;
  const parts = parameters.split(";");
  const groups: string[] = [];
  for (let at = 0; at < parts.length;) {
    const part = parts[at] ?? "";
    const code = Number(part.split(":")[0]);
    const extended = (code === 38 || code === 48 || code === 58) && !part.includes(":");
    const length = !extended
      ? 1
      : Number(parts[at + 1]) === 5
      ? 3
      : Number(parts[at + 1]) === 2
      ? 5
      : 0;
    const group = parts.slice(at, at + length);
    if (length === 0 || group.length < length) return null;
    if (extended && group.some((number) => !/^\d+$/.test(number))) return null;
    groups.push(code === 0 ? "0" : group.join(";"));
    at += length;
  }
  return groups;
}

/** The parameters without those that hide text; null if nothing of the sequence is left. */
export function plainSgr(parameters: string): string | null {
  const groups = sgrGroups(parameters);
  if (groups === null) return null;
  const plain = groups.filter((group) => Number(/^\d*/.exec(group)?.[0]) !== 8);
  if (plain.length === groups.length) return parameters;
  return plain.length === 0 ? null : plain.join(";");
}

/** Whether attributes are in force behind this sequence. */
export function leavesStyle(parameters: string): boolean {
  return sgrGroups(parameters)?.at(-1) !== "0";
}
