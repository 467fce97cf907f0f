import assert from "node:assert/strict";
import { GLOBAL, problemsOf, resolve } from "./support.ts";

const env = (variables: Record<string, string>) => ({ HOME: "/home/me", ...variables });

Deno.test("a variable's name is cut where the table of keys says", async () => {
  const { config, origin } = await resolve({
    env: env({
      JP_CFG_INTERRUPT_TOOL_CALL_COMPOSE_IN_EDITOR: "always",
      JP_CFG_ASSISTANT_REQUEST_STREAM_IDLE_TIMEOUT_SECS: "0",
      JP_CFG_CONVERSATION_TOOLS_FS_READ_CANCELLATION_RESPONSE: "no",
      "JP_CFG_CONVERSATION_TOOLS_*_RUN": "edit",
      JP_CFG_PROVIDERS_LLM_MY_CORP_BASE_URL: "http://corp:1/v1",
      JP_CFG_PROVIDERS_LLM_MY_CORP_KIND: "openai-compatible",
      JP_CFG_PROVIDERS_LLM_ALIASES_FAST: "demo/chat",
      JP_CFG_TEMPLATE_VALUES_SOME_NAME: "3",
      JP_CFG_CONVERSATION_LABELS_TEAM_NAME: "one",
    }),
  });
  assert.equal(config.interrupt.tool_call.compose_in_editor, "always");
  assert.equal(config.assistant.request.stream_idle_timeout_secs, 0);
  assert.equal(config.conversation.tools["fs_read"]?.cancellation_response, "no");
  assert.equal(config.conversation.tools["*"].run, "edit");
  assert.equal(config.providers.llm.aliases["fast"], "demo/chat");
  assert.equal(
    JSON.stringify(config.providers.llm["my_corp"]).slice(0, 60),
    '{"kind":"openai-compatible","base_url":"http://corp:1/v1","a',
  );
  assert.equal(config.template.values["some_name"], 3);
  assert.equal(config.conversation.labels["team_name"], "one");
  assert.deepEqual(origin("interrupt.tool_call.compose_in_editor"), {
    kind: "env",
    name: "JP_CFG_INTERRUPT_TOOL_CALL_COMPOSE_IN_EDITOR",
  });
});

Deno.test("a name a file has given is found again, hyphens and capitals included", async () => {
  const { config } = await resolve({
    files: {
      [GLOBAL]: `
[providers.llm.My-Corp]
kind = "openai-compatible"
base_url = "http://old"
`,
    },
    env: env({ JP_CFG_PROVIDERS_LLM_MY_CORP_BASE_URL: "http://new" }),
  });
  assert.match(JSON.stringify(config.providers.llm["My-Corp"]), /http:\/\/new/);
  assert.equal(config.providers.llm["my_corp"], undefined);
});

Deno.test("':' is JSON, '+' adds, and either may come first", async () => {
  const { config } = await resolve({
    files: { [GLOBAL]: "template.values = { a = 1 }\n" },
    env: env({
      JP_CFG_ASSISTANT_MODEL_PARAMETERS_STOP_WORDS: '+:["b"]',
      JP_CFG_ASSISTANT_SYSTEM_PROMPT: "+ More.",
      JP_CFG_EDITOR_ENVS: ':["ONLY"]',
      JP_CFG_TEMPLATE_VALUES: ':+{"b":2}',
      JP_CFG_USER_NAME: "a:b",
    }),
  });
  assert.deepEqual(config.assistant.model.parameters.stop_words, ["b"]);
  assert.equal(config.assistant.system_prompt, "You are a helpful assistant. More.");
  assert.deepEqual(config.editor.envs, ["ONLY"]);
  assert.equal(JSON.stringify(config.template.values), '{"a":1,"b":2}');
  assert.equal(config.user.name, "a:b");
});

Deno.test("a name that fits nothing, a value that does not fit, and one that may mean two things", async () => {
  assert.deepEqual(
    await problemsOf({
      env: env({
        JP_CFG_INTERUPT_TURN_ACTION: "stop",
        JP_CFG_STYLE_SANITIZE: "stripe",
        JP_CFG_USER_NAME: ":{",
      }),
    }),
    [
      "JP_CFG_INTERUPT_TURN_ACTION: no key has this name; did you mean JP_CFG_INTERRUPT_TURN_ACTION?",
      'JP_CFG_STYLE_SANITIZE: style.sanitize: expected "strip", "visualize" or "off", got "stripe"; ' +
      "did you mean strip?",
      'JP_CFG_USER_NAME: user.name: expected JSON, got "{"',
    ],
  );
  const two = { JP_CFG_CONVERSATION_TOOLS_X_OPTIONS_RUN: "ask" };
  assert.deepEqual(await problemsOf({ env: env(two) }), [
    "JP_CFG_CONVERSATION_TOOLS_X_OPTIONS_RUN: may mean conversation.tools.x.options.run or " +
    "conversation.tools.x_options.run; say it with --cfg",
  ]);
  const { config } = await resolve({
    files: { [GLOBAL]: '[conversation.tools.x_options]\nsummary = "there"\n' },
    env: env(two),
  });
  assert.equal(config.conversation.tools["x_options"]?.run, "ask");
});
