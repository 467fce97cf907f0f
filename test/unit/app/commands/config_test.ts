import assert from "node:assert/strict";
import { toJsonSchema } from "../../../../src/services/config/mod.ts";
import { Bed, programTest, USER_DIR, WORKSPACE } from "./bed.ts";

const FILE = `${WORKSPACE}/.jp/config.toml`;
const GLOBAL = "/home/u/.config/jp/config.toml";
const TRUSTED = `${USER_DIR}/trusted.json`;

function bed(config?: string, files: Readonly<Record<string, string>> = {}): Bed {
  return new Bed({ files: { ...config === undefined ? {} : { [FILE]: config }, ...files } });
}

programTest("config show: one key, one table, and where each value comes from", async () => {
  const machine = bed('[interrupt.turn]\naction = "stop"\n');
  const one = await machine.jp(["config", "show", "interrupt.turn.action"]);
  assert.equal(one.stdout, `interrupt.turn.action = "stop"  # ${FILE}:2\n`);
  const { records } = await machine.json(["config", "show", "interrupt.turn"]);
  assert.deepEqual(records, [
    { key: "interrupt.turn.action", value: "stop", origin: `${FILE}:2` },
    { key: "interrupt.turn.compose_in_editor", value: false, origin: "default" },
  ]);
  const all = await machine.json(["config", "show"]);
  assert(all.records.length > 50);
});

programTest("config show: what is no key is told with what there is", async () => {
  const { code, stdout, stderr } = await bed().jp(["config", "show", "interrupt.trun"]);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /no key interrupt\.trun\nDid you mean turn\? interrupt has .*\bturn\b/);
  assert.equal((await bed().jp(["config", "show", "a..b"])).code, 2);
  // A table of the user's own names may be empty.
  assert.equal((await bed().jp(["config", "show", "providers.mcp"])).code, 0);
});

programTest(
  "config show --defaults: every key with its default, whatever is configured",
  async () => {
    const machine = bed('[interrupt.turn]\naction = "stop"\n');
    const { records } = await machine.json([
      ...["config", "show", "--defaults", "interrupt.turn.action"],
    ]);
    assert.equal(records.length, 1);
    assert.equal(records[0]?.["default"], "prompt");
    assert.equal(records[0]?.["needs_consent"], false);
    const tool = await machine.json(["config", "show", "--defaults", "conversation.tools.x.run"]);
    assert.equal(tool.records[0]?.["key"], "conversation.tools.<name>.run");
  },
);

programTest("config schema: one JSON document of a dialect that TOML servers read", async () => {
  const { code, stdout } = await bed().jp(["config", "schema"]);
  assert.equal(code, 0);
  const schema = JSON.parse(stdout);
  assert.equal(schema.$schema, "http://json-schema.org/draft-07/schema#");
  assert.deepEqual({ ...schema, $schema: "" }, { ...toJsonSchema(), $schema: "" });
  const newer = /"(prefixItems|unevaluated\w+|dependent\w+|\$defs|\$dynamicRef|minContains)":/;
  assert.doesNotMatch(stdout, newer);
  for (const [, pattern = '""'] of stdout.matchAll(/"pattern": ("(?:[^"\\]|\\.)*")/g)) {
    new RegExp(JSON.parse(pattern));
  }
  assert.equal((await bed().json(["config", "schema"])).records.length, 1);
});

programTest("config set: the workspace's file, its comments kept, the line told", async () => {
  const machine = bed('# ours\n[interrupt.turn]\naction = "stop" # for now\n');
  const { code, stdout, stderr } = await machine.jp([
    ...["config", "set", "interrupt.turn.action=reply", "user.name=Ada"],
  ]);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.equal(
    stdout,
    `interrupt.turn.action = "reply"  # ${FILE}:3\nuser.name = "Ada"  # ${FILE}:6\n`,
  );
  assert.equal(
    machine.fs.text(FILE),
    '# ours\n[interrupt.turn]\naction = "reply" # for now\n\n[user]\nname = "Ada"\n',
  );
  assert.deepEqual(machine.fs.paths().filter((path) => path.endsWith(".tmp")), []);
});

programTest("config set: each flag names its file, and a missing one is made", async () => {
  for (
    const [flag, file, mode] of [
      [null, FILE, 0o666],
      ["--user-global", GLOBAL, 0o600],
      ["--user-workspace", `${USER_DIR}/config.toml`, 0o600],
      ["--cwd", `${WORKSPACE}/.jp.toml`, 0o666],
    ] as const
  ) {
    const machine = bed();
    const { code, records } = await machine.json([
      ...["config", "set", ...flag === null ? [] : [flag], "user.name=Ada"],
    ]);
    assert.equal(code, 0);
    assert.deepEqual(records, [{ key: "user.name", value: "Ada", file, effective: true }]);
    assert.equal(machine.fs.text(file), '[user]\nname = "Ada"\n');
    assert.equal(machine.fs.mode(file), mode);
  }
});

programTest(
  "config set: outside of a workspace it is the user's own file, never --cwd",
  async () => {
    const machine = new Bed({ cwd: "/elsewhere", files: { "/elsewhere/x": "" } });
    assert.equal((await machine.jp(["config", "set", "user.name=Ada"])).code, 0);
    assert.equal(machine.fs.text(GLOBAL), '[user]\nname = "Ada"\n');
    const refused = await machine.jp(["config", "set", "--cwd", "user.name=Ada"]);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /there is no place for that file here/);
  },
);

programTest("config set: a value without effect is told", async () => {
  const machine = bed(undefined, { [`${USER_DIR}/config.toml`]: 'user.name = "Bo"\n' });
  const { code, records, stderr } = await machine.json(["config", "set", "user.name=Ada"]);
  assert.equal(code, 0);
  assert.equal(records[0]?.["effective"], false);
  assert.match(stderr, new RegExp(`no effect: ${USER_DIR}/config.toml:1 has precedence`));
});

programTest("config set: what is wrong changes nothing, for all of it", async () => {
  const text = '[user]\nname = "Bo"\n';
  const machine = bed(text);
  for (
    const [assignments, code, expected] of [
      [["user.name=Ada", "interrupt.turn.acton=stop"], 2, /did you mean action\?/],
      [["user.name=Ada", "interrupt.turn.action=go"], 2, /expected "prompt", "continue"/],
      [["user.name"], 2, /expected KEY=VALUE or KEY:=JSON/],
      [["user.name+=x"], 2, /expected KEY=VALUE or KEY:=JSON/],
      [["user.name=Ada", 'template.values:={"a":null}'], 1, /TOML has no null/],
      [["providers.llm.mine.base_url=http://x", "conversation.tools.t.run=ask"], 1, /missing/],
    ] as const
  ) {
    const ran = await machine.jp(["config", "set", ...assignments]);
    assert.deepEqual([ran.code, ran.stdout], [code, ""], assignments.join(" "));
    assert.match(ran.stderr, expected);
    assert.equal(machine.fs.text(FILE), text);
  }
  assert.equal((await machine.jp(["config", "set"])).code, 2);
  assert.equal((await machine.jp(["-P", "config", "set", "user.name=Ada"])).code, 2);
  assert.equal(machine.fs.text(FILE), text);
});

programTest("config set: a file that is no TOML is refused with its line", async () => {
  const machine = bed('[user]\nname = "Bo\n');
  const { code, stderr } = await machine.jp(["config", "set", "inherit=false"]);
  assert.equal(code, 1);
  assert.match(stderr, new RegExp(`^jp: ${FILE}:2:\\d+: not valid TOML`));
  assert.equal(machine.fs.text(FILE), '[user]\nname = "Bo\n');
});

programTest("config set: faults that were there do not keep it from being repaired", async () => {
  const machine = bed('[interrupt.turn]\naction = "go"\ncompose_in_editor = "perhaps"\n');
  assert.equal((await machine.jp(["config", "show"])).code, 1);
  assert.equal((await machine.jp(["config", "set", "interrupt.turn.action=stop"])).code, 0);
  const last = await machine.jp(["config", "set", "interrupt.turn.compose_in_editor=always"]);
  assert.equal(last.code, 0);
  assert.equal((await machine.jp(["config", "show"])).code, 0);
});

programTest("config set: a disk that refuses is told, and the file is whole", async () => {
  for (const operation of ["replace", "makeDir"] as const) {
    const machine = operation === "replace" ? bed("# one\n") : bed();
    using _fault = machine.fs.inject({ operation, code: "ENOSPC", path: /config\.toml$|\/jp$/ });
    const where = operation === "replace" ? [] : ["--user-global"];
    const { code, stdout, stderr } = await machine.jp([
      ...["config", "set", ...where, "user.name=Ada"],
    ]);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(
      stderr,
      /cannot write .*config\.toml: the disk is full \(ENOSPC\)\nNothing was changed\./,
    );
    if (operation === "replace") assert.equal(machine.fs.text(FILE), "# one\n");
  }
});

programTest(
  "config set: a link of the user's stays one, a link out of the workspace is refused",
  async () => {
    const machine = bed(undefined, { "/dot/jp.toml": "# mine\n", "/home/u/.other": "# theirs\n" });
    machine.fs.link(GLOBAL, "/dot/jp.toml");
    assert.equal((await machine.jp(["config", "set", "--user-global", "user.name=Ada"])).code, 0);
    assert.equal(machine.fs.text("/dot/jp.toml"), '# mine\n\n[user]\nname = "Ada"\n');
    machine.fs.link(FILE, "/home/u/.other");
    const { code, stderr } = await machine.jp(["config", "set", "user.name=Ada"]);
    assert.equal(code, 1);
    assert.match(stderr, /is a link that leads out of the workspace/);
    assert.equal(machine.fs.text("/home/u/.other"), "# theirs\n");
  },
);

programTest("consent: who types a key that needs it has consented, to that content", async () => {
  const machine = bed("inherit = true\n");
  assert.equal((await machine.jp(["config", "set", "editor.cmd=vi"])).code, 0);
  assert.equal(JSON.parse(machine.fs.text(TRUSTED) ?? "null")?.length, 1);
  const shown = await machine.jp(["config", "show", "editor.cmd"]);
  assert.match(shown.stdout, /"vi"/);
  // Another change by the same hand is remembered as well; one by somebody else is not.
  await machine.jp(["config", "set", "editor.cmd=nano"]);
  assert.match((await machine.jp(["config", "show", "editor.cmd"])).stdout, /"nano"/);
  machine.fs.put(FILE, (machine.fs.text(FILE) ?? "").replace("nano", "evil"));
  assert.match((await machine.jp(["config", "show", "editor.cmd"])).stdout, /null {2}# default/);
});

programTest("consent: typing one key does not consent to what others had put there", async () => {
  const machine = bed('[providers.llm.openai]\nbase_url = "http://evil.example"\n');
  const { code, stderr } = await machine.jp(["config", "set", "editor.cmd=vi"]);
  assert.equal(code, 0);
  assert.match(stderr, /sets what you have not allowed yet; the next run asks/);
  assert.equal(machine.fs.text(TRUSTED), undefined);
  const { records } = await machine.json(["config", "show", "providers.llm.openai.base_url"]);
  assert.notEqual(records[0]?.["value"], "http://evil.example");
});

programTest(
  "consent: a key that needs none, or the user's own file, remembers nothing",
  async () => {
    const machine = bed();
    await machine.jp(["config", "set", "user.name=Ada"]);
    await machine.jp(["config", "set", "--user-global", "editor.cmd=vi"]);
    assert.equal(machine.fs.text(TRUSTED), undefined);
  },
);

programTest("config path: the files that count, and whether they are there", async () => {
  const { records } = await bed("").json(["config", "path"]);
  assert.deepEqual(records, [
    { file: GLOBAL, exists: false },
    { file: FILE, exists: true },
    { file: `${WORKSPACE}/.jp.toml`, exists: false },
    { file: `${USER_DIR}/config.toml`, exists: false },
  ]);
});

programTest("config set: what nothing looks at is set, and said to have no effect", async () => {
  const machine = new Bed({ files: {} });
  const set = ["config", "set", "--user-global", "template.values.x=1"];
  const { code, stderr } = await machine.jp(set);
  assert.deepEqual([code, stderr], [
    0,
    "jp: nothing looks at template.values.x: it has no effect\n",
  ]);
  const { stdout } = await machine.jp(["config", "schema"]);
  const { properties } = JSON.parse(stdout);
  assert.equal(properties.template.properties.values.deprecated, true);
  assert.equal(properties.style.properties.code.properties.color.deprecated, undefined);
});

programTest("config unset: out of the file that is chosen, also what was wrong there", async () => {
  const file = `${WORKSPACE}/.jp/config.toml`;
  const machine = new Bed({
    files: { [file]: "# ours\n[interrupt.turn]\naction = 'stop' # was\nacton = 1\n" },
  });
  const both = await machine.json(["config", "unset", "interrupt.turn.acton", "user.name"]);
  assert.deepEqual([both.code, both.stderr], [0, ""]);
  assert.deepEqual(both.records, [
    { key: "interrupt.turn.acton", file, removed: true },
    { key: "user.name", file, removed: false },
  ]);
  assert.equal(machine.fs.text(file), "# ours\n[interrupt.turn]\naction = 'stop' # was\n");
  const words = await machine.jp(["config", "unset", "interrupt.turn.action"]);
  assert.deepEqual([words.code, words.stderr], [
    0,
    `interrupt.turn.action is no longer set in ${file}\n`,
  ]);
  const table = await machine.jp(["config", "unset", "interrupt.turn"]);
  assert.equal(table.code, 1);
  assert.equal((await machine.jp(["config", "unset", "a..b"])).code, 2);
  const slip = await machine.jp(["config", "unset", "interrupt.turn.actoin"]);
  assert.equal(slip.code, 1);
  assert.match(slip.stderr, /there is no key interrupt\.turn\.actoin\nDid you mean action\?/);
  const none = await machine.jp(["config", "unset", "--user-global", "user.name"]);
  assert.equal(none.code, 0);
  assert.deepEqual(
    machine.fs.paths().filter((path) => path.endsWith(".config/jp/config.toml")),
    [],
  );
});
