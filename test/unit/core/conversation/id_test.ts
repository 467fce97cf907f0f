import assert from "node:assert/strict";
import {
  createdAt,
  decisecondsOf,
  directoryName,
  idOf,
  numberOf,
  parseDirectoryName,
  parseId,
  SLUG_LENGTH,
  slugOf,
} from "../../../../src/core/conversation/mod.ts";

Deno.test("an id is the tenths of a second since the epoch", () => {
  const id = idOf(decisecondsOf(1_775_840_660_531.9));
  assert.equal(id, "jp-c17758406605");
  assert.equal(numberOf(id), 17_758_406_605);
  assert.equal(createdAt(id), 1_775_840_660_500);
});

Deno.test("only an id is an id", () => {
  assert.equal(parseId("jp-c17758406605"), "jp-c17758406605");
  for (
    const text of ["jp-c", "jp-c-1", "jp-c1.5", "jp-c007", "jp-c1e5", " jp-c1", "jp-c1\n", "17"]
  ) {
    assert.equal(parseId(text), null, text);
  }
  assert.equal(parseId("jp-c9999999999999999"), null);
});

Deno.test("a directory's name gives back its parts", () => {
  const name = directoryName(17_758_406_605, "a-b");
  assert.deepEqual(parseDirectoryName(name), { id: "jp-c17758406605", slug: "a-b" });
  for (const other of [".archive", ".new-1", "17758406605", "17758406605-", "x-1", "notes"]) {
    assert.equal(parseDirectoryName(other), null, other);
  }
});

Deno.test("a slug keeps letters and digits of any script", () => {
  assert.equal(slugOf("Fix the  Build!"), "fix-the-build");
  assert.equal(slugOf("../../etc/passwd"), "etc-passwd");
  assert.equal(slugOf("Größe ändern — schnell"), "größe-ändern-schnell");
  assert.equal(slugOf("日本語の質問"), "日本語の質問");
  assert.equal(slugOf("Cafe\u0301"), "café");
});

Deno.test("a slug is never empty", () => {
  for (const words of ["", "   ", "?!", "🙂", "\0\n"]) assert.equal(slugOf(words), "untitled");
});

Deno.test("a slug is cut at a word, else at its length", () => {
  const words = slugOf("lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod");
  assert.equal(words, "lorem-ipsum-dolor-sit-amet-consectetur-adipiscing-elit-sed");
  assert.equal(slugOf("x".repeat(500)), "x".repeat(SLUG_LENGTH));
  assert.equal(slugOf("x".repeat(60)), "x".repeat(60));
  const wide = slugOf("語".repeat(500));
  assert.ok(new TextEncoder().encode(wide).length <= 120);
  assert.equal(wide, "語".repeat(40));
});
