/**
 * One line of text: a name, a title, a key. The same editor as a reply's, without a second line.
 *
 * Raw, so that a 0x03 inside a paste stays out of the ladder (interrupts.md "The key").
 *
 * Source: interrupts.md "Prompts".
 *
 * @module
 */

import { graphemes, type Line, rowMapper } from "../../core/frame/mod.ts";
import { type EditMode, type RowMapper, selection } from "../../core/line_editor/mod.ts";
import { cutLine, endCell } from "./cells.ts";
import { editedLines } from "./edited_lines.ts";
import { plainText } from "./plain_text.ts";
import { type Question, splitQuestion } from "./question.ts";
import {
  flatten,
  openText,
  shapeOf,
  textModes,
  type TextOptions,
  type TextOutcome,
  type TextState,
  updateText,
} from "./text_editor.ts";
import type { Widget, WidgetContext } from "./widget.ts";

/** What is asked. */
export interface LineInputOptions extends Question {
  /** Key bindings (`editor.inline.edit_mode`). */
  readonly editMode: EditMode;
  /** The text to begin with. Line breaks become blanks. Default: empty. */
  readonly text?: string;
  /** UTF-16 offset into `text`. Default: its end. */
  readonly caret?: number;
  /** What Enter submits in place of an empty text; shown in parentheses while there is none. */
  readonly default?: string;
  /** Draws a bullet for each character, and no default; its drafts are not to be kept. */
  readonly secret?: boolean;
  /** Goes on from a state of this prompt, in place of `text` and `caret`. */
  readonly state?: LineInputState;
}

/** All that the prompt remembers. */
export type LineInputState = TextState;

/** How it ended. The text never holds a line break. */
export type LineInputOutcome = Exclude<TextOutcome, { readonly kind: "open_editor" }>;

/** Makes the prompt. */
export function lineInput(options: LineInputOptions): Widget<LineInputState, LineInputOutcome> {
  const text: TextOptions = { ...options, lines: "one", escape: "disambiguated" };
  const initial = options.state ?? openText(text);
  const { head, prompt } = splitQuestion(options);
  return {
    discipline: "raw",
    privateModes: (terminal) => textModes(initial, terminal),
    initial,
    update(state, event, context) {
      const layout = options.secret ? ONE_ROW : rowsOf(prompt, context);
      const { outcome, ...step } = updateText(text, state, event, context, layout);
      return { ...step, outcome: outcome && answer(outcome, options.default) };
    },
    view({ editor }, context) {
      const { line, caret } = options.secret
        ? bullets(editor.text, editor.caret)
        : plain(editor, context);
      const shown = editor.text === "" ? placeholder(options, prompt, context) : line;
      return {
        lines: [...head, [{ text: prompt }, ...shown]],
        caret: { line: head.length, offset: prompt.length + caret },
      };
    },
    cursorShape: ({ editor }) => shapeOf(editor),
    plain: plainText(head, prompt, (outcome) => orDefault(outcome, options.default), {
      hidden: options.secret ?? false,
      ...(options.default === undefined ? {} : { fallback: flatten(options.default) }),
    }),
  };
}

const BULLET = "•";
/** Rows of bullets are not rows of the text; a secret is not walked through by rows. */
const ONE_ROW: RowMapper = { rowUp: () => null, rowDown: () => null };

function answer(outcome: TextOutcome, fallback: string | undefined): LineInputOutcome | null {
  return outcome.kind === "open_editor" ? null : orDefault(outcome, fallback);
}

function orDefault(outcome: LineInputOutcome, fallback: string | undefined): LineInputOutcome {
  if (outcome.kind !== "submitted" || outcome.text !== "" || fallback === undefined) return outcome;
  const text = flatten(fallback);
  return { kind: "submitted", text, caret: text.length };
}

function rowsOf(prompt: string, context: WidgetContext): RowMapper {
  const { columns, measure } = context;
  return rowMapper({ columns, measure, prefix: endCell(prompt, context) });
}

function plain(
  editor: TextState["editor"],
  { rows }: WidgetContext,
): { readonly line: Line; readonly caret: number } {
  const edited = editedLines(editor.text, editor.caret, rows, selection(editor));
  return { line: edited.lines[0] ?? [], caret: edited.caret.offset };
}

function bullets(
  text: string,
  caret: number,
): { readonly line: Line; readonly caret: number } {
  const count = (part: string): number => graphemes(part).length;
  return { line: [{ text: BULLET.repeat(count(text)) }], caret: count(text.slice(0, caret)) };
}

function placeholder(
  { default: fallback, secret }: LineInputOptions,
  prompt: string,
  context: WidgetContext,
): Line {
  if (fallback === undefined || secret) return [];
  const room = context.columns - endCell(prompt, context) % Math.max(1, context.columns);
  return cutLine([{ text: `(${flatten(fallback)})`, style: "2" }], { ...context, columns: room });
}
