/**
 * Partial configurations laid over one another.
 *
 * @module
 */

import type { Json, JsonObject } from "../../../../core/conversation/mod.ts";

/** `upper` over `lower`, table by table. */
export function overlaid(lower: JsonObject, upper: JsonObject): JsonObject {
  const both: Record<string, Json> = { ...lower };
  for (const [name, value] of Object.entries(upper)) {
    const below = Object.hasOwn(lower, name) ? lower[name] : undefined;
    both[name] = isTable(value) && isTable(below) ? overlaid(below, value) : value;
  }
  return both;
}

function isTable(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
