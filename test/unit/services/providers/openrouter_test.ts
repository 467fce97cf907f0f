import assert from "node:assert/strict";
import type { JsonObject } from "../../../../src/core/conversation/mod.ts";
import type { ModelRequest } from "../../../../src/services/providers/mod.ts";
import { ask, collect, collectFault, never } from "./fixtures.ts";
import { delta, finish, sse, withServer } from "./sse_server.ts";
import { modelOf } from "./wires.ts";

async function bodyOf(request: ModelRequest, model: string, kind?: string): Promise<JsonObject> {
  let body: JsonObject = {};
  await withServer(() => sse(delta({ content: "x" }), finish("stop")), async (url, received) => {
    const settings = kind === undefined ? {} : { kind };
    await collect(modelOf("openrouter", url, { model, settings }).stream(request, never()));
    body = received[0]?.body ?? {};
  });
  return body;
}

Deno.test("openrouter: reasoning in its own words", async () => {
  const cases: [JsonObject[string], unknown][] = [
    ["off", { enabled: false }],
    ["auto", { enabled: true }],
    ["high", { effort: "high", exclude: false }],
    ["max", { effort: "xhigh", exclude: false }],
    [{ effort: 3000, exclude: true }, { max_tokens: 3000, exclude: true }],
    [null, undefined],
  ];
  for (const [reasoning, expected] of cases) {
    const body = await bodyOf(ask("hi", { parameters: { reasoning } }), "a/b", "openrouter");
    assert.deepEqual(body.reasoning, expected);
    assert.equal(body.reasoning_effort, undefined);
  }
});

Deno.test("openrouter: Claude's prompts are cached, the others cache by themselves", async () => {
  const cache = async (cache: "off" | "short" | "long", model: string) =>
    (await bodyOf(ask("hi", { cache }), model)).cache_control;
  assert.deepEqual(await cache("short", "anthropic/claude"), { type: "ephemeral" });
  assert.deepEqual(await cache("long", "anthropic/claude"), { type: "ephemeral", ttl: "1h" });
  assert.equal(await cache("off", "anthropic/claude"), undefined);
  assert.equal(await cache("long", "openai/gpt"), undefined);
});

Deno.test("what reasoning cannot be is said before anything is sent", async () => {
  for (const provider of ["anthropic", "openai", "google", "openrouter", "ollama"]) {
    for (const reasoning of ["turbo", 0, -5, 1.5, true]) {
      const model = modelOf(provider, "http://127.0.0.1:9/v1");
      const request = ask("hi", { parameters: { reasoning } });
      const { fault } = await collectFault(model.stream(request, never()));
      assert.equal(fault.code, "config");
      assert.match(fault.message, /reasoning has to be off, auto/);
    }
  }
});
