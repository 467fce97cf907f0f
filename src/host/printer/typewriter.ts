/**
 * Lets text out a character at a time, at a pace somebody likes to read at. Owns what has come and is
 * not out yet, and when the next of it is due. Must never hold up anything but itself: whoever else
 * needs the terminal has the rest let out at once.
 *
 * Source: `style.typewriter` (reference-facts 2.3).
 *
 * @module
 */

import { graphemes } from "../../core/frame/mod.ts";
import type { TextRenderer } from "./text_stream.ts";

/** How fast, in milliseconds. */
export interface Pace {
  /** After a character of text; 0 for none. */
  readonly textDelay: number;
  /** After a character of code; 0 for none. */
  readonly codeDelay: number;
  /** How far what is out may be behind what has come; 0 for as far as it likes. */
  readonly maxLatency: number;
}

/** The time, and timers, a typewriter goes by. */
export interface PaceTimer {
  /** Milliseconds of any origin. */
  now(): number;
  /** Runs something later, once; the result takes that back. */
  after(ms: number, run: () => void): () => void;
}

/** What a typewriter is made of. */
export interface TypewriterOptions {
  readonly pace: Pace;
  /** Takes what is out. */
  readonly emit: (text: string) => void;
  /** Whether the text stands in a block of code now. */
  readonly inCode: () => boolean;
  readonly timer?: PaceTimer;
}

/** A frame of the screen: nobody sees what changes more often. */
const FRAME_MS = 16;
/** Attributes are no characters, and never cut in two. */
// deno-lint-ignore no-control-regex -- SGR is what is looked for
const SGR = /(?:\x1b\[[0-9;:]*m)+/y;
/** Longer clusters are cut. */
const MAX_CLUSTER = 32;

const REAL: PaceTimer = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** One source of text that is typed. */
export class Typewriter {
  readonly #pace: Pace;
  readonly #emit: (text: string) => void;
  readonly #inCode: () => boolean;
  readonly #timer: PaceTimer;
  #waiting = "";
  /** When the first character that waits is to be out. */
  #due = -Infinity;
  #cancel: (() => void) | null = null;
  #done: (() => void)[] = [];

  constructor({ pace, emit, inCode, timer }: TypewriterOptions) {
    this.#pace = pace;
    this.#emit = emit;
    this.#inCode = inCode;
    this.#timer = timer ?? REAL;
  }

  /** Whether something waits. */
  get busy(): boolean {
    return this.#waiting !== "";
  }

  /** The next piece, cut anywhere. What is due of it is out when this returns. */
  push(text: string): void {
    if (text === "") return;
    if (this.#waiting === "") this.#due = Math.max(this.#due, this.#timer.now());
    this.#waiting += text;
    this.#advance();
  }

  /** Lets all that waits out at once. */
  flush(): void {
    const rest = this.#waiting;
    this.#rest();
    if (rest !== "") this.#emit(rest);
  }

  /** Forgets what waits. */
  drop(): void {
    this.#rest();
  }

  /** Resolves when nothing waits any more, or the signal aborts. */
  async typed(signal: AbortSignal): Promise<void> {
    if (this.#waiting === "" || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        signal.removeEventListener("abort", done);
        resolve();
      };
      this.#done.push(done);
      signal.addEventListener("abort", done, { once: true });
    });
  }

  #advance(): void {
    const now = this.#timer.now();
    for (let length = this.#ready(now); length > 0; length = this.#ready(now)) {
      const out = this.#waiting.slice(0, length);
      this.#waiting = this.#waiting.slice(length);
      this.#emit(out);
    }
    if (this.#waiting === "") return this.#rest();
    this.#cancel ??= this.#timer.after(Math.max(FRAME_MS, this.#due - now), () => {
      this.#cancel = null;
      this.#advance();
    });
  }

  /** How much may go out now, a line at most: what follows a line may be code. */
  #ready(now: number): number {
    const text = this.#waiting;
    const { textDelay, codeDelay, maxLatency } = this.#pace;
    const delay = this.#inCode() ? codeDelay : textDelay;
    if (delay <= 0) {
      const line = text.indexOf("\n") + 1;
      return line > 0 ? line : text.length;
    }
    const onTime = now < this.#due ? 0 : Math.floor((now - this.#due) / delay) + 1;
    // About: what waits is counted in code units.
    const late = maxLatency > 0 ? text.length - Math.floor(maxLatency / delay) : 0;
    const { length, count } = characters(text, Math.max(onTime, late));
    this.#due = late > onTime ? now + delay : this.#due + count * delay;
    return length;
  }

  #rest(): void {
    this.#waiting = "";
    this.#cancel?.();
    this.#cancel = null;
    for (const done of this.#done.splice(0)) done();
  }
}

/**
 * Makes what types text into a renderer, out of what takes it; null where there is nothing to type
 * into, or no pace to type at.
 */
export function typingOf(
  renderer: TextRenderer | null,
  pace: Pace | null,
  timer: PaceTimer | undefined,
): ((emit: (text: string) => void) => Typewriter) | null {
  if (renderer === null || pace === null) return null;
  if (pace.textDelay <= 0 && pace.codeDelay <= 0) return null;
  const inCode = (): boolean => renderer.inCode ?? false;
  return (emit) =>
    new Typewriter({ pace, emit, inCode, ...(timer === undefined ? {} : { timer }) });
}

/** Whose turn it is to type: one at a time, and nobody once something else is to be written. */
export class Typing {
  #now: { readonly typewriter: Typewriter; readonly into: TextRenderer | null } | null = null;

  /** It is this one's; what another has left comes out first. */
  turn(typewriter: Typewriter, into: TextRenderer | null): void {
    if (this.#now?.typewriter === typewriter) return;
    this.out();
    this.#now = { typewriter, into };
  }

  /** What is left to type comes out now, unless this is it. */
  out(except: TextRenderer | null = null): void {
    if (this.#now === null || (except !== null && this.#now.into === except)) return;
    const { typewriter } = this.#now;
    this.#now = null;
    typewriter.flush();
  }
}

/** The first characters, up to the end of the line, and how many they are. */
function characters(
  text: string,
  most: number,
): { readonly length: number; readonly count: number } {
  let length = 0;
  let count = 0;
  while (count < most && length < text.length && text[length - 1] !== "\n") {
    SGR.lastIndex = length;
    if (SGR.test(text)) {
      length = SGR.lastIndex;
      continue;
    }
    length += clusterAt(text, length);
    count++;
  }
  return { length, count };
}

function clusterAt(text: string, at: number): number {
  if (text.charCodeAt(at) < 0x80 && !(text.charCodeAt(at + 1) >= 0x80)) return 1;
  return graphemes(text.slice(at, at + MAX_CLUSTER))[0]?.length ?? 1;
}
