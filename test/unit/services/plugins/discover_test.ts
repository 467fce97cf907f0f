import assert from "node:assert/strict";
import { FakeFileSystem } from "../../../../src/host/platform/fake_fs.ts";
import {
  findPlugin,
  findUnexecutable,
  listPlugins,
  type PluginHost,
} from "../../../../src/services/plugins/mod.ts";

interface World {
  readonly host: PluginHost;
  put(path: string): Promise<void>;
}

async function world(path: string, ...files: string[]): Promise<World> {
  const fs = new FakeFileSystem();
  const put = async (file: string): Promise<void> => {
    await fs.makeDir(file.slice(0, file.lastIndexOf("/")), { recursive: true, mode: 0o755 });
    await fs.createNew(file, new TextEncoder().encode("#!"), 0o755);
  };
  for (const file of files) await put(file);
  const env = (name: string) => name === "PATH" ? path : undefined;
  return { host: { fs, os: "linux", env }, put };
}

Deno.test("the longest name there is, and the words that are left", async () => {
  const { host } = await world("/bin", "/bin/jp-a", "/bin/jp-a-b", "/bin/jp-a-b-c-d");
  const found = async (...words: string[]) => {
    const plugin = await findPlugin(host, null, words);
    return plugin && [plugin.name, plugin.words];
  };
  assert.deepEqual(await found("a"), ["a", 1]);
  assert.deepEqual(await found("a", "x"), ["a", 1]);
  assert.deepEqual(await found("a", "b"), ["a-b", 2]);
  assert.deepEqual(await found("a-b"), ["a-b", 1]);
  assert.deepEqual(await found("a", "b", "c"), ["a-b", 2]);
  assert.deepEqual(await found("a", "b", "c", "d"), ["a-b-c-d", 4]);
  assert.deepEqual(await found("a", "--", "b"), ["a", 1]);
  assert.deepEqual(await found("a", "-b"), ["a", 1]);
  assert.equal(await found("b"), null);
  assert.equal(await found("../bin/jp-a"), null);
});

Deno.test("what is installed comes before PATH, and relative entries of PATH do not count", async () => {
  const { host, put } = await world(
    ":.:rel:/late:/bin",
    "/late/jp-x",
    "/bin/jp-x",
    "/jp-y",
    "rel/jp-z",
  );
  assert.equal((await findPlugin(host, "/data", ["x"]))?.path, "/late/jp-x");
  await put("/data/plugins/command/jp-x");
  const installed = await findPlugin(host, "/data", ["x"]);
  assert.deepEqual([installed?.path, installed?.source], [
    "/data/plugins/command/jp-x",
    "installed",
  ]);
  for (const word of ["y", "z"]) assert.equal(await findPlugin(host, "/data", [word]), null);
});

Deno.test("a file that may not be executed is no plugin, and can be told", async () => {
  const { host } = await world("/bin:/late", "/late/jp-x");
  await host.fs.makeDir("/bin", { recursive: true, mode: 0o755 });
  await host.fs.createNew("/bin/jp-draft", new TextEncoder().encode("#!"), 0o644);
  assert.equal(await findPlugin(host, null, ["draft"]), null);
  assert.equal(await findUnexecutable(host, null, "draft"), "/bin/jp-draft");
  for (const name of ["x", "none", "../bin/jp-draft"]) {
    assert.equal(await findUnexecutable(host, null, name), null, name);
  }
});

Deno.test("the list has each name once, as it would be run", async () => {
  const { host } = await world(
    "/a:/b",
    "/a/jp-one",
    "/b/jp-one",
    "/b/jp-two",
    "/b/other",
    "/b/jp-",
  );
  assert.deepEqual(
    (await listPlugins(host, null)).map(({ name, path }) => [name, path]),
    [["one", "/a/jp-one"], ["two", "/b/jp-two"]],
  );
});
