/**
 * A tree written down as partial configurations that read back as the same tree: what a
 * conversation records of the flags it was run with.
 *
 * @module
 */

import type { Json, JsonObject } from "../../core/conversation/mod.ts";
import type { Key, Node } from "./field.ts";
import { fieldOf } from "./read_layer.ts";
import { SCHEMA } from "./schema.ts";
import type { KeyPath } from "./shape.ts";
import { type Leaf, type Tree, treeAt } from "./tree.ts";
import { keysIn, without } from "./trust.ts";

type Draft = { [name: string]: Json | Draft };

/**
 * At most two partial configurations, to be laid over one another: what is taken back, and what is
 * set. Values that would need consent when they came from a workspace are left out.
 *
 * @param result the whole composed tree; lists inside free tables are recorded as they are there.
 */
export function overridesOf(tree: Tree | undefined, result: Tree | undefined): JsonObject[] {
  const harmless = tree && without(tree, keysIn(tree));
  const resets: Draft = {};
  const values: Draft = {};
  if (harmless !== undefined) collect(SCHEMA, harmless, [], { resets, values, result });
  return [resets, values].filter((each) => Object.keys(each).length > 0) as JsonObject[];
}

interface Drafts {
  readonly resets: Draft;
  readonly values: Draft;
  readonly result: Tree | undefined;
}

function collect(node: Node, tree: Tree, path: KeyPath, drafts: Drafts): void {
  if (tree.kind === "leaf") {
    const isKey = node.node === "key";
    put(drafts.values, path, isKey ? written(node, tree) : inFree(tree, path, drafts.result));
    return;
  }
  if (tree.kind === "gone" || tree.cleared) put(drafts.resets, path, null);
  if (tree.kind === "gone" || node.node === "key") return;
  if (tree.children.size === 0 && path.length > 0) put(drafts.values, path, {});
  for (const [name, child] of tree.children) {
    const below = node.node === "free" ? node : fieldOf(node.fields, name) ?? node.rest;
    if (below !== null) collect(below, child, [...path, name], drafts);
  }
}

function written(node: Key<unknown>, { value, append }: Leaf): Json {
  const adds = append !== undefined;
  if (value === null || node.shape.append === undefined || adds === (node.appends === true)) {
    return value as Json;
  }
  return { value: value as Json, strategy: adds ? "append" : "replace" };
}

function inFree(leaf: Leaf, path: KeyPath, result: Tree | undefined): Json {
  const there = treeAt(result, path);
  return (there?.kind === "leaf" ? there.value : leaf.value) as Json;
}

function put(draft: Draft, path: KeyPath, value: Json): void {
  let at = draft;
  for (const name of path.slice(0, -1)) {
    const next = at[name];
    at = isDraft(next) ? next : (at[name] = Object.create(null) as Draft);
  }
  const last = path[path.length - 1];
  if (last !== undefined) at[last] = value;
}

function isDraft(value: Json | Draft | undefined): value is Draft {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
