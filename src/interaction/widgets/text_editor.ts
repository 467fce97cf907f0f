/**
 * The line editor as a prompt has it.
 *
 * Owns what all text prompts share: which keys leave and with what, when a lone ESC cancels, the
 * cursor's shape, and that a prompt of one line never gets a second one. It must never decide what
 * leaving means; that is the prompt's caller's.
 *
 * @module
 */

import type { InputEvent, Key, Paste } from "../../core/keys/mod.ts";
import {
  createLineEditor,
  type EditMode,
  type LineEditorEffect,
  type LineEditorEvent,
  type LineEditorState,
  mode,
  type RowMapper,
  setEscapeCancels,
  updateLineEditor,
} from "../../core/line_editor/mod.ts";
import { assertNever } from "../../core/notices/mod.ts";
import {
  BRACKETED_PASTE,
  type CursorShape,
  cursorShapeMode,
  DISAMBIGUATED_KEYS,
  type Draft,
  type PrivateMode,
  type WidgetContext,
  type WidgetEffect,
} from "./widget.ts";

/** What a text prompt's editor is. */
export interface TextOptions {
  /** Key bindings (`editor.inline.edit_mode`). */
  readonly editMode: EditMode;
  /** `"one"`: Enter and Ctrl-J submit, nothing breaks the line, pasted breaks become blanks. */
  readonly lines: "one" | "many";
  /**
   * When a lone ESC cancels in emacs mode: always, or only where the terminal tells it from the Meta
   * prefix. In vi mode it never does.
   */
  readonly escape: "always" | "disambiguated";
  /** The text to begin with. Default: empty. */
  readonly text?: string;
  /** UTF-16 offset into `text`. Default: its end. */
  readonly caret?: number;
  /** Earlier texts, oldest first. */
  readonly history?: readonly string[];
}

/** A text being edited. Immutable. */
export interface TextState {
  /** The line editor behind the prompt. */
  readonly editor: LineEditorState;
  /** Whether `editor` reckons with a terminal that disambiguates keys. */
  readonly kitty: boolean;
}

/** A text prompt was left. `submitted` also with an empty text: what that means is the caller's. */
export type TextOutcome =
  & Draft
  & (
    | { readonly kind: "submitted" }
    /** Ctrl-D on an empty text, or ESC where it cancels. */
    | { readonly kind: "cancelled" }
    /** Ctrl-C. */
    | { readonly kind: "interrupted" }
    /** Ctrl-X. */
    | { readonly kind: "open_editor" }
    /** Ctrl-Z. */
    | { readonly kind: "suspend" }
    /** Ctrl-\, which means what SIGQUIT does. */
    | { readonly kind: "quit" }
  );

/** What came of one event. */
export interface TextUpdate {
  readonly state: TextState;
  readonly outcome: TextOutcome | null;
  readonly effects: readonly WidgetEffect[];
}

/** The state a text prompt opens in. */
export function openText(options: TextOptions): TextState {
  return { editor: editorFor(options, false), kitty: false };
}

/** Handles one event; `layout` says where Up and Down lead. */
export function updateText(
  options: TextOptions,
  before: TextState,
  event: InputEvent,
  context: WidgetContext,
  layout: RowMapper,
): TextUpdate {
  const state = reckonWithKitty(options, before, context.kitty);
  const meant = editorEvent(options, event);
  if (meant === null) return { state, outcome: null, effects: [] };
  const update = updateLineEditor(state.editor, meant, { layout });
  const editor = options.lines === "one" && update.state.text.includes("\n")
    ? abandonKeys(state.editor, layout)
    : update.state;
  const after = editor === state.editor ? state : { ...state, editor };
  return leave(after, update.effects, shapeChange(state.editor, editor));
}

/** What a text prompt switches on at the terminal. */
export function textModes(
  state: TextState,
  terminal: { readonly kitty: boolean },
): readonly PrivateMode[] {
  const shape = shapeOf(state.editor);
  return [
    BRACKETED_PASTE,
    ...(terminal.kitty ? [DISAMBIGUATED_KEYS] : []),
    ...(shape === null ? [] : [cursorShapeMode(shape)]),
  ];
}

/** The shape of the cursor, which shows vi's mode; null in emacs mode, where it is the user's own. */
export function shapeOf(editor: LineEditorState): CursorShape | null {
  const now = mode(editor);
  switch (now) {
    case "emacs":
    case "emacs_overwrite":
      return null;
    case "vi_insert":
      return "bar";
    case "vi_replace":
      return "underline";
    case "vi_normal":
    case "vi_visual":
    case "vi_visual_line":
      return "block";
    default:
      return assertNever(now);
  }
}

/** Line breaks as blanks; those a copied line ends with are dropped. */
export function flatten(text: string): string {
  return text.replace(/[\r\n]+$/, "").replace(/\r\n?|\n/g, " ");
}

function editorFor(options: TextOptions, kitty: boolean): LineEditorState {
  const { editMode, escape, lines, text = "", caret, history = [] } = options;
  const fit = lines === "one" ? flatten : (each: string) => each;
  return createLineEditor({
    editMode,
    text: fit(text),
    ...(caret === undefined ? {} : { caret }),
    history: history.map(fit),
    escapeCancels: escape === "always" || kitty,
  });
}

/** A terminal may show late that it disambiguates keys; the text and its undo list stay. */
function reckonWithKitty(options: TextOptions, state: TextState, kitty: boolean): TextState {
  if (state.kitty === kitty) return state;
  const escapeCancels = options.escape === "always" || kitty;
  return { editor: setEscapeCancels(state.editor, escapeCancels), kitty };
}

/** What the editor is told of an event: null for nothing. */
function editorEvent({ lines }: TextOptions, event: InputEvent): LineEditorEvent | null {
  if (event.kind === "paste") {
    return lines === "one" ? { ...event, text: flatten(event.text) } : event;
  }
  if (event.kind !== "key" || event.name === "unknown") return null;
  if (lines === "many") return event;
  // Keys that break a line: Enter with a modifier does nothing, Ctrl-J is Enter, as in readline.
  if (event.name === "enter") return event.alt || event.shift ? null : event;
  return event.name === "char" && event.char === "j" && event.ctrl ? ENTER : event;
}

/**
 * The editor as if the command that broke the line (vi's `o`, a quoted Enter, lines put back) had
 * been given up half-way: its keys and its count are forgotten.
 */
function abandonKeys(editor: LineEditorState, layout: RowMapper): LineEditorState {
  const typing = shapeOf(editor) !== "block";
  return updateLineEditor(editor, typing ? NO_TEXT : ESCAPE, { layout }).state;
}

function leave(
  state: TextState,
  asked: readonly LineEditorEffect[],
  first: readonly WidgetEffect[],
): TextUpdate {
  const effects = [...first];
  let outcome: TextOutcome | null = null;
  const { text, caret } = state.editor;
  for (const each of asked) {
    if (each.kind === "redraw") effects.push(each);
    else outcome ??= { kind: LEAVING[each.kind], text, caret };
  }
  return { state, outcome, effects };
}

function shapeChange(before: LineEditorState, after: LineEditorState): WidgetEffect[] {
  const shape = shapeOf(after);
  return shape === null || shape === shapeOf(before) ? [] : [{ kind: "cursor_shape", shape }];
}

const LEAVING = {
  submit: "submitted",
  cancel: "cancelled",
  interrupt: "interrupted",
  open_editor: "open_editor",
  suspend: "suspend",
  quit: "quit",
} as const satisfies Record<
  Exclude<LineEditorEffect["kind"], "redraw">,
  TextOutcome["kind"]
>;

const PLAIN = { kind: "key", ctrl: false, alt: false, shift: false } as const;
const ENTER: Key = { ...PLAIN, name: "enter" };
const ESCAPE: Key = { ...PLAIN, name: "escape" };
const NO_TEXT: Paste = { kind: "paste", text: "" };
