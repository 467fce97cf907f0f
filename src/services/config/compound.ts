/**
 * Values made of other values: lists, records and alternatives. Each is one value to the layers:
 * it is replaced or appended to as a whole, never merged key by key.
 *
 * @module
 */

import type { JsonObject } from "../../core/conversation/mod.ts";
import type { Key } from "./field.ts";
import { bracketed, type Complaint, orList, type Shape, wrong } from "./shape.ts";

/** A list; `+=` appends and drops what is there already. A single item stands for a list of one. */
export function list<T>(item: Shape<T>, noun: string): Shape<readonly T[]> {
  const shape: Shape<readonly T[]> = {
    expects: `a list of ${noun}`,
    schema: { type: "array", items: item.schema },
    read: (raw, path, complain) => {
      if (!Array.isArray(raw)) return wrong(complain, shape, path, raw);
      let whole = true;
      const items: T[] = [];
      for (const [index, each] of raw.entries()) {
        const value = item.read(each, [...path, String(index)], complain);
        if (value === undefined) whole = false;
        else items.push(value);
      }
      return whole ? items : undefined;
    },
    fromText: (text) => {
      const value = bracketed(text);
      return Array.isArray(value) ? value : [item.fromText(text)];
    },
    append: (lower, upper) => {
      const seen = new Set(lower.map((each) => JSON.stringify(each)));
      return [...lower, ...upper.filter((each) => !seen.has(JSON.stringify(each)))];
    },
  };
  return shape;
}

/** The value of a record with these members. */
export type RecordValue<F extends Readonly<Record<string, Key<unknown>>>> = {
  readonly [K in keyof F]: F[K] extends Key<infer T> ? T : never;
};

/** A table that is one value; what it leaves out gets the member's default. */
export function record<F extends Readonly<Record<string, Key<unknown>>>>(
  fields: F,
): Shape<RecordValue<F>> {
  const names = Object.keys(fields);
  const shape: Shape<RecordValue<F>> = {
    expects: `a table with ${names.join(", ")}`,
    schema: recordSchema(fields),
    read: (raw, path, complain) => {
      if (!isTable(raw)) return wrong(complain, shape, path, raw);
      let whole = true;
      const value: Record<string, unknown> = {};
      for (const [name, field] of Object.entries(fields)) {
        // JSON may spell out what is left out.
        if (!Object.hasOwn(raw, name) || raw[name] === null && field.fallback !== undefined) {
          if (field.fallback === undefined) {
            complain({ kind: "missing_key", path: [...path, name], expected: field.shape.expects });
            whole = false;
          } else value[name] = field.fallback;
          continue;
        }
        const member = field.shape.read(raw[name], [...path, name], complain);
        if (member === undefined) whole = false;
        else value[name] = member;
      }
      for (const name of Object.keys(raw)) {
        if (Object.hasOwn(fields, name)) continue;
        const at = [...path, name];
        complain({
          kind: "unknown_key",
          path: at,
          expected: `one of ${orList(names)}`,
          choices: names,
        });
        whole = false;
      }
      return whole ? value as RecordValue<F> : undefined;
    },
    fromText: bracketed,
  };
  return shape;
}

function recordSchema(fields: Readonly<Record<string, Key<unknown>>>): JsonObject {
  const properties: Record<string, JsonObject> = {};
  const required: string[] = [];
  for (const [name, field] of Object.entries(fields)) {
    properties[name] = { description: field.doc, ...field.shape.schema };
    if (field.fallback === undefined) required.push(name);
  }
  return {
    type: "object",
    properties,
    additionalProperties: false,
    ...(required.length > 0 ? { required } : {}),
  };
}

/** Any of several forms; the first that fits counts. */
export function either<T extends readonly unknown[]>(
  ...shapes: { [K in keyof T]: Shape<T[K]> }
): Shape<T[number]> {
  const choices = shapes.flatMap((each) => each.choices ?? []);
  const shape: Shape<T[number]> = {
    expects: orList(shapes.map((each) => each.expects)),
    ...(choices.length > 0 ? { choices } : {}),
    schema: { anyOf: shapes.map((each) => each.schema) },
    read: (raw, path, complain) => {
      let inner: Complaint[] = [];
      for (const each of shapes) {
        const complaints: Complaint[] = [];
        const value = each.read(raw, path, (one) => complaints.push(one));
        if (value !== undefined) return value;
        // A table that is nearly right is told by its own fault, not by the list of alternatives.
        if (complaints.some((one) => one.path.length > path.length)) inner = complaints;
      }
      if (inner.length === 0) return wrong(complain, shape, path, raw);
      inner.forEach(complain);
      return undefined;
    },
    fromText: (text) => {
      for (const each of shapes) {
        const raw = each.fromText(text);
        if (each.read(raw, [], () => {}) !== undefined) return raw;
      }
      return bracketed(text);
    },
  };
  return shape;
}

/** The same values brought into one form. */
export function mapped<T, U>(from: Shape<T>, to: (value: T) => U): Shape<U> {
  return {
    expects: from.expects,
    ...(from.choices !== undefined ? { choices: from.choices } : {}),
    schema: from.schema,
    read: (raw, path, complain) => {
      const value = from.read(raw, path, complain);
      return value === undefined ? undefined : to(value);
    },
    fromText: (text) => from.fromText(text),
  };
}

/** A table, as read from TOML or JSON. */
export function isTable(raw: unknown): raw is Readonly<Record<string, unknown>> {
  return typeof raw === "object" && raw !== null && !Array.isArray(raw) && !(raw instanceof Date);
}
