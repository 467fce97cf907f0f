import assert from "node:assert/strict";
import { FsError } from "../../../../src/host/platform/port.ts";
import { findWorkspace, openStore, userDataDir } from "../../../../src/services/workspace/mod.ts";
import { fakeHost, storeErrorOf, storeOf } from "./fixture.ts";

const DATA = "/home/u/.local/share/jp";

Deno.test("a workspace is found upwards from the current directory", async () => {
  const host = fakeHost({ files: { "/w/a/b/file": "" } });
  host.dir = "/w/a/b";
  assert.deepEqual(await findWorkspace(host), {
    kind: "found",
    root: "/w",
    storage: "/w/.jp",
    userData: DATA,
  });
});

Deno.test("the nearest workspace counts, and a file named .jp is none", async () => {
  const host = fakeHost({ files: { "/w/in/.jp/config.toml": "", "/w/in/deep/.jp": "a file" } });
  host.dir = "/w/in/deep";
  assert.equal((await findWorkspace(host)).root, "/w/in");
});

Deno.test("outside of any, the user's default one serves, and tools run right here", async () => {
  const host = fakeHost({ files: { "/tmp/x": "" } });
  host.dir = "/tmp";
  assert.deepEqual(await findWorkspace(host), {
    kind: "default",
    root: "/tmp",
    storage: `${DATA}/default/.jp`,
    userData: DATA,
  });
  assert.equal(await host.fs.info(DATA), null);
});

Deno.test("a directory above that may not be looked into is passed by", async () => {
  const host = fakeHost({ files: { "/w/a/x": "" } });
  host.dir = "/w/a";
  using _ = host.fs.inject({ operation: "info", code: "EACCES", path: "/w/.jp" });
  assert.equal((await findWorkspace(host)).kind, "default");
});

Deno.test("a workspace is named by its path, also a relative one", async () => {
  const host = fakeHost();
  host.dir = "/";
  assert.equal((await findWorkspace(host, "/w")).root, "/w");
  assert.equal((await findWorkspace(host, "w")).root, "/w");
});

Deno.test("a workspace is named by its id once it has written something", async () => {
  const host = fakeHost();
  await assert.rejects(findWorkspace(host, "ab12z"), storeErrorOf("not_found"));
  await (await storeOf(host)).userDir.ensure();
  host.dir = "/home/u";
  assert.equal((await findWorkspace(host, "ab12z")).root, "/w");
  await host.fs.remove("/w", { recursive: true });
  await assert.rejects(findWorkspace(host, "ab12z"), storeErrorOf("not_found"));
});

Deno.test("the default workspace is found by its id, from anywhere", async () => {
  const host = fakeHost({ files: { [`${DATA}/default/.jp/.id`]: "00000\n", "/tmp/x": "" } });
  host.dir = "/tmp";
  await (await storeOf(host)).userDir.ensure();
  host.dir = "/w";
  assert.deepEqual(await findWorkspace(host, "00000"), {
    kind: "default",
    root: "/w",
    storage: `${DATA}/default/.jp`,
    userData: DATA,
  });
});

Deno.test("without a home a workspace is found, and a default one keeps nothing", async () => {
  const host = fakeHost({ vars: {} });
  assert.equal((await findWorkspace(host)).userData, null);
  const store = await storeOf(host);
  await assert.rejects(store.locks.tryLock("jp-c1"), storeErrorOf("no_home"));
  host.dir = "/";
  const none = await findWorkspace(host);
  assert.deepEqual([none.kind, none.userData], ["default", null]);
  const kept = await storeOf(host);
  await assert.rejects(kept.conversations.create(), storeErrorOf("no_home"));
  assert.deepEqual(await kept.conversations.list(), []);
  const memory = await openStore(host, none, { persist: false });
  const { id } = await memory.conversations.create({ words: "hi" });
  assert.deepEqual((await memory.conversations.list()).map((each) => each.id), [id]);
  assert.equal(await host.fs.info("/.jp"), null);
});

Deno.test("a current directory that is gone is said so", async () => {
  const host = {
    ...fakeHost(),
    cwd: () => {
      throw new FsError("ENOENT", "cwd", ".");
    },
  };
  await assert.rejects(findWorkspace(host), storeErrorOf("vanished"));
});

Deno.test("where the user's data goes", () => {
  const on = (os: "linux" | "darwin" | "windows", vars: Record<string, string>) =>
    userDataDir(fakeHost({ os, vars }));
  assert.equal(on("linux", { HOME: "/h" }), "/h/.local/share/jp");
  assert.equal(on("darwin", { HOME: "/h" }), "/h/Library/Application Support/jp");
  assert.equal(on("windows", { APPDATA: "C:\\Users\\u\\AppData" }), "C:\\Users\\u\\AppData/jp");
  assert.equal(on("darwin", { HOME: "/h", XDG_DATA_HOME: "/x/" }), "/x/jp");
  assert.equal(on("linux", { HOME: "/h", XDG_DATA_HOME: "rel" }), "/h/.local/share/jp");
  assert.equal(on("linux", { HOME: "/h", XDG_DATA_HOME: "/x", JP_USER_DATA_DIR: "/own" }), "/own");
  assert.equal(on("linux", { HOME: "/h", JP_USER_DATA_DIR: "own" }), "/w/own");
  assert.equal(on("linux", { HOME: "", JP_USER_DATA_DIR: "" }), null);
});
