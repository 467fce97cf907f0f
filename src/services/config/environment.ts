/**
 * `JP_CFG_<PATH>`: one variable, one key. The path is upper-cased with `_` between its names, which
 * may hold `_` themselves; the table of keys says how to cut it.
 *
 * @module
 */

import { assign } from "./assign.ts";
import type { Node } from "./field.ts";
import { formatKeyPath, quote } from "./key_path.ts";
import { fault, type Report } from "./problem.ts";
import type { Operation } from "./read_layer.ts";
import { SCHEMA } from "./schema.ts";
import type { KeyPath } from "./shape.ts";
import { compose, type Tree, treeAt } from "./tree.ts";

const PREFIX = "JP_CFG_";

/**
 * What the environment says. Variables count in the order of their names.
 *
 * @param lower what files say: names a user has given there are recognised, also with a hyphen.
 */
export function readEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  lower: Tree | undefined,
  report: Report,
): Tree | undefined {
  let tree: Tree | undefined;
  for (const name of Object.keys(env).filter((each) => each.startsWith(PREFIX)).sort()) {
    tree = compose(tree, readVariable(name, env[name] ?? "", lower, report));
  }
  return tree;
}

function readVariable(
  name: string,
  value: string,
  lower: Tree | undefined,
  report: Report,
): Tree | undefined {
  const origin = { kind: "env", name } as const;
  const path = pathOf(name, lower, report);
  if (path === undefined) return undefined;
  const [, prefix = "", text = ""] = /^([:+]{0,2})([^]*)$/.exec(value) ?? [];
  const isJson = prefix.includes(":");
  const operation: Operation = prefix.includes("+") ? "append" : "set";
  // `::` and `++` are no prefixes: the second sign already belongs to the value.
  const rest = prefix[0] === prefix[1] && prefix !== "" ? prefix[1] + text : text;
  const layer = { originOf: () => origin };
  return assign(path, { kind: isJson ? "json" : "text", text: rest }, operation, { layer, report });
}

function pathOf(name: string, lower: Tree | undefined, report: Report): KeyPath | undefined {
  const where = { kind: "env", name } as const;
  const words = name.slice(PREFIX.length).split("_");
  const values = cuts(SCHEMA, words, lower, false);
  // Only where no key fits is a whole table meant.
  const all = values.length > 0 ? values : cuts(SCHEMA, words, lower, true);
  const known = all.filter((each) => each.known);
  const [first, ...others] = known.length > 0 ? known : all;
  if (first === undefined) {
    const choices = names(SCHEMA, PREFIX);
    report(fault("not_found", where, "no key has this name", { got: quote(name), choices }));
    return undefined;
  }
  if (others.length === 0) return first.path;
  const readings = [first, ...others].map(({ path }) => formatKeyPath(path)).join(" or ");
  report(fault("usage", where, `may mean ${readings}; say it with --cfg`));
  return undefined;
}

/** A way to read words as a path. */
interface Cut {
  readonly path: KeyPath;
  /** Whether lower layers have every name in it that is the user's own. */
  readonly known: boolean;
}

function cuts(
  node: Node,
  words: readonly string[],
  lower: Tree | undefined,
  tables: boolean,
): Cut[] {
  if (words.length === 0) return node.node !== "table" || tables ? [{ path: [], known: true }] : [];
  if (node.node === "key") return [];
  if (node.node === "free") return [{ path: [nameFor(words, lower)], known: true }];
  const found: Cut[] = [];
  const descend = (name: string, child: Node, count: number, known: boolean): void => {
    for (const cut of cuts(child, words.slice(count), treeAt(lower, [name]), tables)) {
      found.push({ path: [name, ...cut.path], known: known && cut.known });
    }
  };
  for (const [name, field] of Object.entries(node.fields)) {
    const own = spelled(name).split("_");
    if (own.every((word, index) => word === words[index])) descend(name, field, own.length, true);
  }
  if (node.rest === null) return found;
  for (let count = 1; count <= words.length; count++) {
    const name = nameFor(words.slice(0, count), lower);
    const known = treeAt(lower, [name]) !== undefined;
    if (!Object.hasOwn(node.fields, name)) descend(name, node.rest, count, known);
  }
  return found;
}

/** The name that exists under these words, or the words in lower case. */
function nameFor(words: readonly string[], lower: Tree | undefined): string {
  const joined = words.join("_");
  const there = lower?.kind === "branch" ? [...lower.children.keys()] : [];
  return there.find((name) => spelled(name) === joined) ?? joined.toLowerCase();
}

function spelled(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9*]/g, "_");
}

/** What could have been meant: the variables for keys with a fixed path. */
function names(node: Node, prefix: string): string[] {
  if (node.node === "key") return [prefix.slice(0, -1)];
  if (node.node === "free") return [];
  return Object.entries(node.fields).flatMap(([name, child]) =>
    names(child, `${prefix}${spelled(name)}_`)
  );
}
