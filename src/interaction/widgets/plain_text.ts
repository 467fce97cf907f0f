/**
 * The text prompts as plain lines: the text to begin with is shown, and an empty line keeps it.
 *
 * @module
 */

import type { Line } from "../../core/frame/mod.ts";
import type { TextOutcome, TextState } from "./text_editor.ts";
import type { PlainForm } from "./widget.ts";

/** The ways to leave such a prompt. */
export type PlainOutcome = Extract<
  TextOutcome,
  { readonly kind: "submitted" | "cancelled" | "interrupted" }
>;

/** What a line typed in answer to a text prompt means: one line of text, or leaving. */
export function plainText<S extends TextState, O>(
  head: readonly Line[],
  prompt: string,
  finish: (outcome: PlainOutcome) => O,
  options: { readonly hidden?: boolean; readonly fallback?: string } = {},
): PlainForm<S, O> {
  const { hidden = false, fallback } = options;
  const outcome = (kind: PlainOutcome["kind"], text: string): O =>
    finish({ kind, text, caret: text.length });
  return {
    hidden,
    question: ({ editor }) => {
      const kept = editor.text === "" ? fallback ?? "" : editor.text;
      const offer = kept === "" || hidden ? "" : `(Enter alone takes: ${kept})\n`;
      return plainLines(head) + offer + prompt;
    },
    answer: ({ editor }, line) => ({
      kind: "done",
      outcome: line === null
        ? outcome("cancelled", editor.text)
        : outcome("submitted", line === "" ? editor.text : line),
    }),
    interrupted: ({ editor }) => outcome("interrupted", editor.text),
  };
}

/** Lines as text, each with its end. */
export function plainLines(lines: readonly Line[]): string {
  return lines.map((line) => `${line.map(({ text }) => text).join("")}\n`).join("");
}
