import assert from "node:assert/strict";
import fc from "fast-check";
import { parse, stringify } from "smol-toml";
import { editToml } from "../../src/services/config/mod.ts";
import { ConfigError } from "../../src/services/config/mod.ts";

const name = fc.constantFrom("a", "b", "c", "d e", "*", "é", "");
const scalar = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 8 }),
  fc.boolean(),
  fc.integer({ min: -1000, max: 1000 }),
  fc.constantFrom("a # b", '"""', "'''", "[x]\ny = 1", "\\"),
);
const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }));
const tree = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    value,
    fc.dictionary(name, tie("node"), { maxKeys: 4 }),
  ),
}));
const document = fc.dictionary(name, tree.node, { maxKeys: 4 });

/** Comments and blank lines where TOML allows them, so that places are not what stringify gives. */
function decorated(toml: string, seed: number): string {
  return toml.split("\n").map((line, index) => {
    // Only whole statements on one line: strings of stringify never span lines.
    const odd = (seed >> (index % 24)) % 4;
    return odd === 1 ? `${line} # note = "x" [y]` : odd === 2 ? `\n# a = 1\n  ${line}` : line;
  }).join("\n");
}

function at(values: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (below, key) => (below as Record<string, unknown> | undefined)?.[key],
    values,
  );
}

function without(values: unknown, [key = "", ...rest]: readonly string[]): unknown {
  if (typeof values !== "object" || values === null || Array.isArray(values)) return values;
  const { [key]: below, ...others } = values as Record<string, unknown>;
  if (rest.length === 0 || below === undefined) return others;
  const left = without(below, rest);
  const empty = typeof left === "object" && left !== null && Object.keys(left).length === 0;
  return empty ? others : { ...others, [key]: left };
}

Deno.test("edit: the key is set, nothing else changes, and no comment is lost", async () => {
  let edits = 0;
  await fc.assert(
    fc.asyncProperty(
      document,
      fc.array(name, { minLength: 1, maxLength: 4 }),
      value,
      fc.integer({ min: 0, max: 0xffffff }),
      async (values, path, wanted, seed) => {
        const before = decorated(stringify(values), seed);
        let after: string;
        try {
          after = await editToml("/c.toml", before, { path, value: wanted });
        } catch (error) {
          assert(error instanceof ConfigError, String(error));
          // It may refuse, but not where nothing is in the way.
          assert.notEqual(at(parse(before), path.slice(0, 1)), undefined, before);
          return;
        }
        edits += 1;
        assert.deepEqual(at(parse(after), path), wanted, after);
        assert.deepEqual(plain(without(parse(after), path)), plain(without(parse(before), path)));
        const notes = (text: string) =>
          text.split("\n").filter((line) => /# (a|note) = /.test(line));
        assert.equal(notes(after).length, notes(before).length, after);
      },
    ),
    { numRuns: 300 },
  );
  assert(edits > 100, `only ${edits} edits`);
});

function plain(values: unknown): unknown {
  return JSON.parse(JSON.stringify(values));
}
