/**
 * How much a model is to think, read from `assistant.model.parameters.reasoning`. Each provider
 * spells it in its own way; this is what they spell.
 *
 * @module
 */

import type { Json, JsonObject } from "../../core/conversation/mod.ts";
import { isRecord } from "./server_words.ts";
import { ProviderError } from "./types.ts";

const EFFORTS = ["minimal", "low", "medium", "high", "xhigh", "max"] as const;

/** In words every provider is given by its package. */
export type Effort = (typeof EFFORTS)[number];

/** `exclude`: it thinks, but keeps the thoughts to itself. */
export type Reasoning =
  /** Nothing was said: what the provider does by itself. */
  | { readonly kind: "default" }
  | { readonly kind: "off" }
  /** As much as it sees fit. */
  | { readonly kind: "auto" }
  | { readonly kind: "effort"; readonly effort: Effort; readonly exclude: boolean }
  /** At most so many tokens. */
  | { readonly kind: "budget"; readonly tokens: number; readonly exclude: boolean };

/**
 * The parameter `reasoning`: `off`, `auto`, an effort, a number of tokens, or `{ effort, exclude }`.
 *
 * @throws {ProviderError} `config` when it is something else.
 */
export function reasoningOf(parameters: JsonObject): Reasoning {
  const value = parameters.reasoning;
  if (value === undefined || value === null) return { kind: "default" };
  const exclude = isRecord(value) && value.exclude === true;
  const amount = isRecord(value) ? value.effort ?? "medium" : value;
  if (amount === "off") return { kind: "off" };
  if (amount === "auto") return { kind: "auto" };
  const effort = EFFORTS.find((name) => name === amount);
  if (effort !== undefined) return { kind: "effort", effort, exclude };
  const tokens = tokensOf(amount);
  if (tokens !== null) return { kind: "budget", tokens, exclude };
  throw new ProviderError(
    "config",
    "The model parameter reasoning has to be off, auto, " +
      `one of ${EFFORTS.join(", ")}, or a number of tokens.`,
    {
      help: "Give it as -p reasoning=…, or set assistant.model.parameters.reasoning.",
      retryable: false,
    },
  );
}

/** The effort for providers that do not count tokens: the nearest by what they spend on one. */
export function effortOf(tokens: number): Effort {
  return tokens <= 1024 ? "minimal" : tokens <= 4096 ? "low" : tokens <= 12_288 ? "medium" : "high";
}

function tokensOf(value: Json): number | null {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number > 0 ? number : null;
}
