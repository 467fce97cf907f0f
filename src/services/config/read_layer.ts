/**
 * One layer's raw values, checked against the table of keys and made into a tree. Everything that
 * is wrong is reported; what is right is kept, so that the next layer can be checked as well.
 *
 * @module
 */

import { isTable } from "./compound.ts";
import type { Fields, Key, Node, Table } from "./field.ts";
import { fault, placed, type Report } from "./problem.ts";
import { anyJson, type Complain, type KeyPath, orList, type Shape } from "./shape.ts";
import type { Layer, Leaf, Tree } from "./tree.ts";

/** How a value is meant: as files mean it, replacing (`=`), or adding (`+=`). */
export type Operation = "merge" | "set" | "append";

/** What reading a layer needs. */
export interface LayerContext {
  readonly layer: Layer;
  readonly report: Report;
}

/** The tree of `raw`, read as the part of the configuration that `node` describes. */
export function readLayer(
  node: Node,
  raw: unknown,
  path: KeyPath,
  context: LayerContext,
  operation: Operation = "merge",
): Tree | undefined {
  if (node.node === "key") return readKey(node, raw, path, context, operation);
  const { layer } = context;
  if (raw === null) return { kind: "gone", by: layer };
  if (!isTable(raw)) {
    complainer(context)({ kind: "wrong_value", path, expected: "a table", got: raw });
    return undefined;
  }
  return readTable(node, raw, path, context, operation);
}

function readTable(
  node: Exclude<Node, Key<unknown>>,
  raw: Readonly<Record<string, unknown>>,
  path: KeyPath,
  context: LayerContext,
  operation: Operation,
): Tree {
  const children = new Map<string, Tree>();
  for (const name of Object.keys(raw)) {
    const child = readChild(node, name, raw[name], path, context);
    if (child !== undefined) children.set(name, child);
  }
  return { kind: "branch", by: context.layer, cleared: operation === "set", children };
}

function readChild(
  node: Exclude<Node, Key<unknown>>,
  name: string,
  raw: unknown,
  path: KeyPath,
  context: LayerContext,
): Tree | undefined {
  const at = [...path, name];
  if (node.node === "free") return readFree(raw, at, context, "merge");
  const child = childOf(node, name, at, complainer(context));
  return child === undefined ? undefined : readLayer(child, raw, at, context);
}

/** What the table says `name` is; undefined after a complaint. */
export function childOf(
  node: Table,
  name: string,
  at: KeyPath,
  complain: Complain,
): Node | undefined {
  const fixed = fieldOf(node.fields, name);
  if (fixed !== undefined) return fixed;
  if (node.rest === null) {
    const choices = Object.keys(node.fields);
    const why = node.absent !== undefined && Object.hasOwn(node.absent, name)
      ? node.absent[name]
      : undefined;
    if (why !== undefined) {
      complain({ kind: "unknown_key", path: at, expected: `${orList(choices)}: ${why}` });
      return undefined;
    }
    const expected = choices.length <= 6 ? orList(choices) : "";
    complain({ kind: "unknown_key", path: at, expected, choices });
    return undefined;
  }
  if (name === "__proto__" || node.names?.pattern.test(name) === false) {
    complain({ kind: "unknown_key", path: at, expected: node.names?.expects ?? "another name" });
    return undefined;
  }
  return node.rest;
}

/** A field by its name, and by nothing that objects inherit. */
export function fieldOf(fields: Fields, name: string): Node | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

const MAX_FREE_DEPTH = 64;

/** A value inside a free table. */
export function readFree(
  raw: unknown,
  path: KeyPath,
  context: LayerContext,
  operation: Operation,
): Tree | undefined {
  const { layer } = context;
  const bad = path.length > MAX_FREE_DEPTH ? MAX_FREE_DEPTH : path.indexOf("__proto__");
  if (bad >= 0) {
    const at = path.slice(0, bad + 1);
    complainer(context)({ kind: "unknown_key", path: at, expected: "another name" });
    return undefined;
  }
  if (isTable(raw)) return readTable(FREE, raw, path, context, operation);
  const shape = anyJson();
  const value = shape.read(raw, path, complainer(context));
  if (value === undefined) return undefined;
  const append = operation === "append" && Array.isArray(value) ? joinLists : undefined;
  return leaf(layer, value, append);
}

const FREE: Node & { node: "free" } = { node: "free", doc: "" };

function joinLists(lower: unknown, upper: unknown): unknown {
  return Array.isArray(lower) && Array.isArray(upper) ? [...lower, ...upper] : upper;
}

function readKey(
  node: Key<unknown>,
  raw: unknown,
  path: KeyPath,
  context: LayerContext,
  operation: Operation,
): Tree | undefined {
  const { shape } = node;
  if (raw === null) {
    if (node.fallback !== undefined) return leaf(context.layer, node.fallback);
    complainer(context)({ kind: "wrong_value", path, expected: shape.expects, got: raw });
    return undefined;
  }
  const spelled = spelledOut(shape, raw);
  const how = spelled?.operation ?? (operation === "merge" && node.appends ? "append" : operation);
  const value = shape.read(spelled === null ? raw : spelled.value, path, complainer(context));
  if (value === undefined) return undefined;
  if (how !== "append") return leaf(context.layer, value);
  if (shape.append !== undefined) return leaf(context.layer, value, shape.append.bind(shape));
  const where = context.layer.originOf(path);
  context.report(fault("wrong_value", where, "a list or text, for += to add to", { path }));
  return undefined;
}

/** `{ value = …, strategy = "append" | "replace" }`, for values that can be appended to. */
function spelledOut(
  shape: Shape<unknown>,
  raw: unknown,
): { readonly value: unknown; readonly operation: Operation } | null {
  if (shape.append === undefined || !isTable(raw) || Object.keys(raw).length !== 2) return null;
  if (raw["strategy"] === "append") return { value: raw["value"], operation: "append" };
  return raw["strategy"] === "replace" ? { value: raw["value"], operation: "set" } : null;
}

function leaf(by: Layer, value: unknown, append?: Leaf["append"]): Leaf {
  return { kind: "leaf", by, value, ...(append !== undefined ? { append } : {}) };
}

/** Ties complaints to the layer they are about. */
export function complainer({ layer, report }: LayerContext): Complain {
  return (complaint) => report(placed(complaint, layer.originOf(complaint.path)));
}
