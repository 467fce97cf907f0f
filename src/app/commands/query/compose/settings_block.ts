/**
 * The settings in the document: the model and how much it thinks, as TOML, and what somebody has
 * changed in it. Whether a value is any good is for the configuration to say.
 *
 * @module
 */

import { parse, TomlError } from "smol-toml";
import type { JsonObject } from "../../../../core/conversation/mod.ts";
import type { Reasoning } from "../../../../services/config/mod.ts";

const REASONING = "assistant.model.parameters.reasoning";
const CHOICES = "off, auto, minimal, low, medium, high, xhigh, max, or a number of tokens";

/** What an edited block asks for. */
export type EditedSettings =
  /** `values`: what is not as it was shown, as a partial configuration; empty when all is. */
  | { readonly kind: "settings"; readonly values: JsonObject }
  | { readonly kind: "invalid"; readonly error: string };

/** The block for a model and its reasoning; null: nothing is set. */
export function settingsBlock(model: string, reasoning: Reasoning | null): string {
  return [
    `assistant.model.id = ${JSON.stringify(model)}`,
    `# ${CHOICES}`,
    reasoning === null ? `# ${REASONING} = "auto"` : `${REASONING} = ${written(reasoning)}`,
  ].join("\n");
}

function written(reasoning: Reasoning): string {
  if (typeof reasoning === "string") return JSON.stringify(reasoning);
  const effort = JSON.stringify(reasoning.effort);
  return reasoning.exclude ? `{ effort = ${effort}, exclude = true }` : effort;
}

/** What is different in the edited block. A line that was taken out changes nothing. */
export function changedSettings(shown: string, edited: string): EditedSettings {
  try {
    return { kind: "settings", values: difference(parse(shown), parse(edited), "") };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const said = error.message.split("\n", 1)[0] ?? "";
    const why = said.replace(/^Invalid TOML document: /, "not valid TOML: ");
    return { kind: "invalid", error: `line ${error.line} of the block: ${why}` };
  }
}

function difference(shown: unknown, edited: Record<string, unknown>, path: string): JsonObject {
  const changed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(edited)) {
    const before = isTable(shown) && Object.hasOwn(shown, name) ? shown[name] : undefined;
    const at = path === "" ? name : `${path}.${name}`;
    // One value, though it may be written as a table.
    if (isTable(value) && at !== REASONING) {
      const inside = difference(before, value, at);
      if (Object.keys(inside).length > 0) changed[name] = inside;
    } else if (JSON.stringify(before) !== JSON.stringify(value)) {
      changed[name] = value;
    }
  }
  return changed as JsonObject;
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    !(value instanceof Date);
}
