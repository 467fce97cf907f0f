/**
 * One configuration file and the files it extends, merged into one tree: those that come `before`,
 * the file itself, those that come `after`.
 *
 * @module
 */

import { type FileSystem, FsError } from "../../host/platform/port.ts";
import { parseDocument } from "./document.ts";
import { folderOf, type PathRules, resolvePath } from "./file_path.ts";
import { expandGlob, isGlob } from "./glob.ts";
import { quote } from "./key_path.ts";
import { fault, type Origin, type Problem } from "./problem.ts";
import { readConfigText } from "./read_file.ts";
import { readLayer } from "./read_layer.ts";
import { EXTENDS, type Extension, SCHEMA } from "./schema.ts";
import { compose, type Tree } from "./tree.ts";

/** How deep files may extend each other. */
const MAX_DEPTH = 255;
/** How many files one file may pull in, counting each time it does. */
const MAX_FILES = 1000;

/** What loading needs from outside. */
export interface LoadContext {
  readonly fs: FileSystem;
  readonly rules: PathRules;
  readonly signal: AbortSignal;
}

/** What became of a file. */
export interface Loaded {
  /** Undefined when it could not be read or understood. */
  readonly tree: Tree | undefined;
  /** Every file that was read, in the order of reading. */
  readonly files: readonly string[];
  readonly problems: readonly Problem[];
}

/**
 * Makes a tree of a file whose text has been read, reading the files it extends.
 *
 * @throws the signal's reason once it aborts.
 */
export async function loadFile(
  file: string,
  text: string,
  context: LoadContext,
): Promise<Loaded> {
  const load = new Load(context);
  const tree = await load.document(file, text, []);
  return { tree, files: load.files, problems: load.problems };
}

class Load {
  readonly files: string[] = [];
  readonly problems: Problem[] = [];
  readonly #context: LoadContext;

  constructor(context: LoadContext) {
    this.#context = context;
  }

  async document(
    file: string,
    text: string,
    parents: readonly string[],
  ): Promise<Tree | undefined> {
    const report = (problem: Problem): void => void this.problems.push(problem);
    this.files.push(file);
    const document = await parseDocument(file, text, report);
    if (document === undefined) return undefined;
    const own = readLayer(SCHEMA, document.values, [], { layer: document, report });
    const extensions = this.#extensions(document.values["extends"]);
    if (extensions.length === 0) return own;
    const where = document.originOf(["extends"]);
    const chain = [...parents, file];
    const before = await this.#all(extensions, "before", chain, where);
    const after = await this.#all(extensions, "after", chain, where);
    return compose(compose(before, own), after);
  }

  async #extension(
    file: string,
    parents: readonly string[],
    where: Origin,
  ): Promise<Tree | undefined> {
    if (this.#refuses(file, parents, where)) return undefined;
    const { fs, signal } = this.#context;
    const report = (problem: Problem): void => void this.problems.push(problem);
    const text = await readConfigText(fs, file, signal, report, where);
    if (text === null) {
      report(fault("extends", where, `no such file: ${quote(file)}`, { path: ["extends"] }));
    }
    return typeof text === "string" ? await this.document(file, text, parents) : undefined;
  }

  #refuses(file: string, parents: readonly string[], cited: Origin): boolean {
    const path = ["extends"];
    if (parents.includes(file)) {
      const circle = [...parents.slice(parents.indexOf(file)), file].map(quote).join(" → ");
      this.problems.push(fault("extends", cited, `goes in a circle: ${circle}`, { path }));
      return true;
    }
    const limit = parents.length > MAX_DEPTH
      ? `is more than ${MAX_DEPTH} files deep`
      : this.files.length >= MAX_FILES
      ? `pulls in more than ${MAX_FILES} files`
      : null;
    if (limit !== null && !this.problems.some((each) => each.expected === limit)) {
      this.problems.push(fault("extends", cited, limit, { path }));
    }
    return limit !== null;
  }

  #extensions(raw: unknown): readonly Extension[] {
    // What is wrong with it has been reported with the rest of the file.
    return raw === undefined ? [] : EXTENDS.read(raw, [], () => {}) ?? [];
  }

  async #all(
    extensions: readonly Extension[],
    strategy: Extension["strategy"],
    chain: readonly string[],
    where: Origin,
  ): Promise<Tree | undefined> {
    let tree: Tree | undefined;
    for (const extension of extensions) {
      if (extension.strategy !== strategy) continue;
      for (const file of await this.#named(extension.path, chain, where)) {
        tree = compose(tree, await this.#extension(file, chain, where));
      }
    }
    return tree;
  }

  async #named(path: string, chain: readonly string[], where: Origin): Promise<readonly string[]> {
    const { fs, rules, signal } = this.#context;
    const self = chain[chain.length - 1] ?? "/";
    const folder = folderOf(self);
    if (!isGlob(path)) return [resolvePath(folder, path, rules)];
    try {
      const found = await expandGlob(fs, folder, path, signal);
      // A pattern may well match the very file it stands in.
      if (found !== null) return found.filter((file) => file !== self);
      this.problems.push(
        fault("extends", where, `${quote(path)} looks at too many files`, { path: ["extends"] }),
      );
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof FsError)) throw error;
      const sentence = `${quote(error.path)} cannot be listed (${error.code})`;
      this.problems.push(fault("extends", where, sentence, { path: ["extends"] }));
    }
    return [];
  }
}
