import assert from "node:assert/strict";
import { FakeFileSystem } from "../../../../src/host/platform/fake_fs.ts";
import { resolveConfig } from "../../../../src/services/config/mod.ts";
import { GLOBAL, inputOf, problemsOf, resolve } from "./support.ts";

const DIR = "/home/me/.config/jp";
const name = (value: string): string => `user.name = "${value}"\n`;

Deno.test("an extended file comes before the one that names it, or after it", async () => {
  const before = await resolve({
    files: {
      [GLOBAL]: `extends = "base.toml"\n${name("own")}`,
      [`${DIR}/base.toml`]: name("base"),
    },
  });
  assert.equal(before.config.user.name, "own");
  assert.deepEqual(before.files, [GLOBAL, `${DIR}/base.toml`]);
  const after = await resolve({
    files: {
      [GLOBAL]: `extends = [{ path = "../top.toml", strategy = "after" }]\n${name("own")}`,
      "/home/me/.config/top.toml": name("top"),
    },
  });
  assert.equal(after.config.user.name, "top");
  assert.deepEqual(after.origin("user.name"), {
    kind: "file",
    file: "/home/me/.config/top.toml",
    line: 1,
  });
});

Deno.test("of several extended files the later one wins", async () => {
  const { config } = await resolve({
    files: {
      [GLOBAL]: 'extends = ["b.toml", "/etc/a.json"]\n',
      [`${DIR}/b.toml`]: `${name("b")}style.code.color = false\n`,
      "/etc/a.json": '{ "user": { "name": "a" } }',
    },
  });
  assert.equal(config.user.name, "a");
  assert.equal(config.style.code.color, false);
});

Deno.test("a pattern takes files in the order of their names, and not the file it stands in", async () => {
  const { config, files } = await resolve({
    files: {
      [GLOBAL]: 'extends = ["*.toml", "conf.d/**/*.toml", "none/*.toml"]\n',
      [`${DIR}/conf.d/2.toml`]: name("two"),
      [`${DIR}/conf.d/1.toml`]: name("one"),
      [`${DIR}/conf.d/sub/deeper/3.toml`]: name("three"),
      [`${DIR}/conf.d/.hidden.toml`]: name("hidden"),
      [`${DIR}/conf.d/readme.md`]: "not configuration",
    },
  });
  assert.equal(config.user.name, "three");
  assert.deepEqual(files.slice(1).map((file) => file.slice(DIR.length + 1)), [
    "conf.d/1.toml",
    "conf.d/2.toml",
    "conf.d/sub/deeper/3.toml",
  ]);
});

Deno.test("a circle is named and ends", async () => {
  assert.deepEqual(
    await problemsOf({
      files: {
        [GLOBAL]: 'extends = "a.toml"\n',
        [`${DIR}/a.toml`]: '\nextends = "config.toml"\n',
      },
    }),
    [
      `${DIR}/a.toml:2: extends: goes in a circle: ` +
      `"${GLOBAL}" → "${DIR}/a.toml" → "${GLOBAL}"`,
    ],
  );
});

Deno.test("a file that is not there, and one that is no file, are told where they are named", async () => {
  assert.deepEqual(
    await problemsOf({
      files: {
        [GLOBAL]: '# mine\nextends = ["gone.toml", "dir"]\n',
        [`${DIR}/dir/x`]: "",
      },
    }),
    [
      `${GLOBAL}:2: extends: no such file: "${DIR}/gone.toml"`,
      `${GLOBAL}:2: extends: "${DIR}/dir" is a directory`,
    ],
  );
});

Deno.test("files may extend each other 255 deep and no deeper", async () => {
  const chain = (count: number): Record<string, string> => {
    const files: Record<string, string> = { [GLOBAL]: 'extends = "1.toml"\n' };
    for (let at = 1; at < count; at++) files[`${DIR}/${at}.toml`] = `extends = "${at + 1}.toml"\n`;
    files[`${DIR}/${count}.toml`] = name("deepest");
    return files;
  };
  assert.equal((await resolve({ files: chain(255) })).config.user.name, "deepest");
  const [problem, ...others] = await problemsOf({ files: chain(256) });
  assert.equal(problem, `${DIR}/255.toml:1: extends: is more than 255 files deep`);
  assert.deepEqual(others, []);
});

Deno.test("files that pull each other in again and again are stopped", async () => {
  const files: Record<string, string> = { [GLOBAL]: 'extends = ["1.toml", "1.toml"]\n' };
  for (let at = 1; at < 40; at++) {
    files[`${DIR}/${at}.toml`] = `extends = ["${at + 1}.toml", "${at + 1}.toml"]\n`;
  }
  files[`${DIR}/40.toml`] = name("deepest");
  const problems = await problemsOf({ files });
  assert.ok(problems.some((line) => line.endsWith("pulls in more than 1000 files")));
});

Deno.test("a folder that cannot be listed is a problem, a pattern too wide as well", async () => {
  const fs = new FakeFileSystem({ [GLOBAL]: 'extends = "conf.d/*.toml"\n' });
  fs.inject({ operation: "list", code: "EACCES" });
  assert.deepEqual(await problemsOf({ fs }), [
    `${GLOBAL}:1: extends: "${DIR}/conf.d" cannot be listed (EACCES)`,
  ]);
  const wide = new FakeFileSystem({ [GLOBAL]: 'extends = "/**/*.toml"\n' });
  wide.list = () =>
    Promise.resolve(Array.from({ length: 200 }, (_, at) => ({
      name: `d${at}`,
      kind: "directory" as const,
    })));
  assert.deepEqual(await problemsOf({ fs: wide }), [
    `${GLOBAL}:1: extends: "/**/*.toml" looks at too many files`,
  ]);
});

Deno.test("waiting for an extended file ends with the signal", async () => {
  const fs = new FakeFileSystem({ [GLOBAL]: 'extends = "pipe.toml"\n' });
  fs.pipe(`${DIR}/pipe.toml`);
  const controller = new AbortController();
  const read = fs.readText.bind(fs);
  fs.readText = (path) => {
    if (path.endsWith("pipe.toml")) queueMicrotask(() => controller.abort("stop"));
    return read(path);
  };
  await assert.rejects(
    resolveConfig(inputOf({ fs }), controller.signal),
    (reason) => reason === "stop",
  );
});
