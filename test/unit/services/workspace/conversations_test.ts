import assert from "node:assert/strict";
import { numberOf } from "../../../../src/core/conversation/mod.ts";
import type { FakeFsOperation } from "../../../../src/host/platform/fake_fs.ts";
import { type ConversationRef, type Store } from "../../../../src/services/workspace/mod.ts";
import {
  ask,
  fakeHost,
  FIRST_ID,
  lockOf,
  NOW,
  say,
  start,
  storeErrorOf,
  storeOf,
} from "./fixture.ts";

const DIR = "/w/.jp/conversations";

async function made(
  title = "one",
): Promise<{ host: ReturnType<typeof fakeHost>; store: Store; ref: ConversationRef }> {
  const host = fakeHost();
  const store = await storeOf(host);
  return { host, store, ref: await store.conversations.create({ title }) };
}

Deno.test("conversations are listed newest first; what is none is passed by", async () => {
  const host = fakeHost({
    files: {
      [`${DIR}/5-b/metadata.json`]: "{}",
      [`${DIR}/30-c/metadata.json`]: "{}",
      [`${DIR}/.archive/4-a/metadata.json`]: "{}",
      [`${DIR}/.new-6/metadata.json`]: "{}",
      [`${DIR}/7-a-file`]: "",
      [`${DIR}/README.md`]: "",
    },
  });
  host.fs.link(`${DIR}/8-link`, "/home");
  const { conversations } = await storeOf(host);
  assert.deepEqual((await conversations.list()).map(({ id, slug }) => [id, slug]), [
    ["jp-c30", "c"],
    ["jp-c5", "b"],
  ]);
  assert.deepEqual(await conversations.list({ archived: true }), [
    { id: "jp-c4", slug: "a", directory: `${DIR}/.archive/4-a`, archived: true },
  ]);
  assert.equal((await conversations.find("jp-c4"))?.archived, true);
  assert.equal(await conversations.find("jp-c9"), null);
});

Deno.test("two directories of one id are not guessed between", async () => {
  const host = fakeHost({
    files: { [`${DIR}/5-a/metadata.json`]: "{}", [`${DIR}/5-b/metadata.json`]: "{}" },
  });
  await assert.rejects(
    (await storeOf(host)).conversations.find("jp-c5"),
    storeErrorOf("ambiguous"),
  );
});

Deno.test("metadata that is missing, broken or half wrong is made good", async () => {
  const { host, store, ref } = await made();
  const file = `${ref.directory}/metadata.json`;
  const sound = {
    title: null,
    created_at: "2026-04-10T17:04:20.500Z",
    last_activated_at: "2026-04-10T17:04:20.500Z",
    pinned_at: null,
    archived_at: null,
    expires_at: null,
    labels: {},
  };
  for (const text of ["", "{", "[]", "null", '{"title":7,"labels":[],"pinned_at":"soon"}']) {
    host.fs.put(file, text);
    assert.deepEqual(await store.conversations.metadata(ref), sound, text);
  }
  await host.fs.remove(file);
  assert.deepEqual(await store.conversations.metadata(ref), sound);
});

Deno.test("a change keeps what the file has besides", async () => {
  const { host, store, ref } = await made();
  using lock = await lockOf(store, ref.id);
  host.fs.put(`${ref.directory}/metadata.json`, '{"title":"t","from_the_future":{"x":1}}');
  await store.conversations.update(ref, lock, { pinned_at: "2026-05-01T00:00:00.000Z" });
  const stored = JSON.parse(host.fs.text(`${ref.directory}/metadata.json`) ?? "");
  assert.equal(stored.title, "t");
  assert.deepEqual(stored.from_the_future, { x: 1 });
  assert.equal(stored.pinned_at, "2026-05-01T00:00:00.000Z");
});

Deno.test("a change that is not saved is not claimed, and the file stays as it was", async () => {
  const { host, store, ref } = await made();
  using lock = await lockOf(store, ref.id);
  using _ = host.fs.inject({ operation: "replace", code: "ENOSPC" });
  await assert.rejects(
    store.conversations.update(ref, lock, { title: "new" }),
    storeErrorOf("no_space"),
  );
  assert.equal((await store.conversations.metadata(ref)).title, "one");
});

Deno.test("a lock of another conversation gives no right to this one", async () => {
  const { store, ref } = await made();
  using lock = await lockOf(store, "jp-c1");
  await assert.rejects(store.conversations.open(ref, lock), RangeError);
  await assert.rejects(store.conversations.remove(ref, lock), RangeError);
});

Deno.test("touching notes the time, labels change one by one", async () => {
  const { host, store, ref } = await made();
  using lock = await lockOf(store, ref.id);
  host.time = NOW + 1000;
  await store.conversations.touch(ref, lock);
  await store.conversations.label(ref, lock, { add: { a: "1", b: "" } });
  await store.conversations.label(ref, lock, { add: { c: "3" }, remove: ["a"] });
  const metadata = await store.conversations.metadata(ref);
  assert.equal(metadata.last_activated_at, "2026-04-10T17:04:21.500Z");
  assert.equal(metadata.created_at, "2026-04-10T17:04:20.500Z");
  assert.deepEqual(metadata.labels, { b: "", c: "3" });
  await store.conversations.label(ref, lock, { reset: true });
  assert.deepEqual((await store.conversations.metadata(ref)).labels, {});
});

Deno.test("a summary tells title, turns, activity and damage", async () => {
  const { host, store, ref } = await made("");
  const { conversations } = store;
  assert.deepEqual(await conversations.summary(ref), {
    ref,
    metadata: await conversations.metadata(ref),
    title: null,
    lastActivity: "2026-04-10T17:04:20.500Z",
    turns: 0,
    damaged: 0,
  });
  using lock = await lockOf(store, ref.id);
  {
    await using log = await conversations.open(ref, lock);
    await log.append([start, ask("\nwhy?\nreally"), say("x"), start, ask("b")]);
  }
  host.fs.put(
    `${ref.directory}/events.jsonl`,
    `garbage\n${host.fs.text(`${ref.directory}/events.jsonl`)}{torn`,
  );
  const { title, turns, damaged, lastActivity } = await conversations.summary(ref);
  assert.deepEqual([title, turns, damaged, lastActivity], [
    "why?",
    2,
    2,
    "2026-04-10T17:04:20.531Z",
  ]);
});

Deno.test("archiving moves a conversation, unarchiving brings it back", async () => {
  const { store, ref } = await made();
  using lock = await lockOf(store, ref.id);
  const { conversations } = store;
  const archived = await conversations.archive(ref, lock);
  assert.equal(archived.directory, `${DIR}/.archive/${numberOf(FIRST_ID)}-one`);
  assert.deepEqual(await conversations.find(ref.id), archived);
  assert.equal((await conversations.metadata(archived)).archived_at, "2026-04-10T17:04:20.500Z");
  assert.deepEqual(await conversations.archive(archived, lock), archived);
  assert.deepEqual(await conversations.unarchive(archived, lock), ref);
  assert.equal((await conversations.metadata(ref)).archived_at, null);
  assert.deepEqual((await conversations.list()).map(({ id }) => id), [ref.id]);
});

Deno.test("an archiving that fails leaves the conversation where and what it was", async () => {
  for (const operation of ["replace", "makeDir", "rename"] satisfies FakeFsOperation[]) {
    const { host, store, ref } = await made();
    using lock = await lockOf(store, ref.id);
    using _ = host.fs.inject({ operation, code: "EROFS", times: 1 });
    await assert.rejects(store.conversations.archive(ref, lock), storeErrorOf("read_only"));
    assert.deepEqual(await store.conversations.find(ref.id), ref);
    assert.equal((await store.conversations.metadata(ref)).archived_at, null, operation);
  }
});

Deno.test("a removed conversation is gone with its lock file", async () => {
  const { host, store, ref } = await made();
  {
    using lock = await lockOf(store, ref.id);
    await store.conversations.remove(ref, lock);
  }
  assert.equal(await store.conversations.find(ref.id), null);
  assert.ok(!host.fs.paths().some((path) => path.includes(String(numberOf(ref.id)))));
});

Deno.test("a removal that fails leaves it whole; one that is cut off never shows half of it", async () => {
  const { host, store, ref } = await made();
  using lock = await lockOf(store, ref.id);
  {
    using _ = host.fs.inject({ operation: "rename", code: "EACCES" });
    await assert.rejects(store.conversations.remove(ref, lock), storeErrorOf("denied"));
    assert.deepEqual(await store.conversations.find(ref.id), ref);
  }
  using _ = host.fs.inject({ operation: "remove", code: "EIO" });
  await store.conversations.remove(ref, lock);
  assert.equal(await store.conversations.find(ref.id), null);
});

Deno.test("a fork is a conversation of its own, with the turns asked for", async () => {
  const { store, ref } = await made("the plan");
  const { conversations } = store;
  using lock = await lockOf(store, ref.id);
  await conversations.label(ref, lock, { add: { a: "1" } });
  await using log = await conversations.open(ref, lock);
  await log.append([start, ask("one"), say("1"), start, ask("two"), say("2")]);
  const whole = await conversations.fork(ref);
  assert.notEqual(whole.id, ref.id);
  assert.equal(whole.slug, "the-plan");
  assert.deepEqual((await conversations.read(whole)).events, log.events);
  assert.deepEqual((await conversations.metadata(whole)).labels, { a: "1" });
  const last = await conversations.fork(ref, {
    turns: { last: 1 },
    title: "Other",
    labels: { reset: true, add: { b: "" } },
  });
  assert.equal(last.slug, "other");
  assert.deepEqual((await conversations.read(last)).events, [start, ask("two"), say("2")]);
  assert.deepEqual((await conversations.metadata(last)).labels, { b: "" });
});

Deno.test("the writer who waited reads what the one before it wrote", async () => {
  const { host, store, ref } = await made();
  const other = await storeOf(host);
  const lock = await lockOf(store, ref.id);
  await using log = await store.conversations.open(ref, lock);
  using theirs = await other.locks.waitForLock(ref.id, {
    pollMs: 1,
    onWait: () => {
      log.append([start, ask("a")]).then(() => lock[Symbol.dispose]());
    },
  });
  await using after = await other.conversations.open(ref, theirs);
  assert.deepEqual(after.events, [start, ask("a")]);
});

Deno.test("many conversations are listed with their metadata in order", async () => {
  const files = Object.fromEntries(
    Array.from(
      { length: 300 },
      (_, n) => [`${DIR}/${n + 1}-x/metadata.json`, `{"title":"t${n + 1}"}`],
    ),
  );
  const { conversations } = await storeOf(fakeHost({ files }));
  const entries = await conversations.entries(await conversations.list());
  assert.equal(entries.length, 300);
  assert.ok(entries.every(({ ref, metadata }) => metadata.title === `t${numberOf(ref.id)}`));
});

Deno.test("a directory that cannot be listed or read is an error, not an empty one", async () => {
  const { host, store, ref } = await made();
  {
    using _ = host.fs.inject({ operation: "list", code: "EACCES" });
    await assert.rejects(store.conversations.list(), storeErrorOf("denied"));
  }
  {
    using _ = host.fs.inject({ operation: "readBytes", code: "EIO" });
    await assert.rejects(store.conversations.read(ref), storeErrorOf("io"));
  }
  using _ = host.fs.inject({ operation: "readText", code: "EACCES" });
  await assert.rejects(store.conversations.entries([ref]), storeErrorOf("denied"));
});
