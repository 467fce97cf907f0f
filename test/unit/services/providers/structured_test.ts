import assert from "node:assert/strict";
import type { JsonObject } from "../../../../src/core/conversation/mod.ts";
import {
  demoModel,
  ProviderError,
  withByteCeiling,
} from "../../../../src/services/providers/mod.ts";
import { ask, collect, collectFault, ManualTimer, never, textOf, whole } from "./fixtures.ts";
import { delta, finish, withServer } from "./sse_server.ts";
import { claude, gemini, modelOf, plain, responses, stream, type Wire, WIRES } from "./wires.ts";

const SCHEMA: JsonObject = {
  type: "object",
  properties: { city: { type: "string" }, people: { type: "number" } },
  required: ["city", "people"],
  additionalProperties: false,
};
const REQUEST = ask("Biggest city?", { schema: SCHEMA });

/** Where each provider wants the schema. */
const SCHEMA_IN: Readonly<Record<string, (body: JsonObject) => unknown>> = {
  anthropic: (body) => at(body, "output_config", "format", "schema"),
  openai: (body) => at(body, "text", "format", "schema"),
  google: (body) => at(body, "generationConfig", "responseJsonSchema"),
  openrouter: (body) => at(body, "response_format", "json_schema", "schema"),
  ollama: (body) => at(body, "response_format", "json_schema", "schema"),
  llamacpp: (body) => at(body, "response_format", "json_schema", "schema"),
};

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : inner,
    value,
  );
}

const MODELS: Readonly<Record<string, string>> = {
  anthropic: "claude-sonnet-5",
  openai: "gpt-5.2",
  google: "gemini-3.1-pro-preview",
};

const modelAt = (wire: Wire, url: string) =>
  modelOf(wire.provider, url, { model: MODELS[wire.provider] ?? "m" });

for (const wire of WIRES) {
  Deno.test(`${wire.provider}: an answer to a schema arrives as data, in pieces and whole`, async () => {
    const answer = () =>
      stream(wire.start, wire.word('{"city":'), wire.word('"Tokyo","people":37}'), wire.end);
    await withServer(answer, async (url, received) => {
      const all = await collect(modelAt(wire, url).stream(REQUEST, never()));
      assert.deepEqual(whole(all.filter(({ kind }) => kind !== "usage")), [
        { kind: "connected" },
        { kind: "data_part", text: '{"city":"Tokyo","people":37}' },
        { kind: "data", data: { city: "Tokyo", people: 37 } },
        { kind: "finish", reason: "complete" },
      ]);
      const schema = SCHEMA_IN[wire.provider]?.(received[0]?.body ?? {});
      assert.deepEqual(at(schema, "properties", "city", "type"), "string");
    });
  });

  Deno.test(`${wire.provider}: an answer that is no JSON is a fault that may be retried`, async () => {
    await withServer(() => stream(wire.start, wire.word("Tokyo."), wire.end), async (url) => {
      const { events, fault } = await collectFault(modelAt(wire, url).stream(REQUEST, never()));
      assert.ok(!events.some(({ kind }) => kind === "data" || kind === "text"));
      assert.equal(fault.code, "bad_response");
      assert.equal(fault.retryable, true);
    });
  });
}

Deno.test("half an answer to a schema is none", async () => {
  const cut: [string, string][] = [
    [
      "anthropic",
      claude.messageStart() + claude.text(0, '{"city":') + claude.end("max_tokens"),
    ],
    [
      "openai",
      responses.created + responses.messageStart(0) + responses.textDelta(0, '{"city":') +
      responses.incomplete("max_output_tokens"),
    ],
    ["google", gemini([{ text: '{"city":' }], "MAX_TOKENS")],
    ["ollama", plain(delta({ content: '{"city":' })) + plain(finish("length"))],
  ];
  for (const [provider, wire] of cut) {
    await withServer(() => stream(wire), async (url, received) => {
      const all = await collect(modelOf(provider, url).stream(REQUEST, never()));
      assert.ok(!all.some(({ kind }) => kind === "data"));
      assert.deepEqual(all.at(-1), { kind: "finish", reason: "max_tokens" });
      assert.equal(received.length, 1);
    });
  }
});

Deno.test("older Claude models answer to a schema through a tool of the package's", async () => {
  const answer = () =>
    stream(
      claude.messageStart(),
      claude.toolUse(0, "t", "json", '{"city":', '"Tokyo","people":37}'),
      claude.end("tool_use"),
    );
  await withServer(answer, async (url) => {
    const model = modelOf("anthropic", url, { model: "claude-3-haiku-20240307" });
    const all = await collect(model.stream(REQUEST, never()));
    assert.deepEqual(all.find(({ kind }) => kind === "data"), {
      kind: "data",
      data: { city: "Tokyo", people: 37 },
    });
    assert.deepEqual(all.at(-1), { kind: "finish", reason: "complete" });
  });
});

Deno.test("a fenced answer is data; before a tool call it is only words", async () => {
  const fenced = plain(delta({ content: '```json\n{"a":1}\n```' })) + plain(finish("stop"));
  await withServer(() => stream(fenced), async (url) => {
    const all = await collect(modelOf("ollama", url).stream(REQUEST, never()));
    assert.deepEqual(all.find(({ kind }) => kind === "data"), { kind: "data", data: { a: 1 } });
  });
  const call = { index: 0, id: "c", function: { name: "look", arguments: "{}" } };
  const first = plain(delta({ content: "Let me look." })) + plain(delta({ tool_calls: [call] })) +
    plain(finish("tool_calls"));
  await withServer(() => stream(first), async (url) => {
    const all = await collect(modelOf("ollama", url).stream(REQUEST, never()));
    assert.equal(textOf(all), "Let me look.");
    assert.ok(!all.some(({ kind }) => kind === "data"));
    assert.deepEqual(all.at(-1), { kind: "finish", reason: "tool_calls" });
  });
});

Deno.test("the ceiling counts the pieces", async () => {
  const endless = plain(delta({ content: "x".repeat(60) }));
  await withServer(() => stream(endless, endless), async (url) => {
    const events = modelOf("ollama", url).stream(REQUEST, never());
    const { fault } = await collectFault(withByteCeiling(events, 100, "m"));
    assert.equal(fault.code, "too_large");
  });
});

Deno.test("the demo says that it has no data to give", async () => {
  const events = demoModel("chat", new ManualTimer()).stream(REQUEST, never());
  await assert.rejects(
    collect(events),
    (error) => error instanceof ProviderError && /schema/.test(error.message),
  );
});
