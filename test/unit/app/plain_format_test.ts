import assert from "node:assert/strict";
import { inPlainFormat, plainFormat } from "../../../src/app/plain_format.ts";

const CASES: readonly [args: string, format: string | null][] = [
  ["q --bogus -F json", "json"],
  ["-Fjson q --bogus", "json"],
  ["-F=json", "json"],
  ["q --format json-pretty hi", "json-pretty"],
  ["--format=json", "json"],
  ["-F json -F text", null],
  ["-F text -F json", "json"],
  ["-F", null],
  ["-F nope", null],
  ["q -- -F json", null],
  ["q json", null],
  ["q --formatjson", null],
];
for (const [args, format] of CASES) {
  Deno.test(`the format plainly asked for by: jp ${args}`, () => {
    assert.equal(plainFormat(args.split(" ")), format);
  });
}

Deno.test("words that speak of a format ask for none", () => {
  assert.equal(plainFormat(["q", "--bogus", "what does -F json do"]), null);
});

Deno.test("a value is said in the format, a text otherwise", () => {
  assert.equal(inPlainFormat(["-Fjson"], { a: 1 }, "a"), '{"a":1}\n');
  assert.equal(inPlainFormat(["-F", "json-pretty"], { a: 1 }, "a"), '{\n  "a": 1\n}\n');
  assert.equal(inPlainFormat([], { a: 1 }, "a"), "a");
});
