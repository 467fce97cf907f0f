/**
 * A terminal's screen as an SVG: its cells, their colours, its cursor, in a plain window.
 *
 * Pure: the same screen makes the same picture.
 */

import type { Cell, Screen } from "../../test/support/mod.ts";

/** What is drawn. */
export interface Picture {
  /** In the window's bar; also what a screen reader says. */
  readonly title: string;
  readonly screen: Screen;
}

const CELL = { width: 8.4, height: 18 };
const MARGIN = 14;
const BAR = 30;
const FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";

const BACKGROUND = "#16181d";
const FOREGROUND = "#d8dee6";
/** The sixteen colours a terminal has by itself. */
const PALETTE = [
  ...["#3b4048", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#abb2bf"],
  ...["#6b7380", "#ff8a93", "#b5e890", "#ffd98a", "#82c7ff", "#dd9bf0", "#7fd8e2", "#ffffff"],
];

/** The picture; ends with a line end. */
export function drawSvg({ title, screen }: Picture): string {
  const rows = usedRows(screen);
  const columns = screen.cells[0]?.length ?? 0;
  const width = Math.ceil(columns * CELL.width + 2 * MARGIN);
  const height = Math.ceil(rows * CELL.height + BAR + MARGIN);
  const body = screen.cells.slice(0, rows).flatMap((row, y) => rowShapes(row, y));
  const { x, y, visible } = screen.cursor;
  if (visible) {
    const left = MARGIN + x * CELL.width;
    body.push(
      `<rect x="${n(left)}" y="${top(y) + 1}" width="2" height="${
        CELL.height - 3
      }" fill="#82c7ff"/>`,
    );
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ` +
    `width="${width}" height="${height}" role="img" aria-label="${escaped(title)}" ` +
    `font-family="${FONT}" font-size="14" xml:space="preserve" style="white-space:pre">
<rect width="${width}" height="${height}" rx="8" fill="${BACKGROUND}"/>
<g fill="#4a505a"><circle cx="18" cy="15" r="5"/><circle cx="35" cy="15" r="5"/><circle cx="52" cy="15" r="5"/></g>
<text x="${width / 2}" y="19" text-anchor="middle" font-size="12" fill="#8b93a0">${
      escaped(title)
    }</text>
<g fill="${FOREGROUND}">
${body.join("\n")}
</g>
</svg>
`;
}

function usedRows({ lines, cursor }: Screen): number {
  return Math.max(lines.findLastIndex((line) => line !== ""), cursor.y) + 1;
}

interface Run {
  readonly from: number;
  cells: number;
  text: string;
  readonly style: string;
}

/** Neighbours of one style are one shape. */
function rowShapes(row: readonly Cell[], y: number): string[] {
  const runs: Run[] = [];
  row.forEach(({ text, style }, x) => {
    const last = runs.at(-1);
    if (last !== undefined && last.style === style) {
      last.cells++;
      last.text += text;
    } else runs.push({ from: x, cells: 1, text, style });
  });
  return runs.flatMap((run) => shapes(run, y));
}

function shapes({ from, cells, text, style }: Run, y: number): string[] {
  const { fill, background, attributes } = look(style);
  const x = MARGIN + from * CELL.width;
  const width = n(cells * CELL.width);
  const found: string[] = [];
  if (background !== null) {
    found.push(
      `<rect x="${n(x)}" y="${
        top(y)
      }" width="${width}" height="${CELL.height}" fill="${background}"/>`,
    );
  }
  const shown = text.trimEnd();
  if (shown === "") return found;
  // Every glyph on its cell, whatever font is there.
  const blank = shown.length - shown.trimStart().length;
  const start = n(x + blank * CELL.width);
  const length = n((cells - (text.length - shown.length) - blank) * CELL.width);
  const color = fill === null ? "" : ` fill="${fill}"`;
  found.push(
    `<text x="${start}" y="${top(y) + 13}" textLength="${length}"${color}${attributes}>${
      escaped(shown.trimStart())
    }</text>`,
  );
  return found;
}

function look(style: string): {
  readonly fill: string | null;
  readonly background: string | null;
  readonly attributes: string;
} {
  const words = style === "" ? [] : style.split(" ");
  const value = (name: string) => {
    const word = words.find((each) => each.startsWith(`${name}=`));
    return word === undefined ? null : color(Number(word.slice(name.length + 1)));
  };
  const has = (name: string) => words.includes(name);
  const [front, back] = [value("fg"), value("bg")];
  const attributes = [
    has("bold") ? ' font-weight="bold"' : "",
    has("italic") ? ' font-style="italic"' : "",
    has("underline") ? ' text-decoration="underline"' : "",
    has("dim") ? ' opacity="0.6"' : "",
  ].join("");
  return has("inverse")
    ? { fill: back ?? BACKGROUND, background: front ?? FOREGROUND, attributes }
    : { fill: front, background: back, attributes };
}

function color(index: number): string {
  const named = PALETTE[index];
  if (named !== undefined) return named;
  if (index > 255) return `#${index.toString(16).padStart(6, "0")}`;
  if (index >= 232) {
    const grey = (8 + (index - 232) * 10).toString(16).padStart(2, "0");
    return `#${grey}${grey}${grey}`;
  }
  const step = (value: number) => (value === 0 ? 0 : 55 + 40 * value);
  const cube = index - 16;
  return `#${
    [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6]
      .map((value) => step(value).toString(16).padStart(2, "0")).join("")
  }`;
}

function top(y: number): number {
  return BAR + y * CELL.height;
}

function n(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
