/**
 * Values and keys as TOML text, each on one line.
 *
 * @module
 */

import { isTable } from "./compound.ts";
import type { KeyPath } from "./shape.ts";

/** The value as TOML; null when it holds something that TOML cannot say. */
export function tomlValue(value: unknown): string | null {
  switch (typeof value) {
    case "string":
      return tomlString(value);
    case "boolean":
      return String(value);
    case "number":
      return Number.isFinite(value) ? tomlNumber(value) : null;
  }
  if (Array.isArray(value)) {
    const items = value.map(tomlValue);
    return items.includes(null) ? null : `[${items.join(", ")}]`;
  }
  if (!isTable(value)) return null;
  const members: string[] = [];
  for (const [name, each] of Object.entries(value)) {
    const text = tomlValue(each);
    if (text === null) return null;
    members.push(`${tomlKey([name])} = ${text}`);
  }
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** The names as a dotted key. */
export function tomlKey(path: KeyPath): string {
  return path.map((name) => {
    if (/^[A-Za-z0-9_-]+$/.test(name)) return name;
    return /^[\x20-\x26\x28-\x7e]+$/.test(name) ? `'${name}'` : tomlString(name);
  }).join(".");
}

function tomlString(text: string): string {
  // JSON leaves DEL as it is, and writes lone surrogates as escapes that TOML refuses.
  return JSON.stringify(text.toWellFormed()).replaceAll("\u007f", "\\u007f");
}

function tomlNumber(value: number): string {
  // Without a dot or an exponent it is an integer, which must not be larger than 64 bits.
  return Number.isInteger(value) && !Number.isSafeInteger(value)
    ? value.toExponential()
    : String(value);
}
