/**
 * A question answered yes or no with one key: `Delete 3 conversations? [y,N,?] `.
 *
 * Cbreak: Ctrl-C, Ctrl-\ and Ctrl-Z are real signals while it is up, also when the main thread is
 * stuck (interrupts.md "The key"). Keys that mean nothing do nothing, pasted text never answers.
 *
 * Source: RFD 092 "Ctrl-C inside active prompts", interrupts.md "Menu contract" and "Prompts".
 *
 * @module
 */

import type { Line, View } from "../../core/frame/mod.ts";
import { describeKey, type InputEvent } from "../../core/keys/mod.ts";
import { type Question, splitQuestion } from "./question.ts";
import { plainLines } from "./plain_text.ts";
import { BRACKETED_PASTE, type PlainStep, type Widget, type WidgetUpdate } from "./widget.ts";

/** What is asked. */
export interface ConfirmOptions extends Question {
  /** What Enter answers; its key is shown as a capital. Without one Enter does nothing. */
  readonly default?: "yes" | "no";
  /** What the two answers do, for the help. Default: `Yes` and `No`. */
  readonly labels?: { readonly yes: string; readonly no: string };
  /** Goes on from a state of this prompt. */
  readonly state?: ConfirmState;
}

/** All that the prompt remembers. */
export interface ConfirmState {
  /** The help is shown. */
  readonly help: boolean;
}

/** How it ended. */
export type ConfirmOutcome =
  | { readonly kind: "answered"; readonly yes: boolean }
  /** ESC. */
  | { readonly kind: "cancelled" }
  /** Ctrl-C that arrived as input. */
  | { readonly kind: "interrupted" }
  /** Ctrl-Z that arrived as input. */
  | { readonly kind: "suspend" }
  /** Ctrl-\ that arrived as input. */
  | { readonly kind: "quit" };

/** Makes the prompt. */
export function confirm(options: ConfirmOptions): Widget<ConfirmState, ConfirmOutcome> {
  return {
    discipline: "cbreak",
    // No kitty flags: with them Ctrl-C would be an escape sequence and no signal.
    privateModes: () => [BRACKETED_PASTE],
    initial: options.state ?? { help: false },
    update: (state, event) => press(options, state, event),
    view: (state) => draw(options, state),
    plain: {
      question: (state) => plainLines(draw(options, state).lines).slice(0, -1),
      answer: (state, line) => plainAnswer(options, state, line),
    },
  };
}

function plainAnswer(
  options: ConfirmOptions,
  state: ConfirmState,
  line: string | null,
): PlainStep<ConfirmState, ConfirmOutcome> {
  const done = (outcome: ConfirmOutcome) => ({ kind: "done", outcome } as const);
  if (line === null) return done({ kind: "cancelled" });
  const word = line.trim().toLowerCase();
  if (word === "" && options.default !== undefined) {
    return done({ kind: "answered", yes: options.default === "yes" });
  }
  if (word === "y" || word === "yes") return done({ kind: "answered", yes: true });
  if (word === "n" || word === "no") return done({ kind: "answered", yes: false });
  if (word === "?") return { kind: "again", state: { help: true }, why: "" };
  return { kind: "again", state, why: "Answer y or n." };
}

function press(
  options: ConfirmOptions,
  state: ConfirmState,
  event: InputEvent,
): WidgetUpdate<ConfirmState, ConfirmOutcome> {
  const done = (outcome: ConfirmOutcome | null) => ({ state, outcome });
  if (event.kind !== "key") return done(null);
  switch (describeKey(event)) {
    case "y":
    case "Y":
      return done({ kind: "answered", yes: true });
    case "n":
    case "N":
      return done({ kind: "answered", yes: false });
    case "?":
      return { state: { help: !state.help }, outcome: null };
    case "Enter":
    case "C-j": // what Enter sends while the terminal turns CR into LF
      return done(
        options.default === undefined ? null : { kind: "answered", yes: options.default === "yes" },
      );
    case "Escape":
      return done({ kind: "cancelled" });
    case "C-c":
      return done({ kind: "interrupted" });
    case "C-z":
      return done({ kind: "suspend" });
    case "C-\\":
      return done({ kind: "quit" });
    default:
      return done(null);
  }
}

function draw(options: ConfirmOptions, state: ConfirmState): View {
  const { labels = { yes: "Yes", no: "No" } } = options;
  const { head, prompt } = splitQuestion(options);
  const yes = options.default === "yes" ? "Y" : "y";
  const no = options.default === "no" ? "N" : "n";
  const question = `${prompt} [${yes},${no},?] `;
  const help = state.help
    ? [`  y  ${labels.yes}`, `  n  ${labels.no}`, "  ?  Show or hide this help"]
    : [];
  const lines = [...head, ...[...help, question].map((text): Line => [{ text }])];
  return { lines, caret: { line: lines.length - 1, offset: question.length } };
}
