import assert from "node:assert/strict";
import { CommandError } from "../../../../../src/app/app.ts";
import { shortSchema } from "../../../../../src/app/commands/query/read_schema.ts";

Deno.test("the short form: names, types, lists, descriptions", () => {
  assert.deepEqual(shortSchema("name, age int\n tags str[]: one word each,ok bool"), {
    type: "object",
    properties: {
      name: { type: "string" },
      age: { type: "integer" },
      tags: { type: "array", items: { type: "string" }, description: "one word each" },
      ok: { type: "boolean" },
    },
    required: ["name", "age", "tags", "ok"],
    additionalProperties: false,
  });
});

Deno.test("what is no field of it is named", () => {
  for (
    const [text, words] of [
      ["schema.json", /"schema\.json" is no field/],
      ["name, age years", /"age years" is no field/],
      ["name, 1st int", /"1st int"/],
      [" , ", /empty/],
      ["", /empty/],
    ] as const
  ) {
    assert.throws(
      () => shortSchema(text),
      (error) => error instanceof CommandError && error.code === 2 && words.test(error.message),
      text,
    );
  }
});
