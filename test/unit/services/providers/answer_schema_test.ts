import assert from "node:assert/strict";
import type { Json, JsonObject } from "../../../../src/core/conversation/mod.ts";
import {
  type ModelEvent,
  ProviderError,
  schemaCheck,
  withSchemaCheck,
} from "../../../../src/services/providers/mod.ts";
import { collect, collectFault } from "./fixtures.ts";

const PERSON: JsonObject = {
  type: "object",
  properties: { name: { type: "string" }, age: { type: "integer", minimum: 0 } },
  required: ["name", "age"],
  additionalProperties: false,
};

Deno.test("a check says what is wrong and where", async () => {
  const check = await schemaCheck(PERSON);
  const cases: [Json, RegExp | null][] = [
    [{ name: "Ada", age: 36 }, null],
    [{ name: "Ada", age: "36" }, /^\/age must be integer$/],
    [{ name: "Ada" }, /^it must have required property 'age'$/],
    [{ name: "Ada", age: 1, born: 1815 }, /additional properties \("born"\)/],
    [[], /^it must be object$/],
    [{ name: 1, age: -1, a: 1, b: 2 }, /; and 1 more$/],
  ];
  for (const [data, words] of cases) {
    const problem = check(data);
    if (words === null) assert.equal(problem, null);
    else assert.match(problem ?? "", words);
  }
});

Deno.test("the draft is the one $schema names, else the newest", async () => {
  const tuple = { type: "array", prefixItems: [{ type: "string" }], items: false };
  assert.match((await schemaCheck(tuple))(["a", "b"]) ?? "", /must NOT have more than 1 items/);
  const old = {
    $schema: "http://json-schema.org/draft-07/schema#",
    type: "array",
    items: [{ type: "string" }],
    additionalItems: false,
  };
  assert.match((await schemaCheck(old))(["a", "b"]) ?? "", /must NOT have more than 1 items/);
  const middle = { $schema: "https://json-schema.org/draft/2019-09/schema", type: "string" };
  assert.equal((await schemaCheck(middle))("a"), null);
});

Deno.test("keywords and formats that nobody knows are remarks", async () => {
  const check = await schemaCheck({ type: "string", format: "colour", "x-order": 1 });
  assert.equal(check("red"), null);
});

Deno.test("what is no schema is a fault of the configuration, in one line", async () => {
  const wrong: readonly JsonObject[] = [
    { type: "objct" },
    { $ref: "https://example.com/elsewhere" },
    { $schema: "http://json-schema.org/draft-04/schema#", type: "string" },
    { type: "string", pattern: "(" },
  ];
  for (const schema of wrong) {
    await assert.rejects(schemaCheck(schema), (error) => {
      assert.ok(error instanceof ProviderError && error.code === "config" && !error.retryable);
      assert.match(error.message, /^The schema is not a JSON Schema: [^\n]+$/);
      return true;
    });
  }
});

async function* events(...all: readonly ModelEvent[]): AsyncGenerator<ModelEvent> {
  for (const event of all) yield await Promise.resolve(event);
}

const finish = (reason: "complete" | "max_tokens" | "refused" | "tool_calls" | "other") =>
  ({ kind: "finish", reason }) as const;

Deno.test("an answer that fits passes, one that does not may be asked for again", async () => {
  const check = await schemaCheck(PERSON);
  const good: ModelEvent = { kind: "data", data: { name: "Ada", age: 36 } };
  assert.deepEqual(
    await collect(withSchemaCheck(events(good, finish("complete")), check, "p/m")),
    [good, finish("complete")],
  );
  const bad: ModelEvent = { kind: "data", data: { name: "Ada" } };
  const { events: before, fault } = await collectFault(
    withSchemaCheck(events(bad, finish("complete")), check, "p/m"),
  );
  assert.deepEqual(before, []);
  assert.deepEqual([fault.code, fault.retryable], ["bad_response", true]);
  assert.match(fault.message, /^The answer of p\/m does not fit the schema: it must have/);
});

Deno.test("an answer that is not there is a fault, unless tools are to run first", async () => {
  const check = await schemaCheck(PERSON);
  for (
    const [reason, words] of [
      ["max_tokens", /cut off/],
      ["refused", /refusal/],
      ["other", /missing/],
    ] as const
  ) {
    const { fault } = await collectFault(withSchemaCheck(events(finish(reason)), check, "p/m"));
    assert.match(fault.message, words);
    assert.equal(fault.retryable, false);
  }
  const calls = finish("tool_calls");
  assert.deepEqual(await collect(withSchemaCheck(events(calls), check, "p/m")), [calls]);
});
