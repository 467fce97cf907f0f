/**
 * The block structure, a line at a time (CommonMark 0.31, "Phase 1", with GFM's tables and task
 * lists, and footnotes). Owns which blocks are open. A step takes a state and a line and gives the
 * next state and the rows that are final; a state is immutable, so that the line that is still being
 * written can be tried out. Must never look back at a block that is closed.
 *
 * Where CommonMark needs text that comes later, what came before decides: a link's definition
 * counts for what follows it, and blank lines between items are shown where they are.
 */
import {
  closesFence,
  isThematicBreak,
  readDelimiterRow,
  readFence,
  readFootnote,
  readHeading,
  readHtml,
  readMarker,
  readTask,
  setextLevel,
  splitCells,
} from "./block_starts.ts";
import { listDepth, MAX_DEPTH, openFootnote, openItem } from "./containers.ts";
import type { Context } from "./context.ts";
import { LineReader } from "./line.ts";
import { readDefinition } from "./link_target.ts";
import { type BlockState, OpenBlocks } from "./open_blocks.ts";
import { openParagraph, type Paragraph } from "./paragraph.ts";
import type { Row } from "./rows.ts";
import { openTable } from "./table.ts";
import { openVerbatim, type Verbatim } from "./verbatim.ts";

/** How a line is to be read. */
export interface LineMode {
  /** The line is there as a whole. */
  readonly complete: boolean;
  readonly define: (label: string, url: string) => void;
}

/** One step from a state to the next. */
export class BlockStep {
  readonly #open: OpenBlocks;
  readonly #trial: boolean;
  /** Whether the line at hand opened a container. */
  #openedMarks = false;

  /** @param trial whether the line is only tried out: it may go on, or be another in the end. */
  constructor(state: BlockState, context: Context, trial = false) {
    this.#open = new OpenBlocks(state, context, trial);
    this.#trial = trial;
  }

  get state(): BlockState {
    return this.#open.state;
  }

  /** Final rows, in order. */
  get rows(): readonly Row[] {
    return this.#open.rows;
  }

  /** Reads a line, or the beginning of one that is too long to be anything but text. */
  line(text: string, mode: LineMode): void {
    const reader = new LineReader(text);
    const matched = this.#matchContainers(reader);
    if (!reader.isBlank) this.#open.continueIn(matched);
    if (this.#continueVerbatim(reader, matched, mode)) return;
    const within = this.#openContainers(reader, matched, mode);
    // A line with nothing but markers of blocks it opens is not a blank one.
    if (within === null || (reader.isBlank && this.#openedMarks)) return;
    this.#text(reader, within, mode);
  }

  /** The next part of a line whose beginning was read already. */
  more(text: string, ends: boolean): void {
    const leaf = this.#open.leaf;
    if (leaf?.kind === "verbatim") {
      this.#open.verbatimText(leaf, text, ends);
      const end = leaf.until.kind === "html" ? leaf.until.end : "blank";
      if (ends && end !== "blank" && end.test(text)) this.#open.leaf = null;
      return;
    }
    const paragraph = leaf?.kind === "paragraph" ? leaf : openParagraph(0, this.#open.context);
    this.#open.paragraphText(paragraph, text, false);
    if (ends && paragraph.level > 0) this.#open.closeLeaf(false);
  }

  /** Ends everything that is open. */
  end(): void {
    this.#open.closeTo(0);
  }

  /** Shows what is open, as far as it is known. */
  preview(): void {
    this.#open.preview();
  }

  /** Makes everything final that is shown, unfinished rows too. What follows starts a row. */
  letGo(): void {
    this.#open.letGo();
  }

  /** How many containers go on in this line. */
  #matchContainers(reader: LineReader): number {
    let matched = 0;
    for (const container of this.#open.containers) {
      if (container.kind === "quote") {
        if (reader.indent > 3 || !reader.content.startsWith(">")) break;
        reader.skipContent(1);
        reader.skipColumns(1);
      } else if (reader.isBlank) {
        // An item that begins with a blank line holds nothing but that line.
        if (container.empty && this.#open.leaf === null) break;
      } else {
        if (reader.indent < container.indent) break;
        reader.skipColumns(container.indent);
      }
      matched++;
    }
    return matched;
  }

  /** Goes on with code or HTML; whether the line belonged to it. */
  #continueVerbatim(reader: LineReader, matched: number, mode: LineMode): boolean {
    const leaf = this.#open.leaf;
    if (leaf?.kind !== "verbatim" || matched < this.#open.containers.length) return false;
    switch (leaf.until.kind) {
      case "fence": {
        const { marks, indent } = leaf.until;
        if (mode.complete && reader.indent < 4 && closesFence(reader.content, marks)) {
          this.#open.fence(marks);
          this.#open.leaf = null;
          return true;
        }
        reader.skipColumns(Math.min(indent, reader.indent));
        this.#open.verbatimText(leaf, reader.rest, mode.complete);
        return true;
      }
      case "indent":
        if (reader.isBlank) {
          reader.skipColumns(4);
          this.#open.leaf = { ...leaf, blanks: [...leaf.blanks, reader.rest] };
          return true;
        }
        if (reader.indent < 4) return false;
        reader.skipColumns(4);
        this.#open.verbatimText(leaf, reader.rest, mode.complete);
        return true;
      case "html":
        if (leaf.until.end === "blank" && reader.isBlank) return false;
        this.#html(leaf, reader.rest, leaf.until.end, mode);
        return true;
    }
  }

  /** Opens what the line begins with; how many containers its text is in, null if none is left. */
  #openContainers(reader: LineReader, matched: number, mode: LineMode): number | null {
    let within = matched;
    this.#openedMarks = false;
    for (;;) {
      const opened = this.#openOne(reader, within, mode);
      if (opened === "done") return null;
      if (opened === "none") return within;
      within = this.#open.containers.length;
      this.#openedMarks = true;
    }
  }

  #openOne(reader: LineReader, matched: number, mode: LineMode): "container" | "done" | "none" {
    const { content } = reader;
    const all = matched === this.#open.containers.length;
    const paragraph = this.#open.leaf?.kind === "paragraph" ? this.#open.leaf : null;
    if (content === "") return "none";
    if (reader.indent >= 4) {
      // Text under a paragraph is part of it, however far it is indented.
      if (paragraph !== null) return "none";
      reader.skipColumns(4);
      this.#openCode(matched, reader.rest, mode);
      return "done";
    }
    if (content.startsWith(">") && matched < MAX_DEPTH) {
      this.#open.closeTo(matched);
      reader.skipContent(1);
      reader.skipColumns(1);
      this.#open.push({ kind: "quote" });
      return "container";
    }
    if (all && paragraph !== null && mode.complete && this.#underline(paragraph, content)) {
      return "done";
    }
    if (this.#openLeaf(reader, content, matched, paragraph !== null && all, mode)) return "done";
    return this.#openMarked(reader, content, matched, paragraph, all) ? "container" : "none";
  }

  /** A line that makes something else of the paragraph above: a table, a heading. */
  #underline(paragraph: Paragraph, content: string): boolean {
    const aligns = paragraph.level === 0 ? readDelimiterRow(content) : null;
    if (aligns !== null && paragraph.lastLine >= 0) {
      const header = paragraph.text.slice(paragraph.lastLine);
      if (header.includes("|") && splitCells(header).length === aligns.length) {
        const text = paragraph.text.slice(0, Math.max(0, paragraph.lastLine - 1));
        this.#open.leaf = { ...paragraph, text };
        if (text !== "" || paragraph.begun) this.#open.closeLeaf(false);
        this.#open.leaf = openTable(header, aligns, this.#open.context);
        return true;
      }
    }
    const level = setextLevel(content);
    // A single mark may be the beginning of a list item as long as the line goes on.
    if (level === 0 || paragraph.begun || paragraph.level > 0) return false;
    if (this.#trial && content.length < 3) return false;
    const heading = openParagraph(level, this.#open.context);
    this.#open.leaf = { ...heading, text: paragraph.text };
    this.#open.closeLeaf(false);
    return true;
  }

  /** Opens a block that holds no others. */
  #openLeaf(
    reader: LineReader,
    content: string,
    matched: number,
    underParagraph: boolean,
    mode: LineMode,
  ): boolean {
    const heading = readHeading(content);
    if (heading !== null) {
      this.#open.closeTo(matched);
      this.#open.paragraphText(
        openParagraph(heading.level, this.#open.context),
        heading.text,
        true,
      );
      if (mode.complete) this.#open.closeLeaf(this.#trial);
      return true;
    }
    if (!mode.complete) return false;
    const fence = readFence(content);
    if (fence !== null) {
      const { indent } = reader;
      this.#open.closeTo(matched);
      this.#open.fence(fence.marks + fence.info);
      const language = /^[^\s,{:]+/.exec(fence.info)?.[0] ?? "";
      this.#open.leaf = openVerbatim({ kind: "fence", marks: fence.marks, indent }, language);
      return true;
    }
    const html = readHtml(content, underParagraph);
    if (html !== null) {
      const text = reader.rest;
      this.#open.closeTo(matched);
      this.#html(openVerbatim({ kind: "html", end: html }), text, html, mode);
      return true;
    }
    if (!isThematicBreak(content)) return false;
    this.#open.closeTo(matched);
    this.#open.rule();
    return true;
  }

  /** Opens a list item or a footnote. */
  #openMarked(
    reader: LineReader,
    content: string,
    matched: number,
    paragraph: Paragraph | null,
    all: boolean,
  ): boolean {
    if (matched >= MAX_DEPTH) return false;
    const footnote = readFootnote(content);
    if (footnote !== null) {
      this.#open.closeTo(matched);
      reader.skipContent(footnote.length);
      this.#open.push(openFootnote(footnote.label, this.#open.context));
      return true;
    }
    const marker = readMarker(content);
    if (marker === null) return false;
    const nothing = content.slice(marker.length).trim() === "";
    // A paragraph is not broken by a number that happens to begin a line, nor by a lone mark.
    if (paragraph !== null && all && (nothing || (marker.number ?? 1) !== 1)) return false;
    const sibling = this.#open.containers[matched];
    this.#open.closeTo(matched);
    const { indent } = reader;
    reader.skipContent(marker.length);
    const blanks = nothing || reader.indent > 4 ? 1 : reader.indent;
    reader.skipColumns(blanks);
    const task = readTask(reader.content);
    if (task !== null) reader.skipContent(4);
    const columns = indent + marker.length + blanks;
    const depth = listDepth(this.#open.containers);
    this.#open.push(
      openItem(marker, columns, task?.done ?? null, sibling, depth, this.#open.context),
    );
    return true;
  }

  #text(reader: LineReader, matched: number, mode: LineMode): void {
    const leaf = this.#open.leaf;
    const { content } = reader;
    if (content === "") return this.#blankLine(matched);
    // A line that lost its quote mark or indentation still belongs to the paragraph.
    if (leaf?.kind === "paragraph") return this.#open.paragraphText(leaf, content, true);
    if (leaf?.kind === "table" && matched === this.#open.containers.length && mode.complete) {
      return this.#open.tableRow(leaf, content, this.#trial);
    }
    this.#open.closeTo(matched);
    const definition = mode.complete ? readDefinition(content) : null;
    if (definition !== null) {
      mode.define(definition.label, definition.url);
      return this.#open.definition(content);
    }
    this.#open.paragraphText(openParagraph(0, this.#open.context), content, true);
  }

  #blankLine(matched: number): void {
    const [leaf, quotes] = [this.#open.leaf, this.#open.containers.slice(matched)];
    // What a blank line ends: a quote (which needs its mark), an item that begins with one.
    if (quotes.length > 0) this.#open.closeTo(matched);
    else if (leaf?.kind === "verbatim" && leaf.until.kind === "indent") return;
    else this.#open.closeLeaf(false);
    this.#open.blankLine(matched);
  }

  #openCode(matched: number, text: string, mode: LineMode): void {
    this.#open.closeTo(matched);
    this.#open.verbatimText(openVerbatim({ kind: "indent" }), text, mode.complete);
  }

  #html(leaf: Verbatim, text: string, end: RegExp | "blank", mode: LineMode): void {
    this.#open.verbatimText(leaf, text, mode.complete);
    if (mode.complete && end !== "blank" && end.test(text)) this.#open.leaf = null;
  }
}
