/**
 * Asks whether a call may run, with the ways around a plain yes and no: looking at the arguments,
 * editing them, giving a reason.
 *
 * Source: reference-facts 3.3, RFD 088 "Empty-Enter policy", interrupts.md "Prompts".
 *
 * @module
 */

import type { JsonObject } from "../../core/conversation/mod.ts";
import type { Line } from "../../core/frame/mod.ts";
import { jsonFault } from "../../core/json/mod.ts";
import { safeName } from "../../host/sanitize/mod.ts";
import type { Unanswered } from "../prompts/mod.ts";
import type { Choice } from "../widgets/mod.ts";
import type { AskPorts } from "./prompt_queue.ts";
import type { PermissionAnswer, PermissionPrompt } from "./types.ts";

/** The keys of the prompt, and what each does. */
export const PERMISSION_CHOICES: readonly Choice[] = [
  { key: "y", label: "Run it" },
  { key: "Y", label: "Run it, and this tool without asking until the turn ends" },
  { key: "n", label: "Skip it" },
  { key: "N", label: "Skip it, and this tool without asking until the turn ends" },
  { key: "p", label: "Print the arguments, or what it will do" },
  { key: "r", label: "Skip it, and say why" },
  { key: "e", label: "Edit the arguments" },
];

/** Asks until there is an answer. */
export async function askPermission(
  prompt: PermissionPrompt,
  ports: AskPorts,
): Promise<PermissionAnswer> {
  if (prompt.edits || prompt.refused !== undefined) {
    const edited = await editArguments(prompt, ports);
    if (edited !== null) return edited;
  }
  let printed = false;
  for (;;) {
    const answer = await ports.prompts.inlineSelect({
      message: prompt.note === undefined ? prompt.message : `${prompt.note}\n${prompt.message}`,
      preamble: above(prompt, printed),
      choices: PERMISSION_CHOICES,
    }, { ...ports.asking, as: "prompt" });
    if (answer.kind === "cancelled") return { kind: "skip", remember: false, reason: null };
    if (answer.kind !== "chosen") return answer;
    switch (answer.key) {
      case "y":
      case "Y":
        return { kind: "run", remember: answer.key === "Y" };
      case "n":
      case "N":
        return { kind: "skip", remember: answer.key === "N", reason: null };
      case "p":
        printed = !printed;
        break;
      case "r": {
        const said = await askReason(ports);
        if (said !== null) return said;
        break;
      }
      case "e": {
        const edited = await editArguments({ ...prompt, refused: undefined }, ports);
        if (edited !== null) return edited;
      }
    }
  }
}

/** The arguments take the preview's place, so that they are in sight at once. */
function above({ preview, arguments: text }: PermissionPrompt, printed: boolean): readonly Line[] {
  if (!printed) return preview;
  return ["```json", ...text.split("\n"), "```"].map((each): Line => [{ text: safeName(each) }]);
}

/** Null: nothing has changed, and it is asked again. */
async function askReason({ composer, editMode, asking }: AskPorts): Promise<
  PermissionAnswer | null
> {
  const result = await composer.edit({
    ...asking,
    message: "Reason for skipping (optional): ",
    text: "",
    suffix: ".md",
    editMode,
  });
  switch (result.kind) {
    case "submitted": {
      const reason = result.text.trim();
      return { kind: "skip", remember: false, reason: reason === "" ? null : reason };
    }
    case "cancelled":
      return null;
    default:
      return unanswered(result);
  }
}

/** Null: nothing has changed, and it is asked again. */
async function editArguments(
  prompt: PermissionPrompt & { readonly refused?: PermissionPrompt["refused"] },
  { composer, editMode, asking }: AskPorts,
): Promise<PermissionAnswer | null> {
  let text = prompt.refused?.text ?? prompt.arguments;
  let why = prompt.refused?.why ?? null;
  let caret: number | undefined;
  for (;;) {
    const result = await composer.edit({
      ...asking,
      message: "Edit arguments: ",
      text,
      suffix: ".json",
      editMode,
      ...(caret === undefined ? {} : { caret }),
      ...(why === null ? {} : { error: [{ text: why, style: "31" }] }),
    });
    switch (result.kind) {
      case "cancelled":
        return null;
      case "submitted": {
        if (result.text.trim() === "") return null;
        const parsed = parseArguments(result.text);
        if (parsed.kind === "arguments") {
          return { kind: "edited", arguments: parsed.value, text: result.text };
        }
        ({ text, caret } = result);
        why = parsed.why;
        break;
      }
      default:
        return unanswered(result);
    }
  }
}

/** Edited arguments: a JSON object, or why they are none. */
export function parseArguments(
  text: string,
):
  | { readonly kind: "arguments"; readonly value: JsonObject }
  | { readonly kind: "wrong"; readonly why: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: "wrong", why: `Not JSON: ${jsonFault(text)}` };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { kind: "wrong", why: "Arguments are a JSON object: { … }" };
  }
  return { kind: "arguments", value: value as JsonObject };
}

/** The ways of having no answer, without the text that went with them. */
export function unanswered({ kind }: Unanswered): Unanswered {
  return { kind };
}
