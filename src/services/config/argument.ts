/**
 * `--cfg`, taken apart: `key=value`, `key:=json`, `key+=value`, `key:+=json`, `{json}`, `@path`, and
 * the bare name of a file on the load paths.
 *
 * @module
 */

import { jsonFault } from "../../core/json/mod.ts";
import { assign, type Written } from "./assign.ts";
import { parseKeyPath } from "./key_path.ts";
import { fault, type Origin } from "./problem.ts";
import { type LayerContext, type Operation, readLayer } from "./read_layer.ts";
import { SCHEMA } from "./schema.ts";
import type { KeyPath } from "./shape.ts";
import type { Tree } from "./tree.ts";

/** What one `--cfg` says. */
export type Argument =
  | {
    readonly kind: "assign";
    readonly path: KeyPath;
    readonly written: Written;
    readonly operation: Operation;
  }
  | { readonly kind: "merge"; readonly json: string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "malformed"; readonly expected: string };

/** Takes an argument apart; looks at no file. */
export function parseArgument(text: string): Argument {
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) return { kind: "merge", json: trimmed };
  if (trimmed.startsWith("@")) {
    const path = trimmed.slice(1);
    return path === "" ? malformed("a path after @") : { kind: "file", path };
  }
  const match = /^((?:"(?:[^"\\]|\\.)*"|'[^']*'|[^"'=])+?)(:\+|\+:|:|\+)?=([^]*)$/.exec(text);
  if (match === null) {
    const isName = /^[\w.-]+(\/[\w.-]+)*$/.test(trimmed) && !/(^|\/)\.\.?(\/|$)/.test(trimmed);
    return isName
      ? { kind: "name", name: trimmed }
      : malformed("KEY=VALUE, {JSON}, @PATH or a name");
  }
  const [, key = "", sign = "", value = ""] = match;
  const path = parseKeyPath(key);
  if (path === null) return malformed("a key such as interrupt.turn.action before =");
  return {
    kind: "assign",
    path,
    written: { kind: sign.includes(":") ? "json" : "text", text: value },
    operation: sign.includes("+") ? "append" : "set",
  };
}

function malformed(expected: string): Argument {
  return { kind: "malformed", expected };
}

/** The tree of an argument that needs no file; undefined after a report. */
export function readArgument(
  argument: Exclude<Argument, { kind: "file" | "name" }>,
  where: Origin,
  context: LayerContext,
): Tree | undefined {
  switch (argument.kind) {
    case "assign":
      return assign(argument.path, argument.written, argument.operation, context);
    case "merge":
      return mergeRoot(argument.json, where, context);
    case "malformed":
      context.report(fault("usage", where, `expected ${argument.expected}`));
      return undefined;
  }
}

function mergeRoot(json: string, where: Origin, context: LayerContext): Tree | undefined {
  let raw: unknown;
  try {
    raw = JSON.parse(json);
  } catch {
    context.report(fault("usage", where, `not valid JSON: ${jsonFault(json)}`));
    return undefined;
  }
  return readLayer(SCHEMA, raw, [], context);
}
