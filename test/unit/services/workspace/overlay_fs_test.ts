import assert from "node:assert/strict";
import fc from "fast-check";
import { FakeFileSystem } from "../../../../src/host/platform/fake_fs.ts";
import { type FileSystem, FsError } from "../../../../src/host/platform/port.ts";
import { OverlayFileSystem } from "../../../../src/services/workspace/overlay_fs.ts";
import { ask, fakeHost, lockOf, say, start, storeOf } from "./fixture.ts";

const DISK = { "/a/one": "1", "/a/sub/two": "22", "/b/three": "333" };
const PLACES = ["/a", "/a/one", "/a/sub", "/a/sub/two", "/b", "/b/three", "/c", "/c/new"];

type Step = { readonly operation: string; readonly path: string; readonly to: string };

const bytes = (text: string) => new TextEncoder().encode(text);

/** Does one step; what it answers, or how it fails. */
async function run(fs: FileSystem, { operation, path, to }: Step): Promise<string> {
  try {
    switch (operation) {
      case "read":
        return await fs.readText(path);
      case "createNew":
        return String(await fs.createNew(path, bytes("new"), 0o600));
      case "replace":
        return String(await fs.replace(path, bytes("replaced"), 0o600));
      case "append": {
        await using file = await fs.openAppend(path, 0o600);
        await file.append(bytes("+more"));
        return String(file.size);
      }
      case "truncate":
        return String(await fs.truncate(path, 1));
      case "makeDir":
        return String(await fs.makeDir(path, { recursive: false, mode: 0o700 }));
      case "makeDirs":
        return String(await fs.makeDir(path, { recursive: true, mode: 0o700 }));
      case "rename":
        // A directory into itself, or over something, is left to the system.
        if (`${to}/`.startsWith(`${path}/`) || await fs.info(to) !== null) return "not tried";
        return String(await fs.rename(path, to));
      case "remove":
        return String(await fs.remove(path));
      default:
        return String(await fs.remove(path, { recursive: true }));
    }
  } catch (error) {
    if (error instanceof FsError) return "failed";
    throw error;
  }
}

async function look(fs: FileSystem): Promise<unknown> {
  return await Promise.all(PLACES.map(async (path) => {
    const info = await fs.info(path);
    const kind = info?.kind ?? null;
    const holds = kind === "file"
      ? [await fs.readText(path), info?.size]
      : kind === "directory"
      ? (await fs.list(path)).map((entry) => `${entry.name} ${entry.kind}`).sort()
      : null;
    return { path, kind, holds };
  }));
}

Deno.test("memory over a disk behaves as the disk would, and the disk stays as it was", async () => {
  const step = fc.record({
    operation: fc.constantFrom(
      "read",
      "createNew",
      "replace",
      "append",
      "truncate",
      "makeDir",
      "makeDirs",
      "rename",
      "remove",
      "removeAll",
    ),
    path: fc.constantFrom(...PLACES),
    to: fc.constantFrom(...PLACES),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const disk = new FakeFileSystem(DISK);
      const untouched = await look(disk);
      const overlay = new OverlayFileSystem(disk);
      const model = new FakeFileSystem(DISK);
      for (const each of steps) {
        assert.equal(await run(overlay, each), await run(model, each), JSON.stringify(each));
        assert.deepEqual(await look(overlay), await look(model), JSON.stringify(each));
      }
      assert.deepEqual(await look(disk), untouched);
    }),
    { numRuns: 300 },
  );
});

Deno.test("without persistence the store works on what is there and writes nothing", async () => {
  const host = fakeHost();
  const real = await storeOf(host);
  const ref = await real.conversations.create({ title: "real", events: [start, ask("a")] });
  await real.sessions.activate(ref);
  using _held = await lockOf(real, ref.id);
  const before = host.fs.paths();
  const texts = before.map((path) => host.fs.text(path));

  const store = await storeOf(host, false);
  assert.equal(store.persistent, false);
  assert.equal((await store.sessions.active(store.conversations))?.id, ref.id);
  using lock = await lockOf(store, ref.id);
  await using log = await store.conversations.open(ref, lock);
  await log.append([say("b")]);
  await log.sync();
  assert.deepEqual((await store.conversations.read(ref)).events, [start, ask("a"), say("b")]);
  await store.conversations.touch(ref, lock);
  const other = await store.conversations.create({ title: "memory" });
  await store.sessions.activate(other);
  await store.drafts.save("new", { text: "x", caret: 1 });
  using otherLock = await lockOf(store, other.id);
  await store.conversations.archive(other, otherLock);
  await store.conversations.remove(ref, lock);
  assert.deepEqual(await store.conversations.list(), []);
  assert.deepEqual((await store.drafts.read("new"))?.text, "x");

  assert.deepEqual(host.fs.paths(), before);
  assert.deepEqual(before.map((path) => host.fs.text(path)), texts);
});

Deno.test("without persistence neither an id nor a home is needed", async () => {
  const host = fakeHost({ vars: {} });
  await host.fs.remove("/w/.jp/.id");
  const before = host.fs.paths();
  const store = await storeOf(host, false);
  const ref = await store.conversations.create();
  using _ = await lockOf(store, ref.id);
  await store.sessions.activate(ref);
  assert.equal((await store.sessions.active(store.conversations))?.id, ref.id);
  assert.deepEqual(host.fs.paths(), before);
});
