/**
 * The layers of `--cfg`, in the order of the arguments, with the files they name.
 *
 * @module
 */

import { parseArgument, readArgument } from "./argument.ts";
import { isWithin, resolvePath } from "./file_path.ts";
import { isKeyPath } from "./describe.ts";
import { parseKeyPath, quote } from "./key_path.ts";
import { type LoadContext, loadFile } from "./load_file.ts";
import { type FoundFile, lookUp, namesIn } from "./load_path.ts";
import { homeOf, loadRoots, type Place } from "./locations.ts";
import { fault, type Origin, type Problem } from "./problem.ts";
import { unlessAborted } from "../../host/platform/port.ts";
import { readConfigText } from "./read_file.ts";
import { SCHEMA } from "./schema.ts";
import { compose, type Tree, treeAt } from "./tree.ts";

/** What reading arguments needs from the resolution they are part of. */
export interface ArgumentsContext extends LoadContext {
  readonly place: Place;
  /** What lower layers say. */
  readonly below: Tree | undefined;
  report(problem: Problem): void;
  /** Keeps a file for the list of those that count. */
  counted(files: readonly string[]): void;
  /** Asks for consent for a file of the workspace. */
  granted(tree: Tree | undefined, files: readonly string[]): Promise<Tree | undefined>;
  /** Takes out, and reports, keys that mean nothing outside of a folder's files. */
  checked(tree: Tree | undefined): Tree | undefined;
}

/** The tree of all arguments. */
export async function readArguments(
  texts: readonly string[],
  context: ArgumentsContext,
): Promise<Tree | undefined> {
  let tree: Tree | undefined;
  for (const [index, text] of texts.entries()) {
    const own = await readOne(text, { kind: "cfg", index, text }, tree, context);
    tree = compose(tree, context.checked(own));
  }
  return tree;
}

async function readOne(
  text: string,
  where: Origin,
  soFar: Tree | undefined,
  context: ArgumentsContext,
): Promise<Tree | undefined> {
  const argument = parseArgument(text);
  switch (argument.kind) {
    case "file":
      return await namedFile(argument.path, where, context);
    case "name":
      return await lookedUp(argument.name, where, compose(context.below, soFar), context);
    default:
      return readArgument(argument, where, {
        layer: { originOf: () => where },
        report: context.report,
      });
  }
}

async function namedFile(
  path: string,
  where: Origin,
  context: ArgumentsContext,
): Promise<Tree | undefined> {
  const { place, rules } = context;
  const home = /^~[\\/]/.test(path) ? homeOf(place.env, rules) : null;
  const file = home === null
    ? resolvePath(place.cwd, path, rules)
    : resolvePath(home, path.slice(2), rules);
  return await cfgFile({ file, isWorkspace: await isInWorkspace(file, context) }, where, context);
}

async function lookedUp(
  name: string,
  where: Origin,
  lower: Tree | undefined,
  context: ArgumentsContext,
): Promise<Tree | undefined> {
  const roots = loadRoots(context.place);
  const { found, searched } = await lookUp(name, roots, loadPaths(lower), context);
  if (found.length === 0) {
    const folders = searched.map(quote).join(", ") || "any folder";
    const choices = await namesIn(searched, context.fs, context.signal);
    const key = parseKeyPath(name);
    const sentence = key !== null && isKeyPath(key)
      ? `expected ${name}=VALUE`
      : `no ${quote(`${name}.toml`)} in ${folders}`;
    context.report(fault("not_found", where, sentence, { choices, got: quote(name) }));
  }
  let tree: Tree | undefined;
  for (const each of found) tree = compose(tree, await cfgFile(each, where, context));
  return tree;
}

function loadPaths(lower: Tree | undefined): readonly string[] {
  const paths = treeAt(lower, ["config_load_paths"]);
  const value = paths?.kind === "leaf" ? paths.value : SCHEMA.fields.config_load_paths.fallback;
  return Array.isArray(value) ? value : [];
}

async function cfgFile(
  { file, isWorkspace }: FoundFile,
  where: Origin,
  context: ArgumentsContext,
): Promise<Tree | undefined> {
  const { fs, signal, report } = context;
  const text = await readConfigText(fs, file, signal, report);
  if (text === null) report(fault("not_found", where, `no such file: ${quote(file)}`));
  if (typeof text !== "string") return undefined;
  const { tree, files, problems } = await loadFile(file, text, context);
  problems.forEach(report);
  context.counted(files);
  return isWorkspace ? await context.granted(tree, files) : tree;
}

/** Whether a file is the workspace's own, seen as it is written or with its links followed. */
async function isInWorkspace(file: string, context: ArgumentsContext): Promise<boolean> {
  const { fs, rules, signal, place: { workspaceRoot } } = context;
  if (workspaceRoot === null) return false;
  const root = resolvePath(workspaceRoot, ".", rules);
  if (isWithin(root, file)) return true;
  const real = async (path: string): Promise<string> =>
    resolvePath(path, await unlessAborted(fs.realPath(path), signal), rules);
  try {
    return isWithin(await real(root), await real(file));
  } catch {
    // It cannot be read either, and is reported then.
    signal.throwIfAborted();
    return false;
  }
}
