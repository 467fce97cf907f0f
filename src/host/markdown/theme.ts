/**
 * The attributes each part of a text is shown in. Owns the named themes of `style.markdown.theme`
 * (reference-facts 2.3); must never decide whether colour is shown at all.
 */

/** What a piece of code is, to somebody who colours it. */
export type CodeRole =
  | "plain"
  | "comment"
  | "string"
  | "number"
  | "keyword"
  | "type"
  | "property"
  | "inserted"
  | "deleted";

/** SGR parameters (`1;38;5;214`) for each part; empty for the terminal's default. */
export interface Theme {
  /** Headings, their marks included. */
  readonly heading: string;
  /** `*text*`. */
  readonly emphasis: string;
  /** `**text**`. */
  readonly strong: string;
  /** `~~text~~`. */
  readonly strike: string;
  /** Code in running text. */
  readonly code: string;
  /** The text of a link. */
  readonly link: string;
  /** The address behind a link's text. */
  readonly url: string;
  /** Bullets, numbers, task boxes. */
  readonly marker: string;
  /** The bar beside a quote. */
  readonly quote: string;
  /** Thematic breaks, table borders, the fences of code, line numbers. */
  readonly rule: string;
  /** The cells of a table's first row. */
  readonly tableHeader: string;
  /** Raw HTML, which is shown as it is. */
  readonly html: string;
  /** Code in blocks, by what each piece of it is. */
  readonly syntax: Readonly<Record<CodeRole, string>>;
}

/** Only what every terminal has: the 16 colours in the user's own palette. */
export const ANSI_THEME: Theme = {
  heading: "1;36",
  emphasis: "3",
  strong: "1",
  strike: "9",
  code: "33",
  link: "4;34",
  url: "34",
  marker: "36",
  quote: "2",
  rule: "2",
  tableHeader: "1",
  html: "2",
  syntax: {
    plain: "",
    comment: "2;3",
    string: "32",
    number: "35",
    keyword: "1;34",
    type: "36",
    property: "33",
    inserted: "32",
    deleted: "31",
  },
};

const THEMES: Readonly<Record<string, Theme>> = {
  "ansi": ANSI_THEME,
  "gruvbox-dark": gruvbox({
    red: 167,
    green: 142,
    yellow: 214,
    blue: 109,
    purple: 175,
    aqua: 108,
    orange: 208,
    grey: 245,
  }),
  "gruvbox-light": gruvbox({
    red: 88,
    green: 100,
    yellow: 136,
    blue: 24,
    purple: 96,
    aqua: 66,
    orange: 130,
    grey: 245,
  }),
};

/** The names `style.markdown.theme` may have. */
export const THEME_NAMES: readonly string[] = Object.keys(THEMES);

/** The theme of this name, or null if there is none. */
export function themeNamed(name: string): Theme | null {
  return Object.hasOwn(THEMES, name) ? THEMES[name] ?? null : null;
}

type Palette = Readonly<
  Record<"red" | "green" | "yellow" | "blue" | "purple" | "aqua" | "orange" | "grey", number>
>;

function gruvbox(palette: Palette): Theme {
  const of = (colour: keyof Palette): string => `38;5;${palette[colour]}`;
  return {
    heading: `1;${of("yellow")}`,
    emphasis: "3",
    strong: "1",
    strike: "9",
    code: of("orange"),
    link: `4;${of("blue")}`,
    url: of("blue"),
    marker: of("orange"),
    quote: of("grey"),
    rule: of("grey"),
    tableHeader: "1",
    html: of("grey"),
    syntax: {
      plain: "",
      comment: `3;${of("grey")}`,
      string: of("green"),
      number: of("purple"),
      keyword: of("red"),
      type: of("yellow"),
      property: of("aqua"),
      inserted: of("green"),
      deleted: of("red"),
    },
  };
}
