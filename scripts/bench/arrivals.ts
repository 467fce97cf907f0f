/**
 * When a byte of a program's output arrived, from the pieces it came in. ASCII output only: one
 * byte is one character here.
 */
import type { Chunk } from "../../test/support/mod.ts";

export class Arrivals {
  readonly text: string;
  readonly #ends: { readonly end: number; readonly at: number }[] = [];

  /** Of the pieces from the given one on. */
  constructor(chunks: readonly Chunk[], from = 0) {
    const latin1 = new TextDecoder("latin1");
    let text = "";
    for (const { bytes, at } of chunks.slice(from)) {
      text += latin1.decode(bytes);
      this.#ends.push({ end: text.length, at });
    }
    this.text = text;
  }

  /** When the byte at this offset came (epochMs); undefined if it has not. */
  of(offset: number): number | undefined {
    return this.#ends.find(({ end }) => end > offset)?.at;
  }

  /** When the first match began to arrive; undefined if there is none. */
  first(pattern: RegExp): number | undefined {
    const index = this.text.search(pattern);
    return index < 0 ? undefined : this.of(index);
  }

  /**
   * For pieces that follow each other in the text: when the last byte of each was there. Undefined
   * from the first piece on that is not whole.
   */
  ofPieces(lengths: readonly number[]): (number | undefined)[] {
    let offset = 0;
    let next = 0;
    return lengths.map((length) => {
      offset += length;
      while (next < this.#ends.length && (this.#ends[next]?.end ?? 0) < offset) next++;
      return this.#ends[next]?.at;
    });
  }
}
