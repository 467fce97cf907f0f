/**
 * One value put at one path, as `--cfg` and `JP_CFG_*` do it: text is typed from the key.
 *
 * @module
 */

import type { Key, Node } from "./field.ts";
import { fault } from "./problem.ts";
import {
  childOf,
  complainer,
  type LayerContext,
  type Operation,
  readFree,
  readLayer,
} from "./read_layer.ts";
import { SCHEMA } from "./schema.ts";
import { anyJson, bracketed, type KeyPath } from "./shape.ts";
import { nested, type Tree } from "./tree.ts";

/** A value as it was written. */
export type Written =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "json"; readonly text: string };

/** The tree that says `written` at `path`; undefined after a report. */
export function assign(
  path: KeyPath,
  written: Written,
  operation: Operation,
  context: LayerContext,
): Tree | undefined {
  const target = targetOf(path, context);
  if (target === undefined) return undefined;
  const raw = rawOf(target, path, written, context);
  if (raw === undefined) return undefined;
  const tree = target === "free"
    ? readFree(raw.value, path, context, operation)
    : readLayer(target, raw.value, path, context, operation);
  return tree === undefined ? undefined : nested(path, tree);
}

/** The raw value that `written` stands for at `path`; undefined after a report. */
export function rawAt(
  path: KeyPath,
  written: Written,
  context: LayerContext,
): { readonly value: unknown } | undefined {
  const target = targetOf(path, context);
  return target === undefined ? undefined : rawOf(target, path, written, context);
}

function targetOf(path: KeyPath, context: LayerContext): Node | "free" | undefined {
  let node: Node = SCHEMA;
  for (const [index, name] of path.entries()) {
    if (node.node === "free") return "free";
    if (node.node === "key") return insideOfKey(path, index, context);
    const child = childOf(node, name, path.slice(0, index + 1), complainer(context));
    if (child === undefined) return undefined;
    node = child;
  }
  return node;
}

function insideOfKey(path: KeyPath, depth: number, context: LayerContext): undefined {
  const key = path.slice(0, depth);
  const where = context.layer.originOf(key);
  const sentence = "is one value: set it as a whole, with :={…} or :=[…]";
  context.report(fault("usage", where, sentence, { path: key }));
}

function rawOf(
  target: Node | "free",
  path: KeyPath,
  written: Written,
  context: LayerContext,
): { readonly value: unknown } | undefined {
  if (written.kind === "text") return { value: fromText(target, written.text) };
  try {
    return { value: JSON.parse(written.text) };
  } catch {
    const where = context.layer.originOf(path);
    context.report({
      ...fault("wrong_value", where, "JSON", { path }),
      got: JSON.stringify(written.text.slice(0, 60)),
    });
    return undefined;
  }
}

function fromText(target: Node | "free", text: string): unknown {
  if (target === "free") return anyJson().fromText(text);
  return isKey(target) ? target.shape.fromText(text) : bracketed(text);
}

function isKey(node: Node): node is Key<unknown> {
  return node.node === "key";
}
