import assert from "node:assert/strict";
import { headingOf, titleOf } from "../../../../../src/app/commands/query/title_text.ts";

Deno.test("a model's words as a title: one line, without what models put around it", () => {
  for (
    const [said, title] of [
      ["Walks in the hills", "Walks in the hills"],
      ["  \n# Walks\nand more", "Walks"],
      ['"Walks in the hills."', "Walks in the hills"],
      ["Title: **Walks**", "Walks"],
      ["„Spaziergänge“", "Spaziergänge"],
      ["\u001b[31mRed\u202e tail", "[31mRed tail"],
      ["日本の散歩", "日本の散歩"],
    ] as const
  ) assert.equal(titleOf(said), title);
  for (const nothing of ["", " \n ", '"".', "***"]) assert.equal(titleOf(nothing), null);
  assert.equal([...titleOf("x".repeat(500)) ?? ""].length, 80);
});

Deno.test("the heading a request begins with", () => {
  assert.equal(headingOf("# Walks\n\nWhere to?"), "Walks");
  assert.equal(headingOf("\n### A #1 walk ###\nx"), "A #1 walk");
  for (const none of ["Walks", "#hash", "text\n# later", "", "# "]) {
    assert.equal(headingOf(none), null, none);
  }
});
