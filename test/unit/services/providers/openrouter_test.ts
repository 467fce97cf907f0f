import assert from "node:assert/strict";
import type { JsonObject } from "../../../../src/core/conversation/mod.ts";
import type {
  AssistantPart,
  ModelEvent,
  ModelRequest,
  PromptMessage,
} from "../../../../src/services/providers/mod.ts";
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

/** A chunk with details, and with the text OpenRouter sends beside some of them. */
function thought(details: readonly JsonObject[], reasoning?: string): JsonObject {
  return delta({
    ...(reasoning === undefined ? {} : { reasoning }),
    reasoning_details: details,
  });
}

const CLAUDE = { type: "reasoning.text", format: "anthropic-claude-v1", index: 0 };
const call = delta({
  tool_calls: [{ index: 0, id: "c1", function: { name: "look", arguments: "{}" } }],
});

/** The events of an answer, and the request that carries the answer back with the call's result. */
async function sentBack(
  ...chunks: readonly JsonObject[]
): Promise<{ events: ModelEvent[]; message: JsonObject }> {
  let events: ModelEvent[] = [];
  let message: JsonObject = {};
  let asked = 0;
  const answer = () =>
    asked++ === 0 ? sse(...chunks) : sse(delta({ content: "done" }), finish("stop"));
  await withServer(answer, async (url, received) => {
    const model = modelOf("openrouter", url, { model: "anthropic/claude" });
    events = await collect(model.stream(ask("hi"), never()));
    const parts = events.flatMap((event): AssistantPart[] => {
      if (event.kind === "block_end") {
        const text = event.block === "text" ? "words" : "shown";
        const { block: kind, provider } = event;
        return [provider === undefined ? { kind, text } : { kind, text, provider }];
      }
      if (event.kind !== "tool_call") return [];
      const { id, name } = event;
      return [{ kind: "tool_call", id, name, arguments: event.arguments }];
    });
    const result = { id: "c1", name: "look", content: "seen", isError: false };
    const messages: PromptMessage[] = [
      ...ask("hi").messages,
      { role: "assistant", parts },
      { role: "tool", results: [result] },
    ];
    await collect(model.stream(ask("hi", { messages }), never()));
    const sent = received[1]?.body.messages as readonly JsonObject[];
    message = sent.find(({ role }) => role === "assistant") ?? {};
  });
  return { events, message };
}

Deno.test("openrouter: signed thoughts go back as they came, in one piece", async () => {
  const { events, message } = await sentBack(
    thought([{ ...CLAUDE, text: "I should " }], "I should "),
    thought([{ ...CLAUDE, text: "look." }], "look."),
    thought([{ ...CLAUDE, signature: "sig==" }]),
    call,
    finish("tool_calls"),
  );
  const whole = [{ ...CLAUDE, text: "I should look.", signature: "sig==" }];
  assert.deepEqual(events.find(({ kind }) => kind === "block_end"), {
    kind: "block_end",
    block: "reasoning",
    provider: { openrouter: { reasoning_details: whole } },
  });
  assert.deepEqual(message.reasoning_details, whole);
  assert.equal(message.reasoning_content, undefined);
});

Deno.test("openrouter: thoughts that are kept secret come before what they lead to", async () => {
  const secret = { type: "reasoning.encrypted", data: "xyz", id: "r1", format: "openai-v1" };
  const more = { ...secret, data: "uvw", id: "r2" };
  const { events, message } = await sentBack(
    thought([secret]),
    delta({ content: "words" }),
    thought([more]),
    call,
    finish("tool_calls"),
  );
  assert.deepEqual(
    events.filter(({ kind }) => kind === "block_end").map((event) =>
      event.kind === "block_end" ? [event.block, event.provider] : []
    ),
    [
      ["reasoning", { openrouter: { reasoning_details: [secret] } }],
      ["text", undefined],
      ["reasoning", { openrouter: { reasoning_details: [more] } }],
    ],
  );
  assert.equal(
    events.findLastIndex(({ kind }) => kind === "block_end") + 1,
    events.findIndex(({ kind }) => kind === "tool_call"),
  );
  assert.deepEqual(message.reasoning_details, [secret, more]);
  assert.equal(message.content, "words");
});

Deno.test("openrouter: a thought without its signature is not sent back as a signed one", async () => {
  const { message } = await sentBack(
    thought([{ ...CLAUDE, text: "I should look." }], "I should look."),
    call,
    finish("tool_calls"),
  );
  assert.equal(message.reasoning_details, undefined);
});

Deno.test("openrouter: thoughts that were cut off are not kept at all", async () => {
  await withServer(() => sse(thought([{ ...CLAUDE, text: "I sh" }], "I sh")), async (url) => {
    const model = modelOf("openrouter", url, { model: "anthropic/claude" });
    const { events } = await collectFault(model.stream(ask("hi"), never()));
    assert.deepEqual(events.map(({ kind }) => kind), ["connected", "reasoning"]);
  });
});
