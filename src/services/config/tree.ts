/**
 * Layers as trees, and how an upper one is put over a lower one: tables merge key by key, values
 * replace, a value marked as appending adds to the one below. Composing is associative, so layers
 * may be folded in any grouping as long as their order is kept. Pure.
 *
 * @module
 */

import type { Origin } from "./problem.ts";
import type { KeyPath, Shape } from "./shape.ts";

/** The layer a value came from; the line is looked up only when somebody asks. */
export interface Layer {
  originOf(path: KeyPath): Origin;
}

/** What one layer, or several composed, say about a part of the configuration. */
export type Tree = Leaf | Branch | Gone;

/** A value. */
export interface Leaf {
  readonly kind: "leaf";
  readonly by: Layer;
  readonly value: unknown;
  /** How it is added to a value below; absent for one that replaces it. */
  readonly append?: NonNullable<Shape<unknown>["append"]>;
}

/** A table. */
export interface Branch {
  readonly kind: "branch";
  readonly by: Layer;
  /** Whatever lower layers say about it does not count. */
  readonly cleared: boolean;
  readonly children: ReadonlyMap<string, Tree>;
}

/** A table that was taken back: as if no lower layer had spoken of it. */
export interface Gone {
  readonly kind: "gone";
  readonly by: Layer;
}

/** `upper` over `lower`. */
export function compose(lower: Tree | undefined, upper: Tree | undefined): Tree | undefined {
  if (lower === undefined) return upper;
  if (upper === undefined) return lower;
  switch (upper.kind) {
    case "gone":
      return upper;
    case "leaf":
      return composeLeaf(lower, upper);
    case "branch":
      return upper.cleared ? upper : composeBranch(lower, upper);
  }
}

function composeLeaf(lower: Tree, upper: Leaf): Leaf {
  if (upper.append === undefined) return upper;
  const below = lower.kind === "leaf" ? lower.value : null;
  const value = below === null ? upper.value : upper.append(below, upper.value);
  const stillAppends = lower.kind === "leaf" && lower.append !== undefined;
  return { kind: "leaf", by: upper.by, value, ...(stillAppends ? { append: upper.append } : {}) };
}

function composeBranch(lower: Tree, upper: Branch): Branch {
  if (lower.kind !== "branch") return { ...upper, cleared: true };
  const children = new Map(lower.children);
  for (const [name, child] of upper.children) {
    const merged = compose(children.get(name), child);
    if (merged !== undefined) children.set(name, merged);
  }
  return { kind: "branch", by: upper.by, cleared: lower.cleared, children };
}

/** The tree with nothing left that reaches below it: what is laid over the built-in entries. */
export function settled(tree: Tree | undefined): Tree | undefined {
  if (tree === undefined || tree.kind === "gone") return undefined;
  if (tree.kind === "leaf") return tree;
  const children = new Map<string, Tree>();
  for (const [name, child] of tree.children) {
    const kept = settled(child);
    if (kept !== undefined) children.set(name, kept);
  }
  return { kind: "branch", by: tree.by, cleared: false, children };
}

/** What the tree says at a path. */
export function treeAt(tree: Tree | undefined, path: KeyPath): Tree | undefined {
  let at = tree;
  for (const name of path) at = at?.kind === "branch" ? at.children.get(name) : undefined;
  return at;
}

/** The tree that says `tree` at `path` and nothing else. */
export function nested(path: KeyPath, tree: Tree): Tree {
  return path.reduceRight<Tree>(
    (child, name) => ({
      kind: "branch",
      by: tree.by,
      cleared: false,
      children: new Map([[name, child]]),
    }),
    tree,
  );
}
