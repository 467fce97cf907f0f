import assert from "node:assert/strict";
import { GLOBAL, problemsOf, resolve } from "./support.ts";

Deno.test("a value takes the type of its key", async () => {
  const { config, origin } = await resolve({
    cfg: [
      "interrupt.escalation_cooldown_secs=5",
      "interrupt.shutdown.show=false",
      "interrupt.turn.compose_in_editor=true",
      "interrupt.streaming.compose_in_editor=always",
      "user.name=123",
      "style.typewriter.text_delay=2",
      "style.reasoning.display=100",
      "editor.cmd=code --wait a=b",
      "assistant.model.parameters.stop_words=one, two",
      "assistant.model.parameters.top_k=7",
      "conversation.tools.*.run=edit",
      'conversation.tools."*".result=ask',
      'conversation.labels."a.b"=x=y',
      "template.values.count=4",
      "template.values.word=four",
      "assistant.model.parameters.other.words=40",
    ],
  });
  assert.equal(config.interrupt.escalation_cooldown_secs, 5);
  assert.equal(config.interrupt.shutdown.show, false);
  assert.equal(config.interrupt.turn.compose_in_editor, true);
  assert.equal(config.interrupt.streaming.compose_in_editor, "always");
  assert.equal(config.user.name, "123");
  assert.equal(config.style.typewriter.text_delay, 2);
  assert.equal(config.style.reasoning.display, 100);
  assert.equal(config.editor.cmd, "code --wait a=b");
  assert.deepEqual(config.assistant.model.parameters.stop_words, ["one, two"]);
  assert.equal(config.assistant.model.parameters.top_k, 7);
  assert.equal(config.conversation.tools["*"].run, "edit");
  assert.equal(config.conversation.tools["*"].result, "ask");
  assert.equal(config.conversation.labels["a.b"], "x=y");
  assert.equal(config.template.values["count"], 4);
  assert.equal(config.template.values["word"], "four");
  assert.equal(config.assistant.model.parameters.other["words"], 40);
  assert.deepEqual(origin("user.name"), { kind: "cfg", index: 4, text: "user.name=123" });
});

Deno.test(":= takes JSON, += adds, :+= does both, {…} merges at the root", async () => {
  const { config } = await resolve({
    files: {
      [GLOBAL]: `
template.values = { a = 1, b = 2 }
assistant.model.parameters.stop_words = ["x"]
conversation.labels = { old = "1" }
`,
    },
    cfg: [
      'template.values:={"c":3}',
      'conversation.labels:+={"new":"2"}',
      "assistant.model.parameters.stop_words+=y",
      'assistant.model.parameters.stop_words:+=["y","z"]',
      "assistant.system_prompt+= Be brief.",
      'editor.cmd:={"program":"vi"}',
      ' {"style":{"code":{"color":false}},"editor":{"envs":["MORE"]}}',
      "interrupt.turn.action=stop",
      "interrupt.turn.action:=null",
    ],
  });
  assert.equal(JSON.stringify(config.template.values), '{"c":3}');
  assert.deepEqual(Object.keys(config.conversation.labels), ["old", "new"]);
  assert.deepEqual(config.assistant.model.parameters.stop_words, ["x", "y", "z"]);
  assert.equal(config.assistant.system_prompt, "You are a helpful assistant. Be brief.");
  assert.deepEqual(config.editor.cmd, { program: "vi", args: [], shell: false });
  assert.equal(config.style.code.color, false);
  assert.deepEqual(config.editor.envs, ["JP_EDITOR", "VISUAL", "EDITOR", "MORE"]);
  assert.equal(config.interrupt.turn.action, "prompt");
});

Deno.test("adding to a list that was replaced does not bring back what it replaced", async () => {
  const { config } = await resolve({
    files: { [GLOBAL]: 'editor.envs = ["FILE"]' },
    cfg: [
      "editor.envs=X",
      "editor.envs+=Y",
      "editor.envs+=X",
      "assistant.model.parameters.stop_words:=null",
      "assistant.model.parameters.stop_words+=end",
    ],
  });
  assert.deepEqual(config.editor.envs, ["X", "Y"]);
  assert.deepEqual(config.assistant.model.parameters.stop_words, ["end"]);
});

Deno.test("null takes an entry back, and a built-in one falls back to itself", async () => {
  const { config } = await resolve({
    files: {
      [GLOBAL]: `
[providers.llm.mine]
kind = "openai-compatible"
base_url = "http://localhost:1"
[providers.llm.ollama]
base_url = "http://other:11434"
`,
    },
    cfg: ["providers.llm.mine:=null", "providers.llm.ollama:=null"],
  });
  assert.equal(config.providers.llm["mine"], undefined);
  assert.equal(
    JSON.stringify(config.providers.llm["ollama"]),
    '{"kind":"ollama","base_url":"http://localhost:11434","api_key_env":null,' +
      '"chain_on_max_tokens":true,"beta_headers":[]}',
  );
});

Deno.test("@path names a file, relative to the current directory or to home", async () => {
  const { config, files, origin } = await resolve({
    files: {
      "/srv/app/src/persona.toml": 'extends = "more.toml"\nuser.name = "P"',
      "/srv/app/src/more.toml": "style.code.color = false",
      "/home/me/x.json": '{"interrupt":{"turn":{"action":"stop"}}}',
    },
    cfg: ["@persona.toml", "@~/x.json"],
  });
  assert.equal(config.user.name, "P");
  assert.equal(config.style.code.color, false);
  assert.equal(config.interrupt.turn.action, "stop");
  assert.deepEqual(files, [
    "/srv/app/src/persona.toml",
    "/srv/app/src/more.toml",
    "/home/me/x.json",
  ]);
  assert.deepEqual(origin("user.name"), {
    kind: "file",
    file: "/srv/app/src/persona.toml",
    line: 2,
  });
});

Deno.test("a bare name is looked up in every root, the workspace's own over the user's", async () => {
  const files = {
    [GLOBAL]: 'config_load_paths = ["personas", ".jp/config"]',
    "/home/me/.config/jp/config/personas/dev.toml":
      'user.name = "global"\nstyle.code.color = false',
    "/home/me/.config/jp/config/dev.toml": 'user.name = "hidden by the first"',
    "/srv/app/.jp/config/dev.toml": 'user.name = "workspace"',
    "/home/me/.local/share/jp/workspace/app-abcde/config/team/dev.json": '{"user":{"name":"team"}}',
  };
  const dev = await resolve({ files, cfg: ["dev"] });
  assert.equal(dev.config.user.name, "workspace");
  assert.equal(dev.config.style.code.color, false);
  const team = await resolve({ files, cfg: ["dev", "team/dev"] });
  assert.equal(team.config.user.name, "team");
});

Deno.test("a name that is not found says where it was looked for, and what is there", async () => {
  assert.deepEqual(
    await problemsOf({
      files: { "/srv/app/.jp/config/reviewer.toml": "" },
      workspaceRoot: "/srv/app",
      userWorkspaceDir: null,
      env: {},
      cfg: ["reviever", "interrupt.turn.action"],
    }),
    [
      '--cfg reviever: no "reviever.toml" in "/srv/app/.jp/config"; did you mean reviewer?',
      "--cfg interrupt.turn.action: expected interrupt.turn.action=VALUE",
    ],
  );
});

Deno.test("what is wrong with an argument is told with it", async () => {
  const wrong: readonly (readonly [string, string])[] = [
    [
      "interrupt.turn.action=replay",
      'interrupt.turn.action: expected "prompt", "continue", "reply" or "stop", got "replay"; ' +
      "did you mean reply?",
    ],
    [
      "interrupt.trun.action=stop",
      "interrupt.trun: unknown key; expected escalation_cooldown_secs, " +
      "streaming, tool_call, turn or shutdown; did you mean turn?",
    ],
    [
      "interrupt.shutdown.delay_secs=soon",
      "interrupt.shutdown.delay_secs: expected a whole number " +
      'from 0 to 2147483, got "soon"',
    ],
    [
      "assistant.request.stream_idle_timeout_secs=5",
      "assistant.request.stream_idle_timeout_secs: " +
      "expected 0 (off), or at least 10 seconds, got 5",
    ],
    ["interrupt=x", 'interrupt: expected a table, got "x"'],
    ["user.name:=[", 'user.name: expected JSON, got "["'],
    [
      "interrupt.turn.action+=stop",
      "interrupt.turn.action: expected a list or text, for += to add to",
    ],
    ["editor.cmd.program=vi", "editor.cmd: is one value: set it as a whole, with :={…} or :=[…]"],
    ["inherit=false", "inherit: counts only in the configuration files of a folder"],
    ["{x", 'not valid JSON: line 1, column 2: expected a name in double quotes, found "x"'],
    ['{"interrupt":[]}', "interrupt: expected a table, got a list"],
    ["a b=1", "expected a key such as interrupt.turn.action before ="],
    ["=1", "expected KEY=VALUE, {JSON}, @PATH or a name"],
    ["../x", "expected KEY=VALUE, {JSON}, @PATH or a name"],
    ["@", "expected a path after @"],
    ["@gone.toml", 'no such file: "/srv/app/src/gone.toml"'],
    [
      "conversation.tools.a/b.run=ask",
      'conversation.tools."a/b": unknown key; expected a tool name ' +
      "of at most 64 letters, digits, _ and -",
    ],
    [
      "template.values.__proto__.x=1",
      "template.values.__proto__: unknown key; expected another name",
    ],
    [
      "providers.llm.new.base_url=http://h",
      "providers.llm.new.kind: missing: expected " +
      '"openai-compatible", "anthropic", "openai", "google", "openrouter", "ollama", "llamacpp" or ' +
      '"demo"',
    ],
    [
      "providers.llm.new.kind=openai-compatible",
      "providers.llm.new: missing: expected base_url, as " +
      'kind is "openai-compatible"',
    ],
  ];
  for (const [argument, problem] of wrong) {
    assert.deepEqual(await problemsOf({ cfg: [argument] }), [
      `--cfg ${shown(argument)}: ${problem}`,
    ]);
  }
});

function shown(argument: string): string {
  return argument.includes('"') ? JSON.stringify(argument) : argument;
}
