import assert from "node:assert/strict";
import { initConfig } from "../../../../src/app/commands/init_config.ts";
import { Bed, programTest } from "./bed.ts";

function bed(files: Readonly<Record<string, string>> = {}, cwd = "/new"): Bed {
  return new Bed({ cwd, files: { "/new/README": "", ...files } });
}

programTest("init: with nobody to ask it takes the safe answers and says so", async () => {
  const machine = bed();
  const { code, stdout, stderr } = await machine.jp(["init"]);
  assert.equal(code, 0);
  assert.equal(stdout, "/new/.jp/config.toml\n/new/.jp/.id\n");
  assert.match(stderr, /^There is nobody to ask: tools will ask before they run, and the model/);
  assert.match(stderr, /Tools ask before they run\.\n/);
  assert.equal(machine.fs.text("/new/.jp/config.toml"), initConfig({ run: "ask", model: null }));
  assert.match(machine.fs.text("/new/.jp/.id") ?? "", /\n[0-9a-z]{5}\n$/);
});

programTest("init: what it makes is a workspace, sound and without a question", async () => {
  const machine = bed();
  const [made] = (await machine.json(["init"])).records;
  assert.deepEqual(made, {
    workspace: "/new",
    id: made?.["id"],
    created: ["/new/.jp/config.toml", "/new/.jp/.id"],
    run: "ask",
    model: null,
    inside: null,
  });
  const path = await machine.json(["config", "path"]);
  assert(path.records.some(({ file, exists }) => file === "/new/.jp/config.toml" && exists));
  const { code, records, stderr } = await machine.json(["config", "show"]);
  assert.deepEqual([code, stderr], [0, ""]);
  const run = records.find(({ key }) => key === "conversation.tools.*.run");
  assert.deepEqual(run?.["value"], "ask");
  assert.match(String(run?.["origin"]), /^\/new\/\.jp\/config\.toml:\d+$/);
  assert.equal((await machine.jp(["-w", String(made?.["id"]), "c", "ls"])).code, 0);
});

programTest("init: nothing that is there is written over", async () => {
  const machine = bed({ "/new/.jp/config.toml": "# mine\n", "/new/.jp/.id": "zzzzz\n" });
  const { code, stdout, stderr } = await machine.jp(["init"]);
  assert.deepEqual([code, stdout], [0, ""]);
  assert.equal(stderr, "There is a workspace in /new already; nothing was changed.\n");
  assert.equal(machine.fs.text("/new/.jp/config.toml"), "# mine\n");
  assert.equal(machine.fs.text("/new/.jp/.id"), "zzzzz\n");
  const half = bed({ "/new/.jp/config.toml": "# mine\n" });
  assert.deepEqual((await half.json(["init"])).records[0]?.["created"], ["/new/.jp/.id"]);
  assert.equal(half.fs.text("/new/.jp/config.toml"), "# mine\n");
});

programTest("init: says which model holds without one of its own", async () => {
  const free = await bed().jp(["init"]);
  assert.match(free.stderr, /^Model: what is there: /m);
  const file = "/home/u/.config/jp/config.toml";
  const machine = bed({ [file]: '[assistant]\nmodel.id = "demo/tools"\n' });
  const { stderr } = await machine.jp(["init"]);
  assert.match(stderr, new RegExp(`^Model: demo/tools, from ${file}:2\\. Tools ask`, "m"));
});

programTest("init PATH: made with its parents; inside another workspace that is said", async () => {
  const machine = bed({}, "/w");
  const { records, code } = await machine.json(["init", "deep/er"]);
  assert.equal(code, 0);
  assert.equal(records[0]?.["workspace"], "/w/deep/er");
  assert.equal(records[0]?.["inside"], "/w");
  assert.notEqual(machine.fs.text("/w/deep/er/.jp/config.toml"), undefined);
});

programTest("init: a disk that refuses leaves no half file and says why", async () => {
  const machine = bed();
  using _fault = machine.fs.inject({
    operation: "createNew",
    code: "ENOSPC",
    path: /config/,
    written: 20,
  });
  const { code, stdout, stderr } = await machine.jp(["init"]);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /cannot make a workspace in \/new: the disk is full \(ENOSPC\)/);
  assert.equal(machine.fs.text("/new/.jp/config.toml"), undefined);
  assert.equal((await machine.jp(["-P", "init"])).code, 2);
});
