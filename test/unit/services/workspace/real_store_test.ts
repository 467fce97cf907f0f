import assert from "node:assert/strict";
import { readLog } from "../../../../src/core/conversation/mod.ts";
import { openPlatform } from "../../../../src/host/platform/port.ts";
import { findWorkspace, openStore, type Store } from "../../../../src/services/workspace/mod.ts";
import { plainEnv, run, spawnDetached } from "../../../support/mod.ts";
import { ask, lockOf, say, start } from "./fixture.ts";

const platform = await openPlatform();
const PROGRAM = new URL("./store_process.ts", import.meta.url).pathname;

/** A workspace in a temporary directory, removed at the end. */
class Place implements AsyncDisposable {
  readonly root = Deno.makeTempDirSync({ prefix: "jp-store-" });

  constructor() {
    Deno.mkdirSync(`${this.root}/w/.jp`, { recursive: true });
  }

  async store(persist = true): Promise<Store> {
    const host = {
      ...platform,
      cwd: () => `${this.root}/w`,
      env: (name: string) => name === "JP_USER_DATA_DIR" ? `${this.root}/data` : undefined,
    };
    return await openStore(host, await findWorkspace(host), { persist });
  }

  program(...args: string[]) {
    return {
      cmd: Deno.execPath(),
      args: ["run", "-A", "--no-check", PROGRAM, ...args],
      env: { ...plainEnv(), JP_USER_DATA_DIR: `${this.root}/data` },
      cwd: `${this.root}/w`,
    };
  }

  files(): string[] {
    const found: string[] = [];
    const walk = (directory: string) => {
      for (const entry of Deno.readDirSync(directory)) {
        const path = `${directory}/${entry.name}`;
        if (entry.isDirectory) walk(path);
        else found.push(path.slice(this.root.length));
      }
    };
    walk(this.root);
    return found.sort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.root, { recursive: true });
  }
}

Deno.test("a turn on real files: written, read back, and only the files it says", async () => {
  await using place = new Place();
  const store = await place.store();
  const ref = await store.conversations.create({ title: "First" });
  await store.sessions.activate(ref);
  {
    using lock = await lockOf(store, ref.id);
    await using log = await store.conversations.open(ref, lock);
    await log.append([start, ask("a")]);
    await log.sync();
    await log.append([say("b")]);
    await log.sync();
    await store.conversations.touch(ref, lock);
  }
  const again = await place.store();
  const active = await again.sessions.active(again.conversations);
  assert.equal(active?.id, again.sessions.identity === null ? undefined : ref.id);
  assert.deepEqual((await again.conversations.read(ref)).events, [start, ask("a"), say("b")]);
  const id = await again.userDir.id();
  const directory = `/w/.jp/conversations/${ref.id.slice(4)}-first`;
  assert.deepEqual(place.files().filter((path) => !path.includes("/sessions/")), [
    `/data/workspace/${id}/locks/${ref.id}.lock`,
    `/data/workspace/${id}/workspace.json`,
    "/w/.jp/.id",
    `${directory}/base_config.json`,
    `${directory}/events.jsonl`,
    `${directory}/metadata.json`,
  ]);
});

Deno.test("a real lock keeps a second holder out, and is free again when let go", async () => {
  await using place = new Place();
  const [one, two] = [await place.store(), await place.store()];
  const ref = await one.conversations.create();
  const lock = await lockOf(one, ref.id);
  const held = await two.locks.tryLock(ref.id);
  assert.equal(held.kind, "held");
  assert.equal(held.kind === "held" && held.holder.pid, Deno.pid);
  lock[Symbol.dispose]();
  using _ = await two.locks.waitForLock(ref.id, { pollMs: 1 });
});

Deno.test("torn ends and zeros on a real file are set aside and cut off", async () => {
  await using place = new Place();
  const store = await place.store();
  const ref = await store.conversations.create({ events: [start, ask("a")] });
  const file = `${ref.directory}/events.jsonl`;
  using lock = await lockOf(store, ref.id);
  for (const tail of ['{"type":"chat', "\0\0\0\0", '{"type":\0\0\0']) {
    await Deno.writeTextFile(file, tail, { append: true });
    await using log = await store.conversations.open(ref, lock);
    assert.equal(log.damage.torn?.bytes, tail.length);
    await log.append([say("b")]);
  }
  const { events, problems, torn } = await store.conversations.read(ref);
  assert.deepEqual([events.length, problems, torn], [5, [], null]);
  const aside = place.files().filter((path) => path.includes("torn"));
  assert.deepEqual(aside.map((path) => path.slice(-20)), [
    "/events.torn-1.jsonl",
    "/events.torn-2.jsonl",
  ]);
});

Deno.test("a directory removed under the writer is noticed on a real file system", async () => {
  await using place = new Place();
  const store = await place.store();
  const ref = await store.conversations.create();
  using lock = await lockOf(store, ref.id);
  await using log = await store.conversations.open(ref, lock);
  await log.append([start]);
  await log.sync();
  await Deno.remove(ref.directory, { recursive: true });
  await log.append([ask("a")]);
  await assert.rejects(log.sync(), { name: "StoreError", code: "vanished" });
  assert.deepEqual(log.events, [start, ask("a")]);
});

Deno.test("without persistence no real file changes", async () => {
  await using place = new Place();
  const real = await place.store();
  const ref = await real.conversations.create({ events: [start, ask("a")] });
  const before = place.files();
  const store = await place.store(false);
  using lock = await lockOf(store, ref.id);
  await using log = await store.conversations.open(ref, lock);
  await log.append([say("b")]);
  await log.sync();
  await store.conversations.create();
  await store.sessions.activate(ref);
  assert.equal((await store.conversations.list()).length, 2);
  assert.deepEqual(place.files(), before);
  assert.equal((await real.conversations.read(ref)).events.length, 2);
});

Deno.test("a hundred conversations made at once, and by several processes, never collide", async () => {
  await using place = new Place();
  const store = await place.store();
  const here = Promise.all(
    Array.from({ length: 100 }, (_, n) => store.conversations.create({ title: `here ${n}` })),
  );
  const others = Promise.all([1, 2, 3].map(() => run(place.program("create", "20"))));
  const refs = await here;
  const printed = (await others).flatMap(({ stdout }) => stdout.trim().split("\n"));
  const ids = [...refs.map(({ id }) => id as string), ...printed];
  assert.equal(ids.length, 160);
  assert.equal(new Set(ids).size, 160);
  assert.equal((await store.conversations.list()).length, 160);
});

Deno.test("a writer killed at any moment loses nothing it said was written, nor the lock", async () => {
  await using place = new Place();
  const store = await place.store();
  const ref = await store.conversations.create();
  for (const soMany of [1, 7, 40, 200]) {
    await using writer = spawnDetached(place.program("write", ref.id));
    await writer.stdout.expect(new RegExp(`(wrote \\d+\n){${soMany}}`));
    assert.equal((await store.locks.tryLock(ref.id)).kind, "held");
    writer.kill("SIGKILL");
    const { stdout } = await writer.result();
    const last = Number(/.*wrote (\d+)\n/s.exec(stdout)?.[1]);
    // The lock died with its holder: no waiting, no asking (PR-042).
    using lock = await lockOf(store, ref.id);
    await using log = await store.conversations.open(ref, lock);
    assert.ok(log.events.length > last, `${log.events.length} events, ${last} was written`);
    assert.deepEqual(log.damage.problems, []);
    log.events.forEach((event, number) => {
      assert.ok("content" in event && String(event.content).startsWith(`${number} x`));
    });
  }
  const bytes = await Deno.readFile(`${ref.directory}/events.jsonl`);
  assert.deepEqual(readLog(bytes).problems, []);
});

Deno.test("of two processes that want one conversation, the second writes after the first", async () => {
  await using place = new Place();
  const store = await place.store();
  const ref = await store.conversations.create();
  await using first = spawnDetached(place.program("write", ref.id));
  await first.stdout.expect("wrote 5\n");
  await using second = spawnDetached(place.program("write", ref.id));
  await second.stdout.expect(`waiting for ${first.pid}\n`);
  const soFar = Number(/.*wrote (\d+)\n/s.exec(first.stdout.text)?.[1]);
  await first.stdout.expect(`wrote ${soFar + 100}\n`);
  assert.equal(second.stdout.text, `waiting for ${first.pid}\n`);
  first.kill("SIGKILL");
  await first.result();
  await second.stdout.expect("wrote");
  second.kill("SIGKILL");
  const { stdout } = await second.result();
  const from = Number(/wrote (\d+)\n/.exec(stdout)?.[1]);
  assert.ok(from > soFar + 100);
  const { events, problems } = await store.conversations.read(ref);
  assert.deepEqual(problems, []);
  events.forEach((event, number) => {
    assert.ok("content" in event && String(event.content).startsWith(`${number} x`));
  });
});
