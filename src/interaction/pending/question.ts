/**
 * Asks a question of a tool's, in the form that goes with its answer.
 *
 * Source: reference-facts 3.3 "Questions".
 *
 * @module
 */

import type { Line } from "../../core/frame/mod.ts";
import type { Choice } from "../widgets/mod.ts";
import { unanswered } from "./permission.ts";
import type { AskPorts } from "./prompt_queue.ts";
import type { QuestionAnswer, QuestionPrompt } from "./types.ts";

const YES_OR_NO: readonly Choice[] = [
  { key: "y", label: "Yes" },
  { key: "Y", label: "Yes, and the same until the turn ends" },
  { key: "n", label: "No" },
  { key: "N", label: "No, and the same until the turn ends" },
];

/** Beside a text or a list there is room for so many lines of what it is about. */
const MOST_LINES = 12;

/** Asks. */
export async function askQuestion(
  { text, preamble, answer }: QuestionPrompt,
  { prompts, editMode, asking }: AskPorts,
): Promise<QuestionAnswer> {
  switch (answer.kind) {
    case "boolean": {
      const given = await prompts.inlineSelect({
        message: text,
        preamble,
        choices: YES_OR_NO,
        ...(answer.default === null ? {} : { enter: answer.default ? "y" : "n" }),
      }, { ...asking, as: "prompt" });
      if (given.kind !== "chosen") return given;
      const { key } = given;
      return {
        kind: "answered",
        value: key === "y" || key === "Y",
        remember: key === "Y" || key === "N",
      };
    }
    case "text": {
      const given = await prompts.lineInput({
        message: `${text} `,
        preamble: cut(preamble),
        editMode,
        ...(answer.default === null ? {} : { default: answer.default }),
      }, asking);
      if (given.kind === "submitted") {
        return { kind: "answered", value: given.text, remember: false };
      }
      return given.kind === "cancelled" ? { kind: "cancelled" } : unanswered(given);
    }
    case "select": {
      const { options, labels } = answer;
      const given = await prompts.listPicker({
        message: `${text} `,
        preamble: cut(preamble),
        items: labels.map((label, index) => ({ id: String(index), label })),
        ...(answer.default === null ? {} : { selected: String(answer.default) }),
      }, asking);
      if (given.kind !== "chosen") return given;
      const value = options[Number(given.id)];
      if (value === undefined) throw new RangeError(`there is no option ${given.id}`);
      return { kind: "answered", value, remember: false };
    }
  }
}

function cut(lines: readonly Line[]): readonly Line[] {
  if (lines.length <= MOST_LINES) return lines;
  const more = lines.length - MOST_LINES + 1;
  return [...lines.slice(0, MOST_LINES - 1), [{ text: `… ${more} more lines`, style: "2" }]];
}
