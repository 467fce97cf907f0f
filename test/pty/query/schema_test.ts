/** `--schema`: the data on stdout in every format, held to the schema; what does not fit. */
import assert from "node:assert/strict";
import { answer, RUNTIMES } from "../../support/mod.ts";
import { lines, world } from "./world.ts";

const SCHEMA = {
  type: "object",
  properties: { name: { type: "string" }, age: { type: "integer" } },
  required: ["name", "age"],
  additionalProperties: false,
};
const DATA = { name: "Ada \u001b[31m", age: 36 };
const GOOD = answer('{"name": "Ada \\u001b[31m",', ' "age": 36}');

for (const target of RUNTIMES) {
  Deno.test(`${target}: the data, and nothing else, is on stdout in every format`, async () => {
    await using w = await world({ scripts: () => GOOD });
    const schema = JSON.stringify(SCHEMA);
    await w.fixture.file("schema.json", schema);
    const runs = await Promise.all([
      w.run(target, ["q", "-n", "-F", "text", "-s", schema, "who?"]),
      w.run(target, ["q", "-n", "-F", "text-pretty", "-s", "@schema.json", "who?"]),
      w.run(target, ["q", "-n", "-F", "text", "-s", "name, age int", "who?"]),
    ]);
    for (const { code, stdout, stderr } of runs) {
      assert.deepEqual([code, stderr], [0, ""]);
      assert.deepEqual(JSON.parse(stdout), DATA);
      assert.equal(stdout, `${JSON.stringify(DATA, null, 2)}\n`);
    }
    for (const { body } of w.provider.requests) {
      const format = body["response_format"] as { json_schema: { schema: unknown } };
      assert.deepEqual(format.json_schema.schema, SCHEMA);
    }
    const json = await w.run(target, ["q", "-n", "-F", "json", "-s", schema, "who?"]);
    const records = lines(json.stdout);
    assert.deepEqual(records.map(({ type }) => type), [
      "chat_request",
      "chat_response",
      "turn_end",
    ]);
    assert.deepEqual([records[0]?.["schema"], records[1]?.["data"]], [SCHEMA, DATA]);
    const [last] = (await w.conversations()).slice(-1);
    const kept = (await w.events(last)).slice(1, 3);
    assert.deepEqual([kept[0]?.["schema"], kept[1]?.["data"]], [SCHEMA, DATA]);
  });
}

Deno.test("an answer that does not fit is asked for again", async () => {
  await using w = await world({
    scripts: [answer('{"name": "Ada"}'), answer("It is Ada."), GOOD],
  });
  const { code, stdout, stderr } = await w.run("binary", ["q", "-s", "name, age int", "who?"]);
  assert.deepEqual([code, JSON.parse(stdout)], [0, DATA]);
  assert.match(
    stderr,
    /^[^\n]*does not fit the schema[^\n]*'age'[^\n]*\n[^\n]*asked for JSON[^\n]*\n$/,
  );
  assert.deepEqual((await w.events()).map(({ type }) => type), [
    "turn_start",
    "chat_request",
    "chat_response",
    "turn_end",
  ]);
});

Deno.test("when none fits, or there is none, stdout is empty and the status 1", async () => {
  for (
    const [script, words] of [
      [answer('{"name": "Ada"}'), /does not fit the schema: it must have required property 'age'/],
      [answer("It is Ada."), /asked for JSON and answered with something else/],
      [[{ text: '{"name":' }, { finish: "length" }], /cut off before it was whole/],
      [[{ finish: "content_filter" }], /refusal/],
    ] as const
  ) {
    await using w = await world({ user: "assistant.request.max_retries = 0", scripts: [script] });
    const { code, stdout, stderr } = await w.run("binary", ["q", "-s", "name, age int", "who?"]);
    assert.deepEqual([code, stdout], [1, ""], stderr);
    assert.match(stderr, /^jp: [^\n]+\n[^\n]+\n$/);
    assert.match(stderr, words);
    assert.equal((await w.events()).at(-1)?.["reason"], "error");
  }
});

Deno.test("a schema that is none is wrong usage, before anything is made or sent", async () => {
  await using w = await world();
  await w.fixture.file("list.json", "[]");
  for (
    const [schema, code, words] of [
      ['{"type": "objct"}', 2, /not a JSON Schema: \/type must be equal to one of/],
      ["{bad", 2, /no JSON: line 1, column 2: expected a name/],
      ["@list.json", 2, /list\.json holds JSON, but no object/],
      ["schema.json", 2, /"schema\.json" is no field/],
      ["@missing.json", 1, /cannot read missing\.json: there is no such file/],
    ] as const
  ) {
    const failed = await w.run("binary", ["q", "-s", schema, "who?"]);
    assert.deepEqual([failed.code, failed.stdout], [code, ""], schema);
    assert.match(failed.stderr, words);
    assert.match(failed.stderr, /^jp: [^\n]+\n[^\n]+\n$/);
  }
  assert.deepEqual([w.provider.requests.length, await w.conversations()], [0, []]);
});
