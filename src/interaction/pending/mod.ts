/**
 * What tools have to ask the user: prompts as data, and the one queue that asks them.
 *
 * @module
 */

export { parseArguments } from "./permission.ts";
export { PromptQueue, type QueuePorts } from "./prompt_queue.ts";
export type {
  AnswerTo,
  PendingPrompt,
  PermissionAnswer,
  PermissionPrompt,
  QuestionAnswer,
  QuestionPrompt,
  ResultAnswer,
  ResultPrompt,
} from "./types.ts";
export { PERMISSION_CHOICES } from "./permission.ts";
