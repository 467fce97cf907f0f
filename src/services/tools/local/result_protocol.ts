/**
 * What a local tool says on its stdout: one JSON object of the protocol, or anything else, which is
 * then the result as it is.
 *
 * Source: reference-facts.md 9.3.
 *
 * @module
 */

import type { Json } from "../../../core/conversation/mod.ts";
import { isObject } from "../schema_check.ts";
import type { ToolQuestion } from "../types.ts";

/** What it said. */
export type Said =
  | { readonly kind: "success"; readonly content: string }
  | { readonly kind: "error"; readonly message: string }
  | { readonly kind: "question"; readonly question: ToolQuestion }
  /** It speaks the protocol, wrongly. */
  | { readonly kind: "garbled"; readonly why: string }
  /** Not of the protocol. */
  | { readonly kind: "text" };

/** How every answer of the protocol begins, unless its members are in another order. */
const BEGUN = /^\s*\{\s*"type"\s*:\s*"(success|error|needs_input)"/;

const MAX_OPTIONS = 200;
const MAX_QUESTION = 4000;

/** Reads it. */
export function readResult(stdout: string): Said {
  if (!/^\s*\{/.test(stdout)) return { kind: "text" };
  let value: Json;
  try {
    value = JSON.parse(stdout) as Json;
  } catch {
    return BEGUN.test(stdout) ? { kind: "garbled", why: "JSON that breaks off" } : { kind: "text" };
  }
  if (!isObject(value)) return { kind: "text" };
  switch (value.type) {
    case "success":
      return { kind: "success", content: shown(value.content) };
    case "error": {
      const trace = Array.isArray(value.trace) ? value.trace.map(shown) : [];
      const again = value.transient === true ? ["It may work when it is tried again."] : [];
      return { kind: "error", message: [shown(value.message), ...trace, ...again].join("\n") };
    }
    case "needs_input":
      return readQuestion(value.question);
    default:
      return { kind: "text" };
  }
}

function readQuestion(raw: Json | undefined): Said {
  const garbled = (why: string): Said => ({ kind: "garbled", why });
  if (!isObject(raw)) return garbled("needs_input without a question");
  const { id, text, pre_amble, answer_type } = raw;
  if (typeof id !== "string" || id === "") return garbled("a question without an id");
  if (typeof text !== "string" || text === "") return garbled("a question without a text");
  const answer = answerOf(answer_type);
  if (answer === null) return garbled(`a question with the answer_type ${shown(answer_type)}`);
  return {
    kind: "question",
    question: {
      id,
      text: text.slice(0, MAX_QUESTION),
      preamble: typeof pre_amble === "string" && pre_amble !== "" ? pre_amble : null,
      answer,
      default: fitting(answer, raw.default ?? null),
    },
  };
}

function answerOf(raw: Json | undefined): ToolQuestion["answer"] | null {
  if (raw === "Boolean") return { kind: "boolean" };
  if (raw === "Text") return { kind: "text" };
  const select = isObject(raw) ? raw.Select : undefined;
  const options = isObject(select) && Array.isArray(select.options) ? select.options : [];
  if (options.length === 0 || options.length > MAX_OPTIONS) return null;
  return { kind: "select", options: options.map(shown) };
}

/** A default that is no possible answer is none. */
function fitting(answer: ToolQuestion["answer"], value: Json): Json | null {
  switch (answer.kind) {
    case "boolean":
      return typeof value === "boolean" ? value : null;
    case "text":
      return typeof value === "string" ? value : null;
    case "select":
      return answer.options.find((option) => option === shown(value)) ?? null;
  }
}

function shown(value: Json | undefined): string {
  return typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
}
