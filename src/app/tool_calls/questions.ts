/**
 * Answers to the questions tools ask: remembered, configured, the user's, a default, a model's; in
 * that order, and nobody's where the policy says so.
 *
 * Source: reference-facts 3.3 "Questions", RFD 049.
 *
 * @module
 */

import type { Json } from "../../core/conversation/mod.ts";
import { safeName } from "../../host/sanitize/mod.ts";
import type { QuestionAnswer, QuestionPrompt } from "../../interaction/pending/mod.ts";
import type { Tool, ToolQuestion } from "../../services/tools/mod.ts";
import { plainLines } from "./preview.ts";
import type { Remembered } from "./remembered.ts";
import { INPUT_CANCELLED, nobodyToAnswer } from "./words.ts";

/** Asks a model in the user's place; null when that comes to nothing. */
export type Inquire = (
  call: { readonly id: string; readonly tool: string },
  question: ToolQuestion,
  signal: AbortSignal,
) => Promise<Json | null>;

/** What questions are answered with. */
export interface QuestionPorts {
  readonly remembered: Remembered;
  readonly available: () => boolean;
  ask(prompt: QuestionPrompt, signal: AbortSignal): Promise<QuestionAnswer>;
  readonly inquire: Inquire | null;
  /** Nobody could be asked, and the policy says no. */
  denied(tool: Tool): void;
}

/** An answer, or what the model is told of the call that has none. */
export type Answered =
  /** `inquired`: by a model, which is recorded. */
  | { readonly kind: "answer"; readonly value: Json; readonly inquired: boolean }
  | { readonly kind: "unanswered"; readonly content: string };

/**
 * Finds an answer.
 *
 * @param again the tool has been given an answer to this question and did not take it: only a person
 * can tell another.
 * @throws the signal's reason when that aborts first: then nobody has answered.
 */
export async function answerTo(
  tool: Tool,
  call: { readonly id: string },
  question: ToolQuestion,
  again: boolean,
  ports: QuestionPorts,
  signal: AbortSignal,
): Promise<Answered> {
  const known = ports.remembered.answer(tool.name, question.id) ?? tool.answers[question.id];
  if (known !== undefined && !again) return { kind: "answer", value: known, inquired: false };
  const delegated = tool.delegated.has(question.id) && !tool.exclusive.has(question.id);
  if (delegated && !again) {
    const value = await ports.inquire?.({ id: call.id, tool: tool.name }, question, signal) ?? null;
    signal.throwIfAborted();
    if (value !== null) return { kind: "answer", value, inquired: true };
  }
  if (ports.available()) {
    const given = await ports.ask(promptFor(question), signal);
    signal.throwIfAborted();
    switch (given.kind) {
      case "answered":
        if (given.remember) ports.remembered.keep(tool.name, question.id, given.value);
        return { kind: "answer", value: given.value, inquired: false };
      case "cancelled":
        return { kind: "unanswered", content: INPUT_CANCELLED };
      case "unavailable":
      case "aborted":
      case "gone":
        break;
    }
  }
  // A model that was asked and did not answer is not asked again.
  const value = again || delegated ? null : await detached(tool, call, question, ports, signal);
  signal.throwIfAborted();
  if (value !== null) {
    return { kind: "answer", value, inquired: tool.detached.question === "auto" };
  }
  ports.denied(tool);
  return { kind: "unanswered", content: nobodyToAnswer(question.text) };
}

async function detached(
  tool: Tool,
  { id }: { readonly id: string },
  question: ToolQuestion,
  ports: QuestionPorts,
  signal: AbortSignal,
): Promise<Json | null> {
  switch (tool.detached.question) {
    case "deny":
      return null;
    case "defaults":
      return question.default;
    case "auto":
      // Some answers are a person's to give, whatever else is automatic.
      if (tool.exclusive.has(question.id) || ports.inquire === null) return null;
      return await ports.inquire({ id, tool: tool.name }, question, signal);
  }
}

/** The prompt of a question, its texts harmless. */
export function promptFor(
  { text, preamble, answer, default: fallback }: ToolQuestion,
): QuestionPrompt {
  const asked = {
    kind: "question",
    text: text.trim().split("\n").map(safeName).join("\n"),
    preamble: preamble === null ? [] : plainLines(preamble),
  } as const;
  switch (answer.kind) {
    case "boolean":
      return {
        ...asked,
        answer: { kind: "boolean", default: typeof fallback === "boolean" ? fallback : null },
      };
    case "text":
      return {
        ...asked,
        answer: { kind: "text", default: typeof fallback === "string" ? fallback : null },
      };
    case "select": {
      const { options } = answer;
      const at = options.findIndex((option) => option === fallback);
      const labels = options.map(safeName);
      return {
        ...asked,
        answer: { kind: "select", options, labels, default: at < 0 ? null : at },
      };
    }
  }
}
