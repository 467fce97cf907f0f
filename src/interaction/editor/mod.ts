/**
 * The editor service: one way to open the user's editor.
 *
 * @module
 */

import { type EditorSettings, resolveEditor } from "./resolve_editor.ts";
import { type EditorStage, TerminalEditor } from "./terminal_editor.ts";
import type { EditorBackend } from "./types.ts";

export {
  chooseEditor,
  type EditorChoice,
  type EditorCommand,
  type EditorSearch,
  type EditorSettings,
  resolveEditor,
  shellWords,
} from "./resolve_editor.ts";
export { type EditorStage, spawnCommand, TerminalEditor } from "./terminal_editor.ts";
export { type ScriptedEdit, ScriptedEditor } from "./scripted_editor.ts";
export {
  type EditorBackend,
  EditorError,
  type FileEdit,
  type FileOutcome,
  type TextEdit,
  type TextOutcome,
} from "./types.ts";

/** The one builder: the user's editor, or null when there is none. */
export async function buildEditor(
  settings: EditorSettings,
  stage: EditorStage,
): Promise<EditorBackend | null> {
  const command = await resolveEditor(settings, stage.platform);
  return command === null ? null : new TerminalEditor(command, stage);
}
