import assert from "node:assert/strict";
import { formatOrigin, globalConfigDir } from "../../../../src/services/config/mod.ts";
import { FakeFileSystem } from "../../../../src/host/platform/fake_fs.ts";
import { resolveConfig } from "../../../../src/services/config/mod.ts";
import { GLOBAL, inputOf, problemsOf, resolve, USER_WORKSPACE, WORKSPACE } from "./support.ts";

Deno.test("with nothing configured every key has its default", async () => {
  const { config, files, warnings, overrides, origin } = await resolve();
  assert.equal(config.interrupt.escalation_cooldown_secs, 2);
  assert.equal(config.interrupt.streaming.compose_in_editor, false);
  assert.deepEqual({ ...config.interrupt.shutdown }, {
    show: true,
    delay_secs: 1,
    interval_ms: 100,
    timeout_secs: 10,
  });
  assert.deepEqual(config.editor.envs, ["JP_EDITOR", "VISUAL", "EDITOR"]);
  assert.equal(config.editor.cmd, null);
  assert.deepEqual({ ...config.style.typewriter }, {
    text_delay: 0,
    code_delay: 0,
    max_latency: 0,
  });
  assert.equal(config.conversation.tools["*"].run, "ask");
  assert.equal(config.conversation.tools["describe_tools"]?.run, "unattended");
  assert.equal(config.assistant.request.max_response_bytes, 1_048_576);
  assert.equal(config.assistant.model.id, null);
  assert.deepEqual([files, warnings, overrides], [[], [], []]);
  assert.deepEqual(origin("interrupt.turn.action"), { kind: "default" });
  assert.deepEqual(origin("providers.llm.ollama.base_url"), { kind: "default" });
});

Deno.test("the configuration cannot be changed", async () => {
  const { config } = await resolve({ files: { [GLOBAL]: "[template.values]\na = { b = [1] }" } });
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    assert.ok(Object.isFrozen(value));
    Object.values(value).forEach(walk);
  };
  walk(config);
});

Deno.test("each layer lies over the one before", async () => {
  const set = (action: string): string => `interrupt.turn.action = "${action}"`;
  const files: Record<string, string> = {};
  const layers: [string, () => void][] = [
    [`${GLOBAL}:1`, () => files[GLOBAL] = set("stop")],
    [`${WORKSPACE}:1`, () => files[WORKSPACE] = set("reply")],
    ["/srv/app/.jp.toml:1", () => files["/srv/app/.jp.toml"] = set("continue")],
    ["/srv/app/src/.jp.toml:1", () => files["/srv/app/src/.jp.toml"] = set("stop")],
    [`${USER_WORKSPACE}:1`, () => files[USER_WORKSPACE] = set("prompt")],
  ];
  const above = {
    env: { HOME: "/home/me", JP_CFG_INTERRUPT_TURN_ACTION: "reply" },
    conversation: [{ interrupt: { turn: { action: "continue" } } }],
    cfg: ["interrupt.turn.action=stop"],
    flags: { interrupt: { turn: { action: "reply" } } },
  } as const;
  const origins: string[] = [];
  const note = async (surroundings: Parameters<typeof resolve>[0]): Promise<void> => {
    const resolved = await resolve(surroundings);
    origins.push(
      `${formatOrigin(resolved.origin("interrupt.turn.action"))} ` +
        resolved.config.interrupt.turn.action,
    );
  };
  for (const [, add] of layers) {
    add();
    await note({ files });
  }
  await note({ files, env: above.env });
  await note({ files, env: above.env, conversation: above.conversation });
  await note({ files, env: above.env, conversation: above.conversation, cfg: above.cfg });
  await note({ files, ...above });
  assert.deepEqual(origins, [
    `${GLOBAL}:1 stop`,
    `${WORKSPACE}:1 reply`,
    "/srv/app/.jp.toml:1 continue",
    "/srv/app/src/.jp.toml:1 stop",
    `${USER_WORKSPACE}:1 prompt`,
    "JP_CFG_INTERRUPT_TURN_ACTION reply",
    "the conversation's configuration continue",
    "--cfg interrupt.turn.action=stop stop",
    "command line reply",
  ]);
});

Deno.test("tables merge, values and lists replace, editor.envs adds up", async () => {
  const { config, files } = await resolve({
    files: {
      [GLOBAL]: `
[editor]
cmd = { program = "code", args = ["--wait"] }
envs = ["MINE", "VISUAL"]
[interrupt.shutdown]
show = false
[assistant.model.parameters]
stop_words = ["a", "b"]
other = { seed = 1, deep = { x = 1 } }
[conversation.labels]
team = "one"
`,
      [WORKSPACE]: `
[editor]
cmd = "vim -n"
envs = ["THEIRS"]
[interrupt.shutdown]
delay_secs = 0
[assistant.model.parameters]
stop_words = ["c"]
other = { deep = { y = 2 } }
[conversation.labels]
"a.b" = "two"
`,
    },
  });
  assert.equal(config.editor.cmd, "vim -n");
  assert.deepEqual(config.editor.envs, ["JP_EDITOR", "VISUAL", "EDITOR", "MINE", "THEIRS"]);
  assert.equal(config.interrupt.shutdown.show, false);
  assert.equal(config.interrupt.shutdown.delay_secs, 0);
  assert.deepEqual(config.assistant.model.parameters.stop_words, ["c"]);
  assert.equal(
    JSON.stringify(config.assistant.model.parameters.other),
    '{"seed":1,"deep":{"x":1,"y":2}}',
  );
  assert.deepEqual(Object.entries(config.conversation.labels), [["team", "one"], ["a.b", "two"]]);
  assert.deepEqual(files, [GLOBAL, WORKSPACE]);
});

Deno.test("a list can say how it is merged", async () => {
  const { config } = await resolve({
    files: {
      [GLOBAL]: 'assistant.model.parameters.stop_words = ["a"]',
      [WORKSPACE]: `
editor.envs = { value = ["ONLY"], strategy = "replace" }
assistant.model.parameters.stop_words = { value = ["b"], strategy = "append" }
assistant.system_prompt = { value = " Be brief.", strategy = "append" }
`,
    },
  });
  assert.deepEqual(config.editor.envs, ["ONLY"]);
  assert.deepEqual(config.assistant.model.parameters.stop_words, ["a", "b"]);
  assert.equal(config.assistant.system_prompt, "You are a helpful assistant. Be brief.");
});

Deno.test("values come in one form, whichever way they are written", async () => {
  const { config } = await resolve({
    files: {
      [GLOBAL]: `
style.typewriter = { text_delay = "2ms", code_delay = "250us", max_latency = "1s" }
style.streaming.progress.interval_ms = 1
style.reasoning.display = 80
assistant.instructions = ["Be kind.", { title = "Code", items = ["Test it."] }]
assistant.model.parameters.reasoning = 2048
[interrupt.streaming]
compose_in_editor = "always"
[conversation.tools.'*']
enable = false
detached = "defaults"
[conversation.tools.wc]
enable = "explicit"
command = "wc {{tool}}"
[conversation.tools.wc.parameters.path]
type = "string"
required = true
`,
    },
  });
  assert.deepEqual({ ...config.style.typewriter }, {
    text_delay: 2,
    code_delay: 0.25,
    max_latency: 1000,
  });
  assert.equal(config.style.streaming.progress.interval_ms, 10);
  assert.equal(config.style.reasoning.display, 80);
  assert.equal(config.interrupt.streaming.compose_in_editor, "always");
  assert.deepEqual(config.assistant.instructions, [
    { title: null, description: null, items: ["Be kind."] },
    { title: "Code", description: null, items: ["Test it."] },
  ]);
  assert.deepEqual(config.assistant.model.parameters.reasoning, { effort: 2048, exclude: false });
  const { tools } = config.conversation;
  assert.deepEqual(tools["*"].enable, { state: "off", allow_toggle: "any" });
  assert.deepEqual(tools["*"].detached, { run: "defaults", deliver: "defaults", tool: "defaults" });
  assert.deepEqual(tools["wc"]?.enable, { state: "off", allow_toggle: "if_named" });
});

Deno.test("an entry nobody configured is not there, whatever its name", async () => {
  const { config } = await resolve();
  for (const name of ["constructor", "toString", "__proto__"]) {
    assert.equal(config.conversation.tools[name], undefined);
    assert.equal(config.providers.mcp[name], undefined);
    assert.equal(config.conversation.labels[name], undefined);
  }
});

Deno.test("inherit = false shuts out the files below, and only files", async () => {
  const { config, files } = await resolve({
    files: {
      [GLOBAL]: "interrupt.escalation_cooldown_secs = 9\n",
      [WORKSPACE]: "style.code.color = false\nnonsense = 1\n",
      "/srv/app/.jp.toml": 'inherit = false\nuser.name = "Ada"\n',
      "/srv/app/src/.jp.toml": "style.code.line_numbers = true\n",
    },
    env: { HOME: "/home/me", JP_CFG_STYLE_SANITIZE: "visualize" },
  });
  assert.equal(config.interrupt.escalation_cooldown_secs, 2);
  assert.equal(config.style.code.color, true);
  assert.equal(config.style.code.line_numbers, true);
  assert.equal(config.user.name, "Ada");
  assert.equal(config.style.sanitize, "visualize");
  assert.deepEqual(files, ["/srv/app/.jp.toml", "/srv/app/src/.jp.toml"]);
});

Deno.test("outside a workspace only the user's own files count", async () => {
  const { files } = await resolve({
    files: { [GLOBAL]: "", [WORKSPACE]: "", "/srv/app/.jp.toml": "" },
    workspaceRoot: null,
    userWorkspaceDir: null,
  });
  assert.deepEqual(files, [GLOBAL]);
});

Deno.test("the user's folder is where the environment says", () => {
  const dir = (env: Record<string, string>, os: "linux" | "windows" = "linux"): string | null =>
    globalConfigDir(env, "/here", os);
  assert.equal(dir({ HOME: "/h" }), "/h/.config/jp");
  assert.equal(dir({ HOME: "/h", XDG_CONFIG_HOME: "/x/y/" }), "/x/y/jp");
  assert.equal(dir({ HOME: "/h", XDG_CONFIG_HOME: "relative" }), "/h/.config/jp");
  assert.equal(dir({ HOME: "/h", JP_GLOBAL_CONFIG_DIR: "cfg" }), "/here/cfg");
  assert.equal(dir({}), null);
  assert.equal(dir({ USERPROFILE: "C:\\Users\\me" }, "windows"), "C:/Users/me/.config/jp");
});

Deno.test("a pipe nobody writes to is waited for until the signal aborts (PR-001)", async () => {
  const fs = new FakeFileSystem();
  fs.pipe(GLOBAL);
  const controller = new AbortController();
  const reason = new Error("pressed");
  const resolving = resolveConfig(inputOf({ fs }), controller.signal);
  controller.abort(reason);
  await assert.rejects(resolving, (error) => error === reason);
  const again = resolve({ fs });
  fs.feed(GLOBAL, 'user.name = "late"');
  assert.equal((await again).config.user.name, "late");
});

Deno.test("a signal that aborts as the read begins is heard as well", async () => {
  const fs = new FakeFileSystem();
  const controller = new AbortController();
  fs.readText = () => {
    controller.abort("pressed");
    return Promise.withResolvers<string>().promise;
  };
  await assert.rejects(
    resolveConfig(inputOf({ fs }), controller.signal),
    (reason) => reason === "pressed",
  );
});

Deno.test("an aborted signal ends it before anything is read", async () => {
  const fs = new FakeFileSystem();
  fs.inject({ operation: "readText", code: "EIO" });
  const reason = new Error("gone");
  await assert.rejects(
    resolveConfig(inputOf({ fs }), AbortSignal.abort(reason)),
    (error) => error === reason,
  );
});

Deno.test("a file that cannot be read is a problem, one that is not there is none", async () => {
  const fs = new FakeFileSystem({ [GLOBAL]: "", [`${WORKSPACE}/x`]: "" });
  fs.inject({ operation: "readText", code: "EACCES", path: GLOBAL });
  assert.deepEqual(await problemsOf({ fs }), [
    `${GLOBAL}: cannot be read (EACCES)`,
    `${WORKSPACE}: is a directory`,
  ]);
});

Deno.test("what flags and --cfg changed can be laid over again", async () => {
  const files = {
    [GLOBAL]: `
assistant.model.parameters.stop_words = ["a"]
template.values = { list = [1], keep = true }
conversation.labels = { old = "1" }
`,
  };
  const first = await resolve({
    files,
    cfg: [
      "assistant.model.parameters.stop_words+=b",
      "editor.inline.edit_mode=vi",
      'conversation.labels:={"new":"2"}',
      "template.values.list:+=[2]",
      "assistant.model.parameters.reasoning=high",
      "user.name:=null",
      "style.typewriter.text_delay=1s",
      "conversation.tools.wc.summary=count",
      "conversation.tools.wc.enable=always",
    ],
    flags: { assistant: { model: { id: "demo/chat" }, instructions: ["x"] } },
  });
  const later = await resolve({ files, conversation: first.overrides });
  assert.equal(JSON.stringify(later.config), JSON.stringify(first.config));
  assert.deepEqual(later.config.assistant.model.parameters.stop_words, ["a", "b"]);
  assert.deepEqual(Object.entries(later.config.conversation.labels), [["new", "2"]]);
  assert.deepEqual(later.config.template.values["list"], [1, 2]);
});

Deno.test("what is recorded holds nothing a workspace may not say", async () => {
  const { overrides } = await resolve({
    cfg: ["editor.cmd=vim", "editor.envs:=[]", "conversation.tools.sh.command=rm", "user.name=Ada"],
    flags: { conversation: { tools: { "*": { run: "unattended" } } } },
  });
  assert.equal(JSON.stringify(overrides), '[{"user":{"name":"Ada"}}]');
});

Deno.test("entries list every value once, with its origin", async () => {
  const { entries } = await resolve({
    files: { [GLOBAL]: "# c\n\n[interrupt.turn]\naction = 'stop'\n" },
    cfg: ["template.values.deep.x=5"],
  });
  const all = entries();
  const ids = all.map(({ path }) => JSON.stringify(path));
  assert.equal(new Set(ids).size, ids.length);
  const find = (path: string) => all.find((each) => each.path.join(".") === path);
  assert.deepEqual(find("interrupt.turn.action"), {
    path: ["interrupt", "turn", "action"],
    value: "stop",
    origin: { kind: "file", file: GLOBAL, line: 4 },
  });
  assert.deepEqual(find("template.values.deep.x")?.value, 5);
  assert.deepEqual(find("template.values.deep.x")?.origin.kind, "cfg");
  assert.equal(find("providers.llm.demo.kind")?.value, "demo");
});

Deno.test("a file beside config.toml that looks as if it were read is told of, once, unless it is extended", async () => {
  const warned = async (files: Record<string, string>): Promise<string[]> =>
    (await resolve({ files })).warnings.map(({ message }) => message);
  const global = GLOBAL.replace(/config\.toml$/, "");
  const workspace = WORKSPACE.replace(/config\.toml$/, "");
  assert.deepEqual(
    await warned({
      [`${global}config.yaml`]: "a: b",
      [`${workspace}config.yml`]: "a: b",
      [`${workspace}config.json`]: "{}",
      [`${workspace}config.json5`]: "{}",
      [`${workspace}config.toml.bak`]: "",
      "/srv/app/config.json": "{}",
    }),
    ["config.yaml", "config.json", "config.json5", "config.yml"].map((name, at) =>
      `${at === 0 ? global : workspace}${name} is not read: put its settings into config.toml`
    ),
  );
  assert.deepEqual(
    await warned({ [GLOBAL]: 'extends = "config.json"', [`${global}config.json`]: "{}" }),
    [],
  );
  // What is shut out is of no concern.
  assert.deepEqual(
    await warned({ [WORKSPACE]: "inherit = false", [`${global}config.json`]: "{}" }),
    [],
  );
  assert.deepEqual(await warned({ [GLOBAL]: "", [WORKSPACE]: "" }), []);
});
