/**
 * Asking the user: every kind of prompt, and composing a reply.
 *
 * @module
 */

export { type Answer, ask } from "./ask.ts";
export {
  type ComposeInEditor,
  Composer,
  type ComposerPorts,
  type EditRequest,
  type EditResult,
  type ReplyRequest,
  type ReplyResult,
} from "./composer.ts";
export {
  type AskedPrompt,
  type ScriptedAnswer,
  type ScriptedKind,
  ScriptedPrompts,
  type ScriptedText,
} from "./scripted_prompts.ts";
export { TerminalPrompts } from "./terminal_prompts.ts";
export type {
  Asking,
  ConfirmAnswer,
  LineAnswer,
  PickAnswer,
  Place,
  PromptBackend,
  ReplyAnswer,
  SelectAnswer,
  Unanswered,
} from "./types.ts";
