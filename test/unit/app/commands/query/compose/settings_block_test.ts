import assert from "node:assert/strict";
import { overlaid } from "../../../../../../src/app/commands/query/compose/overlaid.ts";
import {
  changedSettings,
  settingsBlock,
} from "../../../../../../src/app/commands/query/compose/settings_block.ts";

Deno.test("the block shows the model and how much it thinks, in every form that has", () => {
  const reasoning = (block: string): string | undefined => block.split("\n").at(-1);
  const path = "assistant.model.parameters.reasoning";
  assert.equal(settingsBlock("a/b", null).split("\n")[0], 'assistant.model.id = "a/b"');
  assert.equal(reasoning(settingsBlock("a/b", null)), `# ${path} = "auto"`);
  assert.equal(reasoning(settingsBlock("a/b", "off")), `${path} = "off"`);
  const low = { effort: "low", exclude: false } as const;
  assert.equal(reasoning(settingsBlock("a/b", low)), `${path} = "low"`);
  assert.equal(reasoning(settingsBlock("a/b", { effort: 512, exclude: false })), `${path} = 512`);
  assert.equal(
    reasoning(settingsBlock("a/b", { ...low, exclude: true })),
    `${path} = { effort = "low", exclude = true }`,
  );
});

Deno.test("only what was changed is asked for", () => {
  const shown = settingsBlock("a/b", { effort: "low", exclude: true });
  // Tables out of TOML have no prototype.
  const changed = (edited: string) => structuredClone(changedSettings(shown, edited));
  assert.deepEqual(changed(shown), { kind: "settings", values: {} });
  assert.deepEqual(changed(""), { kind: "settings", values: {} });
  assert.deepEqual(changed(shown.replace("a/b", "c/d")), {
    kind: "settings",
    values: { assistant: { model: { id: "c/d" } } },
  });
  // A value that happens to be written as a table is one value.
  assert.deepEqual(changed(shown.replace('"low"', '"high"')), {
    kind: "settings",
    values: {
      assistant: { model: { parameters: { reasoning: { effort: "high", exclude: true } } } },
    },
  });
  assert.deepEqual(changed(`${shown}\n[style]\nsanitize = "off"`), {
    kind: "settings",
    values: { style: { sanitize: "off" } },
  });
});

Deno.test("what is no TOML is told by its line", () => {
  const { kind, error } = { error: "", ...changedSettings("", "a = 1\nb =\n") };
  assert.equal(kind, "invalid");
  assert.match(error, /^line 2 of the block: not valid TOML: /);
});

Deno.test("partial configurations are laid over one another", () => {
  assert.deepEqual(overlaid({ a: { b: 1, c: 2 }, d: [1] }, { a: { c: 3 }, d: [2], e: null }), {
    a: { b: 1, c: 3 },
    d: [2],
    e: null,
  });
  assert.deepEqual(overlaid({ a: 1 }, { a: { b: 2 } }), { a: { b: 2 } });
  assert.deepEqual(overlaid({ a: { b: 2 } }, { a: 1 }), { a: 1 });
});
