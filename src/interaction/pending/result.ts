/**
 * Asks whether the model reads a result, and has it edited.
 *
 * Source: reference-facts 3.3 "Result delivery", RFD 088 "Empty-Enter policy": an edit that is
 * emptied or backed out of leads to the question.
 *
 * @module
 */

import type { Choice } from "../widgets/mod.ts";
import { unanswered } from "./permission.ts";
import type { AskPorts } from "./prompt_queue.ts";
import type { ResultAnswer, ResultPrompt } from "./types.ts";

const CHOICES: readonly Choice[] = [
  { key: "y", label: "Deliver it" },
  { key: "n", label: "Skip it: the model is told that you did" },
  { key: "e", label: "Edit it first" },
];

/** Asks until there is an answer. */
export async function askResult(prompt: ResultPrompt, ports: AskPorts): Promise<ResultAnswer> {
  if (prompt.edits) {
    const edited = await edit(prompt, ports);
    if (edited !== null) return edited;
  }
  for (;;) {
    const answer = await ports.prompts.inlineSelect({
      message: prompt.message,
      preamble: prompt.preview,
      choices: CHOICES,
      enter: "y",
    }, { ...ports.asking, as: "prompt" });
    if (answer.kind === "cancelled") return { kind: "withhold" };
    if (answer.kind !== "chosen") return answer;
    switch (answer.key) {
      case "y":
        return { kind: "deliver", content: prompt.content };
      case "n":
        return { kind: "withhold" };
      case "e": {
        const edited = await edit(prompt, ports);
        if (edited !== null) return edited;
      }
    }
  }
}

/** Null: nothing has changed, and it is asked. */
async function edit(
  { content }: ResultPrompt,
  { composer, editMode, asking }: AskPorts,
): Promise<ResultAnswer | null> {
  const result = await composer.edit({
    ...asking,
    message: "Edit result before delivery: ",
    text: content,
    caret: 0,
    suffix: ".md",
    editMode,
  });
  switch (result.kind) {
    case "submitted":
      return result.text.trim() === "" ? null : { kind: "deliver", content: result.text };
    case "cancelled":
      return null;
    default:
      return unanswered(result);
  }
}
