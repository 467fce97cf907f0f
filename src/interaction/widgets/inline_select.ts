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

/** One option: the key that takes it, and what it does, for the help. */
export interface Choice {
  /** One character; upper and lower case differ. */
  readonly key: string;
  /** What it does, as `?` explains it. */
  readonly label: string;
}

/** What is asked. */
export interface InlineSelect {
  /** `Interrupted`. */
  readonly message: string;
  /** Lines above the question: what it is about. They come and go with it. */
  readonly preamble?: readonly string[];
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

/** What it remembers: whether the help is shown. */
export interface SelectState {
  readonly help: boolean;
}

/** A select that has just been opened. */
export const OPENED: SelectState = { help: false };

/** What an input event leads to. */
export function updateSelect(
  select: InlineSelect,
  state: SelectState,
  event: InputEvent,
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
  if (typed === "?") return { state: { help: !state.help }, outcome: null };
  const choice = select.choices.find(({ key }) => key === typed);
  return choice === undefined
    ? { state, outcome: null }
    : done({ kind: "chosen", key: choice.key });
}

/** What it looks like; the caret stands after the question. */
export function viewSelect(select: InlineSelect, state: SelectState): View {
  const keys = [...select.choices.map(({ key }) => key), "?"].join(",");
  const question = `${select.message} [${keys}] `;
  const above: Line[] = (select.preamble ?? []).map((text): Line => [{ text }]);
  const help: Line[] = state.help
    ? [
      ...select.choices.map(({ key, label }): Line => [{ text: `  ${key}  ${label}` }]),
      [{ text: "  ?  Show or hide this help" }],
    ]
    : [];
  return {
    lines: [...above, ...help, [{ text: question }]],
    caret: { line: above.length + help.length, offset: question.length },
  };
}

function isControl(key: Key, char: string): boolean {
  return key.name === "char" && key.ctrl && key.char === char;
}

function typedCharacter(key: Key): string | null {
  if (key.name !== "char" || key.char === undefined) return null;
  return key.shift && key.char.length === 1 ? key.char.toUpperCase() : key.char;
}
