/**
 * A question answered with one key: `Interrupted [c,q,?] `. Pure: events in, state and outcome
 * out. One key acts at once; ESC backs out; keys that mean nothing do nothing; pasted text never
 * chooses.
 *
 * Source: RFD 092 "Menu cancel contract", interrupts.md "Menu contract".
 *
 * @module
 */

import type { Line, View } from "../../core/frame/mod.ts";
import type { InputEvent, Key } from "../../core/keys/mod.ts";
import { rowsOf, scrolledBy, windowOn } from "./preamble.ts";
import { splitQuestion } from "./question.ts";
import type { WidgetContext } from "./widget.ts";

/** One option: the key that takes it, and what it does, for the help. */
export interface Choice {
  /** One character; upper and lower case differ. */
  readonly key: string;
  /** What it does, as `?` explains it. */
  readonly label: string;
}

/** What is asked. */
export interface InlineSelect {
  /** `Interrupted`. Of several lines the last one is where the answer goes. */
  readonly message: string;
  /**
   * Lines above the question: what it is about. They come and go with it; where there are more than
   * the screen has room for, they scroll.
   */
  readonly preamble?: readonly (string | Line)[];
  /** In the order they are shown. */
  readonly choices: readonly Choice[];
  /** The choice that Enter takes, if one is marked. */
  readonly enter?: string;
}

/** How it ended. */
export type SelectOutcome =
  | { readonly kind: "chosen"; readonly key: string }
  /** ESC. */
  | { readonly kind: "cancelled" }
  /** Ctrl-C that arrived as input. */
  | { readonly kind: "interrupted" }
  /** Ctrl-\ that arrived as input. */
  | { readonly kind: "quit" }
  /** Ctrl-Z that arrived as input. */
  | { readonly kind: "suspend" };

/** What it remembers: whether the help is shown, and the first line of the preamble in sight. */
export interface SelectState {
  /** The help is shown. */
  readonly help: boolean;
  /** Index of the first line of the preamble in sight. */
  readonly top: number;
}

/** A select that has just been opened. */
export const OPENED: SelectState = { help: false, top: 0 };

/** What an input event leads to. Without a screen nothing scrolls. */
export function updateSelect(
  select: InlineSelect,
  state: SelectState,
  event: InputEvent,
  context?: WidgetContext,
): { readonly state: SelectState; readonly outcome: SelectOutcome | null } {
  const done = (outcome: SelectOutcome) => ({ state, outcome });
  if (event.kind !== "key") return { state, outcome: null };
  if (isControl(event, "c")) return done({ kind: "interrupted" });
  if (isControl(event, "\\")) return done({ kind: "quit" });
  if (isControl(event, "z")) return done({ kind: "suspend" });
  // With the terminal's line discipline half on, Enter arrives as a line feed, which is Ctrl-J.
  const isEnter = event.name === "enter" || isControl(event, "j");
  if (isEnter && !event.alt && select.enter !== undefined) {
    return done({ kind: "chosen", key: select.enter });
  }
  if (event.ctrl || event.alt || event.super) return { state, outcome: null };
  if (event.name === "escape") return done({ kind: "cancelled" });
  const typed = typedCharacter(event);
  if (typed === "?") return { state: { ...state, help: !state.help }, outcome: null };
  const choice = select.choices.find(({ key }) => key === typed);
  if (choice !== undefined) return done({ kind: "chosen", key: choice.key });
  if (context === undefined || select.preamble === undefined) return { state, outcome: null };
  const room = roomAbove(select, state, context);
  const top = scrolledBy(event, preambleOf(select), state.top, room, context);
  return { state: top === null || top === state.top ? state : { ...state, top }, outcome: null };
}

/** What it looks like; the caret stands after the question. Without a screen all of it is there. */
export function viewSelect(
  select: InlineSelect,
  state: SelectState,
  context?: WidgetContext,
): View {
  const all = preambleOf(select);
  const above = context === undefined
    ? all
    : windowOn(all, state.top, roomAbove(select, state, context), context).lines;
  const { head, question } = below(select, state);
  return {
    lines: [...above, ...head, [{ text: question }]],
    caret: { line: above.length + head.length, offset: question.length },
  };
}

function preambleOf({ preamble = [] }: InlineSelect): readonly Line[] {
  return preamble.map((line): Line => typeof line === "string" ? [{ text: line }] : line);
}

/** The help and the question. */
function below(
  select: InlineSelect,
  { help }: SelectState,
): { readonly head: readonly Line[]; readonly question: string } {
  const keys = [...select.choices.map(({ key }) => key), "?"].join(",");
  const { head, prompt } = splitQuestion({ message: select.message });
  const lines: Line[] = help
    ? [
      ...select.choices.map(({ key, label }): Line => {
        const enter = key === select.enter ? " (Enter)" : "";
        return [{ text: `  ${key}  ${label}${enter}` }];
      }),
      [{ text: "  ?  Show or hide this help" }],
    ]
    : [];
  return { head: [...lines, ...head], question: `${prompt} [${keys}] ` };
}

/** Rows that the preamble may take. */
function roomAbove(select: InlineSelect, state: SelectState, context: WidgetContext): number {
  const { head, question } = below(select, state);
  const taken = [...head.map((line) => line.map(({ text }) => text).join("")), question]
    .reduce((sum, text) => sum + rowsOf(text, context), 0);
  // The row above may be somebody's unfinished line, which has to stay.
  return Math.max(1, context.rows - 1 - taken);
}

function isControl(key: Key, char: string): boolean {
  return key.name === "char" && key.ctrl && key.char === char;
}

function typedCharacter(key: Key): string | null {
  if (key.name !== "char" || key.char === undefined) return null;
  return key.shift && key.char.length === 1 ? key.char.toUpperCase() : key.char;
}
