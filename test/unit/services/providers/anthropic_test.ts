import assert from "node:assert/strict";
import type { JsonObject, PromptMessage } from "../../../../src/core/conversation/mod.ts";
import type { ModelRequest, ProviderSettings } from "../../../../src/services/providers/mod.ts";
import { ask, collect, collectFault, never, textOf, whole } from "./fixtures.ts";
import { LiveStream, type Received, withServer } from "./sse_server.ts";
import { claude, modelOf, named, stream } from "./wires.ts";

const NEW = "claude-sonnet-5";
const OLD = "claude-3-5-sonnet-20241022";

/** The body of a request, and its headers. */
async function sent(
  request: ModelRequest,
  model = NEW,
  settings: ProviderSettings = {},
): Promise<Received> {
  const answer = () => stream(claude.messageStart(), claude.text(0, "x"), claude.end("end_turn"));
  let found: Received | undefined;
  await withServer(answer, async (url, received) => {
    await collect(modelOf("anthropic", url, { model, settings }).stream(request, never()));
    found = received[0];
  });
  assert.ok(found !== undefined);
  return found;
}

const bodyOf = async (request: ModelRequest, model = NEW) => (await sent(request, model)).body;

async function events(...parts: string[]) {
  let all: Awaited<ReturnType<typeof collect>> = [];
  await withServer(() => stream(...parts), async (url) => {
    all = whole(
      await collect(modelOf("anthropic", url, { model: NEW }).stream(ask("hi"), never())),
    );
  });
  return all;
}

Deno.test("anthropic: thoughts with their signature, text, parallel tools, usage", async () => {
  const usage = {
    input_tokens: 10,
    cache_read_input_tokens: 100,
    cache_creation_input_tokens: 20,
    output_tokens: 1,
  };
  assert.deepEqual(
    await events(
      claude.messageStart(usage),
      claude.ping,
      claude.thinking(0, "Hm.", "c2lnbmF0dXJl"),
      claude.text(1, "Let me", " look."),
      claude.toolUse(2, "toolu_1", "fs_read", '{"pa', 'th":"a.ts"}'),
      claude.toolUse(3, "toolu_2", "now"),
      claude.end("tool_use", { output_tokens: 30, output_tokens_details: { thinking_tokens: 12 } }),
    ),
    [
      { kind: "connected" },
      { kind: "reasoning", text: "Hm." },
      {
        kind: "block_end",
        block: "reasoning",
        provider: { anthropic: { signature: "c2lnbmF0dXJl" } },
      },
      { kind: "text", text: "Let me look." },
      { kind: "block_end", block: "text" },
      { kind: "tool_call_start", id: "toolu_1", name: "fs_read" },
      { kind: "tool_call_arguments", id: "toolu_1", text: '{"pa' },
      { kind: "tool_call_arguments", id: "toolu_1", text: 'th":"a.ts"}' },
      { kind: "tool_call_start", id: "toolu_2", name: "now" },
      { kind: "tool_call", id: "toolu_1", name: "fs_read", arguments: { path: "a.ts" } },
      { kind: "tool_call", id: "toolu_2", name: "now", arguments: {} },
      {
        kind: "usage",
        usage: { input_tokens: 130, output_tokens: 30, reasoning_tokens: 12, cached_tokens: 100 },
      },
      { kind: "finish", reason: "tool_calls" },
    ],
  );
});

Deno.test("anthropic: thoughts kept secret are blocks without text", async () => {
  const redacted = claude.blockStart(0, { type: "redacted_thinking", data: "b3BhcXVl" }) +
    claude.blockStop(0);
  const secret = claude.thinking(1, "", "c2ln");
  const all = await events(
    claude.messageStart(),
    redacted,
    secret,
    claude.text(2, "x"),
    claude.end("end_turn"),
  );
  assert.deepEqual(all.slice(1, 3), [
    {
      kind: "block_end",
      block: "reasoning",
      provider: { anthropic: { redactedData: "b3BhcXVl" } },
    },
    { kind: "block_end", block: "reasoning", provider: { anthropic: { signature: "c2ln" } } },
  ]);
});

Deno.test("anthropic: the end of a block is known as soon as it is said", async () => {
  const live = new LiveStream();
  await withServer(() => live.response, async (url) => {
    const iterator = modelOf("anthropic", url).stream(ask("hi"), never())[Symbol.asyncIterator]();
    live.send(claude.messageStart() + claude.thinking(0, "Hm.", "c2ln"));
    const kinds = [];
    for (let n = 0; n < 3; n++) kinds.push((await iterator.next()).value?.kind);
    assert.deepEqual(kinds, ["connected", "reasoning", "block_end"]);
    await iterator.return?.();
    await live.cancelled;
  });
});

Deno.test("anthropic: thoughts cut off anywhere are closed nowhere (PR-045)", async () => {
  const begun = claude.messageStart() +
    claude.blockStart(0, { type: "thinking", thinking: "", signature: "" }) +
    claude.blockDelta(0, { type: "thinking_delta", thinking: "Half a th" });
  const signed = begun + claude.blockDelta(0, { type: "signature_delta", signature: "c2ln" });
  for (const cut of [begun, signed]) {
    await withServer(() => stream(cut), async (url) => {
      const { events, fault } = await collectFault(
        modelOf("anthropic", url).stream(ask("hi"), never()),
      );
      assert.deepEqual(events.map(({ kind }) => kind), ["connected", "reasoning"]);
      assert.match(fault.message, /before it was finished/);
    });
  }
});

Deno.test("anthropic: why it stopped", async () => {
  const reasons = [
    ["end_turn", "complete"],
    ["stop_sequence", "complete"],
    ["refusal", "refused"],
    ["model_context_window_exceeded", "max_tokens"],
  ] as const;
  for (const [wire, reason] of reasons) {
    const all = await events(claude.messageStart(), claude.text(0, "x"), claude.end(wire));
    assert.deepEqual(all.at(-1), { kind: "finish", reason });
  }
  // A call cut off by the limit is no call.
  const all = await events(
    claude.messageStart(),
    claude.toolUse(0, "t", "fs_write", '{"path":"src/ma'),
    claude.end("max_tokens"),
  );
  assert.ok(!all.some(({ kind }) => kind === "tool_call"));
  assert.deepEqual(all.at(-1), { kind: "finish", reason: "max_tokens" });
});

Deno.test("anthropic: its own sentences for what has no status of its own", async () => {
  const cases: [number, string, string, string][] = [
    [400, "invalid_request_error", "prompt is too long: 210000 tokens > 200000", "too_large"],
    [400, "invalid_request_error", "Your credit balance is too low to access", "quota"],
    [413, "request_too_large", "Request exceeds the maximum size", "too_large"],
    [529, "overloaded_error", "Overloaded", "server"],
    [404, "not_found_error", "model: claude-9", "not_found"],
  ];
  for (const [status, type, message, code] of cases) {
    const answer = () => Response.json({ type: "error", error: { type, message } }, { status });
    await withServer(answer, async (url) => {
      const model = modelOf("anthropic", url);
      const { fault } = await collectFault(model.stream(ask("hi"), never()));
      assert.equal(fault.code, code, message);
    });
  }
});

const LOOP: readonly PromptMessage[] = [
  { role: "user", text: "Old question" },
  {
    role: "assistant",
    parts: [
      { kind: "reasoning", text: "Old thought", provider: { anthropic: { signature: "old" } } },
      { kind: "text", text: "Old answer" },
    ],
  },
  { role: "user", text: "New question" },
  {
    role: "assistant",
    parts: [
      { kind: "reasoning", text: "", provider: { anthropic: { redactedData: "cmVk" } } },
      { kind: "reasoning", text: "Thought", provider: { anthropic: { signature: "new" } } },
      { kind: "text", text: "Looking" },
      { kind: "tool_call", id: "t1", name: "a", arguments: { x: 1 } },
      { kind: "tool_call", id: "t2", name: "b", arguments: {} },
    ],
  },
  {
    role: "tool",
    results: [
      { id: "t1", name: "a", content: "one", isError: false },
      { id: "t2", name: "b", content: "broken", isError: true },
    ],
  },
];

Deno.test("anthropic: the conversation goes back whole, thoughts byte for byte", async () => {
  const body = await bodyOf(ask("", { system: "Be brief.", messages: LOOP }));
  assert.deepEqual(body.system, [{ type: "text", text: "Be brief." }]);
  assert.deepEqual(body.messages, [
    { role: "user", content: [{ type: "text", text: "Old question" }] },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "Old thought", signature: "old" },
        { type: "text", text: "Old answer" },
      ],
    },
    { role: "user", content: [{ type: "text", text: "New question" }] },
    {
      role: "assistant",
      content: [
        { type: "redacted_thinking", data: "cmVk" },
        { type: "thinking", thinking: "Thought", signature: "new" },
        { type: "text", text: "Looking" },
        { type: "tool_use", id: "t1", name: "a", input: { x: 1 } },
        { type: "tool_use", id: "t2", name: "b", input: {} },
      ],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "t1", content: "one" },
        { type: "tool_result", tool_use_id: "t2", content: "broken", is_error: true },
      ],
    },
  ]);
});

Deno.test("anthropic: parameters, and what only it knows", async () => {
  const parameters = {
    max_tokens: "100",
    temperature: 0.5,
    top_k: 5,
    stop_words: ["END"],
    metadata: { user_id: "u" },
    other: { service_tier: "auto" },
  };
  const body = await bodyOf(ask("hi", { parameters }), OLD);
  assert.equal(body.max_tokens, 100);
  assert.equal(body.temperature, 0.5);
  assert.equal(body.top_k, 5);
  assert.deepEqual(body.stop_sequences, ["END"]);
  assert.deepEqual(body.metadata, { user_id: "u" });
  assert.equal(body.service_tier, "auto");
});

Deno.test("anthropic: how much it thinks", async () => {
  const cases: [JsonObject[string], string, unknown, unknown][] = [
    ["off", NEW, { type: "disabled" }, undefined],
    ["auto", NEW, { type: "adaptive", display: "summarized" }, undefined],
    ["high", NEW, { type: "adaptive", display: "summarized" }, { effort: "high" }],
    [{ effort: "low", exclude: true }, NEW, { type: "adaptive", display: "omitted" }, {
      effort: "low",
    }],
    [5000, NEW, { type: "enabled", budget_tokens: 5000 }, undefined],
    [5000, "claude-sonnet-4-5", { type: "enabled", budget_tokens: 5000 }, undefined],
  ];
  for (const [reasoning, model, thinking, effort] of cases) {
    const body = await bodyOf(ask("hi", { parameters: { reasoning } }), model);
    assert.deepEqual(body.thinking, thinking, JSON.stringify(reasoning));
    assert.deepEqual(body.output_config, effort);
  }
  assert.equal((await bodyOf(ask("hi"))).thinking, undefined);
  const auto = await bodyOf(ask("hi", { parameters: { reasoning: "auto" } }), "claude-sonnet-4-5");
  assert.equal((auto.thinking as JsonObject).type, "enabled");
});

Deno.test("anthropic: the prompt is cached up to its end, briefly or for an hour", async () => {
  const request = (cache: "off" | "short" | "long") =>
    bodyOf(ask("", { system: "S", messages: LOOP, cache }));
  const marks = (body: JsonObject) =>
    JSON.stringify(body).match(/"cache_control":\{[^}]*\}/g) ?? [];
  assert.deepEqual(marks(await request("off")), []);
  const short = await request("short");
  assert.deepEqual(marks(short), Array(2).fill('"cache_control":{"type":"ephemeral"}'));
  const last = (short.messages as { content: JsonObject[] }[]).at(-1)?.content.at(-1);
  assert.deepEqual(last?.cache_control, { type: "ephemeral" });
  assert.deepEqual(
    marks(await request("long")),
    Array(2).fill('"cache_control":{"type":"ephemeral","ttl":"1h"}'),
  );
});

Deno.test("anthropic: beta features are asked for in the header", async () => {
  const { headers } = await sent(ask("hi"), NEW, { beta_headers: ["one-2026", "two-2026"] });
  assert.equal(headers.get("anthropic-beta"), "one-2026,two-2026");
  assert.equal(headers.get("anthropic-version"), "2023-06-01");
});

Deno.test("anthropic: an answer is taken up where the model allows it, else it is asked for", async () => {
  const cutOff: readonly PromptMessage[] = [
    { role: "user", text: "Count." },
    { role: "assistant", parts: [{ kind: "text", text: "One, two" }] },
  ];
  const prefilled = await bodyOf(ask("", { messages: cutOff }), OLD);
  assert.deepEqual((prefilled.messages as JsonObject[]).at(-1), {
    role: "assistant",
    content: [{ type: "text", text: "One, two" }],
  });
  const thinking = ask("", { messages: cutOff, parameters: { reasoning: 2000 } });
  for (const body of [await bodyOf(ask("", { messages: cutOff })), await bodyOf(thinking, OLD)]) {
    assert.equal((body.messages as JsonObject[]).at(-1)?.role, "user");
  }
  const kinds: [string, string][] = [
    ["claude-3-haiku-20240307", "prefill"],
    ["claude-opus-4-1-20250805", "prefill"],
    ["claude-sonnet-4-20250514", "prefill"],
    ["claude-sonnet-4-5", "instruction"],
    ["claude-opus-4-6", "instruction"],
    ["claude-sonnet-5", "instruction"],
    ["something-new", "instruction"],
  ];
  for (const [model, continuation] of kinds) {
    assert.equal(modelOf("anthropic", "http://h/v1", { model }).continuation, continuation);
  }
});

/** Answers with each of `answers` in turn, and gives back the texts, requests and events. */
async function chain(
  answers: readonly string[],
  options: { model?: string; settings?: ProviderSettings; request?: ModelRequest } = {},
) {
  let n = 0;
  let bodies: JsonObject[] = [];
  let all: Awaited<ReturnType<typeof collect>> = [];
  await withServer(
    () => stream(claude.messageStart(), answers[n++] ?? ""),
    async (url, received) => {
      const model = modelOf("anthropic", url, { model: NEW, ...options });
      all = await collect(model.stream(options.request ?? ask("hi"), never()));
      bodies = received.map(({ body }) => body);
    },
  );
  return { all, bodies };
}

Deno.test("anthropic: an answer that reached the model's limit is gone on with, as one", async () => {
  const { all, bodies } = await chain([
    claude.thinking(0, "Hm.", "c2ln") + claude.text(1, "One, ") + claude.end("max_tokens"),
    claude.text(0, "two, ") + claude.end("max_tokens"),
    claude.text(0, "three.") + claude.end("end_turn"),
  ]);
  assert.deepEqual(all.map((event) => event.kind === "text" ? event.text : event.kind), [
    "connected",
    "reasoning",
    "block_end",
    "One, ",
    "usage",
    "two, ",
    "usage",
    "three.",
    "block_end",
    "usage",
    "finish",
  ]);
  assert.deepEqual(all.at(-1), { kind: "finish", reason: "complete" });
  const messages = bodies[1]?.messages as { role: string; content: JsonObject[] }[];
  assert.deepEqual(messages[1]?.content, [
    { type: "thinking", thinking: "Hm.", signature: "c2ln" },
    { type: "text", text: "One, " },
  ]);
  assert.equal(messages[2]?.role, "user");
  assert.equal((bodies[2]?.messages as unknown[]).length, 5);
});

Deno.test("anthropic: going on inside an answer, what was trimmed is not said twice", async () => {
  const { all, bodies } = await chain([
    claude.text(0, "a\n\n") + claude.end("max_tokens"),
    claude.text(0, "\n", "\n    b") + claude.end("end_turn"),
  ], { model: OLD });
  assert.equal(textOf(all), "a\n\n    b");
  assert.deepEqual((bodies[1]?.messages as JsonObject[]).at(-1), {
    role: "assistant",
    content: [{ type: "text", text: "a" }],
  });
});

Deno.test("anthropic: not gone on with: a wish, a tool, nothing said, switched off", async () => {
  const text = claude.text(0, "x") + claude.end("max_tokens");
  const limited = ask("hi", { parameters: { max_tokens: 5 } });
  const off = { chain_on_max_tokens: false };
  const tool = claude.text(0, "x") + claude.toolUse(1, "t", "a", "{}") + claude.end("max_tokens");
  const thought = claude.thinking(0, "Hm.", "c2ln") + claude.end("max_tokens");
  for (
    const { all, bodies } of [
      await chain([text], { request: limited }),
      await chain([text], { settings: off }),
      await chain([tool]),
      await chain([thought]),
    ]
  ) {
    assert.equal(bodies.length, 1);
    assert.equal(all.at(-1)?.kind, "finish");
  }
});

Deno.test("anthropic: a prompt refused for its thoughts is asked again without (PR-045)", async () => {
  const refusal = {
    type: "error",
    error: {
      type: "invalid_request_error",
      message: "messages.1.content.0: Invalid `signature` in `thinking` block",
    },
  };
  const answer = ({ body }: Received) =>
    JSON.stringify(body).includes("signature")
      ? Response.json(refusal, { status: 400 })
      : stream(claude.messageStart(), claude.text(0, "fine"), claude.end("end_turn"));
  await withServer(answer, async (url, received) => {
    const model = modelOf("anthropic", url);
    const request = ask("", { messages: LOOP.slice(0, 3) });
    assert.equal(textOf(await collect(model.stream(request, never()))), "fine");
    assert.equal(received.length, 2);
    assert.match(JSON.stringify(received[1]?.body), /Old answer/);
  });
  // A request that holds none is not repeated.
  await withServer(() => Response.json(refusal, { status: 400 }), async (url, received) => {
    const { fault } = await collectFault(modelOf("anthropic", url).stream(ask("hi"), never()));
    assert.equal(fault.code, "bad_request");
    assert.equal(received.length, 1);
  });
});

Deno.test("anthropic: an error it begins with keeps its kind", async () => {
  const kinds: [string, string, boolean][] = [
    ["rate_limit_error", "rate_limit", true],
    ["api_error", "server", true],
    ["authentication_error", "auth", false],
    ["invalid_request_error", "bad_request", false],
  ];
  for (const [type, code, retryable] of kinds) {
    const error = named({ type: "error", error: { type, message: "no" } });
    for (const before of ["", claude.messageStart()]) {
      await withServer(() => stream(before, error), async (url) => {
        const { fault } = await collectFault(modelOf("anthropic", url).stream(ask("hi"), never()));
        assert.equal(fault.code, code);
        assert.equal(fault.retryable, retryable);
      });
    }
  }
});
