/**
 * What a single configuration value may be: how it is checked, read from text, appended to, and
 * put into JSON Schema. The checks are written here rather than taken from a schema library since
 * loading one (valibot: 5 to 10 ms) would by itself use up what resolving the configuration may
 * cost at startup, and since a key needs more than a check: text forms, appending, trust.
 *
 * Nothing in here knows a key of the program, and nothing throws on a bad value: it complains.
 *
 * @module
 */

import type { Json, JsonObject } from "../../core/conversation/mod.ts";

/** The keys that lead to a value, outermost first. */
export type KeyPath = readonly string[];

/** One thing that is wrong with a value, not yet tied to the place it came from. */
export interface Complaint {
  readonly kind: "wrong_value" | "unknown_key" | "missing_key";
  readonly path: KeyPath;
  /** What should be there, as the end of "expected …". */
  readonly expected: string;
  /** The value that is there, for a short quotation. */
  readonly got?: unknown;
  /** Names that would have been right. */
  readonly choices?: readonly string[];
}

/** Takes a complaint; the check goes on to find the next one. */
export type Complain = (complaint: Complaint) => void;

/** What a value may be. */
export interface Shape<T> {
  /** As the end of "expected …". */
  readonly expects: string;
  /** The words it accepts, if it accepts words. */
  readonly choices?: readonly string[];
  /** As JSON Schema. */
  readonly schema: JsonObject;
  /** Checks a raw value and brings it into its one form; undefined after a complaint. */
  read(raw: unknown, path: KeyPath, complain: Complain): T | undefined;
  /** The raw value that `text` on a command line or in the environment stands for. */
  fromText(text: string): unknown;
  /** What `+=` makes of two values; left out where only replacing makes sense. */
  append?(lower: T, upper: T): T;
}

/** The longest delay a timer of either runtime takes, in ms; beyond it they fire at once. */
const MAX_TIMER_MS = 2_147_483_647;

/** `true` or `false`. */
export function boolean(): Shape<boolean> {
  const shape: Shape<boolean> = {
    expects: "true or false",
    choices: ["true", "false"],
    schema: { type: "boolean" },
    read: (raw, path, complain) =>
      typeof raw === "boolean" ? raw : wrong(complain, shape, path, raw),
    fromText: (text) => text === "true" ? true : text === "false" ? false : text,
  };
  return shape;
}

/** The bounds of a number. */
export interface NumberBounds {
  readonly min?: number;
  readonly max?: number;
  /** Smaller values count as this one. */
  readonly atLeast?: number;
  /** Said instead of the plain bounds. */
  readonly expects?: string;
  /** Further condition on a value inside the bounds. */
  readonly only?: (value: number) => boolean;
}

/** A whole number. */
export function integer(bounds: NumberBounds = {}): Shape<number> {
  return numeric("a whole number", "integer", bounds);
}

/** Any finite number. */
export function number(bounds: NumberBounds = {}): Shape<number> {
  return numeric("a number", "number", bounds);
}

/** Whole seconds, no more than a timer takes. */
export function seconds(bounds: NumberBounds = {}): Shape<number> {
  return integer({ min: 0, max: Math.floor(MAX_TIMER_MS / 1000), ...bounds });
}

/** Whole milliseconds, no more than a timer takes. */
export function milliseconds(bounds: NumberBounds = {}): Shape<number> {
  return integer({ min: 0, max: MAX_TIMER_MS, ...bounds });
}

/** The time between two updates, in ms: less than 10 counts as 10. */
export function interval(): Shape<number> {
  return milliseconds({ atLeast: 10 });
}

function numeric(noun: string, type: "integer" | "number", bounds: NumberBounds): Shape<number> {
  const { min, max, atLeast, only } = bounds;
  const range = min !== undefined && max !== undefined
    ? ` from ${min} to ${max}`
    : min !== undefined
    ? `, ${min} or more`
    : max !== undefined
    ? `, ${max} or less`
    : "";
  const shape: Shape<number> = {
    expects: bounds.expects ?? noun + range,
    schema: {
      type,
      ...(min !== undefined ? { minimum: min } : {}),
      ...(max !== undefined ? { maximum: max } : {}),
    },
    read: (raw, path, complain) => {
      const fits = typeof raw === "number" && Number.isFinite(raw) &&
        (type === "number" || Number.isSafeInteger(raw)) &&
        (min === undefined || raw >= min) && (max === undefined || raw <= max) &&
        (only === undefined || only(raw));
      if (!fits) return wrong(complain, shape, path, raw);
      return atLeast !== undefined && raw < atLeast ? atLeast : raw;
    },
    fromText: (text) => /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : text,
  };
  return shape;
}

/** A length of time; a bare number is in ms. The value is in ms, possibly fractional. */
export function duration(): Shape<number> {
  const factors: Readonly<Record<string, number>> = { us: 0.001, "µs": 0.001, ms: 1, s: 1000 };
  const shape: Shape<number> = {
    expects: 'a time such as "3ms", "500us" or "1s"',
    schema: {
      anyOf: [
        { type: "string", pattern: "^\\d+(\\.\\d+)?\\s*(us|µs|ms|s)$" },
        { type: "number", minimum: 0 },
      ],
    },
    read: (raw, path, complain) => {
      const match = typeof raw === "string" ? /^(\d+(?:\.\d+)?)\s*(us|µs|ms|s)$/.exec(raw) : null;
      const value = typeof raw === "number"
        ? raw
        : Number(match?.[1]) * (factors[match?.[2] ?? ""] ?? NaN);
      return value >= 0 && value <= MAX_TIMER_MS ? value : wrong(complain, shape, path, raw);
    },
    fromText: (text) => /^\d+(\.\d+)?$/.test(text) ? Number(text) : text,
  };
  return shape;
}

/** Further conditions on a text. */
export interface TextRules {
  /** Said instead of "text". */
  readonly expects?: string;
  /** What it has to match; without one it may not be empty. */
  readonly pattern?: RegExp;
  /** It may be empty. */
  readonly empty?: boolean;
}

/** Text; `+=` appends to it. */
export function text(rules: TextRules = {}): Shape<string> {
  const { pattern, empty } = rules;
  const shape: Shape<string> = {
    expects: rules.expects ?? "text",
    schema: {
      type: "string",
      ...(pattern !== undefined ? { pattern: pattern.source } : {}),
      ...(pattern === undefined && empty !== true ? { minLength: 1 } : {}),
    },
    read: (raw, path, complain) => {
      const fits = typeof raw === "string" &&
        (pattern !== undefined ? pattern.test(raw) : empty === true || raw !== "");
      return fits ? raw : wrong(complain, shape, path, raw);
    },
    fromText: (text) => text,
    append: (lower, upper) => lower + upper,
  };
  return shape;
}

/** One of a few words. */
export function choice<const W extends readonly string[]>(...words: W): Shape<W[number]> {
  const shape: Shape<W[number]> = {
    expects: orList(words.map((word) => JSON.stringify(word))),
    choices: words,
    schema: { enum: words },
    read: (raw, path, complain) =>
      words.find((word) => word === raw) ?? wrong(complain, shape, path, raw),
    fromText: (text) => text,
  };
  return shape;
}

/** Any JSON value, no deeper than 64 levels; dates become text. */
export function anyJson(): Shape<Json> {
  const shape: Shape<Json> = {
    expects: "a JSON value",
    schema: {},
    read: (raw, path, complain) =>
      toJson(raw, 0) ?? (raw === null ? null : wrong(complain, shape, path, raw)),
    fromText: guess,
  };
  return shape;
}

const MAX_DEPTH = 64;

function toJson(raw: unknown, depth: number): Json | undefined {
  if (raw === null || typeof raw === "string" || typeof raw === "boolean") return raw;
  if (typeof raw === "number") return Number.isFinite(raw) ? raw : undefined;
  if (raw instanceof Date) return raw.toISOString();
  if (typeof raw !== "object" || depth === MAX_DEPTH) return undefined;
  if (Array.isArray(raw)) {
    const items: Json[] = [];
    for (const each of raw) {
      const item = toJson(each, depth + 1);
      if (item === undefined) return undefined;
      items.push(item);
    }
    return items;
  }
  const object: Record<string, Json> = {};
  for (const [name, each] of Object.entries(raw)) {
    const value = name === "__proto__" ? undefined : toJson(each, depth + 1);
    if (value === undefined) return undefined;
    object[name] = value;
  }
  return object;
}

/** Text whose type nobody knows: JSON where it reads as such, else the text itself. */
function guess(text: string): unknown {
  if (!/^\s*([[{"]|-?\d|true\b|false\b|null\b)/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Text that is JSON when it starts like a list or an object, and itself otherwise. */
export function bracketed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** `a, b or c`. */
export function orList(words: readonly string[]): string {
  return words.length < 2
    ? words.join("")
    : `${words.slice(0, -1).join(", ")} or ${words[words.length - 1]}`;
}

/** Complains that `raw` is not what `shape` expects. */
export function wrong(
  complain: Complain,
  shape: Pick<Shape<unknown>, "expects" | "choices">,
  path: KeyPath,
  raw: unknown,
): undefined {
  complain({
    kind: "wrong_value",
    path,
    expected: shape.expects,
    got: raw,
    ...(shape.choices !== undefined ? { choices: shape.choices } : {}),
  });
}
