/**
 * Reads model parameters, which a person may have typed as `-p KEY=VALUE`.
 *
 * @module
 */

import type { JsonObject } from "../../core/conversation/mod.ts";
import { ProviderError } from "./types.ts";

/**
 * The number under `key`, also when it was given as text; undefined when it is absent.
 *
 * @throws {ProviderError} `config` when it is something else.
 */
export function numberParameter(parameters: JsonObject, key: string): number | undefined {
  const value = parameters[key];
  if (value === undefined || value === null) return undefined;
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number === "number" && Number.isFinite(number)) return number;
  throw invalid(key, "a number");
}

/**
 * The same for a whole number that is not negative.
 *
 * @throws {ProviderError} `config` when it is something else.
 */
export function countParameter(parameters: JsonObject, key: string): number | undefined {
  const number = numberParameter(parameters, key);
  if (number === undefined || (Number.isSafeInteger(number) && number >= 0)) return number;
  throw invalid(key, "a whole number, 0 or more");
}

function invalid(key: string, what: string): ProviderError {
  return new ProviderError("config", `The model parameter ${key} has to be ${what}.`, {
    help: `Give it as -p ${key}=…, or set assistant.model.parameters.${key}.`,
    retryable: false,
  });
}
