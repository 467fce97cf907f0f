/**
 * The table of keys for readers: the manual's list, and JSON Schema for editors that complete and
 * check TOML. Only here is the table turned into text; nothing is described twice.
 *
 * @module
 */

import type { Json, JsonObject } from "../../core/conversation/mod.ts";
import type { Free, Key, Node, Table } from "./field.ts";
import { formatKeyPath } from "./key_path.ts";
import { SCHEMA } from "./schema.ts";
import type { KeyPath } from "./shape.ts";

/** One key as the manual lists it. */
export interface KeyDescription {
  /** `a.b.c`; `<name>` stands for a name of the user's own. */
  readonly path: string;
  /** What it may be. */
  readonly type: string;
  /** Its default as JSON; null where it has none. */
  readonly default: string | null;
  readonly description: string;
  /** Whether some of its values need consent when a workspace sets them. */
  readonly needsConsent: boolean;
}

/** Every key, in the order of the table. */
export function describeKeys(): KeyDescription[] {
  const found: KeyDescription[] = [];
  const walk = (node: Node, path: string, inherited: boolean): void => {
    const sensitive = inherited || (node.sensitive !== undefined && node.sensitive !== false);
    if (node.node === "table") {
      for (const [name, child] of Object.entries(node.fields)) {
        walk(child, join(path, formatKeyPath([name])), sensitive);
      }
      if (node.rest !== null) walk(node.rest, join(path, "<name>"), sensitive);
    } else found.push(describe(node, path, sensitive));
  };
  walk(SCHEMA, "", false);
  return found;
}

function describe(node: Key<unknown> | Free, path: string, needsConsent: boolean): KeyDescription {
  const isKey = node.node === "key";
  const fallback = isKey ? node.fallback : undefined;
  return {
    path,
    type: isKey ? node.shape.expects : "a table of your own",
    default: fallback === undefined || fallback === null ? null : JSON.stringify(fallback),
    description: docOf(node),
    needsConsent,
  };
}

function docOf({ doc, unused }: Key<unknown> | Free): string {
  return unused === true ? `${doc} Accepted, and without effect.` : doc;
}

/** Whether nothing looks at what is set there. */
export function isUnused(path: KeyPath): boolean {
  const node = path.reduce<Node | undefined>(
    // A value may be a path of its own below the key.
    (node, name) => node === undefined || node.node === "table" ? down(node, name) : node,
    SCHEMA,
  );
  return node !== undefined && node.node !== "table" && node.unused === true;
}

function join(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

function down(node: Node | undefined, name: string): Node | undefined {
  if (node?.node !== "table") return undefined;
  return Object.hasOwn(node.fields, name) ? node.fields[name] : node.rest ?? undefined;
}

/**
 * Whether there is a key or a table of keys by that path. What a value is made of is not looked at:
 * the path may lead into it.
 */
export function isKeyPath(path: KeyPath): boolean {
  let node: Node | undefined = SCHEMA;
  for (const name of path) {
    if (node?.node !== "table") return true;
    node = down(node, name);
    if (node === undefined) return false;
  }
  return true;
}

/** What a name in a path may be: the fixed ones, or `<name>`. For completion. */
export function namesBelow(path: KeyPath): readonly string[] {
  const node = path.reduce<Node | undefined>(down, SCHEMA);
  if (node?.node !== "table") return [];
  return [...Object.keys(node.fields), ...(node.rest === null ? [] : ["<name>"])];
}

/** JSON Schema (2020-12) of a configuration file. */
export function toJsonSchema(): JsonObject {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "jp",
    ...tableSchema(SCHEMA),
  };
}

function nodeSchema(node: Node): JsonObject {
  switch (node.node) {
    case "key":
      return keySchema(node);
    case "free":
      return { type: "object", description: docOf(node), ...deprecated(node) };
    case "table":
      return tableSchema(node);
  }
}

/** Editors strike such keys through. */
function deprecated({ unused }: Key<unknown> | Free): JsonObject {
  return unused === true ? { deprecated: true } : {};
}

function keySchema(node: Key<unknown>): JsonObject {
  const { shape, fallback } = node;
  const schema: JsonObject = shape.append === undefined ? shape.schema : {
    anyOf: [shape.schema, {
      type: "object",
      properties: { value: shape.schema, strategy: { enum: ["append", "replace"] } },
      required: ["value", "strategy"],
      additionalProperties: false,
    }],
  };
  const hasDefault = fallback !== undefined && fallback !== null;
  return {
    description: docOf(node),
    ...schema,
    ...(hasDefault ? { default: fallback as Json } : {}),
    ...deprecated(node),
  };
}

function tableSchema(node: Table): JsonObject {
  const properties: Record<string, JsonObject> = {};
  // Nothing is required here: an entry of one file may complete that of another.
  for (const [name, child] of Object.entries(node.fields)) properties[name] = nodeSchema(child);
  return {
    type: "object",
    description: node.doc,
    properties,
    ...(node.names !== undefined && node.rest !== null
      ? {
        propertyNames: {
          anyOf: [{ enum: Object.keys(node.fields) }, { pattern: node.names.pattern.source }],
        },
      }
      : {}),
    additionalProperties: node.rest === null ? false : nodeSchema(node.rest),
  };
}
