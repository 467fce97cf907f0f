import assert from "node:assert/strict";
import {
  configuredTools,
  formatKeyPath,
  llmProviders,
  parameterPath,
  parseKeyPath,
  requestParameters,
  toolSettings,
} from "../../../../src/services/config/mod.ts";
import { GLOBAL, resolve } from "./support.ts";

Deno.test("a tool follows '*' where it does not say otherwise", async () => {
  const { config } = await resolve({
    files: {
      [GLOBAL]: `
[conversation.tools.'*']
run = "unattended"
style.inline_results = "full"
style.error.inline_results = 3
[conversation.tools.wc]
command = "wc"
run = "edit"
style.hidden = true
[conversation.tools.cat]
format = "ask"
`,
    },
  });
  assert.deepEqual(configuredTools(config).slice(-2), ["wc", "cat"]);
  assert.ok(configuredTools(config).includes("fs_read"));
  const wc = toolSettings(config, "wc");
  assert.deepEqual(
    [wc.run, wc.format, wc.result, wc.style.hidden, wc.style.inline_results, wc.own?.command],
    ["edit", "ask", "unattended", true, "full", "wc"],
  );
  assert.equal(wc.style.error.inline_results, 3);
  const cat = toolSettings(config, "cat");
  assert.deepEqual([cat.run, cat.format], ["unattended", "ask"]);
  const other = toolSettings(config, "other");
  assert.deepEqual([other.run, other.format, other.own], ["unattended", "unattended", null]);
  assert.equal(toolSettings(config, "*").own, null);
});

Deno.test("providers are listed without the aliases", async () => {
  const { config } = await resolve({
    files: {
      [GLOBAL]: `
[providers.llm.aliases]
fast = "corp/small"
[providers.llm.corp]
kind = "openai-compatible"
base_url = "https://llm.corp/v1"
api_key_env = "CORP_KEY"
`,
    },
  });
  const providers = llmProviders(config);
  assert.deepEqual([...providers.keys()], [
    "anthropic",
    "openai",
    "google",
    "openrouter",
    "ollama",
    "llamacpp",
    "demo",
    "corp",
  ]);
  assert.equal(providers.get("corp")?.api_key_env, "CORP_KEY");
  assert.equal(config.providers.llm.aliases["fast"], "corp/small");
});

Deno.test("a parameter goes where it belongs, and all of them go out on one level", async () => {
  const argument = (name: string, value: string): string =>
    `${formatKeyPath(parameterPath(name))}=${value}`;
  const { config } = await resolve({
    cfg: [argument("temperature", "0.5"), argument("words", "40"), argument("a.b", "x")],
  });
  assert.equal(
    JSON.stringify(requestParameters(config.assistant.model.parameters)),
    '{"words":40,"a.b":"x","temperature":0.5}',
  );
});

Deno.test("key paths read back as they were written", () => {
  for (
    const path of [["a"], ["conversation", "tools", "*", "run"], ["a.b", "", 'q"\\', "é", "x y"]]
  ) {
    assert.deepEqual(parseKeyPath(formatKeyPath(path)), path);
  }
  assert.deepEqual(parseKeyPath(" a . 'b.c' "), ["a", "b.c"]);
  for (const bad of ["", ".", "a.", "a..b", "a b", '"a', "a=b"]) {
    assert.equal(parseKeyPath(bad), null);
  }
});
