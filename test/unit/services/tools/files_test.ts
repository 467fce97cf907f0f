import assert from "node:assert/strict";
import { WorkspaceFiles } from "../../../../src/services/tools/workspace_files.ts";
import { Bed } from "./bed.ts";

Deno.test("fs_list names what is there, without what git ignores", async () => {
  await using bed = await Bed.open();
  await Deno.mkdir(`${bed.root}/src/deep`, { recursive: true });
  await Deno.mkdir(`${bed.root}/.git`);
  await Deno.mkdir(`${bed.root}/node_modules/x`, { recursive: true });
  await bed.write(".gitignore", "node_modules/\n*.log\n");
  await bed.write("a.log", "");
  await bed.write("src/b.ts", "");
  await bed.write("src/.gitignore", "b.ts\n");
  await bed.write("src/deep/c.ts", "");
  await Deno.symlink("/etc", `${bed.root}/etc`);
  assert.equal(await bed.text("fs_list", {}), ".gitignore\netc@\nsrc/");
  assert.equal(
    await bed.text("fs_list", { path: "src", depth: 2 }),
    "src/.gitignore\nsrc/deep/\nsrc/deep/c.ts",
  );
  assert.match(await bed.text("fs_list", { all: true }), /a\.log[^]*node_modules\//);
  const inIgnored = await bed.call("fs_list", { path: "nowhere" });
  assert.equal(inIgnored.kind === "refused" && inIgnored.message, "There is no nowhere.");
});

Deno.test("fs_read gives lines, says when there are more, and takes no binary file", async () => {
  await using bed = await Bed.open();
  await bed.write("five", "one\ntwo\nthree\nfour\nfive\n");
  await bed.write("none", "");
  await bed.write("bytes", new Uint8Array([1, 0, 2]));
  await bed.write("long", "x".repeat(100_000));
  await bed.write("many", Array.from({ length: 30_000 }, (_, n) => `line ${n + 1}\n`).join(""));
  const read = (path: string, start_line = 1, lines = 2000) =>
    bed.text("fs_read", { path, start_line, lines });
  assert.equal(await read("five"), "one\ntwo\nthree\nfour\nfive");
  assert.equal(await read("five", 2, 2), "two\nthree\n[more follows; go on with start_line = 4]");
  assert.equal(await read("five", 9), "[five ends before line 9]");
  assert.equal(await read("none"), "[empty file]");
  const long = await read("long");
  assert.equal(long.lastIndexOf("x"), 49_151);
  assert.match(long, /\n\[line 1 is longer and has been cut; go on with start_line = 2\]$/);
  assert.match(await read("many", 29_999), /^line 29999\nline 30000$/);
  assert.match(await read("many"), /\nline 2000\n\[more follows; go on with start_line = 2001\]$/);
  assert.deepEqual(await bed.call("fs_read", { path: "bytes" }), {
    kind: "done",
    content: "bytes is not text.",
    isError: true,
  });
});

Deno.test("fs_search finds text and expressions, and none of them hangs", async () => {
  await using bed = await Bed.open();
  await Deno.mkdir(`${bed.root}/src`);
  await bed.write("src/a.ts", "const a = 1;\n// TODO: more\n");
  await bed.write("src/b.ts", "todo($&)\n");
  await bed.write("evil", `${"a".repeat(5000)}!\n`);
  await bed.write("bytes", new Uint8Array([84, 79, 68, 79, 0]));
  assert.match(
    await bed.text("fs_search", { pattern: "TODO" }),
    /^src\/a\.ts:2: \/\/ TODO: more\n\[1 files/,
  );
  assert.equal(
    await bed.text("fs_search", { pattern: "TODO", ignore_case: true, path: "src" }),
    "src/a.ts:2: // TODO: more\nsrc/b.ts:1: todo($&)",
  );
  assert.equal(
    await bed.text("fs_search", { pattern: "$&", path: "src/b.ts" }),
    "src/b.ts:1: todo($&)",
  );
  // Exponential for a backtracking engine.
  assert.match(
    await bed.text("fs_search", { pattern: "^(a+)+$", regex: true, path: "evil" }),
    /nothing found/,
  );
  await bed.write("many", "match\n".repeat(500));
  const many = await bed.text("fs_search", { pattern: "match", path: "many" });
  assert.equal(many.split("\n").length, 201);
  assert.match(many, /\nmany:200: match\n\[only the first 200; look for less\]$/);
  const broken = await bed.call("fs_search", { pattern: "(", regex: true });
  assert.equal(broken.kind === "refused" && broken.code, "arguments");
});

Deno.test("fs_write shows the change and makes it, with directories and permissions kept", async () => {
  await using bed = await Bed.open();
  const made = await bed.prepare("fs_write", { path: "a/b/new.txt", content: "hello\n" });
  assert.deepEqual(made.preview, {
    kind: "change",
    path: "a/b/new.txt",
    before: null,
    after: "hello\n",
  });
  await assert.rejects(Deno.stat(`${bed.root}/a`), Deno.errors.NotFound);
  await made.run({}, new AbortController().signal);
  assert.equal(await bed.read("a/b/new.txt"), "hello\n");

  await bed.write("run.sh", "\uFEFFold\r\n");
  await Deno.chmod(`${bed.root}/run.sh`, 0o777);
  await bed.text("fs_write", { path: "./a/../run.sh", content: "new" });
  assert.equal(await bed.read("run.sh"), "new");
  assert.equal((await Deno.stat(`${bed.root}/run.sh`)).mode! & 0o777, 0o777);
  assert.deepEqual([...Deno.readDirSync(bed.root)].map(({ name }) => name).sort(), ["a", "run.sh"]);
});

Deno.test("fs_edit replaces exactly one passage, and keeps the file's line ends", async () => {
  await using bed = await Bed.open();
  await bed.write("dos.txt", "\uFEFFone\r\ntwo\r\nthree\r\n");
  const edit = await bed.prepare("fs_edit", { path: "dos.txt", old: "one\ntwo", new: "1\n$&\n2" });
  assert.deepEqual(edit.preview, {
    kind: "change",
    path: "dos.txt",
    before: "\uFEFFone\r\ntwo\r\nthree\r\n",
    after: "\uFEFF1\r\n$&\r\n2\r\nthree\r\n",
  });
  await bed.write("twice", "x x");
  const both = await bed.call("fs_edit", { path: "twice", old: "x", new: "y" });
  assert.match(both.kind === "refused" ? both.message : "", /2 times/);
  await bed.text("fs_edit", { path: "twice", old: "x", new: "y", all: true });
  assert.equal(await bed.read("twice"), "y y");
  const absent = await bed.call("fs_edit", { path: "twice", old: "z", new: "y" });
  assert.equal(absent.kind === "refused" && absent.message, "The passage is not in twice.");
});

Deno.test("a change is stale once the file is another than the one that was shown", async (t) => {
  const cases: Record<string, (bed: Bed) => Promise<unknown>> = {
    "its text": (bed) => bed.write("f", "other\n"),
    "its permissions": (bed) => Deno.chmod(`${bed.root}/f`, 0o600),
    "its absence": (bed) => Deno.remove(`${bed.root}/f`),
    "a directory": async (bed) => {
      await Deno.remove(`${bed.root}/f`);
      await Deno.mkdir(`${bed.root}/f`);
    },
    "a link to another file": async (bed) => {
      await bed.write("g", "old\n");
      await Deno.remove(`${bed.root}/f`);
      await Deno.symlink("g", `${bed.root}/f`);
    },
    "a link out of the workspace": async (bed) => {
      await Deno.writeTextFile(`${bed.outside}/f`, "old\n");
      await Deno.remove(`${bed.root}/f`);
      await Deno.symlink(`${bed.outside}/f`, `${bed.root}/f`);
    },
  };
  for (const [what, swap] of Object.entries(cases)) {
    await t.step(what, async () => {
      await using bed = await Bed.open();
      await bed.write("f", "old\n");
      await Deno.chmod(`${bed.root}/f`, 0o644);
      const call = await bed.prepare("fs_edit", { path: "f", old: "old", new: "new" });
      await swap(bed);
      assert.equal((await call.run({}, new AbortController().signal)).kind, "stale");
    });
  }
  await t.step("a file where there was none", async () => {
    await using bed = await Bed.open();
    const call = await bed.prepare("fs_write", { path: "f", content: "new" });
    await bed.write("f", "somebody's\n");
    assert.equal((await call.run({}, new AbortController().signal)).kind, "stale");
    assert.equal(await bed.read("f"), "somebody's\n");
  });
  await t.step("a directory that leads out by now", async () => {
    await using bed = await Bed.open();
    await Deno.mkdir(`${bed.root}/d`);
    const call = await bed.prepare("fs_write", { path: "d/f", content: "new" });
    await Deno.remove(`${bed.root}/d`);
    await Deno.symlink(bed.outside, `${bed.root}/d`);
    assert.equal((await call.run({}, new AbortController().signal)).kind, "stale");
    assert.deepEqual([...Deno.readDirSync(bed.outside)], []);
  });
});

Deno.test("nothing outside the workspace is reached", async (t) => {
  await using bed = await Bed.open();
  await Deno.writeTextFile(`${bed.outside}/secret`, "secret\n");
  await Deno.mkdir(`${bed.root}/sub`);
  await bed.write("sub/f", "fine\n");
  await Deno.symlink(bed.outside, `${bed.root}/out`);
  await Deno.symlink(`${bed.outside}/secret`, `${bed.root}/file-link`);
  await Deno.symlink(`${bed.outside}/not-yet`, `${bed.root}/dangling`);
  await Deno.symlink(`../../outside/not-yet`, `${bed.root}/sub/dangling`);
  await Deno.symlink("loop", `${bed.root}/loop`);
  await Deno.symlink("/proc/self", `${bed.root}/proc`);
  await Deno.symlink("sub", `${bed.root}/inside`);
  await new Deno.Command("mkfifo", { args: [`${bed.root}/fifo`] }).output();
  const refused = [
    "../outside/secret",
    "sub/../../outside/secret",
    "inside/../../outside/secret",
    `${bed.root}/../outside/secret`,
    `${bed.outside}/secret`,
    "/etc/passwd",
    `/proc/self/cwd`,
    `/proc/self/root${bed.root}/sub/f`,
    "out/secret",
    "out/new",
    "file-link",
    "dangling",
    "sub/dangling",
    "loop",
    "proc/environ",
    "fifo",
    "sub/f\0",
    `${bed.root}2/f`,
  ];
  for (const path of refused) {
    await t.step(path.replaceAll(bed.root, "ROOT"), async () => {
      for (
        const [tool, rest] of [
          ["fs_read", {}],
          ["fs_write", { content: "x" }],
          ["fs_edit", { old: "secret", new: "x" }],
        ] as const
      ) {
        assert.equal((await bed.call(tool, { path, ...rest })).kind, "refused", tool);
      }
    });
  }
  assert.equal(await Deno.readTextFile(`${bed.outside}/secret`), "secret\n");
  assert.deepEqual([...Deno.readDirSync(bed.outside)].map(({ name }) => name), ["secret"]);
  assert.doesNotMatch(await bed.text("fs_search", { pattern: "secret" }), /out|file-link/);
  const listed = await bed.call("fs_list", { path: "out" });
  assert.equal(listed.kind === "refused" && listed.code, "outside");

  // What stays inside is fine, by whatever way.
  assert.equal(await bed.text("fs_read", { path: "inside/f" }), "fine");
  assert.equal(await bed.text("fs_read", { path: `${bed.root}/sub/./f` }), "fine");
  await bed.text("fs_write", { path: "inside/g", content: "through a link" });
  assert.equal(await bed.read("sub/g"), "through a link");
});

Deno.test("what is git's and ours is not written to, in whatever case", async () => {
  await using bed = await Bed.open();
  await Deno.mkdir(`${bed.root}/.git/hooks`, { recursive: true });
  await Deno.symlink(".git/hooks", `${bed.root}/hooks`);
  for (
    const path of [".git/hooks/pre-commit", ".GIT/config", "hooks/x", ".jp/config.toml", "a/.Jp/x"]
  ) {
    const outcome = await bed.call("fs_write", { path, content: "x" });
    assert.equal(outcome.kind === "refused" && outcome.code, "outside", path);
  }
  await bed.text("fs_write", { path: ".github/x", content: "x" });
});

Deno.test("a read-only file stays as it is", async () => {
  await using bed = await Bed.open();
  await bed.write("f", "old");
  await Deno.chmod(`${bed.root}/f`, 0o444);
  const outcome = await bed.call("fs_write", { path: "f", content: "new" });
  assert.equal(outcome.kind === "refused" && outcome.message, "f is read-only.");
});

Deno.test("a file of another name elsewhere is not changed through a hard link", async () => {
  await using bed = await Bed.open();
  await Deno.writeTextFile(`${bed.outside}/theirs`, "old");
  await Deno.link(`${bed.outside}/theirs`, `${bed.root}/mine`);
  await bed.text("fs_write", { path: "mine", content: "new" });
  assert.equal(await bed.read("mine"), "new");
  assert.equal(await Deno.readTextFile(`${bed.outside}/theirs`), "old");
});

Deno.test("a workspace that is named by a link is the same workspace", async () => {
  await using bed = await Bed.open();
  await bed.write("f", "text");
  await Deno.symlink(bed.root, `${bed.outside}/link`);
  const files = new WorkspaceFiles(bed.host, `${bed.outside}/link`);
  for (const path of ["f", `${bed.outside}/link/f`, `${bed.root}/f`]) {
    assert.equal((await files.find(path)).path, `${bed.root}/f`);
  }
  await assert.rejects(files.find(`${bed.outside}/f`), /outside the workspace/);
});

Deno.test("with the whole disk for a workspace, the kernel's own files stay out of it", async () => {
  await using bed = await Bed.open();
  const files = new WorkspaceFiles(bed.host, "/");
  await bed.write("f", "text");
  await Deno.symlink("/proc/self/environ", `${bed.root}/environ`);
  assert.equal((await files.find(`${bed.root}/f`)).path, `${bed.root}/f`);
  for (
    const path of [
      "/proc/self/environ",
      "proc/1/mem",
      "/dev/tty",
      "sys/kernel",
      `${bed.root}/environ`,
      `/proc/self/cwd/x`,
    ]
  ) {
    await assert.rejects(files.find(path), /outside the workspace/, path);
  }
});

Deno.test("what was opened has to be what is inside now", async () => {
  await using bed = await Bed.open();
  await bed.write("f", "mine");
  await Deno.writeTextFile(`${bed.outside}/f`, "secret");
  const files = new WorkspaceFiles(bed.host, bed.root);
  const place = await files.find("f");
  await Deno.remove(`${bed.root}/f`);
  await Deno.symlink(`${bed.outside}/f`, `${bed.root}/f`);
  await assert.rejects(files.open(place), /outside the workspace/);
});
