import assert from "node:assert/strict";
import { FakeFileSystem } from "../../../../src/host/platform/fake_fs.ts";
import { FsError } from "../../../../src/host/platform/port.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const fails = (code: string) => (error: unknown): boolean => {
  assert.ok(error instanceof FsError);
  assert.equal(error.code, code);
  return true;
};

Deno.test("files, directories and links behave as on a disk", async () => {
  const fs = new FakeFileSystem({ "/a/b.txt": "one" });
  fs.link("/a/l", "b.txt");
  fs.link("/loop", "/loop");
  assert.equal(await fs.readText("/a/l"), "one");
  assert.equal(await fs.realPath("/a/../a/l"), "/a/b.txt");
  assert.deepEqual(await fs.list("/a"), [
    { name: "b.txt", kind: "file" },
    { name: "l", kind: "symlink" },
  ]);
  assert.equal(await fs.info("/a/b.txt/x"), null);
  await assert.rejects(fs.readText("/loop"), fails("ELOOP"));
  await assert.rejects(fs.readText("/a"), fails("EISDIR"));
  await assert.rejects(fs.readText("/none"), fails("ENOENT"));
  await assert.rejects(fs.createNew("/a/b.txt", bytes("x"), 0o600), fails("EEXIST"));
  await assert.rejects(fs.createNew("/no/x", bytes("x"), 0o600), fails("ENOENT"));
  await fs.replace("/a/l", bytes("two"), 0o600);
  assert.equal(fs.text("/a/b.txt"), "one");
  assert.equal(fs.text("/a/l"), "two");
  assert.equal(fs.mode("/a/l"), 0o600);
});

Deno.test("directories move and go with what they hold", async () => {
  const fs = new FakeFileSystem({ "/a/b/c": "x" });
  await assert.rejects(fs.remove("/a"), fails("ENOTEMPTY"));
  await assert.rejects(fs.rename("/a", "/a/b/d"), fails("EINVAL"));
  await assert.rejects(fs.makeDir("/a", { recursive: false, mode: 0o700 }), fails("EEXIST"));
  await fs.makeDir("/a", { recursive: true, mode: 0o700 });
  await fs.rename("/a", "/z");
  assert.equal(fs.text("/z/b/c"), "x");
  await fs.remove("/z", { recursive: true });
  assert.deepEqual(fs.paths(), ["/"]);
});

Deno.test("a fault comes after the calls that go well, as often as told, and can leave half", async () => {
  const fs = new FakeFileSystem({ "/log": "" });
  const file = await fs.openAppend("/log", 0o600);
  fs.inject({ operation: "append", code: "ENOSPC", path: "/log", after: 1, times: 1, written: 2 });
  await file.append(bytes("first\n"));
  await assert.rejects(file.append(bytes("second\n")), fails("ENOSPC"));
  assert.equal(fs.text("/log"), "first\nse");
  assert.equal(file.size, 6);
  await file.truncate(file.size);
  await file.append(bytes("third\n"));
  assert.equal(fs.text("/log"), "first\nthird\n");
  {
    using _fault = fs.inject({ operation: "info", code: "EACCES" });
    await assert.rejects(fs.info("/log"), fails("EACCES"));
  }
  assert.equal((await fs.info("/log"))?.size, 12);
});

Deno.test("a lock has one holder", () => {
  const fs = new FakeFileSystem();
  const first = fs.openLock("/lock");
  const second = fs.openLock("/lock");
  assert.equal(first.tryLock(), true);
  first.describe("pid 1");
  assert.equal(second.tryLock(), false);
  assert.equal(second.description(), "pid 1");
  second[Symbol.dispose]();
  assert.equal(second.tryLock(), false);
  first[Symbol.dispose]();
  assert.equal(second.tryLock(), true);
});

Deno.test("a pipe is read only once it has been fed", async () => {
  const fs = new FakeFileSystem();
  fs.pipe("/p");
  let done = false;
  const read = fs.readText("/p").then((text) => (done = true, text));
  await Promise.resolve();
  assert.equal(done, false);
  assert.equal((await fs.info("/p"))?.kind, "other");
  fs.feed("/p", "late");
  assert.equal(await read, "late");
});
