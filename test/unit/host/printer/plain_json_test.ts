import assert from "node:assert/strict";
import { plainJson } from "../../../../src/host/printer/plain_json.ts";

Deno.test("JSON stays the same value without a control character", () => {
  const value = { text: "\x1b[1m\u009b2J\x7f\u0085 é" };
  const json = plainJson(JSON.stringify(value));
  assert.deepEqual(JSON.parse(json), value);
  // deno-lint-ignore no-control-regex -- control characters are what must not be there
  assert.doesNotMatch(json, /[\0-\x1f\x7f-\x9f]/);
});
