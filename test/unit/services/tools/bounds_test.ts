/** What is kept of outputs, and which arguments a tool gets. */

import assert from "node:assert/strict";
import { FakeFileSystem } from "../../../../src/host/platform/fake_fs.ts";
import type { JsonObject } from "../../../../src/core/conversation/mod.ts";
import {
  boundedText,
  HEAD_BYTES,
  OutputKeeper,
  TAIL_BYTES,
} from "../../../../src/services/tools/output_keeper.ts";
import { checkArguments } from "../../../../src/services/tools/schema_check.ts";
import { Slots } from "../../../../src/services/tools/slots.ts";
import { ToolError } from "../../../../src/services/tools/types.ts";

const MAX = HEAD_BYTES + TAIL_BYTES;

function keeping(fs: FakeFileSystem, directory: string | null = "/spill") {
  return { fs, spill: { directory: () => Promise.resolve(directory) }, secrets: [] };
}

Deno.test("a text is cut between characters, and whole in its file", async () => {
  for (const shift of [0, 1, 2, 3]) {
    const fs = new FakeFileSystem();
    const text = "x".repeat(shift) + "€😀".repeat(MAX / 4);
    const cut = await boundedText(text, keeping(fs));
    assert.doesNotMatch(cut, /\ufffd/);
    const path = /the whole is in (\S+)\]/.exec(cut)?.[1] ?? "";
    assert.equal(fs.text(path), text);
    assert.equal(fs.mode(path), 0o600);
  }
});

Deno.test("what fits is not touched, and makes no file", async () => {
  const fs = new FakeFileSystem();
  assert.equal(await boundedText("y".repeat(MAX), keeping(fs)), "y".repeat(MAX));
  assert.deepEqual(fs.paths(), ["/"]);
});

Deno.test("nothing is kept where nothing may be, and a full disk is told", async () => {
  const text = "z".repeat(MAX + 1);
  assert.match(await boundedText(text, keeping(new FakeFileSystem(), null)), /was not kept\]/);
  const full = new FakeFileSystem();
  using _fault = full.inject({ operation: "append", code: "ENOSPC" });
  assert.match(await boundedText(text, keeping(full)), /could not be kept: ENOSPC\]/);
});

Deno.test("pieces of one output keep their order, whoever writes them", async () => {
  const fs = new FakeFileSystem();
  await using keeper = new OutputKeeper(keeping(fs));
  const pieces = Array.from({ length: 300 }, (_, n) => `${n}:${"-".repeat(9000)}\n`);
  const buffer = new Uint8Array(9100);
  await Promise.all(pieces.map((piece) => {
    const { written } = new TextEncoder().encodeInto(piece, buffer);
    return keeper.take(buffer.subarray(0, written));
  }));
  const text = await keeper.text();
  const path = /the whole is in (\S+)\]/.exec(text)?.[1] ?? "";
  assert.equal(fs.text(path), pieces.join(""));
  assert.ok(text.startsWith(pieces[0] ?? "?"));
  assert.ok(text.endsWith(pieces.at(-1) ?? "?"));
});

const SCHEMA: JsonObject = {
  type: "object",
  properties: {
    path: { type: "string" },
    count: { type: ["integer", "null"], default: 3, minimum: 1 },
    flag: { type: "boolean" },
    where: {
      type: "object",
      properties: { line: { type: "integer" }, column: { type: "integer", default: 1 } },
      required: ["line"],
    },
    list: { type: "array", items: { type: "object", properties: { n: { type: "number" } } } },
    any: {},
  },
  required: ["path"],
  additionalProperties: false,
};

Deno.test("arguments are completed, and JSON that came as text is read", async () => {
  const checked = (args: JsonObject) => checkArguments("t", SCHEMA, args);
  assert.deepEqual(await checked({ path: "1" }), { path: "1", count: 3 });
  assert.deepEqual(
    await checked({
      path: "[1]",
      count: "7",
      flag: "true",
      where: '{"line": "4"}',
      list: '[{"n": "1.5"}]',
      any: "[1]",
    }),
    {
      path: "[1]",
      count: 7,
      flag: true,
      where: { line: 4, column: 1 },
      list: [{ n: 1.5 }],
      any: "[1]",
    },
  );
  assert.deepEqual(await checked({ path: "x", count: null }), { path: "x", count: null });
  // Spelled out as left out, where null is no value.
  assert.deepEqual(
    await checked({ path: "x", flag: null, where: null, any: null, list: [{ n: null }] }),
    { path: "x", count: 3, any: null, list: [{}] },
  );
  await assert.rejects(checked({ path: null }), /path: /);
});

Deno.test("what does not fit is told with its place", async () => {
  const cases: [JsonObject, RegExp][] = [
    [{}, /path is missing.*It takes path, count, flag, where, list, any\./],
    [JSON.parse('{"path":"x","__proto__":1}'), /there is no argument "__proto__"/],
    [{ path: "x", toString: 1 }, /there is no argument "toString"/],
    [{ path: 1 }, /path: /],
    [{ path: "x", count: 0 }, /count: /],
    [{ path: "x", flag: "yes" }, /flag: /],
    [{ path: "x", where: {} }, /where: .*line/],
    [{ path: "x", list: [{ n: "one" }] }, /list\/0\/n: /],
  ];
  for (const [args, said] of cases) {
    await assert.rejects(checkArguments("t", SCHEMA, args), (error) => {
      assert.ok(error instanceof ToolError);
      assert.equal(error.code, "arguments");
      assert.match(error.message, said);
      return true;
    });
  }
});

Deno.test("a schema nobody can read checks nothing", async () => {
  const broken: JsonObject = { type: "object", properties: { a: { $ref: "#/nowhere" } } };
  assert.deepEqual(await checkArguments("t", broken, { a: 1 }), { a: 1 });
});

Deno.test("places are handed out in order, and given up on an abort", async () => {
  const slots = new Slots(1);
  const never = new AbortController().signal;
  const first = await slots.take(never);
  const order: number[] = [];
  const cut = new AbortController();
  const waiting = [1, 2, 3].map(async (n) => {
    const slot = await slots.take(n === 2 ? cut.signal : never);
    if (slot !== null) order.push(n);
    slot?.[Symbol.dispose]();
    return slot !== null;
  });
  cut.abort();
  first?.[Symbol.dispose]();
  first?.[Symbol.dispose]();
  assert.deepEqual(await Promise.all(waiting), [true, false, true]);
  assert.deepEqual(order, [1, 3]);
});
