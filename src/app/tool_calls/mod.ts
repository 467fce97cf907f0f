/**
 * The calls of a turn: permission, questions, results.
 *
 * @module
 */

export { previewLines } from "./preview.ts";
export type { Inquire } from "./questions.ts";
export { type Denied, ToolDesk, type ToolDeskPorts } from "./tool_desk.ts";
