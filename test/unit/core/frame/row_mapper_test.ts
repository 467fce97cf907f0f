import assert from "node:assert/strict";
import { rowMapper } from "../../../../src/core/frame/mod.ts";
import { measure } from "./measure.ts";

Deno.test("rows of one wrapped line", () => {
  const { rowUp, rowDown } = rowMapper({ columns: 10, measure });
  const text = "0123456789abcdefghijKLM";
  assert.equal(rowUp(text, 13), 3);
  assert.equal(rowDown(text, 3), 13);
  assert.equal(rowDown(text, 13), 23);
  assert.equal(rowDown(text, 19), 23);
  assert.equal(rowUp(text, 3), null);
  assert.equal(rowDown(text, 21), null);
});

Deno.test("rows of several lines", () => {
  const { rowUp, rowDown } = rowMapper({ columns: 10, measure });
  const text = "long line\n\nshort\nanother";
  assert.equal(rowDown(text, 7), 10);
  assert.equal(rowDown(text, 10), 11);
  assert.equal(rowUp(text, 11), 10);
  assert.equal(rowUp(text, 10), 0);
  assert.equal(rowDown(text, 15), 21);
  assert.equal(rowUp(text, 24), 16);
});

Deno.test("the column of where the run began is aimed at", () => {
  const { rowDown } = rowMapper({ columns: 20, measure });
  const text = "wide enough\nab\nwide enough";
  const first = rowDown(text, 7);
  assert.equal(first, 14);
  assert.equal(rowDown(text, 14, 7), 22);
  assert.equal(rowDown(text, 14), 17);
});

Deno.test("the prompt shifts the first line, the continuation the others", () => {
  const { rowUp, rowDown } = rowMapper({ columns: 10, measure, prefix: 7, continuation: 2 });
  const text = "abcdefgh\nxyz";
  // Rows: "Reply: abc", "defgh", "… xyz".
  assert.equal(rowDown(text, 0), 8);
  assert.equal(rowUp(text, 3), 0);
  assert.equal(rowUp(text, 5), 0);
  assert.equal(rowDown(text, 4), 9);
  assert.equal(rowDown(text, 6), 10);
  assert.equal(rowUp(text, 9), 5);
  assert.equal(rowUp(text, 2), null);
});

Deno.test("a prompt that fills rows of its own is not entered", () => {
  for (const prefix of [10, 25]) {
    const { rowUp, rowDown } = rowMapper({ columns: 10, measure, prefix });
    assert.equal(rowUp("ab", 1), null);
    assert.equal(rowUp("ab\ncd", 4), prefix === 10 ? 1 : 0);
    assert.equal(rowDown("ab\ncd", 0), prefix === 10 ? 3 : 5);
    assert.equal(rowUp("", 0), null);
    assert.equal(rowDown("", 0), null);
  }
});

Deno.test("at the end of a full row the caret is in a row of its own", () => {
  const { rowUp, rowDown } = rowMapper({ columns: 5, measure });
  assert.equal(rowUp("abcde", 5), 0);
  assert.equal(rowDown("abcde", 2), null);
  assert.equal(rowDown("abcde\nxy", 5), 6);
});

Deno.test("clusters are never entered", () => {
  const { rowDown } = rowMapper({ columns: 20, measure });
  const family = "👨‍👩‍👧";
  assert.equal(rowDown(`abc\n${family}z`, 1), 4);
  assert.equal(rowDown(`abc\n${family}z`, 2), 4 + family.length);
  assert.equal(rowDown("abcd\n漢字", 3), 6);
});

Deno.test("a long line keeps its answers when it changes", () => {
  const mapper = rowMapper({ columns: 80, measure, prefix: 7 });
  let text = "漢字 かな ".repeat(3000);
  for (const at of [17_000, 30, 9_000, 16_990]) {
    text = text.slice(0, at) + "x字" + text.slice(at);
    const plain = rowMapper({ columns: 80, measure, prefix: 7 });
    assert.equal(mapper.rowUp(text, at), plain.rowUp(text, at));
    assert.equal(mapper.rowDown(text, at), plain.rowDown(text, at));
  }
});
