/**
 * Which delimiter runs (`*`, `_`, `~~`) belong together: CommonMark's "process emphasis", on a list
 * of what was read so far. Linear for any input: a search that failed is never repeated.
 */
import type { Inline } from "./inline.ts";

/** A run of delimiters that may turn out to be text. */
export interface Delimiter {
  readonly kind: "delimiter";
  readonly character: string;
  /** How many there were; the rule about multiples of three asks. */
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  /** The part not yet used. */
  start: number;
  end: number;
}

export type Item = Inline | Delimiter;

/** Joins runs that match; those left over stay, as delimiters. */
export function matchEmphasis(items: readonly Item[]): Item[] {
  const out: Item[] = [];
  /** For a kind of closer: below this index no opener for it stands in `out`. */
  const bottom = new Map<string, number>();
  for (const item of items) {
    if (item.kind !== "delimiter" || !item.canClose) {
      out.push(item);
      continue;
    }
    const key = `${item.character}${item.canOpen}${item.length % 3}`;
    while (item.start < item.end) {
      const found = findOpener(out, item, bottom.get(key) ?? 0);
      if (found === null) {
        bottom.set(key, out.length);
        break;
      }
      const { index, opener } = found;
      const used = Math.min(2, opener.end - opener.start, item.end - item.start);
      const children = textOf(out.splice(index + 1));
      out.push(wrapped(item.character, used, children, opener.end - used, item.start + used));
      opener.end -= used;
      item.start += used;
      if (opener.end === opener.start) out.splice(index, 1);
      for (const [other, at] of bottom) if (at > out.length) bottom.set(other, out.length);
    }
    if (item.start < item.end) out.push(item);
  }
  return out;
}

const MAX_OPEN = 8;

/** As if every run still open were closed at the end: how a text that goes on is shown. */
export function closeOpen(items: readonly Item[]): Item[] {
  const out = [...items];
  const openers = items.filter((item) => item.kind === "delimiter" && item.canOpen).length;
  // So many are not emphasis that is being written: showing them as it would change every row.
  if (openers > MAX_OPEN) return out;
  for (let index = out.length - 2; index >= 0; index--) {
    const item = out[index];
    if (item?.kind !== "delimiter" || !item.canOpen) continue;
    let children = textOf(out.splice(index + 1));
    const end = children.at(-1)?.end ?? item.end;
    for (let left = item.end - item.start; left > 0;) {
      const used = Math.min(2, left);
      children = [wrapped(item.character, used, children, item.start, end)];
      left -= used;
    }
    out.splice(index, 1, ...children);
  }
  return out;
}

/** The nodes of a finished list: what is left of delimiters is text. */
export function textOf(items: readonly Item[]): Inline[] {
  return items.map((item): Inline => {
    if (item.kind !== "delimiter") return item;
    const { character, start, end } = item;
    return { kind: "text", text: character.repeat(end - start), start, end };
  });
}

function findOpener(
  out: readonly Item[],
  closer: Delimiter,
  bottom: number,
): { readonly index: number; readonly opener: Delimiter } | null {
  for (let index = out.length - 1; index >= bottom; index--) {
    const opener = out[index];
    if (opener?.kind === "delimiter" && opener.canOpen && matches(opener, closer)) {
      return { index, opener };
    }
  }
  return null;
}

function matches(opener: Delimiter, closer: Delimiter): boolean {
  if (opener.character !== closer.character) return false;
  // A single tilde means "about".
  if (closer.character === "~") return opener.length === 2 && closer.length === 2;
  return !(opener.canClose || closer.canOpen) || closer.length % 3 === 0 ||
    (opener.length + closer.length) % 3 !== 0;
}

function wrapped(
  character: string,
  used: number,
  children: readonly Inline[],
  start: number,
  end: number,
): Inline {
  const kind = character === "~" ? "strike" : used === 2 ? "strong" : "emphasis";
  return { kind, children, start, end };
}
