import assert from "node:assert/strict";
import type { JsonObject, PromptMessage } from "../../../../src/core/conversation/mod.ts";
import type { ModelRequest } from "../../../../src/services/providers/mod.ts";
import { ask, collect, collectFault, never, textOf } from "./fixtures.ts";
import { delta, type Received, withServer } from "./sse_server.ts";
import { modelOf, named, plain, responses, stream } from "./wires.ts";

const MODEL = "gpt-5.2";

async function bodyOf(request: ModelRequest, model = MODEL): Promise<JsonObject> {
  const answer = () => stream(responses.created, responses.completed());
  let body: JsonObject = {};
  await withServer(answer, async (url, received) => {
    await collect(modelOf("openai", url, { model }).stream(request, never()));
    body = received[0]?.body ?? {};
  });
  return body;
}

async function events(...parts: string[]) {
  let all: Awaited<ReturnType<typeof collect>> = [];
  await withServer(() => stream(responses.created, ...parts), async (url) => {
    all = await collect(modelOf("openai", url, { model: MODEL }).stream(ask("hi"), never()));
  });
  return all;
}

const summaryPart = (summary_index: number, type: "added" | "done") =>
  named({
    type: `response.reasoning_summary_part.${type}`,
    sequence_number: 3,
    item_id: "rs_1",
    output_index: 0,
    summary_index,
    part: { type: "summary_text", text: "" },
  });
const summaryDelta = (summary_index: number, delta: string) =>
  named({
    type: "response.reasoning_summary_text.delta",
    sequence_number: 3,
    item_id: "rs_1",
    output_index: 0,
    summary_index,
    delta,
  });
const reasoningItem = (encrypted_content: string | null, summary: readonly JsonObject[] = []) => ({
  type: "reasoning",
  id: "rs_1",
  summary,
  encrypted_content,
});
const call = (output_index: number, call_id: string, name: string, ...pieces: string[]) => {
  const item = { type: "function_call", id: `fc_${call_id}`, call_id, name };
  return responses.added(output_index, { ...item, status: "in_progress", arguments: "" }) +
    pieces.map((delta) =>
      named({
        type: "response.function_call_arguments.delta",
        sequence_number: 5,
        item_id: item.id,
        output_index,
        delta,
      })
    ).join("") +
    responses.done(output_index, { ...item, status: "completed", arguments: pieces.join("") });
};

Deno.test("openai: encrypted reasoning in several parts, text, parallel calls, usage", async () => {
  const usage = {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 60 },
    output_tokens: 50,
    output_tokens_details: { reasoning_tokens: 20 },
    total_tokens: 150,
  };
  assert.deepEqual(
    await events(
      responses.added(0, reasoningItem("early")),
      summaryPart(0, "added"),
      summaryDelta(0, "First"),
      summaryDelta(0, " thought"),
      summaryPart(0, "done"),
      summaryPart(1, "added"),
      summaryDelta(1, "Second"),
      summaryPart(1, "done"),
      responses.done(0, reasoningItem("final")),
      responses.messageStart(1),
      responses.textDelta(1, "Looking"),
      responses.messageDone(1, "Looking", { phase: "commentary" }),
      call(2, "c1", "fs_read", '{"path":', '"a"}'),
      call(3, "c2", "now", "{}"),
      responses.completed(usage),
    ),
    [
      { kind: "connected" },
      { kind: "reasoning", text: "First" },
      { kind: "reasoning", text: " thought" },
      { kind: "reasoning", text: "\n\n" },
      { kind: "reasoning", text: "Second" },
      {
        kind: "block_end",
        block: "reasoning",
        provider: { openai: { reasoningEncryptedContent: "final" } },
      },
      { kind: "text", text: "Looking" },
      { kind: "block_end", block: "text", provider: { openai: { phase: "commentary" } } },
      { kind: "tool_call_start", id: "c1", name: "fs_read" },
      { kind: "tool_call_arguments", id: "c1", text: '{"path":' },
      { kind: "tool_call_arguments", id: "c1", text: '"a"}' },
      { kind: "tool_call_start", id: "c2", name: "now" },
      { kind: "tool_call_arguments", id: "c2", text: "{}" },
      { kind: "tool_call", id: "c1", name: "fs_read", arguments: { path: "a" } },
      { kind: "tool_call", id: "c2", name: "now", arguments: {} },
      {
        kind: "usage",
        usage: { input_tokens: 100, output_tokens: 50, reasoning_tokens: 20, cached_tokens: 60 },
      },
      { kind: "finish", reason: "tool_calls" },
    ],
  );
});

Deno.test("openai: reasoning without a summary is kept; between two calls it keeps its place", async () => {
  const all = await events(
    responses.added(0, reasoningItem("a")),
    responses.done(0, reasoningItem("a")),
    call(1, "c1", "one", "{}"),
    responses.added(2, { ...reasoningItem("b"), id: "rs_2" }),
    responses.done(2, { ...reasoningItem("b"), id: "rs_2" }),
    call(3, "c2", "two", "{}"),
    responses.completed(),
  );
  const kept = all.filter(({ kind }) => kind === "block_end" || kind === "tool_call");
  assert.deepEqual(
    kept.map((event) => event.kind === "tool_call" ? event.name : event.kind),
    ["block_end", "one", "block_end", "two"],
  );
});

Deno.test("openai: reasoning cut off is closed nowhere (PR-045)", async () => {
  const begun = responses.created + responses.added(0, reasoningItem("early")) +
    summaryPart(0, "added") + summaryDelta(0, "Half a th");
  for (const cut of [begun, begun + summaryPart(0, "done") + summaryPart(1, "added")]) {
    await withServer(() => stream(cut), async (url) => {
      const { events } = await collectFault(modelOf("openai", url).stream(ask("hi"), never()));
      assert.ok(!events.some(({ kind }) => kind === "block_end"));
    });
  }
});

Deno.test("openai: why it stopped", async () => {
  const text = responses.messageStart(0) + responses.textDelta(0, "x");
  const refusal = responses.messageStart(0) + named({
    type: "response.refusal.delta",
    sequence_number: 4,
    item_id: "msg_1",
    output_index: 0,
    content_index: 0,
    delta: "I cannot.",
  });
  const cases: [string, string][] = [
    [text + responses.messageDone(0) + responses.completed(), "complete"],
    [text + responses.incomplete("max_output_tokens"), "max_tokens"],
    [text + responses.incomplete("content_filter"), "refused"],
    [refusal + responses.messageDone(0) + responses.completed(), "refused"],
  ];
  for (const [wire, reason] of cases) {
    assert.deepEqual((await events(wire)).at(-1), { kind: "finish", reason });
  }
});

Deno.test("openai: a response that failed, at the start and later", async () => {
  const failed = (code: string) =>
    named({
      type: "response.failed",
      sequence_number: 6,
      response: { id: "resp_1", status: "failed", error: { code, message: "no" } },
    });
  const cases: [string, string, boolean][] = [
    ["server_error", "server", true],
    ["rate_limit_exceeded", "rate_limit", true],
    ["insufficient_quota", "quota", false],
    ["context_length_exceeded", "too_large", false],
  ];
  for (const [code, expected, retryable] of cases) {
    for (const before of ["", responses.messageStart(0) + responses.textDelta(0, "x")]) {
      await withServer(() => stream(responses.created, before, failed(code)), async (url) => {
        const { fault } = await collectFault(modelOf("openai", url).stream(ask("hi"), never()));
        assert.equal(fault.code, expected, `${code} ${before.length}`);
        assert.equal(fault.retryable, retryable);
        assert.match(fault.message, /: no$/);
      });
    }
  }
});

Deno.test("openai: a server that speaks chat completions is named as one", async () => {
  await withServer(() => stream(plain(delta({ content: "x" }))), async (url) => {
    const { fault } = await collectFault(modelOf("openai", url).stream(ask("hi"), never()));
    assert.match(fault.message, /speaks chat completions/);
    assert.match(fault.help, /kind = "openai-compatible"/);
    assert.equal(fault.retryable, false);
  });
});

const LOOP: readonly PromptMessage[] = [
  { role: "user", text: "Question" },
  {
    role: "assistant",
    parts: [
      {
        kind: "reasoning",
        text: "Thought",
        provider: { openai: { reasoningEncryptedContent: "ENC" } },
      },
      { kind: "reasoning", text: "", provider: { openai: { reasoningEncryptedContent: "ENC2" } } },
      { kind: "text", text: "Looking", provider: { openai: { phase: "commentary" } } },
      { kind: "tool_call", id: "c1", name: "a", arguments: { x: 1 } },
      { kind: "tool_call", id: "c2", name: "b", arguments: {} },
    ],
  },
  {
    role: "tool",
    results: [
      { id: "c1", name: "a", content: "one", isError: false },
      { id: "c2", name: "b", content: "broken", isError: true },
    ],
  },
];

Deno.test("openai: nothing is stored there, and the conversation goes back whole", async () => {
  const body = await bodyOf(ask("", { system: "Be brief.", messages: LOOP }));
  assert.equal(body.store, false);
  assert.deepEqual(body.include, ["reasoning.encrypted_content"]);
  assert.deepEqual(body.input, [
    { role: "developer", content: "Be brief." },
    { role: "user", content: [{ type: "input_text", text: "Question" }] },
    {
      type: "reasoning",
      encrypted_content: "ENC",
      summary: [{ type: "summary_text", text: "Thought" }],
    },
    { type: "reasoning", encrypted_content: "ENC2", summary: [] },
    { role: "assistant", content: "Looking", phase: "commentary" },
    { type: "function_call", call_id: "c1", name: "a", arguments: '{"x":1}' },
    { type: "function_call", call_id: "c2", name: "b", arguments: "{}" },
    { type: "function_call_output", call_id: "c1", output: "one" },
    { type: "function_call_output", call_id: "c2", output: '{"error":"broken"}' },
  ]);
});

Deno.test("openai: parameters, reasoning, cache, and what only it knows", async () => {
  const parameters = {
    max_tokens: 9,
    temperature: 0.5,
    top_p: 0.9,
    other: { metadata: { a: "b" } },
  };
  const plainModel = await bodyOf(ask("hi", { parameters }), "gpt-4.1");
  assert.equal(plainModel.max_output_tokens, 9);
  assert.equal(plainModel.temperature, 0.5);
  assert.equal(plainModel.top_p, 0.9);
  assert.deepEqual(plainModel.metadata, { a: "b" });
  const reasoning = async (value: JsonObject[string]) =>
    (await bodyOf(ask("hi", { parameters: { reasoning: value } }))).reasoning;
  assert.deepEqual(await reasoning("high"), { effort: "high", summary: "auto" });
  assert.deepEqual(await reasoning({ effort: "low", exclude: true }), { effort: "low" });
  assert.deepEqual(await reasoning("off"), { effort: "none" });
  assert.deepEqual(await reasoning(4000), { effort: "low", summary: "auto" });
  assert.deepEqual(await reasoning("auto"), { summary: "auto" });
  assert.equal(await reasoning(null), undefined);
  const unheardOf = await bodyOf(ask("hi", { parameters: { reasoning: "low" } }), "some-model");
  assert.deepEqual(unheardOf.reasoning, { effort: "low", summary: "auto" });
  const retention = async (cache: "short" | "long", model = MODEL) =>
    (await bodyOf(ask("hi", { cache }), model)).prompt_cache_retention;
  assert.equal(await retention("short"), undefined);
  assert.equal(await retention("long"), "24h");
  assert.equal(await retention("long", "gpt-4o"), undefined);
});

Deno.test("openai: another account's encrypted reasoning does not end the conversation", async () => {
  const error = {
    code: "invalid_encrypted_content",
    type: "invalid_request_error",
    message: "The encrypted content ENC could not be verified.",
  };
  const answer = ({ body }: Received) =>
    JSON.stringify(body).includes("ENC") ? Response.json({ error }, { status: 400 }) : stream(
      responses.created,
      responses.messageStart(0),
      responses.textDelta(0, "fine"),
      responses.messageDone(0),
      responses.completed(),
    );
  await withServer(answer, async (url, received) => {
    const model = modelOf("openai", url, { model: MODEL });
    assert.equal(textOf(await collect(model.stream(ask("", { messages: LOOP }), never()))), "fine");
    assert.equal(received.length, 2);
  });
});
