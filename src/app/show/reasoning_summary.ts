/**
 * Reasoning in short: what a block of it begins with, and the headings it is divided by (providers
 * that send summaries set one above each part). Pure: text in, what to print out; keeps a line at
 * most.
 *
 * Source: `style.reasoning.display = "summary"` (reference-facts 2.3).
 *
 * @module
 */

/** A first sentence is cut after so many characters. */
const MAX_FIRST = 160;
const FENCE = /^ {0,3}(?:```|~~~)/;
/** A heading, or a line that is bold as a whole. */
const HEADING = /^ {0,3}(?:#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?|\*\*((?:(?!\*\*).)+)\*\*:?)[ \t]*$/;
/** A sentence, and that something follows it. */
const SENTENCE = /^.*?[.!?。！？](?=\s)/;

/** One block after the other. */
export class ReasoningSummary {
  #line = "";
  /** Whether the block has said anything. */
  #begun = false;
  /** Whether the rest of the line is left out. */
  #passed = false;
  #inCode = false;

  /** What to print for the next piece of the block. */
  push(text: string): string {
    let out = "";
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      this.#take(text.slice(from, end));
      out += this.#whole();
      from = end + 1;
    }
    this.#take(text.slice(from));
    return out + this.#early();
  }

  /** What to print at the block's end; the next one begins anew. */
  end(): string {
    const out = this.#whole();
    this.#begun = this.#inCode = false;
    return out;
  }

  #take(part: string): void {
    // No heading is longer than this, and nothing else is shown.
    if (!this.#passed && this.#line.length <= 2 * MAX_FIRST) this.#line += part;
  }

  /** The line is complete. */
  #whole(): string {
    const line = this.#line;
    const passed = this.#passed;
    this.#line = "";
    this.#passed = false;
    if (passed || line.trim() === "") return "";
    if (FENCE.test(line)) {
      this.#inCode = !this.#inCode;
      return "";
    }
    const found = this.#inCode ? null : HEADING.exec(line);
    const heading = (found?.[1] ?? found?.[2] ?? "").trim();
    if (heading !== "") return this.#say(`**${heading}**`);
    return this.#begun || this.#inCode ? "" : this.#say(firstOf(line));
  }

  /** What of an unfinished line is sure to be shown. */
  #early(): string {
    if (this.#begun || this.#passed || this.#inCode || /^\s*(?:[#*`~]|$)/.test(this.#line)) {
      return "";
    }
    if (!SENTENCE.test(this.#line) && this.#line.length <= MAX_FIRST) return "";
    this.#passed = true;
    return this.#say(firstOf(this.#line));
  }

  #say(text: string): string {
    this.#begun = true;
    return `${text}\n\n`;
  }
}

function firstOf(line: string): string {
  const text = line.trim();
  const first = SENTENCE.exec(text)?.[0] ?? text;
  const points = Array.from(first);
  return points.length <= MAX_FIRST ? first : `${points.slice(0, MAX_FIRST).join("")}…`;
}
