import assert from "node:assert/strict";
import type { LockHolder } from "../../../../src/services/workspace/mod.ts";
import { fakeHost, lockOf, storeErrorOf, storeOf } from "./fixture.ts";

const FILE = "/home/u/.local/share/jp/workspace/ab12z/locks/jp-c7.lock";

Deno.test("one holds the lock, the other hears who", async () => {
  const host = fakeHost();
  const [mine, theirs] = [await storeOf(host), await storeOf(host)];
  const lock = await lockOf(mine, "jp-c7");
  assert.deepEqual(await theirs.locks.tryLock("jp-c7"), {
    kind: "held",
    holder: { pid: 4242, session: "77", acquiredAt: "2026-04-10T17:04:20.500Z" },
  });
  assert.equal((await theirs.locks.tryLock("jp-c8")).kind, "acquired");
  lock[Symbol.dispose]();
  lock[Symbol.dispose]();
  using _ = await lockOf(theirs, "jp-c7");
});

Deno.test("an empty or garbage lock file is only a file", async () => {
  for (const text of ["", "garbage", "[]", '{"pid":"x"}', "\0\0"]) {
    const host = fakeHost({ files: { [FILE]: text } });
    const held = host.fs.openLock(FILE);
    assert.ok(held.tryLock());
    const store = await storeOf(host);
    assert.deepEqual(await store.locks.tryLock("jp-c7"), {
      kind: "held",
      holder: { pid: null, session: null, acquiredAt: null },
    });
    held[Symbol.dispose]();
    using _ = await lockOf(store, "jp-c7");
  }
});

Deno.test("waiting ends when the holder lets go, and says for whom it waits", async () => {
  const host = fakeHost();
  const [mine, theirs] = [await storeOf(host), await storeOf(host)];
  const lock = await lockOf(mine, "jp-c7");
  const waited: LockHolder[] = [];
  using got = await theirs.locks.waitForLock("jp-c7", {
    pollMs: 1,
    onWait: (holder) => {
      waited.push(holder);
      lock[Symbol.dispose]();
    },
  });
  assert.equal(got.id, "jp-c7");
  assert.deepEqual(waited.map(({ pid }) => pid), [4242]);
});

Deno.test("a wait is told when the lock changes hands, and given up by a signal", async () => {
  const host = fakeHost();
  const [mine, theirs] = [await storeOf(host), await storeOf(host)];
  using _ = await lockOf(mine, "jp-c7");
  const reason = new Error("second press");
  const stop = new AbortController();
  const waited: (number | null)[] = [];
  const wait = theirs.locks.waitForLock("jp-c7", {
    signal: stop.signal,
    pollMs: 1,
    onWait: ({ pid }) => {
      waited.push(pid);
      if (waited.length === 1) host.fs.put(FILE, '{"pid":5}');
      else stop.abort(reason);
    },
  });
  await assert.rejects(wait, (error) => error === reason);
  assert.deepEqual(waited, [4242, 5]);
  await assert.rejects(
    theirs.locks.waitForLock("jp-c9", { signal: stop.signal }),
    (error) => error === reason,
  );
});

Deno.test("a lock that cannot be taken for another reason is an error", async () => {
  for (const operation of ["openLock", "tryLock", "makeDir"] as const) {
    const host = fakeHost();
    const store = await storeOf(host);
    {
      using _ = host.fs.inject({ operation, code: "EACCES" });
      await assert.rejects(store.locks.tryLock("jp-c7"), storeErrorOf("denied"), operation);
      await assert.rejects(store.locks.waitForLock("jp-c7"), storeErrorOf("denied"), operation);
    }
    using _ = await lockOf(store, "jp-c7");
  }
});
