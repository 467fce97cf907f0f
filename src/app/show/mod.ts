/**
 * What people see of a conversation: answers, reasoning, calls of tools, waits. Functions over
 * events and settings; the printer underneath does the writing.
 *
 * @module
 */

export { type ConversationView, openView, type ViewOptions } from "./conversation_view.ts";
export { markdownFor, preloadMarkdown, type RenderingApp } from "./markdown.ts";
export { type ReasoningDisplay, ReasoningFilter } from "./reasoning.ts";
export { WholeResults } from "./whole_results.ts";
export {
  callMarkdown,
  type CallShown,
  codeSpan,
  fenced,
  type Lines,
  resultMarkdown,
  runningText,
  type ToolLook,
  toolLook,
  ToolView,
  type ToolViewOutput,
  type WholeResult,
} from "./tool_view.ts";
export { paged } from "./pager.ts";
export { showEvents } from "./transcript.ts";
export { type Waiting, Waits, waitText } from "./waits.ts";
