/**
 * A conversation as data: its events, how they are written and read back, what is repaired, and
 * what a model gets to see of them. Pure: no clock, no files.
 *
 * @module
 */

export type {
  CallEnd,
  ChatRequest,
  ChatResponse,
  ConfigDelta,
  ConversationEvent,
  Discard,
  EventBase,
  InquiryRequest,
  InquiryResponse,
  Json,
  JsonObject,
  KnownEvent,
  ToolCallRequest,
  ToolCallResponse,
  TurnEnd,
  TurnEndReason,
  TurnStart,
  UnknownEvent,
  Usage,
} from "./events.ts";
export type { LineFault, ParsedLine } from "./codec.ts";
export { encodeEvent, encodeEvents, isKnown, parseLine } from "./codec.ts";
export type { LogContents, LogProblem, TornTail } from "./log.ts";
export { readLog } from "./log.ts";
export { withoutDiscarded } from "./discard.ts";
export type { Repaired } from "./repair.ts";
export { INTERRUPTED_RESULT, repair } from "./repair.ts";
export type {
  AssistantPart,
  Continuation,
  Prompt,
  PromptEnd,
  PromptMessage,
  PromptOptions,
  ToolResult,
} from "./prompt.ts";
export { CONTINUE_INSTRUCTION, toPrompt } from "./prompt.ts";
export type { Turn, Turns, TurnSelection } from "./turns.ts";
export { lastRequest, selectTurns, splitTurns, unansweredRequest } from "./turns.ts";
export type { ConversationId } from "./id.ts";
export {
  createdAt,
  decisecondsOf,
  directoryName,
  idOf,
  numberOf,
  parseDirectoryName,
  parseId,
  SLUG_LENGTH,
  slugOf,
} from "./id.ts";
