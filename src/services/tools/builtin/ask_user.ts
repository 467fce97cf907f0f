/**
 * `ask_user`: a question of the model's to the user, as tools ask theirs. The answer is the result.
 *
 * @module
 */

import type { Json } from "../../../core/conversation/mod.ts";
import { done } from "../settle.ts";
import { ToolError, type ToolQuestion } from "../types.ts";
import { type BuiltIn, textOf } from "./types.ts";

const ID = "answer";

/** The tool. */
export const ASK_USER: BuiltIn = {
  name: "ask_user",
  description: "Asks the user one short question, when only they can know the answer.",
  parameters: {
    type: "object",
    properties: {
      question: { type: "string", minLength: 1, maxLength: 500, description: "In one line." },
      options: {
        type: "array",
        items: { type: "string", minLength: 1 },
        maxItems: 20,
        description: "What can be chosen from; left out, the answer is free.",
      },
    },
    required: ["question"],
    additionalProperties: false,
  },
  prepare: (args) => {
    const options = Array.isArray(args.options) ? args.options.map(String) : [];
    if (options.length === 1) {
      return Promise.reject(new ToolError("arguments", "One option is no choice."));
    }
    const question: ToolQuestion = {
      id: ID,
      text: textOf(args, "question"),
      preamble: null,
      answer: options.length === 0 ? { kind: "text" } : { kind: "select", options },
      default: null,
    };
    return Promise.resolve({
      preview: { kind: "arguments" },
      run: (answers, signal) => {
        if (signal.aborted) return Promise.resolve({ kind: "cancelled" });
        const answer = Object.hasOwn(answers, ID) ? answers[ID] : undefined;
        return Promise.resolve(
          answer === undefined ? { kind: "needs input", question } : done(said(answer)),
        );
      },
    });
  },
};

function said(answer: Json): string {
  const text = typeof answer === "string" ? answer : JSON.stringify(answer);
  return text === "" ? "[no answer]" : text;
}
