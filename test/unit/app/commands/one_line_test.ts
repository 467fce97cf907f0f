import assert from "node:assert/strict";
import { oneLine } from "../../../../src/app/commands/one_line.ts";

Deno.test("one line: no line end, no control character, no mark of direction", () => {
  assert.equal(oneLine(" a\nb\r\n\tc\x1b[31md\x9be\u2028f "), "a b c [31md e f");
  assert.equal(oneLine("keep \u202eylno\u202c this\u2066"), "keep ylno this");
  assert.equal(oneLine("👩‍👩‍👧 family"), "👩‍👩‍👧 family");
  assert.equal(oneLine("\n"), "");
});

Deno.test("one line: cut at code points", () => {
  assert.equal(oneLine("é".repeat(100)), "é".repeat(80));
  assert.equal(oneLine("😀".repeat(100)), "😀".repeat(80));
});
