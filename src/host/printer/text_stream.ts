/**
 * One source of text on its way to a channel: what a model, a tool or a file said. Has a sanitizer
 * of its own, since a control sequence may be cut between two pieces and is nobody else's to
 * complete, and a renderer where the text is markup. Owns when the two are ended.
 *
 * Source: RFD 096: a streaming filter for each source, before markdown.
 *
 * @module
 */

import type { Sanitizer } from "../sanitize/mod.ts";
import type { Typewriter } from "./typewriter.ts";

/** What turns text into what is written: markdown, a piece at a time. */
export interface TextRenderer {
  /** What to write for the next piece. */
  push(text: string): string;
  /** What ends the text; the renderer can be used for another one. */
  end(): string;
  /** Somebody else is going to write: what ends the row at hand. */
  leave(): string;
  /** A row with nothing in it, between two texts. */
  blank?(): string;
  /** Rows on the screen that may still be written anew. */
  readonly openRows: number;
  /** Whether the text has stopped inside a block of code. */
  readonly inCode?: boolean;
}

/** Where a stream's text goes. */
export interface TextSink {
  write(text: string, renderer: TextRenderer | null): void;
  /** Ends the channel's line if text without a renderer has left it unfinished. */
  endLine(): void;
  /** Text is going to be typed: what another source has left to type comes first. */
  typing?(typewriter: Typewriter): void;
}

/** A source of text. */
export class TextStream implements Disposable {
  readonly #clean: Sanitizer;
  readonly #renderer: TextRenderer | null;
  readonly #sink: TextSink;
  readonly #typewriter: Typewriter | null;
  #open = false;

  /**
   * Made by the printer.
   *
   * @param typed makes what types the text, out of what takes it; null where it is shown at once.
   */
  constructor(
    sink: TextSink,
    clean: Sanitizer,
    renderer: TextRenderer | null,
    typed: ((emit: (text: string) => void) => Typewriter) | null = null,
  ) {
    this.#sink = sink;
    this.#clean = clean;
    this.#renderer = renderer;
    this.#typewriter = typed?.((text) => this.#show(text)) ?? null;
  }

  /** The next piece, cut anywhere. */
  write(text: string): void {
    if (text === "") return;
    this.#open = true;
    const clean = this.#clean.push(text);
    if (this.#typewriter === null) return this.#show(clean);
    this.#sink.typing?.(this.#typewriter);
    this.#typewriter.push(clean);
  }

  /** Whether something is left to type. */
  get typing(): boolean {
    return this.#typewriter?.busy ?? false;
  }

  /** Resolves when nothing is left to type, or the signal aborts. */
  async typed(signal: AbortSignal): Promise<void> {
    await this.#typewriter?.typed(signal);
  }

  /** Shows a row with nothing in it, as the renderer has it. The text has to be ended. */
  blank(): void {
    this.#sink.write(this.#renderer?.blank?.() ?? "\n", this.#renderer);
  }

  /** Ends the text, its line and what it left switched on. Another one may follow. */
  end(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#typewriter?.flush();
    const rest = this.#clean.end();
    const text = this.#renderer === null ? rest : this.#renderer.push(rest) + this.#renderer.end();
    this.#sink.write(text, this.#renderer);
    if (this.#renderer === null) this.#sink.endLine();
  }

  /** Ends it: what is held back comes out. */
  [Symbol.dispose](): void {
    this.end();
  }

  #show(clean: string): void {
    this.#sink.write(this.#renderer?.push(clean) ?? clean, this.#renderer);
  }
}
