import assert from "node:assert/strict";
import type { JsonObject } from "../../../../src/core/conversation/mod.ts";
import type { ModelRequest, ProviderError } from "../../../../src/services/providers/mod.ts";
import { ask, collect, collectFault, modelAt, never } from "./fixtures.ts";
import { delta, finish, type Received, sse, withServer } from "./sse_server.ts";

/** What the server receives for a request. */
async function sent(request: ModelRequest, key?: string): Promise<Received> {
  let first: Received | undefined;
  await withServer(() => sse(delta({ content: "x" }), finish("stop")), async (url, received) => {
    const more = key === undefined ? {} : { apiKeyEnv: "KEY", env: () => key };
    await collect(modelAt(url, more).stream(request, never()));
    first = received[0];
  });
  assert.ok(first !== undefined);
  return first;
}

const bodyOf = async (parameters: JsonObject) => (await sent(ask("hi", { parameters }))).body;

Deno.test("path, key and the plain request", async () => {
  const received = await sent(ask("hi", { system: "Be brief." }), " the-key\n");
  assert.equal(received.path, "/v1/chat/completions");
  assert.equal(received.headers.get("authorization"), "Bearer the-key");
  assert.deepEqual(received.body, {
    model: "m",
    messages: [{ role: "system", content: "Be brief." }, { role: "user", content: "hi" }],
    stream: true,
    stream_options: { include_usage: true },
  });
});

Deno.test("without a key no authorization is sent", async () => {
  assert.equal((await sent(ask("hi"))).headers.get("authorization"), null);
});

Deno.test("parameters: the known ones, text that is a number, and everything else as it is", async () => {
  const body = await bodyOf({
    max_tokens: "512",
    temperature: 0.5,
    top_p: 0.9,
    stop_words: ["END"],
    top_k: 40,
    other: { min_p: 0.1, provider: { order: ["a"] } },
  });
  const { model: _, messages: __, stream: ___, stream_options: ____, ...rest } = body;
  assert.deepEqual(rest, {
    max_tokens: 512,
    temperature: 0.5,
    top_p: 0.9,
    stop: ["END"],
    top_k: 40,
    min_p: 0.1,
    provider: { order: ["a"] },
  });
});

Deno.test("reasoning", async () => {
  const effort = async (reasoning: JsonObject | string) =>
    (await bodyOf({ reasoning })).reasoning_effort;
  assert.equal(await effort("high"), "high");
  assert.equal(await effort({ effort: "low" }), "low");
  assert.equal(await effort("off"), "none");
  assert.equal(await effort("auto"), undefined);
});

Deno.test("a parameter that is no number is a fault of the configuration", async () => {
  const events = modelAt("http://127.0.0.1:9/v1").stream(
    ask("hi", { parameters: { temperature: "warm" } }),
    never(),
  );
  const { fault } = await collectFault(events);
  assert.equal(fault.code, "config");
  assert.match(fault.message, /temperature/);
});

Deno.test("OpenAI's own service gets max_completion_tokens and no reasoning back", async () => {
  const bodies: JsonObject[] = [];
  const model = modelAt("https://api.openai.com/v1", {
    fetch: (_, init) => {
      bodies.push(JSON.parse(String(init?.body)));
      return Promise.resolve(sse(delta({ content: "x" }), finish("stop")));
    },
  });
  const request = loop({ parameters: { max_tokens: 9 } });
  await collect(model.stream(request, never()));
  assert.equal(bodies[0]?.max_completion_tokens, 9);
  assert.ok(!("max_tokens" in (bodies[0] ?? {})));
  assert.doesNotMatch(JSON.stringify(bodies[0]), /reasoning_content/);
});

/** A tool loop after an earlier turn, with reasoning in both. */
function loop(more: Partial<ModelRequest> = {}): ModelRequest {
  return ask("", {
    messages: [
      { role: "user", text: "one" },
      {
        role: "assistant",
        parts: [{ kind: "reasoning", text: "old thought" }, { kind: "text", text: "1" }],
      },
      { role: "user", text: "two" },
      {
        role: "assistant",
        parts: [
          { kind: "reasoning", text: "new thought", provider: { jp: { reasoning_content: true } } },
          { kind: "text", text: "Looking." },
          {
            kind: "tool_call",
            id: "a",
            name: "fs_list",
            arguments: { path: "." },
            provider: { jp: { thoughtSignature: "sig" } },
          },
        ],
      },
      {
        role: "tool",
        results: [{ id: "a", name: "fs_list", content: "README.md", isError: false }],
      },
    ],
    ...more,
  });
}

Deno.test("a tool loop: reasoning of this turn goes back, of earlier ones not", async () => {
  assert.deepEqual((await sent(loop())).body.messages, [
    { role: "user", content: "one" },
    { role: "assistant", content: "1" },
    { role: "user", content: "two" },
    {
      role: "assistant",
      content: "Looking.",
      reasoning_content: "new thought",
      tool_calls: [{
        id: "a",
        type: "function",
        function: { name: "fs_list", arguments: '{"path":"."}' },
        extra_content: { google: { thought_signature: "sig" } },
      }],
    },
    { role: "tool", tool_call_id: "a", content: "README.md" },
  ]);
});

Deno.test("an assistant message with nothing to say is left out", async () => {
  const messages: ModelRequest["messages"] = [
    { role: "user", text: "one" },
    { role: "assistant", parts: [{ kind: "reasoning", text: "hm" }, { kind: "text", text: "" }] },
    { role: "user", text: "two" },
  ];
  const body = (await sent(ask("", { messages }))).body;
  assert.deepEqual(body.messages, [
    { role: "user", content: "one" },
    { role: "user", content: "two" },
  ]);
});

Deno.test("tools and tool choice", async () => {
  const parameters = { type: "object", properties: { path: { type: "string" } } };
  const tools = [{ name: "fs_list", description: "Lists.", parameters }];
  const choices: [ModelRequest["toolChoice"], unknown][] = [
    ["auto", "auto"],
    ["none", "none"],
    ["required", "required"],
    [{ tool: "fs_list" }, { type: "function", function: { name: "fs_list" } }],
  ];
  for (const [toolChoice, wire] of choices) {
    const { body } = await sent(ask("hi", { tools, toolChoice }));
    assert.deepEqual(body.tools, [
      { type: "function", function: { name: "fs_list", description: "Lists.", parameters } },
    ]);
    assert.deepEqual(body.tool_choice, wire);
  }
  assert.equal("tools" in (await sent(ask("hi"))).body, false);
});

Deno.test("a key that was unset in between is noticed at the next request", async () => {
  let key: string | undefined = "the-key";
  const model = modelAt("http://127.0.0.1:9/v1", { apiKeyEnv: "KEY", env: () => key });
  key = undefined;
  const { fault }: { fault: ProviderError } = await collectFault(model.stream(ask("hi"), never()));
  assert.equal(fault.code, "config");
});
