/**
 * A reply of one or more lines, edited in place: `Reply: `, further lines behind `… `, a line of
 * help below.
 *
 * Owns the prompt as a widget: what is drawn around the text, and which of the editor's ways out
 * are there. Enter submits whatever the buffer holds; what an empty one means is the caller's
 * policy, and so is what Ctrl-C and a cancel lead to.
 *
 * Raw, so that a 0x03 inside a paste stays out of the ladder (interrupts.md "The key").
 *
 * Source: RFD 088 "InlineReply widget", RFD 092 "Widget outcomes", interrupts.md "Prompts".
 *
 * @module
 */

import { type Line, rowMapper, type Span, type View } from "../../core/frame/mod.ts";
import {
  type EditMode,
  replaceText,
  type RowMapper,
  selection,
} from "../../core/line_editor/mod.ts";
import { cutLine, endCell } from "./cells.ts";
import { editedLines } from "./edited_lines.ts";
import { plainText } from "./plain_text.ts";
import { type Question, splitQuestion } from "./question.ts";
import {
  openText,
  shapeOf,
  textModes,
  type TextOptions,
  type TextOutcome,
  type TextState,
  updateText,
} from "./text_editor.ts";
import type { Widget, WidgetContext } from "./widget.ts";

/** What is asked, and what to begin with. */
export interface InlineReplyOptions extends Question {
  /** Key bindings (`editor.inline.edit_mode`). */
  readonly editMode: EditMode;
  /** Whether Ctrl-X leaves for the external editor. If not, the key does nothing. */
  readonly opensEditor: boolean;
  /** The text to begin with, such as a draft. CR and CRLF become LF. Default: empty. */
  readonly text?: string;
  /** UTF-16 offset into `text`. Default: its end. */
  readonly caret?: number;
  /** Earlier replies, oldest first, for Up in the first row. */
  readonly history?: readonly string[];
  /** Goes on from a state of this prompt, undo and all, in place of `text` and `caret`. */
  readonly state?: InlineReplyState;
}

/** All that the prompt remembers. */
export type InlineReplyState = TextState;

/** How it ended; each with the text and the caret so far. */
export type ReplyOutcome = TextOutcome;

/** Makes the prompt. */
export function inlineReply(
  options: InlineReplyOptions,
): Widget<InlineReplyState, ReplyOutcome> {
  const text: TextOptions = { ...options, lines: "many", escape: "disambiguated" };
  const initial = options.state ?? openText(text);
  const { head, prompt } = splitQuestion(options);
  const layoutFor = rememberLayout(prompt);
  return {
    discipline: "raw",
    privateModes: (terminal) => textModes(initial, terminal),
    initial,
    update(state, event, context) {
      const step = updateText(text, state, event, context, layoutFor(context));
      const unwired = step.outcome?.kind === "open_editor" && !options.opensEditor;
      return unwired ? { ...step, outcome: null } : step;
    },
    view: ({ editor }, context) => draw(head, prompt, editor, helpFor(options, context), context),
    cursorShape: ({ editor }) => shapeOf(editor),
    plain: plainText(head, prompt, (outcome) => outcome),
  };
}

/**
 * The state with another text, such as what the external editor saved: one undo step. `caret` is a
 * UTF-16 offset into it, by default its end.
 */
export function withReplyText(
  state: InlineReplyState,
  text: string,
  caret?: number,
): InlineReplyState {
  return { ...state, editor: replaceText(state.editor, text, caret) };
}

const CONTINUATION = "… ";

function draw(
  head: readonly Line[],
  prompt: string,
  editor: TextState["editor"],
  help: Line | null,
  { rows }: WidgetContext,
): View {
  const edited = editedLines(editor.text, editor.caret, rows, selection(editor));
  const markOf = (line: number): Span =>
    edited.hasFirst && line === 0 ? { text: prompt } : { text: CONTINUATION, style: "2" };
  const lines = edited.lines.map((line, index): Line => [markOf(index), ...line]);
  const above = edited.hasFirst ? head : [];
  const { line, offset } = edited.caret;
  return {
    lines: [...above, ...lines, ...(edited.hasLast && help !== null ? [help] : [])],
    caret: { line: above.length + line, offset: markOf(line).text.length + offset },
  };
}

/** One line that promises only what works here (PR-030); null on a screen without room for it. */
function helpFor({ opensEditor }: InlineReplyOptions, context: WidgetContext): Line | null {
  if (context.rows < 3) return null;
  const newline = context.kitty ? "Shift+Enter or Alt+Enter" : "Alt+Enter";
  const hints = ["Enter to send", `${newline} for newline`];
  if (opensEditor) hints.push("Ctrl+X to edit in $EDITOR");
  return cutLine([{ text: hints.join(" · "), style: "2" }], context);
}

/** Up and Down in the rows as they are drawn; kept while the screen stays the same. */
function rememberLayout(prompt: string): (context: WidgetContext) => RowMapper {
  let made: { readonly columns: number; readonly measure: unknown; readonly mapper: RowMapper };
  return (context) => {
    const { columns, measure } = context;
    if (made?.columns !== columns || made.measure !== measure) {
      const prefix = endCell(prompt, context);
      const continuation = endCell(CONTINUATION, context);
      made = { columns, measure, mapper: rowMapper({ columns, measure, prefix, continuation }) };
    }
    return made.mapper;
  };
}
