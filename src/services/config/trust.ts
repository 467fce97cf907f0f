/**
 * Values a workspace may not set without the user's consent: those that run a program, lift a
 * permission, or send a key somewhere else (product.md, Security). Which ones they are is said in
 * the table of keys; here they are found and, when refused, taken out.
 *
 * Nobody is asked in here: whoever resolves the configuration hands in the policy.
 *
 * @module
 */

import type { Key, Node } from "./field.ts";
import { formatKeyPath } from "./key_path.ts";
import type { Origin } from "./problem.ts";
import { fieldOf, readLayer } from "./read_layer.ts";
import { SCHEMA } from "./schema.ts";
import type { KeyPath } from "./shape.ts";
import { type Tree, treeAt } from "./tree.ts";

/** What part of a workspace a value comes from. */
export type UntrustedSource = "workspace" | "conversation" | "cfg_file";

/** A value that needs consent. */
export interface UntrustedKey {
  readonly path: KeyPath;
  /** Its value; null for one that takes lower layers' values back. */
  readonly value: unknown;
  readonly origin: Origin;
}

/** What the user is asked to consent to. */
export interface TrustRequest {
  /** The workspace's files, the conversation's own record, or a file of the workspace named by `--cfg`. */
  readonly source: UntrustedSource;
  readonly files: readonly string[];
  readonly keys: readonly UntrustedKey[];
  /** SHA-256, in hexadecimal, of the keys and values: another one means that something changed. */
  readonly hash: string;
}

/** Decides about values that need consent. */
export type TrustPolicy = (
  request: TrustRequest,
  signal: AbortSignal,
) => Promise<"trusted" | "refused">;

/** The values of one layer's raw table that need consent; what is wrong with others is not said. */
export function untrustedKeys(
  values: Readonly<Record<string, unknown>>,
  originOf: (path: KeyPath) => Origin,
): UntrustedKey[] {
  return keysIn(readLayer(SCHEMA, values, [], { layer: { originOf }, report: () => {} }));
}

/** The values of a tree that need consent. */
export function keysIn(tree: Tree | undefined): UntrustedKey[] {
  const found: UntrustedKey[] = [];
  if (tree !== undefined) find(SCHEMA, tree, [], false, found);
  return found;
}

function find(
  node: Node,
  tree: Tree,
  path: KeyPath,
  inherited: boolean,
  found: UntrustedKey[],
): void {
  if (node.node === "key") {
    if (tree.kind === "leaf" && (inherited || isSensitive(node, tree.value))) {
      found.push({ path, value: tree.value, origin: tree.by.originOf(path) });
    }
    return;
  }
  const sensitive = inherited || node.sensitive === true;
  const takesBack = tree.kind === "gone" || (tree.kind === "branch" && tree.cleared);
  if (tree.kind !== "branch" || takesBack || (sensitive && tree.children.size === 0)) {
    if (sensitive || (takesBack && holdsSensitive(node))) {
      const value = tree.kind === "leaf" ? tree.value : null;
      found.push({ path, value, origin: tree.by.originOf(path) });
    }
    if (tree.kind !== "branch") return;
  }
  for (const [name, child] of tree.children) {
    const at = [...path, name];
    const below = childNode(node, name);
    if (below !== undefined) find(below, child, at, sensitive, found);
  }
}

function isSensitive(node: Key<unknown>, value: unknown): boolean {
  return typeof node.sensitive === "function" ? node.sensitive(value) : node.sensitive === true;
}

function holdsSensitive(node: Node): boolean {
  if (node.node === "key") return node.sensitive !== undefined && node.sensitive !== false;
  if (node.sensitive === true) return true;
  if (node.node === "free") return false;
  return Object.values(node.fields).some(holdsSensitive) ||
    (node.rest !== null && holdsSensitive(node.rest));
}

function childNode(node: Exclude<Node, Key<unknown>>, name: string): Node | undefined {
  if (node.node === "free") return node;
  return fieldOf(node.fields, name) ?? node.rest ?? undefined;
}

/** The tree without these values, and without entries that mean nothing once they are gone. */
export function without(tree: Tree, keys: readonly UntrustedKey[]): Tree | undefined {
  const refused = new Set(keys.map((each) => JSON.stringify(each.path)));
  return prune(SCHEMA, tree, [], refused);
}

function prune(
  node: Node,
  tree: Tree,
  path: KeyPath,
  refused: ReadonlySet<string>,
): Tree | undefined {
  if (tree.kind !== "branch") return refused.has(JSON.stringify(path)) ? undefined : tree;
  const children = new Map<string, Tree>();
  for (const [name, child] of tree.children) {
    const below = node.node === "key" ? undefined : childNode(node, name);
    if (below === undefined) continue;
    const kept = prune(below, child, [...path, name], refused);
    if (kept !== undefined) children.set(name, kept);
    else if (below.node === "key" && below.defines === true) return undefined;
  }
  if (children.size === 0 && tree.children.size > 0) return undefined;
  if (refused.has(JSON.stringify(path))) {
    return children.size === 0 ? undefined : { ...tree, cleared: false, children };
  }
  return { ...tree, children };
}

/**
 * The composed tree without entries that lack a key they cannot do without because it was refused:
 * a server the workspace defines and the user only adjusts is not there at all then.
 */
export function withoutIncomplete(
  tree: Tree | undefined,
  refused: readonly UntrustedKey[],
): Tree | undefined {
  return refused.reduce((at, { path }) => {
    const [entry, name] = [path.slice(0, -1), path[path.length - 1]];
    const node = nodeAt(path);
    const there = treeAt(at, entry);
    if (node?.node !== "key" || node.fallback !== undefined || name === undefined) return at;
    return there?.kind === "branch" && !there.children.has(name) ? removed(at, entry) : at;
  }, tree);
}

function nodeAt(path: KeyPath): Node | undefined {
  const down = (node: Node | undefined, name: string): Node | undefined =>
    node === undefined || node.node === "key" ? undefined : childNode(node, name);
  return path.reduce<Node | undefined>(down, SCHEMA);
}

function removed(tree: Tree | undefined, path: KeyPath): Tree | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return undefined;
  if (tree?.kind !== "branch") return tree;
  const children = new Map(tree.children);
  const kept = removed(children.get(name), rest);
  if (kept === undefined) children.delete(name);
  else children.set(name, kept);
  return { ...tree, children };
}

/** SHA-256 of what is consented to, in hexadecimal. */
export async function trustHash(keys: readonly UntrustedKey[]): Promise<string> {
  const lines = keys.map(({ path, value }) => JSON.stringify([formatKeyPath(path), value])).sort();
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(lines.join("\n")));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
