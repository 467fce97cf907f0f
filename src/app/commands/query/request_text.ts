/**
 * What is asked: words from the command line, text from a pipe, put together. Pure; reading the
 * pipe is beside it.
 *
 * Source: reference-facts 1.4, product.md "Commands".
 *
 * @module
 */

/** The text of a request and where it came from. */
export type RequestText =
  | {
    readonly kind: "text";
    readonly text: string;
    /** `unanswered`: it stands in the conversation already, and nobody answered it. */
    readonly source: "words" | "pipe" | "replayed" | "unanswered" | "synthesized" | "editor";
    /** It goes in place of the request that nobody answered: a draft of that was edited. */
    readonly replaces?: true;
  }
  /** The user was asked and has nothing to say; that has been said. */
  | { readonly kind: "ignored" }
  /** There is nothing to send. */
  | { readonly kind: "nothing" };

/** What it is made of. */
export interface RequestParts {
  /** The words, joined, or a file's text; empty when there are none. */
  readonly words: string;
  /** What came down the pipe; null when it was left alone. */
  readonly piped: string | null;
  /** `-E`: nobody is to be asked, not even with nothing to send. */
  readonly noEdit: boolean;
  /** The last request that nobody has answered. */
  readonly unanswered: string | null;
  /** The last request, when that is to be sent again. */
  readonly replayed: string | null;
}

/**
 * The request: words, piped text, what is sent again, a blank line between them; or with `-E` what
 * was left unanswered.
 */
export function requestText(parts: RequestParts): Exclude<RequestText, { kind: "ignored" }> {
  const pieces = [parts.words, parts.piped ?? "", parts.replayed ?? ""].map(withoutLastNewline)
    .filter((piece) => piece.trim() !== "");
  if (pieces.length > 0) {
    return {
      kind: "text",
      text: pieces.join("\n\n"),
      source: parts.replayed !== null ? "replayed" : parts.words.trim() === "" ? "pipe" : "words",
    };
  }
  if (!parts.noEdit) return { kind: "nothing" };
  return parts.unanswered === null
    ? { kind: "text", text: "continue", source: "synthesized" }
    : { kind: "text", text: parts.unanswered, source: "unanswered" };
}

function withoutLastNewline(text: string): string {
  return text.replace(/\r?\n$/, "");
}
