import assert from "node:assert/strict";
import { fakeHost, storeErrorOf, storeOf } from "./fixture.ts";

const DIR = "/home/u/.local/share/jp/workspace/ab12z/drafts";

Deno.test("a draft is kept with its caret until it is removed", async () => {
  const host = fakeHost();
  const { drafts } = await storeOf(host);
  assert.equal(await drafts.read("jp-c1"), null);
  await drafts.remove("jp-c1");
  await drafts.save("jp-c1", { text: "one\ntwo 🙂", caret: 4 });
  await drafts.save("new", { text: "other", caret: 0 });
  assert.deepEqual(await drafts.read("jp-c1"), { text: "one\ntwo 🙂", caret: 4 });
  assert.equal(host.fs.mode(`${DIR}/jp-c1.json`), 0o600);
  await drafts.save("jp-c1", { text: "", caret: 0 });
  assert.deepEqual(await drafts.read("jp-c1"), { text: "", caret: 0 });
  await drafts.remove("jp-c1");
  assert.equal(await drafts.read("jp-c1"), null);
  assert.deepEqual(await drafts.read("new"), { text: "other", caret: 0 });
});

Deno.test("no text is lost to a file that is not quite right", async () => {
  const host = fakeHost();
  const { drafts } = await storeOf(host);
  host.fs.put(`${DIR}/jp-c1.json`, "by hand");
  assert.deepEqual(await drafts.read("jp-c1"), { text: "by hand", caret: 7 });
  for (const caret of ["-1", "99", '"x"', "1.5"]) {
    host.fs.put(`${DIR}/jp-c1.json`, `{"text":"abc","caret":${caret}}`);
    assert.deepEqual(await drafts.read("jp-c1"), { text: "abc", caret: 3 });
  }
});

Deno.test("a draft that is not kept is told, and the one before it stays", async () => {
  const host = fakeHost();
  const { drafts } = await storeOf(host);
  await drafts.save("jp-c1", { text: "old", caret: 3 });
  {
    using _ = host.fs.inject({ operation: "replace", code: "EROFS" });
    await assert.rejects(
      drafts.save("jp-c1", { text: "new", caret: 3 }),
      storeErrorOf("read_only"),
    );
  }
  {
    using _ = host.fs.inject({ operation: "remove", code: "EROFS" });
    await assert.rejects(drafts.remove("jp-c1"), storeErrorOf("read_only"));
  }
  assert.deepEqual(await drafts.read("jp-c1"), { text: "old", caret: 3 });
});
