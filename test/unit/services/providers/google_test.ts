import assert from "node:assert/strict";
import type { JsonObject, PromptMessage } from "../../../../src/core/conversation/mod.ts";
import type { ModelRequest } from "../../../../src/services/providers/mod.ts";
import { ask, collect, collectFault, never, textOf } from "./fixtures.ts";
import { withServer } from "./sse_server.ts";
import { gemini, modelOf, plain, stream } from "./wires.ts";

const MODEL = "gemini-3.1-pro-preview";

async function bodyOf(request: ModelRequest, model = MODEL): Promise<JsonObject> {
  let body: JsonObject = {};
  await withServer(() => stream(gemini([{ text: "x" }], "STOP")), async (url, received) => {
    await collect(modelOf("google", url, { model }).stream(request, never()));
    body = received[0]?.body ?? {};
  });
  return body;
}

async function events(...parts: string[]) {
  let all: Awaited<ReturnType<typeof collect>> = [];
  await withServer(() => stream(...parts), async (url) => {
    all = await collect(modelOf("google", url, { model: MODEL }).stream(ask("hi"), never()));
  });
  return all;
}

async function faultOf(...parts: string[]) {
  let found: Awaited<ReturnType<typeof collectFault>> | undefined;
  await withServer(() => stream(...parts), async (url) => {
    found = await collectFault(modelOf("google", url).stream(ask("hi"), never()));
  });
  assert.ok(found !== undefined);
  return found;
}

Deno.test("google: thoughts, signatures, parallel calls, usage", async () => {
  const usageMetadata = {
    promptTokenCount: 100,
    candidatesTokenCount: 30,
    thoughtsTokenCount: 20,
    cachedContentTokenCount: 60,
    totalTokenCount: 150,
  };
  const all = await events(
    gemini([{ text: "Hm", thought: true }]),
    gemini([{ text: ".", thought: true }]),
    gemini([{ text: "Looking" }]),
    gemini([
      {
        functionCall: { id: "f1", name: "fs_read", args: { path: "a" } },
        thoughtSignature: "U0lH",
      },
      { functionCall: { id: "f2", name: "now", args: {} } },
    ]),
    gemini([], "STOP", { usageMetadata }),
  );
  assert.deepEqual(all, [
    { kind: "connected" },
    { kind: "reasoning", text: "Hm" },
    { kind: "reasoning", text: "." },
    { kind: "block_end", block: "reasoning" },
    { kind: "text", text: "Looking" },
    { kind: "block_end", block: "text" },
    { kind: "tool_call_start", id: "f1", name: "fs_read" },
    { kind: "tool_call_arguments", id: "f1", text: '{"path":"a"}' },
    { kind: "tool_call_start", id: "f2", name: "now" },
    { kind: "tool_call_arguments", id: "f2", text: "{}" },
    {
      kind: "tool_call",
      id: "f1",
      name: "fs_read",
      arguments: { path: "a" },
      provider: { google: { thoughtSignature: "U0lH" } },
    },
    { kind: "tool_call", id: "f2", name: "now", arguments: {} },
    {
      kind: "usage",
      usage: { input_tokens: 100, output_tokens: 50, reasoning_tokens: 20, cached_tokens: 60 },
    },
    { kind: "finish", reason: "tool_calls" },
  ]);
});

Deno.test("google: the signature of a text comes in its last part", async () => {
  const all = await events(
    gemini([{ text: "Hello" }]),
    gemini([{ text: "", thoughtSignature: "U0lH" }], "STOP"),
  );
  assert.deepEqual(all.filter(({ kind }) => kind === "block_end"), [
    { kind: "block_end", block: "text", provider: { google: { thoughtSignature: "U0lH" } } },
  ]);
});

Deno.test("google: calls without ids get some, each its own", async () => {
  const all = await events(
    gemini([{ functionCall: { name: "a", args: {} } }, { functionCall: { name: "a", args: {} } }]),
    gemini([], "STOP"),
  );
  const ids = all.flatMap((event) => event.kind === "tool_call" ? [event.id] : []);
  assert.equal(new Set(ids).size, 2);
});

Deno.test("google: why it stopped", async () => {
  const cases: [string, string][] = [
    ["STOP", "complete"],
    ["MAX_TOKENS", "max_tokens"],
    ["SAFETY", "refused"],
    ["PROHIBITED_CONTENT", "refused"],
    ["OTHER", "other"],
  ];
  for (const [wire, reason] of cases) {
    assert.deepEqual((await events(gemini([{ text: "x" }], wire))).at(-1), {
      kind: "finish",
      reason,
    });
  }
  const blocked = await events(plain({ promptFeedback: { blockReason: "SAFETY" } }));
  assert.deepEqual(blocked.at(-1), { kind: "finish", reason: "refused" });
});

Deno.test("google: a call it could not spell may be tried again", async () => {
  const { fault } = await faultOf(gemini([{ text: "x" }]), gemini([], "MALFORMED_FUNCTION_CALL"));
  assert.equal(fault.code, "bad_response");
  assert.equal(fault.retryable, true);
});

Deno.test("google: thoughts cut off are closed nowhere (PR-045)", async () => {
  const { events } = await faultOf(
    gemini([{ text: "Half", thought: true, thoughtSignature: "s" }]),
  );
  assert.deepEqual(events.map(({ kind }) => kind), ["connected", "reasoning"]);
});

Deno.test("google: a wrong key, a long prompt, and when to come back, from the error's details", async () => {
  const answer = (status: number, error: JsonObject) =>
  async (): Promise<
    Awaited<ReturnType<typeof collectFault>>["fault"]
  > => {
    let found: Awaited<ReturnType<typeof collectFault>>["fault"] | undefined;
    const response = () => Response.json({ error: { code: status, ...error } }, { status });
    await withServer(response, async (url) => {
      found = (await collectFault(modelOf("google", url).stream(ask("hi"), never()))).fault;
    });
    assert.ok(found !== undefined);
    return found;
  };
  const key = await answer(400, {
    message: "API key not valid. Please pass a valid API key.",
    status: "INVALID_ARGUMENT",
    details: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" }],
  })();
  assert.equal(key.code, "auth");
  assert.match(key.help, /TEST_PROVIDER_KEY/);
  const long = await answer(400, {
    message: "The input token count (9) exceeds the maximum number of tokens allowed (8).",
    status: "INVALID_ARGUMENT",
  })();
  assert.equal(long.code, "too_large");
  const later = await answer(429, {
    message: "You exceeded your current quota.",
    status: "RESOURCE_EXHAUSTED",
    details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34.5s" }],
  })();
  assert.equal(later.code, "rate_limit");
  assert.equal(later.retryAfterMs, 34_500);
});

const LOOP: readonly PromptMessage[] = [
  { role: "user", text: "Question" },
  {
    role: "assistant",
    parts: [
      { kind: "text", text: "Looking", provider: { google: { thoughtSignature: "VFhU" } } },
      {
        kind: "tool_call",
        id: "f1",
        name: "a",
        arguments: { x: 1 },
        provider: { google: { thoughtSignature: "U0lH" } },
      },
      { kind: "tool_call", id: "f2", name: "b", arguments: {} },
    ],
  },
  {
    role: "tool",
    results: [
      { id: "f1", name: "a", content: "one", isError: false },
      { id: "f2", name: "b", content: "broken", isError: true },
    ],
  },
];

Deno.test("google: the conversation goes back whole, signatures where they were", async () => {
  const body = await bodyOf(ask("", { system: "Be brief.", messages: LOOP }));
  assert.deepEqual(body.systemInstruction, { parts: [{ text: "Be brief." }] });
  const [user, model, results] = body.contents as { role: string; parts: JsonObject[] }[];
  assert.deepEqual(user, { role: "user", parts: [{ text: "Question" }] });
  assert.equal(model?.role, "model");
  assert.deepEqual(model?.parts, [
    { text: "Looking", thoughtSignature: "VFhU" },
    { functionCall: { id: "f1", name: "a", args: { x: 1 } }, thoughtSignature: "U0lH" },
    { functionCall: { id: "f2", name: "b", args: {} } },
  ]);
  assert.equal(results?.role, "user");
  assert.deepEqual(
    results?.parts.map((part) => (part.functionResponse as JsonObject).id),
    ["f1", "f2"],
  );
});

Deno.test("google: parameters, reasoning, and what only it knows", async () => {
  const body = await bodyOf(ask("hi", {
    parameters: {
      max_tokens: 9,
      temperature: 0.5,
      top_p: 0.9,
      top_k: 5,
      stop_words: "END",
      other: { safetySettings: [], generationConfig: { candidateCount: 1 } },
    },
  }));
  assert.deepEqual(body.generationConfig, {
    maxOutputTokens: 9,
    temperature: 0.5,
    topP: 0.9,
    topK: 5,
    stopSequences: ["END"],
    candidateCount: 1,
  });
  assert.deepEqual(body.safetySettings, []);
  const thinking = async (reasoning: JsonObject[string], model = MODEL) => {
    const { generationConfig } = await bodyOf(ask("hi", { parameters: { reasoning } }), model);
    return (generationConfig as JsonObject).thinkingConfig;
  };
  assert.deepEqual(await thinking("high"), { thinkingLevel: "high", includeThoughts: true });
  assert.deepEqual(await thinking("auto"), { includeThoughts: true });
  assert.deepEqual(await thinking(2000, "gemini-2.5-flash"), {
    thinkingBudget: 2000,
    includeThoughts: true,
  });
  assert.deepEqual(await thinking("off", "gemini-2.5-flash"), { thinkingBudget: 0 });
  assert.equal(await thinking(null), undefined);
});

Deno.test("google: an answer in several requests of the provider's own making is one", async () => {
  let n = 0;
  const answers = [
    gemini([{ text: "One, " }], "CONTINUATION").replace(
      '"index":0',
      '"index":0,"continuationToken":"tok"',
    ),
    gemini([{ text: "two." }], "STOP"),
  ];
  await withServer(() => stream(answers[n++] ?? ""), async (url, received) => {
    const all = await collect(modelOf("google", url).stream(ask("hi"), never()));
    assert.equal(textOf(all), "One, two.");
    assert.equal(all.filter(({ kind }) => kind === "connected").length, 1);
    assert.equal(received[1]?.body.continuationToken, "tok");
  });
});
