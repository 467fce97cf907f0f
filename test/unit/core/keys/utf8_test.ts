import assert from "node:assert/strict";
import { decodeUtf8, endUtf8, NO_CARRY, utf8Length } from "../../../../src/core/keys/utf8.ts";

Deno.test("block edges do not split a surrogate pair or lose a byte", () => {
  for (const pad of [8188, 8189, 8190, 8191, 8192, 16383]) {
    const text = "x".repeat(pad) + "😀é一" + "y".repeat(10);
    const bytes = new TextEncoder().encode(text);
    assert.equal(decodeUtf8(NO_CARRY, bytes, 0, bytes.length).text, text);
  }
});

Deno.test("only the asked range is read", () => {
  const bytes = new TextEncoder().encode("abcdef");
  assert.equal(decodeUtf8(NO_CARRY, bytes, 2, 4).text, "cd");
  assert.equal(decodeUtf8(NO_CARRY, bytes, 3, 3).text, "");
});

Deno.test("an unfinished code point is carried, and ill-formed at the end", () => {
  const bytes = new TextEncoder().encode("😀");
  const half = decodeUtf8(NO_CARRY, bytes, 0, 3);
  assert.equal(half.text, "");
  assert.equal(endUtf8(half.carry), "\ufffd");
  const whole = decodeUtf8(half.carry, bytes, 3, 4);
  assert.equal(whole.text, "😀");
  assert.equal(endUtf8(whole.carry), "");
});

Deno.test("utf8Length counts what an encoder would write", () => {
  for (const text of ["", "abc", "é", "一", "😀", "a\ud800b", "\udc00", "é一😀x"]) {
    assert.equal(utf8Length(text), new TextEncoder().encode(text).length, JSON.stringify(text));
  }
});
