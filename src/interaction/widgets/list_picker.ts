/**
 * One of a list, found by typing: a filter, and below it the rows that match.
 *
 * Owns which row is selected while the filter changes, and the stretch of rows in sight. Raw,
 * although an arrow and Enter would do in cbreak: its filter takes text, so text may be pasted, and
 * a 0x03 inside a paste has to stay out of the ladder (interrupts.md "The key").
 *
 * Source: interrupts.md "Prompts"; reference-facts "Pickers".
 *
 * @module
 */

import type { View } from "../../core/frame/mod.ts";
import { describeKey, type InputEvent } from "../../core/keys/mod.ts";
import type { RowMapper } from "../../core/line_editor/mod.ts";
import { type Choices, choicesOf, type PickerItem } from "./picker_choices.ts";
import { listHeight, pickerView, scrolled } from "./picker_view.ts";
import { plainChoice, plainList } from "./plain_list.ts";
import { type Question, splitQuestion } from "./question.ts";
import {
  openText,
  textModes,
  type TextOptions,
  type TextOutcome,
  type TextState,
  updateText,
} from "./text_editor.ts";
import type { Draft, Widget, WidgetContext, WidgetUpdate } from "./widget.ts";

/** What there is to choose from. */
export interface ListPickerOptions extends Question {
  /** The rows, in the order they are shown. */
  readonly items: readonly PickerItem[];
  /**
   * A row before all others that no filter hides, such as `+ Start a new conversation`. Typing
   * moves the selection off it: Enter then takes what the filter found, or nothing.
   */
  readonly first?: PickerItem;
  /** The filter to begin with. Default: empty. */
  readonly filter?: string;
  /** Id of the row selected at first. Default: the first row. */
  readonly selected?: string;
  /** Goes on from a state of this prompt, in place of `filter` and `selected`. */
  readonly state?: ListPickerState;
}

/** All that the prompt remembers. */
export interface ListPickerState {
  /** The text typed to filter. */
  readonly filter: TextState;
  /** The row that was moved to last, also while the filter hides it; null if none was. */
  readonly anchor: { readonly id: string; readonly filter: string } | null;
  /** Rows that are scrolled out at the top. */
  readonly top: number;
}

/** How it ended; each with the filter so far. */
export type ListPickerOutcome =
  & Draft
  & (
    | { readonly kind: "chosen"; readonly id: string }
    /** ESC, or Ctrl-D on an empty filter. */
    | { readonly kind: "cancelled" }
    /** Ctrl-C. */
    | { readonly kind: "interrupted" }
    /** Ctrl-Z. */
    | { readonly kind: "suspend" }
    /** Ctrl-\. */
    | { readonly kind: "quit" }
  );

type Update = WidgetUpdate<ListPickerState, ListPickerOutcome>;

/** Makes the prompt. */
export function listPicker(
  options: ListPickerOptions,
): Widget<ListPickerState, ListPickerOutcome> {
  const filter: TextOptions = {
    editMode: "emacs",
    lines: "one",
    escape: "always",
    text: options.filter ?? "",
  };
  const choices = choicesOf(options.items, options.first ?? null);
  const question = splitQuestion(options);
  const initial = options.state ?? openPicker(openText(filter), options.selected);

  function update(state: ListPickerState, event: InputEvent, context: WidgetContext): Update {
    const height = listHeight(question, state.filter.editor.text, context);
    const move = event.kind === "key" ? moveOf(describeKey(event), height) : undefined;
    if (move !== undefined) return { state: moved(choices, state, move, height), outcome: null };
    const { state: edited, outcome, effects } = updateText(
      filter,
      state.filter,
      event,
      context,
      ONE_ROW,
    );
    const next = edited === state.filter
      ? state
      : inSight(choices, { ...state, filter: edited }, height);
    const step = left(choices, next, outcome);
    return { ...step, effects: [...effects, ...step.effects ?? []] };
  }

  return {
    discipline: "raw",
    privateModes: (terminal) => textModes(initial.filter, terminal),
    initial,
    update,
    view: (state, context): View => {
      const { text, caret } = state.filter.editor;
      const rows = choices.matching(text);
      const selected = selectedRow(choices, state);
      return pickerView({ ...question, text, caret, rows, selected, top: state.top }, context);
    },
    plain: {
      question: ({ filter: { editor } }) =>
        plainList(question, choices.matching(editor.text), editor.text),
      answer: (state, line) => {
        const { text, caret } = state.filter.editor;
        if (line === null) return { kind: "done", outcome: { kind: "cancelled", text, caret } };
        const row = plainChoice(choices.matching(text), line);
        if (row !== undefined) {
          return { kind: "done", outcome: { kind: "chosen", id: row.id, text, caret } };
        }
        const next = openPicker(openText({ ...filter, text: line }), undefined);
        return { kind: "again", state: next, why: "" };
      },
    },
  };
}

function openPicker(filter: TextState, selected: string | undefined): ListPickerState {
  const anchor = selected === undefined ? null : { id: selected, filter: filter.editor.text };
  return { filter, anchor, top: 0 };
}

/** Arrows are the list's. */
const ONE_ROW: RowMapper = { rowUp: () => null, rowDown: () => null };

/** Rows a key moves the selection by; undefined for a key that is not the list's. */
function moveOf(key: string, height: number): number | undefined {
  switch (key) {
    case "Up":
    case "C-p":
      return -1;
    case "Down":
    case "C-n":
      return 1;
    case "PageUp":
      return -height;
    case "PageDown":
      return height;
    case "Home":
      return -Infinity;
    case "End":
      return Infinity;
    default:
      return undefined;
  }
}

function moved(
  choices: Choices,
  state: ListPickerState,
  move: number,
  height: number,
): ListPickerState {
  const filter = state.filter.editor.text;
  const rows = choices.matching(filter);
  const to = Math.min(Math.max(selectedRow(choices, state) + move, 0), rows.length - 1);
  const row = rows[to];
  return row === undefined
    ? state
    : inSight(choices, { ...state, anchor: { id: row.id, filter } }, height);
}

function inSight(choices: Choices, state: ListPickerState, height: number): ListPickerState {
  const count = choices.matching(state.filter.editor.text).length;
  return { ...state, top: scrolled(state.top, selectedRow(choices, state), count, height) };
}

/**
 * Index of the selected row among those that match: the one moved to, if it is there; else the
 * first that was found. -1 if the filter finds nothing.
 */
function selectedRow(choices: Choices, { filter, anchor }: ListPickerState): number {
  const { text } = filter.editor;
  const rows = choices.matching(text);
  const at = anchor === null ? -1 : rows.findIndex(({ id }) => id === anchor.id);
  const isFirst = at === 0 && choices.hasFirst;
  if (at >= 0 && !(isFirst && anchor?.filter !== text)) return at;
  if (!choices.hasFirst || text.trim() === "") return rows.length > 0 ? 0 : -1;
  return rows.length > 1 ? 1 : -1;
}

function left(choices: Choices, state: ListPickerState, outcome: TextOutcome | null): Update {
  if (outcome === null || outcome.kind === "open_editor") return { state, outcome: null };
  if (outcome.kind !== "submitted") return { state, outcome };
  const { text, caret } = outcome;
  const row = choices.matching(text)[selectedRow(choices, state)];
  return row === undefined
    ? { state, outcome: null, effects: [{ kind: "bell" }] }
    : { state, outcome: { kind: "chosen", id: row.id, text, caret } };
}
