/**
 * From inline structure to styled text. Owns what stands for a style where there is none to show:
 * without colour emphasis and code keep their marks. SGR that the sanitizer let through acts inside
 * its paragraph only.
 */
import { sgrGroups } from "../sanitize/mod.ts";
import type { Inline } from "./inline.ts";
import { isMisleading, safeHref } from "./link_target.ts";
import type { Span } from "./rows.ts";
import type { Theme } from "./theme.ts";

/** How text looks, and what the terminal can do. */
export interface Look {
  readonly theme: Theme;
  readonly color: boolean;
  /** Whether hyperlinks may be written. */
  readonly osc8: boolean;
  /** Whether they may lead to files. */
  readonly files: boolean;
}

/** Text to be wrapped; `\n` in it is a hard break. */
export type Run = Span;

/** The attributes that SGR in the text left on, as parameters. */
export type Pen = string;

interface Style {
  readonly style: string;
  readonly href?: string | undefined;
}

/** Turns nodes into runs in a basic style; gives back the pen that is in force behind them. */
export function runsOf(
  nodes: readonly Inline[],
  look: Look,
  style: string,
  pen: Pen,
): { readonly runs: Run[]; readonly pen: Pen } {
  const writer = new RunWriter(look, pen);
  writer.nodes(nodes, { style });
  return { runs: writer.runs, pen: writer.pen };
}

class RunWriter {
  readonly runs: Run[] = [];
  pen: Pen;
  readonly #look: Look;

  constructor(look: Look, pen: Pen) {
    this.#look = look;
    this.pen = pen;
  }

  nodes(nodes: readonly Inline[], style: Style): void {
    let plain = "";
    for (const node of nodes) {
      // Marks that stayed text are nodes of their own, and there may be hundreds on one screen.
      if (node.kind === "text" && !node.text.includes("\x1b")) {
        plain += node.text;
        continue;
      }
      this.#plain(plain, style);
      plain = "";
      this.#node(node, style);
    }
    this.#plain(plain, style);
  }

  #plain(text: string, style: Style): void {
    this.#run(text.replaceAll("\n", " "), style);
  }

  #node(node: Inline, style: Style): void {
    const { theme } = this.#look;
    switch (node.kind) {
      case "text":
        return this.#text(node.text.replaceAll("\n", " "), style);
      case "break":
        return this.#run("\n", style);
      case "html":
        return this.#text(node.text.replaceAll("\n", " "), this.#with(style, theme.html));
      case "code":
        return this.#marked(codeMark(node.text), node.text, this.#with(style, theme.code));
      case "footnote":
        return this.#run(`[${node.label}]`, this.#with(style, theme.link));
      case "emphasis":
        return this.#wrapped("*", node.children, this.#with(style, theme.emphasis));
      case "strong":
        return this.#wrapped("**", node.children, this.#with(style, theme.strong));
      case "strike":
        return this.#wrapped("~~", node.children, this.#with(style, theme.strike));
      case "link":
        return this.#link(node.children, node.url, style);
      case "image":
        this.#run("image: ", this.#with(style, theme.url));
        return this.#link(node.children, node.url, style);
    }
  }

  #link(children: readonly Inline[], url: string, style: Style): void {
    const linked = this.#with(style, this.#look.theme.link);
    const href = this.#look.osc8 ? safeHref(url, this.#look.files) : undefined;
    const text = textContent(children);
    this.nodes(children, href === undefined ? linked : { ...linked, href });
    if (url === "" || url === text || url === `mailto:${text}` || url === `http://${text}`) return;
    // The terminal shows the address of a hyperlink when asked; a lie has to be seen unasked.
    if (href !== undefined && !isMisleading(text, url)) return;
    const address = text === "" ? url : ` (${url})`;
    this.#run(address.replaceAll(/\s/g, " "), this.#with(style, this.#look.theme.url));
  }

  #wrapped(mark: string, children: readonly Inline[], style: Style): void {
    if (!this.#look.color) this.#run(mark, style);
    this.nodes(children, style);
    if (!this.#look.color) this.#run(mark, style);
  }

  #marked(mark: string, text: string, style: Style): void {
    this.#run(this.#look.color ? text : `${mark}${text}${mark}`, style);
  }

  #with(style: Style, more: string): Style {
    return { style: joined(style.style, more), href: style.href };
  }

  #run(text: string, { style, href }: Style): void {
    if (text === "") return;
    this.runs.push({ text, style: this.#look.color ? joined(style, this.pen) : "", href });
  }

  #text(text: string, style: Style): void {
    if (!text.includes("\x1b")) return this.#run(text, style);
    let end = 0;
    for (const found of text.matchAll(SGR)) {
      this.#run(text.slice(end, found.index), style);
      this.pen = penAfter(this.pen, found[1] ?? "");
      end = found.index + found[0].length;
    }
    this.#run(text.slice(end), style);
  }
}

// deno-lint-ignore no-control-regex -- SGR is what is looked for
const SGR = /\x1b\[([0-9;:]*)m/g;
/** Attributes on top of one another and never off: the last ones count. */
const MAX_PEN = 64;

function joined(a: string, b: string): string {
  return a === "" ? b : b === "" ? a : `${a};${b}`;
}

function penAfter(pen: Pen, parameters: string): Pen {
  const groups = sgrGroups(parameters) ?? [];
  const reset = groups.lastIndexOf("0");
  const added = groups.slice(reset + 1).join(";");
  const together = reset < 0 ? joined(pen, added) : added;
  return together.length > MAX_PEN ? added : together;
}

function textContent(nodes: readonly Inline[]): string {
  return nodes.map((node) => {
    if ("children" in node) return textContent(node.children);
    return "text" in node ? node.text : " ";
  }).join("");
}

/** Backticks enough to stand around this text. */
function codeMark(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  return "`".repeat(1 + Math.max(0, ...runs.map((run) => run.length)));
}
