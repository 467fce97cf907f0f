/**
 * What is shown of a model's reasoning: all of it, its beginning, that there is some, or nothing.
 * Pure: text in, what to print out.
 *
 * Source: `style.reasoning.display` (reference-facts 2.3).
 *
 * @module
 */

import type { Config } from "../../services/config/mod.ts";
import { ReasoningSummary } from "./reasoning_summary.ts";

/** How it is shown; a number: its first so many characters. */
export type ReasoningDisplay = Config["style"]["reasoning"]["display"];

/** A dot for so many characters. */
const DOT = 200;

/** What of a block of reasoning is shown, a piece at a time. */
export class ReasoningFilter {
  readonly #display: ReasoningDisplay;
  /** Characters so far; of what is shown in part, those that may still come. */
  #seen = 0;
  #begun = false;
  readonly #summary = new ReasoningSummary();

  constructor(display: ReasoningDisplay) {
    this.#display = display;
  }

  /** Whether what is shown is the model's text. */
  get isText(): boolean {
    return this.#display === "full" || this.#display === "summary" ||
      typeof this.#display === "number";
  }

  /** What to print for the next piece of the block. */
  push(text: string): string {
    if (text === "") return "";
    const first = !this.#begun;
    this.#begun = true;
    const before = this.#seen;
    this.#seen += text.length;
    switch (this.#display) {
      case "full":
        return text;
      case "hidden":
      case "timer":
        return "";
      case "summary":
        return this.#summary.push(text);
      case "static":
        return first ? "Reasoning…" : "";
      case "progress": {
        const dots = Math.floor(this.#seen / DOT) - Math.floor(before / DOT);
        return (first ? "Reasoning" : "") + ".".repeat(dots);
      }
      default:
        return before >= this.#display ? "" : firstCharacters(text, this.#display - before);
    }
  }

  /** What to print at the block's end; the next one begins anew. */
  end(): string {
    const rest = this.#display === "summary" ? this.#summary.end() : "";
    const cut = typeof this.#display === "number" && this.#seen > this.#display;
    this.#seen = 0;
    this.#begun = false;
    return cut ? "…" : rest;
  }
}

function firstCharacters(text: string, count: number): string {
  if (text.length <= count) return text;
  const last = text.charCodeAt(count - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? count - 1 : count);
}
