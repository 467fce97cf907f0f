/**
 * What the model is told of calls that did not go the plain way, and what the user is asked about
 * them. Names and texts in questions are shown harmless.
 *
 * Source: reference-facts 3.3.
 *
 * @module
 */

import type { CallEnd } from "../../core/conversation/mod.ts";
import { safeName } from "../../host/sanitize/mod.ts";
import type { Tool } from "../../services/tools/mod.ts";
import type { CallDecision, CallResult } from "../turn/mod.ts";

/** `Run local NAME tool?`. */
export function permissionQuestion({ name, source }: Tool): string {
  switch (source.kind) {
    case "builtin":
      return `Run built-in ${safeName(name)} tool?`;
    case "local":
      return `Run local ${safeName(name)} tool?`;
    case "mcp":
      return `Run mcp ${safeName(name)} tool from ${safeName(source.server)} server?`;
  }
}

/** `Deliver NAME result to assistant?`. */
export function deliveryQuestion({ name }: Tool): string {
  return `Deliver ${safeName(name)} result to assistant?`;
}

/** A call that is answered without a run: by decision, or since it could not be made. */
export function refused(content: string, skipped: boolean): CallDecision & CallResult {
  return { kind: "answer", ...(skipped ? left(content, "skipped") : failed(content)) };
}

/** What a result is that is no success. */
export function failed(content: string): CallResult {
  return { content, isError: true };
}

/** What the model is told of a call that ended by somebody's decision. */
export function left(content: string, ended: CallEnd): CallResult {
  return { content, isError: true, ended };
}

/** The model asked for something there is not. */
export function unknownTool(name: string, names: readonly string[]): string {
  const others = names.length === 0
    ? "There are no tools here."
    : `The tools are: ${names.join(", ")}.`;
  return `There is no tool named ${JSON.stringify(name)}. Do not call it again. ${others}`;
}

/** The user skipped it. */
export function skipped(reason: string | null, remembered: boolean): string {
  if (reason !== null) return `Tool skipped by user: ${reason}`;
  return remembered ? "Tool skipped by user. (remembered)" : "Tool skipped by user.";
}

/** What was asked for is never run. */
export const SKIPPED_BY_CONFIG = "Tool skipped by configuration. Do not call it again.";
/** Its result is never delivered. */
export const RESULT_SKIPPED_BY_CONFIG =
  "The tool was run. By configuration its result is not delivered.";
/** The user looked at the result and kept it. */
export const RESULT_SKIPPED = "The tool was run. The user decided not to deliver its result.";
/** A question was backed out of. */
export const INPUT_CANCELLED = "Tool input cancelled by user.";

/** Nobody could be asked for permission. */
export const NOBODY_TO_PERMIT =
  "The tool was not run: it needs the user's permission, and there is nobody to ask. " +
  "Do not call it again; do without it.";
/** Nobody could be asked about the result. */
export const NOBODY_TO_DELIVER =
  "The tool was run. Its result has to be looked at by the user before it is delivered, and there " +
  "is nobody to ask.";

/** Nobody could answer. */
export function nobodyToAnswer(question: string): string {
  return `The tool asked the user something, and there is nobody to ask: ${question}\n` +
    "Do not call it again in the same way.";
}

/** It ran with other arguments than the model gave. */
export function changedArguments(json: string, content: string): string {
  return `The user changed the arguments to ${json} before the tool was run.\n\n${content}`;
}
