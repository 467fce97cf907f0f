/**
 * A line editor for several lines, to the standard of GNU readline and reedline: emacs and vi
 * modes, kill ring, undo and redo, registers, history.
 *
 * Pure: `(state, event) -> { state, effects }`. Keys and pastes come from `core/keys`; the view
 * answers what a screen row is; submitting, cancelling, opening an editor, suspending are effects
 * for the owner.
 *
 * @module
 */

export {
  caret,
  createLineEditor,
  mode,
  replaceText,
  selection,
  setEscapeCancels,
  text,
  updateLineEditor,
} from "./line_editor.ts";
export { type Binding, type BindingGroup, keyBindings } from "./bindings.ts";
export type {
  EditMode,
  LineEditorEffect,
  LineEditorEvent,
  LineEditorOptions,
  LineEditorState,
  LineEditorUpdate,
  LineEditorView,
  Mode,
  RowMapper,
  TextRange,
} from "./types.ts";
