/**
 * The pure prompt widgets: state, update, view.
 *
 * @module
 */

export {
  BRACKETED_PASTE,
  type CursorShape,
  cursorShapeMode,
  cursorShapeSequence,
  DISAMBIGUATED_KEYS,
  type Draft,
  type PrivateMode,
  type Widget,
  type WidgetContext,
  type WidgetEffect,
  type WidgetUpdate,
} from "./widget.ts";
export type { Question } from "./question.ts";
export type { TextOutcome, TextState } from "./text_editor.ts";
export {
  inlineReply,
  type InlineReplyOptions,
  type InlineReplyState,
  type ReplyOutcome,
  withReplyText,
} from "./inline_reply.ts";
export {
  lineInput,
  type LineInputOptions,
  type LineInputOutcome,
  type LineInputState,
} from "./line_input.ts";
export {
  listPicker,
  type ListPickerOptions,
  type ListPickerOutcome,
  type ListPickerState,
} from "./list_picker.ts";
export type { PickerItem } from "./picker_choices.ts";
export { confirm, type ConfirmOptions, type ConfirmOutcome, type ConfirmState } from "./confirm.ts";
