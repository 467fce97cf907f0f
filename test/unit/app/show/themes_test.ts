import assert from "node:assert/strict";
import { THEME_NAMES } from "../../../../src/host/markdown/mod.ts";
import { toJsonSchema } from "../../../../src/services/config/mod.ts";

Deno.test("style.markdown.theme takes the themes there are, and no other", () => {
  const schema = JSON.stringify(toJsonSchema());
  const names = /"theme":\{[^{}]*"enum":(\[[^\]]*\])/.exec(schema)?.[1] ?? "[]";
  assert.deepEqual(JSON.parse(names).sort(), [...THEME_NAMES].sort());
});
