/**
 * Puts the pieces of a text together that are there at the same time: of event after event that
 * differ in one string only, and add it to what came before, one is made with all of them. What an
 * answer says stays the same to the letter; the provider's package has one event to read for many.
 *
 * Every other event passes as it is, and nothing is held back: what is not whole passes unread.
 *
 * @module
 */

/** The events of one kind of provider that add to a text. */
export interface Growing {
  /** Names of the member that holds the text. */
  readonly members: readonly string[];
  /**
   * The text that an event adds, if it says nothing else that would count twice or be lost when
   * another event is made one with it; else null.
   */
  textOf(event: unknown, member: string): string | null;
}

/** An event around its text: everything up to the text, and from the quote behind it on. */
interface Frame {
  readonly head: string;
  readonly tail: string;
}

const END = "\n\n";
/** What stands between the quotes of a JSON string, and the quote behind it. */
// deno-lint-ignore no-control-regex -- they may not stand in a JSON string
const STRING = /(?:[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"/y;
/** A name, perhaps, and one line of data. */
const EVENT = /^(?:event:[^\n\r]*\n)?data: ?(\{[^\n\r]*\})$/;
/** No longer than this in code units: what is made of it has to be shown at one go. */
const MOST = 8192;

/** The events of one stream, in pieces cut anywhere. */
export class JoinedDeltas {
  readonly #growing: Growing;
  /** Whether what comes next begins an event. */
  #fresh = true;
  #endsLine = false;
  /** What the last events that were put together looked like. */
  #frame: Frame | null = null;
  #pieces: string[] = [];
  #length = 0;

  constructor(growing: Growing) {
    this.#growing = growing;
  }

  /** The next part of the stream. */
  push(text: string): string {
    if (text === "") return "";
    let at = 0;
    let output = "";
    if (!this.#fresh) {
      at = this.#endOfBegun(text);
      if (at < 0) {
        this.#endsLine = text.endsWith("\n");
        return text;
      }
      output = text.slice(0, at);
    }
    for (let end = text.indexOf(END, at); end >= 0; end = text.indexOf(END, at)) {
      if (!this.#goesOn(text, at, end)) {
        output += this.#together();
        if (!this.#begins(text.slice(at, end))) output += text.slice(at, end + END.length);
      }
      at = end + END.length;
    }
    output += this.#together() + text.slice(at);
    this.#fresh = at === text.length;
    this.#endsLine = text.endsWith("\n");
    return output;
  }

  /** Where the event ends that an earlier part began; -1 if it does not end here. */
  #endOfBegun(text: string): number {
    if (this.#endsLine && text.startsWith("\n")) return 1;
    const end = text.indexOf(END);
    return end < 0 ? -1 : end + END.length;
  }

  /** Whether this is another one of those before, and its text was taken. */
  #goesOn(text: string, from: number, end: number): boolean {
    const frame = this.#frame;
    if (frame === null || this.#length > MOST || !text.startsWith(frame.head, from)) return false;
    const start = from + frame.head.length;
    const quote = quoteBehind(text, start);
    if (quote < 0 || !isTail(text, quote, end, frame.tail)) return false;
    this.#take(text.slice(start, quote));
    return true;
  }

  /** Whether it is one that others may go on from, and its text was taken. */
  #begins(event: string): boolean {
    this.#frame = frameOf(event, this.#growing);
    if (this.#frame === null) return false;
    const { head } = this.#frame;
    this.#take(event.slice(head.length, quoteBehind(event, head.length)));
    return true;
  }

  #take(piece: string): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  /** One event with what was taken; "" if nothing was. */
  #together(): string {
    if (this.#frame === null || this.#pieces.length === 0) return "";
    const { head, tail } = this.#frame;
    const event = head + this.#pieces.join("") + tail + END;
    this.#pieces = [];
    this.#length = 0;
    return event;
  }
}

/** Where the JSON string ends that goes on at `from`; -1 if it does not, or is none. */
function quoteBehind(text: string, from: number): number {
  STRING.lastIndex = from;
  return STRING.test(text) ? STRING.lastIndex - 1 : -1;
}

/** Whether an event ends in `tail`. Some servers fill up with blanks before the last brace. */
function isTail(text: string, from: number, end: number, tail: string): boolean {
  if (end - from === tail.length) return text.startsWith(tail, from);
  return unpadded(text.slice(from, end)) === unpadded(tail);
}

function unpadded(tail: string): string {
  return tail.replace(/ +\}$/, "}");
}

function frameOf(event: string, growing: Growing): Frame | null {
  const data = EVENT.exec(event)?.[1];
  if (data === undefined) return null;
  for (const member of growing.members) {
    const found = new RegExp(`"${member}": ?"`).exec(data);
    if (found === null) continue;
    const start = event.length - data.length + found.index + found[0].length;
    const quote = quoteBehind(event, start);
    if (quote <= start) continue;
    const [head, tail] = [event.slice(0, start), event.slice(quote)];
    // Found as text, understood as JSON: the very same string, and the event without it is empty.
    const whole = textIn(data, member, growing);
    if (whole === null || whole !== parsed(`"${event.slice(start, quote)}"`)) continue;
    const empty = EVENT.exec(head + tail)?.[1];
    if (empty !== undefined && textIn(empty, member, growing) === "") return { head, tail };
  }
  return null;
}

function textIn(data: string, member: string, growing: Growing): string | null {
  const event = parsed(data);
  return event === undefined ? null : growing.textOf(event, member);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
