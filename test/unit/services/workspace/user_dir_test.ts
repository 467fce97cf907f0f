import assert from "node:assert/strict";
import { parseWorkspaceId } from "../../../../src/services/workspace/registration.ts";
import { fakeHost, storeErrorOf, storeOf } from "./fixture.ts";

const DATA = "/home/u/.local/share/jp/workspace";

Deno.test("an id is read from below its preamble", () => {
  assert.equal(parseWorkspaceId("# hello\r\n\r\nab12z\r\n"), "ab12z");
  assert.equal(parseWorkspaceId("<<<<<<< ours\nab12z\n=======\nzzzzz\n>>>>>>>\n"), "ab12z");
  for (const text of ["", "\0\0", "ABCDE", "abcdef", "# ab12z"]) {
    assert.equal(parseWorkspaceId(text), null, text);
  }
});

Deno.test("nothing is written before something has to be", async () => {
  const host = fakeHost();
  await host.fs.remove("/w/.jp/.id");
  const before = host.fs.paths();
  const store = await storeOf(host);
  assert.equal(await store.userDir.id(), null);
  assert.equal(await store.userDir.path(), null);
  assert.deepEqual(await store.conversations.list(), []);
  assert.deepEqual(await store.sessions.history(), []);
  assert.equal(await store.drafts.read("new"), null);
  assert.deepEqual(host.fs.paths(), before);
});

Deno.test("the first write makes the id, and it stays", async () => {
  const host = fakeHost();
  await host.fs.remove("/w/.jp/.id");
  const path = await (await storeOf(host)).userDir.ensure();
  const id = parseWorkspaceId(host.fs.text("/w/.jp/.id") ?? "");
  assert.match(id ?? "", /^[0-9a-z]{5}$/);
  assert.equal(path, `${DATA}/${id}`);
  assert.equal(await (await storeOf(host)).userDir.ensure(), path);
});

Deno.test("a malformed id file is replaced", async () => {
  const host = fakeHost({ files: { "/w/.jp/.id": "not an id\n" } });
  const store = await storeOf(host);
  assert.equal(await store.userDir.id(), null);
  await store.userDir.ensure();
  const id = await (await storeOf(host)).userDir.id();
  assert.match(id ?? "", /^[0-9a-z]{5}$/);
});

Deno.test("two first writes at once agree on one id", async () => {
  const host = fakeHost();
  await host.fs.remove("/w/.jp/.id");
  const stores = await Promise.all([storeOf(host), storeOf(host), storeOf(host)]);
  const paths = await Promise.all(stores.map((store) => store.userDir.ensure()));
  assert.equal(new Set(paths).size, 1);
});

Deno.test("every failing write is reported by its cause", async () => {
  for (const operation of ["makeDir", "createNew", "replace"] as const) {
    const host = fakeHost();
    await host.fs.remove("/w/.jp/.id");
    const { userDir } = await storeOf(host);
    {
      using _ = host.fs.inject({ operation, code: "EROFS" });
      await assert.rejects(userDir.ensure(), storeErrorOf("read_only"), operation);
    }
    await userDir.ensure();
  }
});
