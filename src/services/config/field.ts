/**
 * The grammar of the table of keys: a key holds one value, a table holds keys, a free table holds
 * whatever the user likes. The type of the configuration is inferred from it.
 *
 * @module
 */

import type { JsonObject } from "../../core/conversation/mod.ts";
import type { Shape } from "./shape.ts";

/** Whether a value may run a program or redirect a key when somebody else wrote it. */
export type Sensitive<T> = boolean | { check(value: T): boolean }["check"];

/** What may be said of a key beyond its shape, default and description. */
export interface KeyOptions<T> {
  /** Needs the user's consent when it comes from a workspace (product.md, Security). */
  readonly sensitive?: Sensitive<T>;
  /** Without it the entry it stands in means nothing: refused, it takes the entry with it. */
  readonly defines?: boolean;
  /** A list of which each file adds its part instead of replacing what is there. */
  readonly appends?: boolean;
  /** It may be set, as files written for other programs do, and nothing looks at it. */
  readonly unused?: boolean;
}

/** A key that holds one value. */
export interface Key<T> extends KeyOptions<T> {
  readonly node: "key";
  readonly doc: string;
  readonly shape: Shape<T>;
  /** Undefined for a key its table cannot do without. */
  readonly fallback: T | undefined;
}

/** What may be said of a table. */
export interface TableOptions {
  /** Everything below needs consent. */
  readonly sensitive?: boolean;
  /** What the names a user gives to its entries have to match. */
  readonly names?: { readonly pattern: RegExp; readonly expects: string };
  /** Keys that others have in its place, and why there is no such key here. */
  readonly absent?: Readonly<Record<string, string>>;
  /** A condition on the whole, checked once everything is merged; the complaint, or null. */
  check?(value: Readonly<Record<string, unknown>>): string | null;
}

/** A table: known keys, and entries under names of the user's own where `rest` says what they are. */
export interface Table<F extends Fields = Fields, R extends Node | null = Node | null>
  extends TableOptions {
  readonly node: "table";
  readonly doc: string;
  readonly fields: F;
  readonly rest: R;
}

/** A table of the user's own, merged key by key however deep it goes. */
export interface Free {
  readonly node: "free";
  readonly doc: string;
  readonly sensitive?: boolean;
  readonly unused?: boolean;
}

/** Any part of the table of keys. */
export type Node = Key<unknown> | Table | Free;
/** Parts by name. */
export interface Fields {
  readonly [name: string]: Node;
}

/** The type of the configuration a part describes, with every default filled in. */
export type Value<N> = N extends Key<infer T> ? T
  : N extends Free ? JsonObject
  : N extends Table<infer F, infer R> ? R extends Node ? Named<F> & Entries<F, R>
    : Named<F>
  : never;
type Named<F extends Fields> = { readonly [K in keyof F]: Value<F[K]> };
type Entries<F extends Fields, R extends Node> = {
  readonly [name: string]: Value<R> | Value<F[keyof F]>;
};

/** A key with a default. */
export function key<T>(
  shape: Shape<T>,
  fallback: NoInfer<T>,
  doc: string,
  options: KeyOptions<NoInfer<T>> = {},
): Key<T> {
  return { node: "key", doc, shape, fallback, ...options };
}

/** A key that may be left out; its value is then null. */
export function optional<T>(
  shape: Shape<T>,
  doc: string,
  options: KeyOptions<NoInfer<T> | null> = {},
): Key<T | null> {
  return { node: "key", doc, shape, fallback: null, ...options };
}

/** A key its table cannot do without. */
export function required<T>(
  shape: Shape<T>,
  doc: string,
  options: KeyOptions<NoInfer<T>> = {},
): Key<T> {
  return { node: "key", doc, shape, fallback: undefined, ...options };
}

/** A table with these keys and no others. */
export function table<const F extends Fields>(
  doc: string,
  fields: F,
  options: TableOptions = {},
): Table<F, null> {
  return { node: "table", doc, fields, rest: null, ...options };
}

/** A table of entries under names the user gives, beside a few fixed ones. */
export function entries<const F extends Fields, R extends Node>(
  doc: string,
  fields: F,
  rest: R,
  options: TableOptions = {},
): Table<F, R> {
  return { node: "table", doc, fields, rest, ...options };
}

/** A table of the user's own. */
export function free(
  doc: string,
  options: { readonly sensitive?: boolean; readonly unused?: boolean } = {},
): Free {
  return { node: "free", doc, ...options };
}

/** The same keys, each of which may be left out. */
export type Optional<F extends Readonly<Record<string, Key<unknown>>>> = {
  readonly [K in keyof F]: F[K] extends Key<infer T> ? Key<T | null> : never;
};

/** Makes each key one that may be left out, with null as its value. */
export function optionals<const F extends Readonly<Record<string, Key<unknown>>>>(
  fields: F,
): Optional<F> {
  const out: Record<string, Key<unknown>> = {};
  for (const [name, field] of Object.entries(fields)) out[name] = { ...field, fallback: null };
  return out as Optional<F>;
}
