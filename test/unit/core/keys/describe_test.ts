import assert from "node:assert/strict";
import {
  decode,
  describeKey,
  type InputEvent,
  parseKeyName,
  startDecoder,
} from "../../../../src/core/keys/mod.ts";
import { bytesOf, decoderFor, feedAll } from "./feed.ts";
import { ALL_LINES } from "./sequences.ts";

Deno.test("parseKeyName reads back what describeKey writes", () => {
  const keys = ALL_LINES.flatMap((line): InputEvent[] =>
    feedAll(decoderFor(line), [bytesOf(line.input)])
  ).filter((event) => event.kind === "key" && event.name !== "unknown");
  assert.ok(keys.length > 100);
  for (const key of keys) assert.deepEqual(parseKeyName(describeKey(key)), key);
});

Deno.test("parseKeyName is lenient about order and case, strict about names", () => {
  assert.deepEqual(parseKeyName("M-C-a"), parseKeyName("C-M-a"));
  assert.deepEqual(parseKeyName("pageup"), parseKeyName("PageUp"));
  assert.deepEqual(parseKeyName("C-A"), parseKeyName("C-S-a"));
  assert.deepEqual(parseKeyName("S-a"), parseKeyName("A"));
  assert.deepEqual(parseKeyName("C--"), decode(startDecoder(), bytesOf("\x1b[45;5u")).events[0]);
  for (const text of ["", "C-", "M-", "nokey", "F25", "ab", "X-a", "constructor"]) {
    assert.equal(parseKeyName(text), null, text);
  }
});
