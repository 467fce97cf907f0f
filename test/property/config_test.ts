/**
 * What must hold of the configuration for any key, any value and any layers: the last writer wins,
 * folding layers does not depend on grouping, nothing but a ConfigError ever comes of bad input, and
 * what is recorded reads back.
 */

import assert from "node:assert/strict";
import fc from "fast-check";
import { stringify } from "smol-toml";
import { FakeFileSystem } from "../../src/host/platform/fake_fs.ts";
import {
  ConfigError,
  type ConfigInput,
  formatKeyPath,
  type KeyPath,
  resolveConfig,
} from "../../src/services/config/mod.ts";
import { assign } from "../../src/services/config/assign.ts";
import type { Key, Node } from "../../src/services/config/field.ts";
import { keyLines } from "../../src/services/config/key_lines.ts";
import { readLayer } from "../../src/services/config/read_layer.ts";
import { SCHEMA } from "../../src/services/config/schema.ts";
import { compose, type Tree, treeAt } from "../../src/services/config/tree.ts";

const POOL: readonly unknown[] = [
  true,
  false,
  0,
  1,
  10,
  61,
  250,
  0.5,
  "auto",
  "some text",
  "abc",
  "3ms",
  "http://h:1/v1",
  "demo/chat",
  "NAME",
  "builtin",
  "#102030",
  ["a"],
  ["b", "c"],
  [],
  { program: "vi" },
  { program: "code", args: ["--wait"], shell: true },
  { effort: "low" },
  { state: "off", allow_toggle: "if_named" },
  { run: "auto" },
  { algorithm: "sha1", value: "a".repeat(40) },
  [{ path: "/x", read: true }],
  [{ title: "t", items: ["i"] }, "plain"],
];

interface Target {
  readonly path: KeyPath;
  readonly node: Key<unknown>;
  readonly values: readonly unknown[];
}

/** Every key, under fixed names where the names are the user's, with values it accepts. */
const TARGETS: readonly Target[] = (() => {
  const found: Target[] = [];
  const walk = (node: Node, path: KeyPath): void => {
    if (node.node === "table") {
      for (const [name, child] of Object.entries(node.fields)) walk(child, [...path, name]);
      for (const name of node.rest === null ? [] : ["one", "two"]) {
        if (node.rest !== null) walk(node.rest, [...path, name]);
      }
    }
    if (node.node !== "key" || ["inherit", "extends"].includes(path[0] ?? "")) return;
    const pool = [...POOL, ...(node.shape.choices ?? [])];
    const values = pool.filter((raw) => node.shape.read(raw, [], () => {}) !== undefined);
    assert.ok(values.length > 0, `no value for ${formatKeyPath(path)}`);
    found.push({ path, node, values });
  };
  walk(SCHEMA, []);
  return found;
})();

const target = fc.constantFrom(...TARGETS);
const setting = target.chain((each) =>
  fc.constantFrom(...each.values).map((raw) => ({ ...each, raw }))
);

/** The entries a table cannot do without, so that any single key may be set in it. */
const COMPLETE: Readonly<Record<string, unknown>> = {
  providers: {
    llm: {
      one: { kind: "openai-compatible", base_url: "http://one" },
      two: { kind: "openai-compatible", base_url: "http://two" },
    },
    mcp: { one: { command: "one" }, two: { command: "two" } },
  },
};

function partial(path: KeyPath, raw: unknown): Record<string, unknown> {
  return path.reduceRight<unknown>((value, name) => ({ [name]: value }), raw) as Record<
    string,
    unknown
  >;
}

function at(value: unknown, path: KeyPath): unknown {
  return path.reduce<unknown>(
    (each, name) => typeof each === "object" && each !== null ? Reflect.get(each, name) : undefined,
    value,
  );
}

const json = (value: unknown): string => JSON.stringify(value) ?? "undefined";

function input(extra: Partial<ConfigInput>): ConfigInput {
  return {
    fs: new FakeFileSystem(),
    os: "linux",
    env: { HOME: "/h" },
    cwd: "/w",
    workspaceRoot: "/w",
    userWorkspaceDir: "/u",
    trust: () => Promise.resolve("trusted"),
    ...extra,
  };
}

const never = new AbortController().signal;

const FILES = ["/h/.config/jp/config.toml", "/w/.jp/config.toml", "/w/.jp.toml", "/u/config.toml"];
const LAYERS = [...FILES, "conversation", "cfg", "flags"] as const;

Deno.test("the last writer wins, for any key and any layers", async () => {
  const layers = fc.subarray([...LAYERS], { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(target, layers, fc.infiniteStream(fc.nat()), async (each, used, picks) => {
      const files: Record<string, string> = { "/base.toml": stringify(COMPLETE) };
      const writers: { raw: unknown; conversation?: boolean; cfg?: boolean; flags?: boolean }[] =
        [];
      for (const layer of used) {
        const raw = each.values[(picks.next().value ?? 0) % each.values.length];
        if (layer.startsWith("/")) files[layer] = stringify(partial(each.path, raw));
        writers.push({ raw, [layer]: true });
      }
      const of = (layer: "conversation" | "cfg" | "flags") => writers.find((one) => one[layer]);
      const conversation = of("conversation");
      const cfg = of("cfg");
      const flags = of("flags");
      files["/h/.config/jp/config.toml"] = 'extends = "/base.toml"\n' +
        (files["/h/.config/jp/config.toml"] ?? "");
      const { config, origin } = await resolveConfig(
        input({
          fs: new FakeFileSystem(files),
          ...(conversation
            ? { conversation: [partial(each.path, conversation.raw)] as never }
            : {}),
          ...(cfg ? { cfg: [`${formatKeyPath(each.path)}:=${json(cfg.raw)}`] } : {}),
          ...(flags ? { flags: partial(each.path, flags.raw) as never } : {}),
        }),
        never,
      );
      const last = writers[writers.length - 1]?.raw;
      const expected = each.node.shape.read(last, [], () => {});
      const actual = at(config, each.path);
      if (each.node.appends) {
        assert.ok(Array.isArray(actual) && Array.isArray(expected));
        assert.ok(expected.every((item) => actual.includes(item)));
      } else assert.equal(json(actual), json(expected));
      const top = used[used.length - 1];
      const from = origin(each.path);
      assert.equal(from.kind === "file" ? from.file : from.kind, top === "flags" ? "flag" : top);
    }),
    { numRuns: 250 },
  );
});

/** A layer of one kind or another that the table accepts. */
const layerTree: fc.Arbitrary<Tree> = fc.oneof(
  // Few enough paths that three layers often meet on one.
  fc.tuple(
    fc.constantFrom<KeyPath>(
      ["editor", "envs"],
      ["config_load_paths"],
      ["assistant", "model", "parameters", "stop_words"],
    ),
    fc.constantFrom<unknown>(["a"], ["b"], ["a", "c"], [], null),
    fc.constantFrom("set" as const, "append" as const, "merge" as const),
  ).map(([path, raw, how]) => put(path, raw, how)),
  fc.array(setting, { minLength: 1, maxLength: 4 }).map((settings) =>
    read(settings.map(({ path, raw }) => partial(path, raw)).reduce(merged, {}))
  ),
  fc.tuple(setting, fc.constantFrom("set" as const, "append" as const)).map(([each, how]) =>
    put(each.path, each.raw, each.node.shape.append === undefined ? "set" : how)
  ),
  fc.tuple(
    fc.constantFrom<KeyPath>(
      ["template", "values"],
      ["template", "values", "a"],
      ["template", "values", "a", "b"],
    ),
    fc.constantFrom<unknown>(1, [1], [2], "x", { b: 1 }, { b: { c: 2 } }, {}, { a: [3] }),
    fc.constantFrom("set" as const, "append" as const, "merge" as const),
  ).filter(([path, raw]) => path.length > 2 || typeof raw === "object" && !Array.isArray(raw))
    .map(([path, raw, how]) => put(path, raw, how)),
  fc.constantFrom<KeyPath>(
    ["editor"],
    ["providers", "llm", "one"],
    ["conversation", "tools"],
    ["template", "values"],
    ["interrupt", "turn", "action"],
  ).map((path) => read(partial(path, null))),
);

function merged(a: Record<string, unknown>, b: Record<string, unknown>): Record<string, unknown> {
  const out = { ...a };
  for (const [name, value] of Object.entries(b)) {
    const there = out[name];
    const both = isObject(there) && isObject(value);
    out[name] = both ? merged(there, value) : value;
  }
  return out;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const layer = { originOf: () => ({ kind: "flag" }) as const };
const report = (): void => {};

function read(raw: unknown): Tree {
  return readLayer(SCHEMA, raw, [], { layer, report }) ?? { kind: "gone", by: layer };
}

function put(path: KeyPath, raw: unknown, operation: "set" | "append" | "merge"): Tree {
  const written = { kind: "json", text: json(raw) } as const;
  return assign(path, written, operation, { layer, report }) ?? read({});
}

function shown(tree: Tree | undefined): unknown {
  if (tree === undefined || tree.kind === "gone") return tree?.kind;
  if (tree.kind === "leaf") return [tree.value, tree.append !== undefined];
  const children = [...tree.children].map(([name, child]) => [name, shown(child)]);
  return { cleared: tree.cleared, children: Object.fromEntries(children) };
}

Deno.test("layers may be folded in any grouping", () => {
  fc.assert(
    fc.property(layerTree, layerTree, layerTree, (a, b, c) => {
      assert.deepEqual(shown(compose(compose(a, b), c)), shown(compose(a, compose(b, c))));
    }),
    { numRuns: 3000 },
  );
});

const junk = fc.oneof(
  fc.constantFrom<unknown>(...POOL, "", -1, 1e300, new Date(0), Number.NaN, {}, [[]], [{}]),
  fc.string(),
  fc.integer(),
  fc.double(),
  fc.dictionary(fc.string({ minLength: 1, maxLength: 6 }), fc.oneof(fc.string(), fc.integer())),
  fc.array(fc.oneof(fc.string(), fc.boolean()), { maxLength: 3 }),
);

/** The problems of an input: empty when it is accepted. Anything but a ConfigError gets through. */
async function problemPaths(extra: Partial<ConfigInput>): Promise<KeyPath[]> {
  try {
    await resolveConfig(input(extra), never);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    assert.ok(error.problems.length > 0);
    assert.equal(error.message.split("\n").length, error.problems.length);
    return error.problems.map(({ path }) => path);
  }
}

Deno.test("a junk value is accepted or named, and is accepted by all layers or by none", async () => {
  await fc.assert(
    fc.asyncProperty(target, junk, async ({ path, node }, raw) => {
      const toml = stringify(partial(path, raw));
      const complete = { "/base.toml": stringify(COMPLETE) };
      const fs = new FakeFileSystem({
        ...complete,
        "/h/.config/jp/config.toml": 'extends = "/base.toml"\n',
        "/w/.jp/config.toml": toml,
      });
      const problems = await problemPaths({ fs });
      for (const each of problems) assert.deepEqual(each.slice(0, path.length), path);
      const value = node.shape.read(raw, [], () => {});
      const isSpelled = isObject(raw) && "strategy" in raw;
      if (!isSpelled) assert.equal(problems.length === 0, value !== undefined);
      if (value !== undefined) assert.deepEqual(node.shape.read(value, [], () => {}), value);
    }),
    { numRuns: 400 },
  );
});

Deno.test("no text of a file, variable or argument gives another error", async () => {
  const key = fc.oneof(target.map(({ path }) => formatKeyPath(path)), fc.string());
  const word = fc.stringMatching(/^[A-Z_*]{1,20}$/);
  const variable = fc.oneof(
    target.map(({ path }) => path.join("_").toUpperCase().replace(/[^A-Z0-9*]/g, "_")),
    word,
  );
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string({ unit: "binary" }), fc.tuple(key, fc.string()).map((p) => p.join("="))),
      fc.tuple(key, fc.constantFrom("=", ":=", "+=", ":+=", ""), fc.string()).map((p) =>
        p.join("")
      ),
      fc.tuple(variable, fc.constantFrom("", ":", "+", ":+"), fc.string()),
      async (file, argument, [name, prefix, value]) => {
        const fs = new FakeFileSystem({ "/w/.jp/config.toml": file });
        const env = { HOME: "/h", [`JP_CFG_${name}`]: prefix + value };
        await problemPaths({ fs });
        await problemPaths({ cfg: [argument] });
        await problemPaths({ env });
      },
    ),
    { numRuns: 200 },
  );
});

Deno.test("what is recorded of the flags gives the same configuration again", async () => {
  const settings = fc.array(setting, { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(settings, settings, fc.boolean(), async (below, above, appends) => {
      const lower = below.reduce<Record<string, unknown>>(
        (all, { path, raw }) => merged(all, partial(path, raw)),
        COMPLETE,
      );
      const harmless = above.filter(({ path, node }) => isHarmless(path) && !node.sensitive);
      const fs = new FakeFileSystem({ "/h/.config/jp/config.toml": stringify(lower) });
      const cfg = harmless.map(({ path, raw, node }) =>
        `${formatKeyPath(path)}:${appends && node.shape.append ? "+" : ""}=${json(raw)}`
      );
      const first = await resolveConfig(input({ fs, cfg }), never);
      const again = await resolveConfig(input({ fs, conversation: first.overrides }), never);
      assert.equal(json(again.config), json(first.config));
    }),
    { numRuns: 150 },
  );
});

function isHarmless(path: KeyPath): boolean {
  return !["providers", "plugins"].includes(path[0] ?? "");
}

Deno.test("every key of a document is found on a line that holds its name", () => {
  const name = fc.stringMatching(/^[a-zA-Z0-9_ .#=[\]-]{1,8}$/);
  const scalar = fc.oneof(
    fc.integer(),
    fc.boolean(),
    fc.string(),
    fc.string({ unit: fc.constantFrom("\n", '"', "'", "\\", "[", "]", "=", "#", "x", " ") }),
    fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }),
  );
  const { value: document } = fc.letrec<{ value: Record<string, unknown> }>((tie) => ({
    value: fc.dictionary(
      name,
      fc.oneof(
        { depthSize: "small" },
        scalar,
        fc.array(scalar, { maxLength: 3 }),
        tie("value"),
        fc.array(tie("value"), { maxLength: 2 }),
      ),
      { maxKeys: 4 },
    ),
  }));
  fc.assert(
    fc.property(document, (value) => {
      const toml = stringify(value);
      const lines = toml.split("\n");
      const lineOf = keyLines(toml);
      const walk = (each: unknown, path: KeyPath): void => {
        if (!isObject(each) || each instanceof Date) return;
        for (const [key, child] of Object.entries(each)) {
          const line = lines[(lineOf([...path, key]) ?? 0) - 1];
          assert.ok(line?.includes(key), `${json([...path, key])} on ${json(line)} of\n${toml}`);
          if (Array.isArray(child)) child.forEach((one, i) => walk(one, [...path, key, String(i)]));
          else walk(child, [...path, key]);
        }
      };
      walk(value, []);
    }),
    { numRuns: 300 },
  );
});

Deno.test("a tree is found again at every path it was made of", () => {
  fc.assert(
    fc.property(setting, ({ path, raw, node }) => {
      const tree = treeAt(read(partial(path, raw)), path);
      assert.equal(tree?.kind, "leaf");
      const value = tree?.kind === "leaf" ? tree.value : undefined;
      assert.deepEqual(value, node.shape.read(raw, [], () => {}));
    }),
    { numRuns: 200 },
  );
});
