import assert from "node:assert/strict";
import { changeLabels, formatLabel, parseLabel } from "../../../../src/services/workspace/mod.ts";
import { storeErrorOf } from "./fixture.ts";

Deno.test("labels are read and written", () => {
  assert.deepEqual(parseLabel("a=b=c"), { key: "a", value: "b=c" });
  assert.deepEqual(parseLabel(":todo"), { key: "todo", value: "" });
  assert.equal(formatLabel("a", "b"), "a=b");
  assert.equal(formatLabel("todo", ""), ":todo");
  for (const text of ["", "a", ":", "=x", ":a b", "a b=c"]) {
    assert.throws(() => parseLabel(text), storeErrorOf("invalid"), text);
  }
});

Deno.test("removals come before additions", () => {
  const labels = { a: "1", b: "2" };
  assert.deepEqual(changeLabels(labels, {}), labels);
  assert.deepEqual(changeLabels(labels, { remove: ["a", "x"], add: { a: "3" } }), {
    b: "2",
    a: "3",
  });
  assert.deepEqual(changeLabels(labels, { reset: true, add: { c: "" } }), { c: "" });
});
