import assert from "node:assert/strict";
import { fixtureEnv, jpCommand, repositoryPath, run } from "../../support/mod.ts";

const fixture = (name: string) => repositoryPath(`test/support/fixtures/${name}`);

Deno.test("the environment holds nothing of the person's own", async () => {
  await using own = await fixtureEnv();
  const { stdout } = await run({ cmd: "/usr/bin/env", env: own.env, cwd: own.workspace });
  const found = Object.fromEntries(stdout.trim().split("\n").map((line) => line.split("=", 2)));
  const expected = "DENO_DIR DENO_NO_UPDATE_CHECK HOME LANG PATH SHELL TERM TEST_BED_MARK TMPDIR " +
    "XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_RUNTIME_DIR XDG_STATE_HOME";
  const fromSh = ["PWD", "OLDPWD", "SHLVL", "_"];
  const names = Object.keys(found).filter((name) => !fromSh.includes(name));
  assert.deepEqual(names.sort(), expected.split(" "));
  for (const name of ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "TMPDIR"]) {
    assert.ok(found[name].startsWith(own.root), name);
    assert.ok(Deno.statSync(found[name]).isDirectory, name);
  }
});

Deno.test("a workspace with files, gone afterwards", async () => {
  let root: string;
  {
    await using own = await fixtureEnv({ config: "[style]\n", env: { JP_X: "1", LANG: "" } });
    root = own.root;
    assert.equal(await Deno.readTextFile(`${own.workspace}/.jp/config.toml`), "[style]\n");
    const script = await own.file("bin/tool", "#!/bin/sh\necho run\n", 0o755);
    assert.equal((await run({ cmd: script, env: own.env })).stdout, "run\n");
    assert.equal(own.env["JP_X"], "1");
    assert.equal("LANG" in own.env, false);
  }
  assert.throws(() => Deno.statSync(root), Deno.errors.NotFound);
  await using bare = await fixtureEnv({ workspace: false });
  assert.throws(() => Deno.statSync(`${bare.workspace}/.jp`), Deno.errors.NotFound);
});

Deno.test("Deno runs in it, from source, without a look at the network", async () => {
  await using own = await fixtureEnv();
  const { args } = jpCommand("deno", "one", "two");
  const { code, stdout, stderr } = await run({
    cmd: Deno.execPath(),
    args: args.map((arg) => arg === repositoryPath("src/main.ts") ? fixture("where_am_i.ts") : arg),
    env: own.env,
    cwd: own.workspace,
  });
  assert.deepEqual([code, stderr], [0, ""]);
  assert.deepEqual(JSON.parse(stdout).args, ["one", "two"]);
});

Deno.test("from source it is Deno that runs the entry file", () => {
  const { cmd, args } = jpCommand("deno", "q");
  assert.equal(cmd, Deno.execPath());
  assert.deepEqual(args.slice(-2), [repositoryPath("src/main.ts"), "q"]);
});
