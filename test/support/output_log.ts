/**
 * Everything a program wrote to one stream, in order, with the time each piece arrived; and a
 * cursor, so that every `expect` looks only at what came after the last one.
 */
import { Changes, ExpectationError, type WaitOptions } from "./changes.ts";
import { epochMs } from "./clock.ts";

export interface Chunk {
  /** Arrival, as epochMs. */
  readonly at: number;
  readonly bytes: Uint8Array;
}

export interface Found {
  /** What the pattern matched. */
  readonly text: string;
  /** Output between the previous cursor and the match. */
  readonly before: string;
  readonly groups: readonly (string | undefined)[];
}

export class OutputLog {
  readonly chunks: Chunk[] = [];
  readonly #changes: Changes;
  readonly #decoder = new TextDecoder();
  #text = "";
  #cursor = 0;
  #ended: string | undefined;

  constructor(changes: Changes = new Changes()) {
    this.#changes = changes;
  }

  append(bytes: Uint8Array, at: number = epochMs()): void {
    this.chunks.push({ at, bytes });
    this.#text += this.#decoder.decode(bytes, { stream: true });
    this.#changes.notify();
  }

  /** Nothing more will come; waits fail at once, saying why. */
  end(why: string): void {
    if (this.#ended !== undefined) return;
    this.#text += this.#decoder.decode();
    this.#ended = why;
    this.#changes.notify();
  }

  /** Everything so far, as UTF-8 (an unfinished sequence at the end is held back). */
  get text(): string {
    return this.#text;
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    const all = new Uint8Array(this.chunks.reduce((sum, { bytes }) => sum + bytes.length, 0));
    let offset = 0;
    for (const { bytes } of this.chunks) {
      all.set(bytes, offset);
      offset += bytes.length;
    }
    return all;
  }

  /** What came after the last match or mark. */
  get rest(): string {
    return this.#text.slice(this.#cursor);
  }

  /** Forgets what came so far: the next `expect` looks only at what comes from here on. */
  mark(): void {
    this.#cursor = this.#text.length;
  }

  /** Moves the cursor behind the first match in `rest`; undefined if there is none yet. */
  take(pattern: string | RegExp): Found | undefined {
    const rest = this.rest;
    const match = typeof pattern === "string"
      ? findString(rest, pattern)
      : findRegExp(rest, pattern);
    if (match === undefined) return undefined;
    this.#cursor += match.before.length + match.text.length;
    return match;
  }

  /** Waits until the pattern shows up after the cursor. */
  expect(
    pattern: string | RegExp,
    options?: WaitOptions,
    describe: (why: string) => string | Promise<string> = (why) => this.describe(pattern, why),
  ): Promise<Found> {
    return this.#changes.until(
      async () => {
        const found = this.take(pattern);
        if (found !== undefined) return found;
        if (this.#ended !== undefined) throw new ExpectationError(await describe(this.#ended));
        return undefined;
      },
      describe,
      options,
    );
  }

  describe(pattern: string | RegExp, why: string): string {
    return `expected ${showPattern(pattern)}: ${why}\nafter the last match: ${tail(this.rest)}`;
  }
}

export function showPattern(pattern: string | RegExp): string {
  return typeof pattern === "string" ? JSON.stringify(pattern) : String(pattern);
}

/** The end of a text as a JSON string, control bytes visible. */
export function tail(text: string, length = 2000): string {
  const cut = text.length > length ? "…" : "";
  return cut + JSON.stringify(text.slice(-length));
}

function findString(text: string, pattern: string): Found | undefined {
  const at = text.indexOf(pattern);
  return at < 0 ? undefined : { text: pattern, before: text.slice(0, at), groups: [] };
}

function findRegExp(text: string, pattern: RegExp): Found | undefined {
  // A global or sticky pattern would carry its lastIndex from one look to the next.
  const match = new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, "")).exec(text);
  if (match === null) return undefined;
  return { text: match[0], before: text.slice(0, match.index), groups: match.slice(1) };
}
