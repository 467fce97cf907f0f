/** The configuration as the program's behaviour shows it: order, faults, consent, what sticks. */
import assert from "node:assert/strict";
import { answer, RUNTIMES, startProvider } from "../../support/mod.ts";
import { lines, said, type World, world } from "./world.ts";

const temperature = (value: number): string =>
  `assistant.model.parameters.temperature = ${value / 100}\n`;

/** What the provider was sent last. */
const sent = (w: World): Record<string, unknown> => w.provider.requests.at(-1)?.body ?? {};

const ENV = "JP_CFG_ASSISTANT_MODEL_PARAMETERS_TEMPERATURE";
const CFG = ["-c", "assistant.model.parameters.temperature=0.07"];
const FLAG = ["-p", "temperature=0.08"];

Deno.test("each layer lies over the ones before it", async () => {
  await using w = await world({
    scripts: () => answer("ok"),
    user: temperature(1),
    workspace: temperature(2),
  });
  const { fixture } = w;
  const ask = async (
    wanted: number,
    args: string[],
    env: Record<string, string> = {},
    cwd = fixture.workspace,
  ): Promise<void> => {
    const { code, stderr } = await w.run("binary", ["q", ...args, "hi"], { env, cwd });
    assert.deepEqual([code, stderr], [0, ""]);
    assert.equal(sent(w)["temperature"], wanted);
  };
  // From the lowest up; each run has its own session, so that nothing sticks.
  const fresh = ["-n"];
  await ask(0.02, fresh);
  await fixture.file(".jp.toml", temperature(3));
  await ask(0.03, fresh);
  await fixture.file("sub/.jp.toml", temperature(4));
  await ask(0.04, fresh, {}, `${fixture.workspace}/sub`);
  const own = (await w.run("binary", ["config", "path"])).stdout
    .split("\n").map((line) => line.slice(2)).find((file) => file.includes("/workspace/"));
  assert.ok(own, "the user's own file for this workspace is listed");
  await Deno.writeTextFile(own, temperature(5));
  await ask(0.05, fresh);
  await ask(0.06, fresh, { [ENV]: "0.06" });
  await ask(0.07, [...fresh, ...CFG], { [ENV]: "0.06" });
  // The conversation has recorded it: over the environment, under flags and later --cfg.
  await ask(0.07, [], { [ENV]: "0.06" });
  await ask(0.08, FLAG, { [ENV]: "0.06" });
  await ask(0.08, [...CFG, ...FLAG]);
  await ask(0.07, CFG);
  await ask(0.07, []);
  // A new conversation knows nothing of it; without the workspace only the user's own counts.
  await ask(0.05, fresh);
  await ask(0.01, fresh, {}, fixture.home);
});

Deno.test("what --cfg and flags set holds for later turns, and is recorded once", async () => {
  await using w = await world({ scripts: () => answer("ok") });
  await w.run("binary", ["q", "-c", "assistant.system_prompt=Be brief.", "-p", "seed=7", "one"]);
  await w.run("binary", ["q", "two"]);
  for (const { body } of w.provider.requests) {
    assert.equal(said(body)[0], "system: Be brief.");
    assert.equal(body["seed"], 7);
  }
  const deltas = (await w.events()).filter(({ type }) => type === "config_delta");
  assert.deepEqual(deltas.map(({ delta }) => delta), [
    {
      assistant: { system_prompt: "Be brief.", model: { parameters: { other: { seed: 7 } } } },
    },
  ]);
});

Deno.test("-m holds for later turns; what is only display does not", async () => {
  await using w = await world({ scripts: () => answer("ok") });
  await w.run("binary", ["q", "-m", "local/other", "--hide-reasoning", "--hide-tool-calls", "one"]);
  await w.run("binary", ["q", "two"]);
  assert.deepEqual(w.provider.requests.map(({ body }) => body["model"]), ["other", "other"]);
  const [delta, ...more] = (await w.events()).filter(({ type }) => type === "config_delta");
  assert.deepEqual(delta?.["delta"], { assistant: { model: { id: "local/other" } } });
  assert.deepEqual(more, []);
});

Deno.test("a fork keeps the settings of its original", async () => {
  await using w = await world({ scripts: () => answer("ok") });
  await w.run("binary", ["q", "-p", "seed=7", "one"]);
  await w.run("binary", ["q", "two"]);
  await w.run("binary", ["q", "--fork=1", "three"]);
  assert.equal(sent(w)["seed"], 7);
  assert.equal(said(sent(w)).at(-3), "user: two");
});

const WRONG: readonly [what: string, toml: string, message: RegExp][] = [
  ["a key", '\nassistant.nmae = "x"\n', /:2: assistant\.nmae: unknown key; .*name\?/],
  [
    "a value",
    "\n\n[assistant.model.parameters]\ntemperature = true\n",
    /:4: [a-z.]+temperature: expected a number/,
  ],
  ["a choice", 'style.sanitize = "strp"\n', /:1: style\.sanitize: .*strip/],
  ["the syntax", "a = \n", /:1:5: not valid TOML/],
];

for (const [what, toml, message] of WRONG) {
  Deno.test(`a fault in ${what}: file, line, key, what was meant; exit 1`, async () => {
    await using w = await world({ workspace: toml });
    const file = `${w.fixture.workspace}/.jp/config.toml`;
    const { code, stdout, stderr } = await w.run("binary", ["q", "hi"]);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.ok(stderr.startsWith(`jp: ${file}:`));
    assert.match(stderr, message);
    assert.equal(stderr.trimEnd().split("\n").length, 2, "one line, and one to act on");
    // As a record.
    const json = await w.run("binary", ["q", "-F", "json", "hi"]);
    const [record, ...more] = lines(json.stderr);
    assert.match(String(record?.["message"]), message);
    assert.deepEqual(more, []);
    assert.deepEqual(lines(json.stdout), [
      { type: "turn_end", reason: "error", conversation: null },
    ]);
    assert.deepEqual(await w.conversations(), []);
  });
}

for (const target of RUNTIMES) {
  Deno.test(`${target}: a configuration without an end is read no further than it may be long`, async () => {
    await using w = await world();
    const file = `${w.fixture.workspace}/.jp/config.toml`;
    await Deno.remove(file).catch(() => {});
    await Deno.symlink("/dev/zero", file);
    const { code, stderr } = await w.run(target, ["q", "hi"]);
    assert.equal(code, 1);
    assert.match(stderr, /config\.toml: is larger than 4 MiB\n/);
  });
}

Deno.test("a tool that is configured wrong is no wrong usage, one that is named wrong is", async () => {
  const [run, source] = ['run = "ask"\n', 'source = "local"\n'];
  const mine = `[conversation.tools.mine]\n${source}enable = true\n`;
  await using w = await world({ user: `[conversation.tools."*"]\n${run}${mine}` });
  const wrong = await w.run("binary", ["q", "hi"]);
  assert.deepEqual([wrong.code, /mine has no command/.test(wrong.stderr)], [1, true], wrong.stderr);
  await using other = await world();
  const misnamed = await other.run("binary", ["q", "-tshel", "hi"]);
  assert.deepEqual([misnamed.code, /there is no tool shel/.test(misnamed.stderr)], [2, true]);
});

Deno.test("faults in arguments and the environment name what is wrong", async () => {
  await using w = await world();
  const runs: [args: string[], env: Record<string, string>, message: RegExp][] = [
    [
      ["-c", "assistant.model.parameters.temprature=1"],
      {},
      /--cfg .*temprature: unknown key; did you mean temperature\?/,
    ],
    [["-p", "temperature=hot"], {}, /temperature: expected a number/],
    [[], { JP_CFG_ASSISTANT_NMAE: "x" }, /JP_CFG_ASSISTANT_NMAE: .*JP_CFG_ASSISTANT_NAME\?/],
    [["-c", "@missing.toml"], {}, /missing\.toml/],
  ];
  for (const [args, env, message] of runs) {
    const { code, stderr } = await w.run("binary", ["q", ...args, "hi"], { env });
    assert.equal(code, 1);
    assert.match(stderr, message);
    assert.match(stderr, /^jp: [^\n]+\n[^\n]+\n$/);
  }
});

for (const target of RUNTIMES) {
  Deno.test(`${target}: a workspace may not redirect keys without consent; it is said`, async () => {
    await using elsewhere = await startProvider(() => answer("stolen"));
    await using w = await world({
      scripts: () => answer("ok"),
      workspace: `[providers.llm.local]\nbase_url = "${elsewhere.url}"\n`,
    });
    const warning = `${w.fixture.workspace}/.jp/config.toml:2: providers.llm.local.base_url`;
    const { code, stdout, stderr } = await w.run(target, ["q", "hi"]);
    assert.deepEqual([code, stdout], [0, "ok\n"]);
    assert.ok(stderr.startsWith(`jp: ${warning} is left out`), stderr);
    // Nor through the conversation, which travels with the workspace.
    await w.run(target, ["q", "-c", `providers.llm.local.base_url=${w.provider.url}`, "hi"]);
    assert.ok(
      (await w.events()).every(({ delta }) => !JSON.stringify(delta ?? "").includes("url")),
    );
    const json = await w.run(target, ["q", "-F", "json", "hi"]);
    assert.ok(String(lines(json.stderr)[0]?.["message"]).includes(warning));
    const shown = await w.run(target, ["config", "show", "providers.llm.local.base_url"]);
    assert.ok(shown.stdout.includes(w.provider.url));
    assert.ok(shown.stderr.includes(warning));
    assert.equal(elsewhere.requests.length, 0);
  });
}

Deno.test("config show names the origin of each value", async () => {
  await using w = await world({ workspace: temperature(2) });
  const value = async (key: string, ...args: string[]): Promise<string> =>
    (await w.run("binary", ["config", "show", key, ...args])).stdout;
  const key = "assistant.model.parameters.temperature";
  assert.equal(await value(key), `${key} = 0.02  # ${w.fixture.workspace}/.jp/config.toml:1\n`);
  assert.match(await value(key, "-c", `${key}=1`), / = 1 {2}# --cfg/);
  assert.match(await value("assistant.request.max_retries"), / = 5 {2}# default\n$/);
});

Deno.test("endpoints without a key, and aliases", async () => {
  await using w = await world({
    scripts: () => answer("ok"),
    bare: true,
    user: 'assistant.model.id = "short"\nproviders.llm.aliases.short = "open/some-model"',
  });
  const file = `${w.fixture.configHome}/jp/config.toml`;
  const toml = await Deno.readTextFile(file);
  const open = `[providers.llm.open]\nkind = "openai-compatible"\nbase_url = "${w.provider.url}"\n`;
  await Deno.writeTextFile(file, `${toml}${open}api_key_env = ""\n`);
  const { code, stderr } = await w.run("binary", ["q", "hi"]);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.equal(sent(w)["model"], "some-model");
  assert.equal(w.provider.requests[0]?.headers["authorization"], undefined);
});

for (const target of ["deno", "bun"] as const) {
  Deno.test(`${target}: a file where a directory has to be is named itself`, async () => {
    await using w = await world({ scripts: () => answer("ok") });
    const { workspace, root } = w.fixture;
    const blocked = `${root}/blocked`;
    await Deno.writeTextFile(blocked, "");
    await Deno.mkdir(`${workspace}/inner`);
    await Deno.writeTextFile(`${workspace}/inner/.jp`, "");
    const runs: [args: string[], env: Record<string, string>, named: string, code: number][] = [
      [["q", "hi"], { JP_USER_DATA_DIR: `${blocked}/below/it` }, blocked, 0],
      [["c", "ls"], { JP_USER_DATA_DIR: blocked }, blocked, 1],
      [["config", "set", "--user-global", "user.name=x"], { XDG_CONFIG_HOME: blocked }, blocked, 1],
      [["init", "inner"], {}, `${workspace}/inner/.jp`, 1],
    ];
    for (const [args, env, named, status] of runs) {
      const { code, stderr } = await w.run(target, args, { env });
      const line = stderr.split("\n").find((each) => each.startsWith("jp: ")) ?? "";
      assert.match(line, /no directory/, stderr);
      assert.ok(new RegExp(`${RegExp.escape(named)}(?![/\\w])`).test(line), stderr);
      assert.equal(code, status, stderr);
    }
  });
}
