/**
 * What blocks stand in: quotes, list items, footnotes. Owns what is drawn to the left of their rows.
 */
import type { Marker } from "./block_starts.ts";
import { textRow } from "./cells.ts";
import { type Context, MIN_TEXT } from "./context.ts";
import { joinRows, type Row, rowOf } from "./rows.ts";

export type Container =
  | { readonly kind: "quote" }
  | {
    readonly kind: "item";
    /** Columns a line has to be indented to belong to it. */
    readonly indent: number;
    /** What makes the next item belong to the same list; "" for a footnote. */
    readonly type: string;
    readonly number: number | null;
    /** Shown before its first row. */
    readonly marker: Row;
    /** Whether the marker has yet to be shown. */
    readonly fresh: boolean;
    /** Whether nothing has been in it so far. */
    readonly empty: boolean;
  };

/** Deeper nesting is text. */
export const MAX_DEPTH = 24;
const BULLETS = ["•", "◦", "▪"];

/** A new list item; `sibling` is the one before it in the same list, if there is one. */
export function openItem(
  marker: Marker,
  indent: number,
  task: boolean | null,
  sibling: Container | undefined,
  depth: number,
  context: Context,
): Container {
  const before = sibling?.kind === "item" && sibling.type === marker.type ? sibling.number : null;
  const number = marker.number === null ? null : before === null ? marker.number : before + 1;
  const bullet = task !== null
    ? `[${task ? "x" : " "}]`
    : number === null
    ? BULLETS[depth % BULLETS.length] ?? "•"
    : `${number}${marker.type}`;
  const type = marker.type;
  return {
    kind: "item",
    indent,
    type,
    number,
    fresh: true,
    empty: true,
    ...shown(bullet, context),
  };
}

export function openFootnote(label: string, context: Context): Container {
  return {
    kind: "item",
    indent: 4,
    type: "",
    number: null,
    fresh: true,
    empty: true,
    ...shown(`[${label}]:`, context),
  };
}

function shown(text: string, { look, measure }: Context): { readonly marker: Row } {
  const style = look.color ? look.theme.marker : "";
  return { marker: joinRows([textRow(text, style, measure), rowOf(" ", "")]) };
}

/** How many lists a container lies in. */
export function listDepth(containers: readonly Container[]): number {
  return containers.filter((container) => container.kind === "item" && container.type !== "")
    .length;
}

/** What stands to the left: of the first row, with the markers not shown yet, and of the others. */
export function prefixes(
  containers: readonly Container[],
  context: Context,
): { readonly first: Row; readonly others: Row } {
  const first: Row[] = [];
  const others: Row[] = [];
  let room = context.textWidth - MIN_TEXT;
  for (const container of containers) {
    const part = container.kind === "quote" ? quoteBar(context) : container.marker;
    if (part.cells > room) break;
    room -= part.cells;
    const blank = rowOf(" ".repeat(part.cells), "");
    const repeated = container.kind === "quote" ? part : blank;
    first.push(container.kind === "item" && container.fresh ? part : repeated);
    others.push(repeated);
  }
  return { first: joinRows(first), others: joinRows(others) };
}

function quoteBar({ look }: Context): Row {
  return joinRows([rowOf("│", look.color ? look.theme.quote : "", 1), rowOf(" ", "")]);
}
