/**
 * The configuration of one run, from all its layers: defaults, files, environment, conversation,
 * `--cfg`, flags, each over the one before. It asks nobody and prints nothing: consent is a policy
 * handed in, refusals come back as data, faults as one error that names them all.
 *
 * @module
 */

import type { JsonObject } from "../../core/conversation/mod.ts";
import { builtInTree } from "./built_in.ts";
import type { ConfigWarning, Consent, UnreadFile } from "./consent.ts";
import type { PathRules } from "./file_path.ts";
import { type Entry, fill, listEntries, originAt } from "./fill.ts";
import { parseKeyPath } from "./key_path.ts";
import type { LoadContext, Loaded } from "./load_file.ts";
import { configLocations, type Place } from "./locations.ts";
import { ConfigError, fault, type Origin, type Problem } from "./problem.ts";
import { readConfigText } from "./read_file.ts";
import { readLayer } from "./read_layer.ts";
import { type Config, SCHEMA } from "./schema.ts";
import type { KeyPath } from "./shape.ts";
import { compose, settled, type Tree, treeAt } from "./tree.ts";
import { unreadBeside } from "./unread_files.ts";
import type { TrustPolicy, UntrustedSource } from "./trust.ts";

/** Everything a configuration is made from. */
export interface ConfigInput extends Place {
  /** What the conversation has recorded: its base and the changes since, oldest first. */
  readonly conversation?: readonly JsonObject[];
  /** The `--cfg` arguments, in order. */
  readonly cfg?: readonly string[];
  /** What dedicated flags say. */
  readonly flags?: JsonObject;
  /** Decides about values a workspace may not set without consent. */
  readonly trust: TrustPolicy;
}

/** The configuration and where it comes from. */
export interface Resolved {
  readonly config: Config;
  /** Every file that counts, in the order of precedence. */
  readonly files: readonly string[];
  readonly warnings: readonly ConfigWarning[];
  /**
   * What `--cfg` and flags changed, to be recorded with the conversation so that it holds for later
   * turns; laid over one after another. Values that would need consent are left out: a conversation
   * travels with its workspace.
   */
  readonly overrides: readonly JsonObject[];
  /**
   * Where a value comes from; for a table, where its last change does. What nobody has set, or what
   * is no key, is `default`. Takes `a.b.c` or the names.
   */
  origin(path: string | KeyPath): Origin;
  /** Every value with its path and origin, in the order of the manual. */
  entries(): Entry[];
}

/**
 * Resolves the configuration.
 *
 * @throws {ConfigError} with every problem there is.
 * @throws the signal's reason once it aborts, whatever is being waited for.
 */
export async function resolveConfig(input: ConfigInput, signal: AbortSignal): Promise<Resolved> {
  signal.throwIfAborted();
  return await new Resolution(input, signal).run();
}

/**
 * What only some runs need (a file, a variable, an argument, consent) is loaded when it is needed:
 * with nothing configured all this costs a few ms.
 */
class Resolution {
  readonly #input: ConfigInput;
  readonly #signal: AbortSignal;
  readonly #rules: PathRules;
  readonly #problems: Problem[] = [];
  readonly #files: string[] = [];
  readonly #unread: UnreadFile[] = [];
  #consent: Consent | null = null;

  constructor(input: ConfigInput, signal: AbortSignal) {
    this.#input = input;
    this.#signal = signal;
    this.#rules = { windows: input.os === "windows" };
  }

  async run(): Promise<Resolved> {
    const reading = this.#locatedFiles();
    const builtIn = builtInTree();
    const files = await reading;
    const env = await this.#environment(compose(builtIn, files));
    const below = compose(compose(files, env), await this.#conversation());
    const above = compose(await this.#arguments(below), this.#flags());
    const layered = compose(builtIn, settled(compose(below, above)));
    const tree = await this.#withoutIncomplete(layered);
    const config = fill(tree, (problem) => {
      // What was refused is not there, and its own report says why.
      if (!this.#problems.some((told) => refuses(told, problem))) this.#report(problem);
    });
    if (config === undefined || this.#problems.length > 0) {
      const { withNearest } = await import("./nearest.ts");
      throw new ConfigError(await withNearest(this.#problems));
    }
    return {
      config,
      files: this.#files,
      warnings: [...this.#unread, ...this.#consent?.warnings ?? []],
      overrides: above === undefined
        ? []
        : (await import("./overrides.ts")).overridesOf(above, tree),
      origin: (path) =>
        originAt(tree, typeof path === "string" ? parseKeyPath(path) ?? [""] : path),
      entries: () => listEntries(config, tree),
    };
  }

  readonly #report = (problem: Problem): void => void this.#problems.push(problem);

  async #locatedFiles(): Promise<Tree | undefined> {
    const locations = configLocations(this.#input);
    const looking = locations.map(({ file }) => unreadBeside(file, this.#input.fs, this.#signal));
    const [loaded, unread] = await Promise.all([
      Promise.all(locations.map(({ file }) => this.#located(file))),
      Promise.all(looking),
    ]);
    // A file that does not inherit shuts out every file below it, faults included, and nothing else.
    const from = Math.max(0, loaded.findLastIndex(({ tree }) => shutsOut(tree)));
    const counted = loaded.slice(from).map((each, index) => ({
      ...each,
      isWorkspace: locations[from + index]?.isWorkspace === true,
    }));
    this.#problems.push(...counted.flatMap(({ problems }) => problems));
    this.#files.push(...counted.flatMap(({ files }) => files));
    // One that is extended is read.
    const beside = unread.slice(from).flat().filter(({ file }) => !this.#files.includes(file));
    this.#unread.push(...beside);
    const granted = await this.#granted(
      "workspace",
      counted.map(({ tree, isWorkspace }) => isWorkspace ? tree : undefined),
      counted.flatMap(({ files, isWorkspace }) => isWorkspace ? files : []),
    );
    const trees = counted.map(({ tree, isWorkspace }, i) => isWorkspace ? granted[i] : tree);
    return trees.reduce(compose, undefined);
  }

  async #located(file: string): Promise<Loaded> {
    const problems: Problem[] = [];
    const { fs } = this.#input;
    const text = await readConfigText(fs, file, this.#signal, (each) => problems.push(each));
    if (typeof text !== "string") return { tree: undefined, files: [], problems };
    const { loadFile } = await import("./load_file.ts");
    return await loadFile(file, text, this.#loading());
  }

  async #environment(lower: Tree | undefined): Promise<Tree | undefined> {
    const { env } = this.#input;
    if (!Object.keys(env).some((name) => name.startsWith("JP_CFG_"))) return undefined;
    const { readEnvironment } = await import("./environment.ts");
    return this.#withoutFileKeys(readEnvironment(env, lower, this.#report));
  }

  async #conversation(): Promise<Tree | undefined> {
    const trees = (this.#input.conversation ?? []).map((raw, index) =>
      this.#partial(raw, { kind: "conversation", index })
    );
    const granted = await this.#granted("conversation", trees, []);
    // A recorded base may hold them; they have done their work.
    return stripped(granted.reduce(compose, undefined));
  }

  async #arguments(below: Tree | undefined): Promise<Tree | undefined> {
    const texts = this.#input.cfg ?? [];
    if (texts.length === 0) return undefined;
    const { readArguments } = await import("./arguments.ts");
    return await readArguments(texts, {
      ...this.#loading(),
      place: this.#input,
      below,
      report: this.#report,
      counted: (files) => void this.#files.push(...files),
      granted: async (tree, files) => (await this.#granted("cfg_file", [tree], files))[0],
      checked: (tree) => this.#withoutFileKeys(tree),
    });
  }

  #flags(): Tree | undefined {
    const { flags } = this.#input;
    return flags && this.#withoutFileKeys(this.#partial(flags, { kind: "flag" }));
  }

  #partial(raw: JsonObject, origin: Origin): Tree | undefined {
    return readLayer(SCHEMA, raw, [], { layer: { originOf: () => origin }, report: this.#report });
  }

  /** Asks for consent, unless there is nothing to ask about or the run ends in an error anyway. */
  async #granted(
    source: UntrustedSource,
    trees: readonly (Tree | undefined)[],
    files: readonly string[],
  ): Promise<readonly (Tree | undefined)[]> {
    if (this.#problems.length > 0 || trees.every((tree) => tree === undefined)) return trees;
    const { Consent } = await import("./consent.ts");
    this.#consent ??= new Consent(this.#input.trust, this.#signal);
    return await this.#consent.granted({ source, trees, files });
  }

  async #withoutIncomplete(tree: Tree | undefined): Promise<Tree | undefined> {
    const refused = this.#consent?.refused ?? [];
    if (refused.length === 0) return tree;
    return (await import("./trust.ts")).withoutIncomplete(tree, refused);
  }

  #withoutFileKeys(tree: Tree | undefined): Tree | undefined {
    for (const name of FILE_KEYS) {
      const there = treeAt(tree, [name]);
      if (there === undefined || isFromExtending(there, name)) continue;
      const sentence = "counts only in the configuration files of a folder";
      this.#report(fault("usage", there.by.originOf([name]), sentence, { path: [name] }));
    }
    return stripped(tree);
  }

  #loading(): LoadContext {
    return { fs: this.#input.fs, rules: this.#rules, signal: this.#signal };
  }
}

/** Whether what is missing is missing since its value, or one below it, was refused. */
function refuses(told: Problem, missing: Problem): boolean {
  return told.kind === "wrong_value" && missing.path.every((name, at) => told.path[at] === name);
}

/** Keys that say how files are found, and mean nothing elsewhere. */
const FILE_KEYS = ["inherit", "extends"] as const;

/** A file named by `--cfg` may extend others: that has been done when its tree is here. */
function isFromExtending(tree: Tree, name: string): boolean {
  return name === "extends" && tree.by.originOf([name]).kind === "file";
}

function stripped(tree: Tree | undefined): Tree | undefined {
  if (tree?.kind !== "branch") return tree;
  const children = new Map(tree.children);
  for (const name of FILE_KEYS) children.delete(name);
  return { ...tree, children };
}

function shutsOut(tree: Tree | undefined): boolean {
  const inherit = treeAt(tree, ["inherit"]);
  return inherit?.kind === "leaf" && inherit.value === false;
}
