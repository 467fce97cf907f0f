import assert from "node:assert/strict";
import { idOf, numberOf } from "../../../../src/core/conversation/mod.ts";
import type { FakeFsOperation } from "../../../../src/host/platform/fake_fs.ts";
import { ask, fakeHost, FIRST_ID, lockOf, NOW, storeErrorOf, storeOf } from "./fixture.ts";

const DIR = "/w/.jp/conversations";
const FIRST = numberOf(FIRST_ID);

Deno.test("a conversation is made with all its files, and its id is the time", async () => {
  const host = fakeHost();
  const { conversations } = await storeOf(host);
  const ref = await conversations.create({
    title: "Fix the build",
    baseConfig: { a: 1 },
    labels: { team: "x" },
    events: [ask("a")],
  });
  assert.deepEqual(ref, {
    id: FIRST_ID,
    slug: "fix-the-build",
    directory: `${DIR}/${FIRST}-fix-the-build`,
    archived: false,
  });
  assert.deepEqual(host.fs.paths().filter((path) => path.startsWith(`${DIR}/`)), [
    ref.directory,
    `${ref.directory}/base_config.json`,
    `${ref.directory}/events.jsonl`,
    `${ref.directory}/metadata.json`,
  ]);
  assert.deepEqual(await conversations.metadata(ref), {
    title: "Fix the build",
    created_at: "2026-04-10T17:04:20.500Z",
    last_activated_at: "2026-04-10T17:04:20.500Z",
    pinned_at: null,
    archived_at: null,
    expires_at: null,
    labels: { team: "x" },
  });
  assert.deepEqual(await conversations.baseConfig(ref), { a: 1 });
  assert.deepEqual((await conversations.read(ref)).events, [ask("a")]);
});

Deno.test("the slug is made of the title, else of the first words, else of nothing", async () => {
  const { conversations } = await storeOf(fakeHost());
  assert.equal((await conversations.create({ title: "T", words: "w" })).slug, "t");
  assert.equal((await conversations.create({ words: "why is\nthat" })).slug, "why-is-that");
  assert.equal((await conversations.create()).slug, "untitled");
});

Deno.test("a hundred at once, in the same tenth of a second, each get an id of their own", async () => {
  const host = fakeHost();
  const stores = await Promise.all(Array.from({ length: 100 }, () => storeOf(host)));
  const refs = await Promise.all(
    stores.map((store, at) => store.conversations.create({ title: `number ${at}` })),
  );
  assert.equal(new Set(refs.map(({ id }) => id)).size, 100);
  assert.equal((await (await storeOf(host)).conversations.list()).length, 100);
  assert.ok(!host.fs.paths().some((path) => path.includes(".new-")));
});

Deno.test("an id in use is passed over, whatever its slug, archived or still being made", async () => {
  const host = fakeHost({
    files: {
      [`${DIR}/${FIRST}-other/metadata.json`]: "{}",
      [`${DIR}/.archive/${FIRST + 1}-old/metadata.json`]: "{}",
      [`${DIR}/.new-${FIRST + 2}/metadata.json`]: "{}",
    },
  });
  const ref = await (await storeOf(host)).conversations.create();
  assert.equal(ref.id, idOf(FIRST + 3));
  assert.ok(host.fs.paths().includes(`${DIR}/.new-${FIRST + 2}`));
});

Deno.test("what a kill left behind an hour ago is swept up", async () => {
  const host = fakeHost({
    files: {
      [`${DIR}/.new-${FIRST - 36_001}/metadata.json`]: "{}",
      [`${DIR}/.gone-${FIRST - 36_001}/metadata.json`]: "{}",
      [`${DIR}/.new-${FIRST - 10}/metadata.json`]: "{}",
    },
  });
  await (await storeOf(host)).conversations.create();
  const hidden = host.fs.paths().filter((path) => /\/\.(new|gone)-\d+$/.test(path));
  assert.deepEqual(hidden, [`${DIR}/.new-${FIRST - 10}`]);
});

Deno.test("whichever step fails, nothing half-made is left and the cause is told", async () => {
  const steps: FakeFsOperation[] = ["makeDir", "list", "createNew", "rename"];
  for (const operation of steps) {
    for (let after = 0; after < 3; after++) {
      const host = fakeHost({ files: { [`${DIR}/1-old/metadata.json`]: "{}" } });
      const { conversations } = await storeOf(host);
      const before = host.fs.paths();
      using _ = host.fs.inject({ operation, code: "ENOSPC", after, times: 1, written: 3 });
      const made = await conversations.create({ events: [ask("a")] }).catch((error) => {
        assert.ok(storeErrorOf("no_space")(error), String(error));
        return null;
      });
      if (made === null) assert.deepEqual(host.fs.paths(), before, `${operation} ${after}`);
      else assert.ok(after > 0, operation);
    }
  }
});

Deno.test("an abandoned directory that cannot be removed does not stop a creation", async () => {
  const host = fakeHost({ files: { [`${DIR}/.new-5/metadata.json`]: "{}" } });
  using _ = host.fs.inject({ operation: "remove", code: "EACCES", path: `${DIR}/.new-5` });
  const { conversations } = await storeOf(host);
  assert.equal((await conversations.create()).id, FIRST_ID);
});

Deno.test("in the default workspace the first creation makes its private place", async () => {
  const host = fakeHost();
  host.dir = "/";
  const store = await storeOf(host);
  const ref = await store.conversations.create();
  assert.match(ref.directory, /^\/home\/u\/\.local\/share\/jp\/default\/\.jp\/conversations\//);
  using _ = await lockOf(store, ref.id);
  assert.match((await store.userDir.id()) ?? "", /^[0-9a-z]{5}$/);
});

Deno.test("the next tenth of a second is the next id", async () => {
  const host = fakeHost();
  const { conversations } = await storeOf(host);
  await conversations.create();
  host.time = NOW + 250;
  assert.equal((await conversations.create()).id, idOf(FIRST + 2));
});
