/**
 * What people see of a conversation: answers, reasoning, calls of tools, waits. Functions over
 * events and settings; the printer underneath does the writing.
 *
 * @module
 */

export {
  callMarkdown,
  codeSpan,
  fenced,
  type Lines,
  preparingText,
  resultMarkdown,
  runningText,
  type ToolLook,
  toolLook,
  ToolView,
  type ToolViewOutput,
} from "./tool_view.ts";
