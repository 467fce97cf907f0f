/**
 * The composed tree made into the configuration: every default filled in, required keys asked for,
 * everything frozen. Entries under the user's own names have no prototype, so that a name such as
 * `constructor` is never found where nobody configured it.
 *
 * @module
 */

import type { Free, Key, Node, Table } from "./field.ts";
import { fault, type Origin, type Report } from "./problem.ts";
import { type Config, SCHEMA } from "./schema.ts";
import type { KeyPath } from "./shape.ts";
import { type Branch, type Tree, treeAt } from "./tree.ts";

/** A value of the configuration and where it comes from. */
export interface Entry {
  readonly path: KeyPath;
  readonly value: unknown;
  readonly origin: Origin;
}

/** The configuration; undefined when something is missing, after a report. */
export function fill(tree: Tree | undefined, report: Report): Config | undefined {
  let whole = true;
  const value = fillNode(SCHEMA, tree, [], (problem) => {
    whole = false;
    report(problem);
  });
  // The one place where values checked by the table take on the type inferred from it.
  return whole ? value as Config : undefined;
}

function fillNode(node: Node, tree: Tree | undefined, path: KeyPath, report: Report): unknown {
  switch (node.node) {
    case "key":
      return fillKey(node, tree);
    case "free":
      return fillFree(tree);
    case "table":
      return fillTable(node, tree?.kind === "branch" ? tree : undefined, path, report);
  }
}

function fillKey(node: Key<unknown>, tree: Tree | undefined): unknown {
  if (tree?.kind !== "leaf") return frozen(node.fallback);
  if (tree.append === undefined || node.shape.append === undefined) return frozen(tree.value);
  return frozen(node.fallback === null ? tree.value : node.shape.append(node.fallback, tree.value));
}

function fillTable(
  node: Table,
  branch: Branch | undefined,
  path: KeyPath,
  report: Report,
): Readonly<Record<string, unknown>> {
  const value: Record<string, unknown> = node.rest === null ? {} : Object.create(null);
  for (const [name, field] of Object.entries(node.fields)) {
    const child = branch?.children.get(name);
    const at = [...path, name];
    if (field.node === "key" && field.fallback === undefined && child === undefined) {
      if (branch !== undefined) report(missing(branch, at, field.shape.expects));
      continue;
    }
    value[name] = fillNode(field, child, at, report);
  }
  for (const [name, child] of branch?.children ?? []) {
    if (node.rest === null || Object.hasOwn(node.fields, name)) continue;
    value[name] = fillNode(node.rest, child, [...path, name], report);
  }
  const lacking = branch === undefined ? null : node.check?.(value) ?? null;
  if (branch !== undefined && lacking !== null) report(missing(branch, path, lacking));
  return Object.freeze(value);
}

function missing(branch: Branch, path: KeyPath, expected: string) {
  return fault("missing_key", branch.by.originOf(path), expected, { path });
}

function fillFree(tree: Tree | undefined): unknown {
  if (tree?.kind === "leaf") return frozen(tree.value);
  const value: Record<string, unknown> = Object.create(null);
  for (const [name, child] of tree?.kind === "branch" ? tree.children : []) {
    value[name] = fillFree(child);
  }
  return Object.freeze(value);
}

function frozen(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const each of Object.values(value)) frozen(each);
  return Object.freeze(value);
}

/** Where the value at `path` comes from; for a table, where its last change does. */
export function originAt(tree: Tree | undefined, path: KeyPath): Origin {
  const at = treeAt(tree, path);
  return at === undefined ? { kind: "default" } : at.by.originOf(path);
}

/** Every key there is with its value and origin, in the order of the table. */
export function listEntries(config: Config, tree: Tree | undefined): Entry[] {
  const found: Entry[] = [];
  const walk = (node: Node | Free, value: unknown, path: KeyPath): void => {
    if (node.node === "key" || !isObject(value)) {
      found.push({ path, value, origin: originAt(tree, path) });
      return;
    }
    for (const [name, child] of Object.entries(value)) {
      const below = node.node === "free"
        ? node
        : Object.hasOwn(node.fields, name)
        ? node.fields[name]
        : node.rest;
      if (below !== undefined && below !== null) walk(below, child, [...path, name]);
    }
  };
  walk(SCHEMA, config, []);
  return found;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
