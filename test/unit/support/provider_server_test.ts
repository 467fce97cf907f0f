import assert from "node:assert/strict";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { answer, epochMs, startProvider, type Step, toolCalls } from "../../support/mod.ts";

const QUESTION = { model: "m", stream: true, messages: [{ role: "user", content: "hi" }] };

function ask(url: string, body: unknown = QUESTION, signal?: AbortSignal): Promise<Response> {
  return fetch(`${url}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-test": "yes" },
    body: JSON.stringify(body),
    signal,
  });
}

/** The `data:` payloads of a stream, parsed; "[DONE]" as it is. */
function payloads(text: string): unknown[] {
  return text.split("\n\n").filter((part) => part.startsWith("data: "))
    .map((part) => part.slice(6))
    .map((data) => data === "[DONE]" ? data : JSON.parse(data));
}

Deno.test("a script is streamed in order and ends with [DONE]", async () => {
  await using provider = await startProvider([[
    { reasoning: "hm" },
    { text: "Hel" },
    { keepAlive: true },
    { text: "lo" },
    { finish: "stop" },
    { usage: { promptTokens: 3, completionTokens: 2 } },
  ]]);
  const response = await ask(provider.url);
  assert.match(response.headers.get("content-type") ?? "", /^text\/event-stream/);
  const text = await response.text();
  assert.match(text, /: keep-alive\n\n/);
  const events = payloads(text) as { choices: { delta: object; finish_reason: unknown }[] }[];
  assert.deepEqual(
    events.slice(0, 4).map((e) => [e.choices[0]?.delta, e.choices[0]?.finish_reason]),
    [
      [{ role: "assistant", reasoning_content: "hm" }, null],
      [{ content: "Hel" }, null],
      [{ content: "lo" }, null],
      [{}, "stop"],
    ],
  );
  assert.equal(events.at(-1), "[DONE]");
  assert.equal(await (await provider.request(1)).ending(), "finished");
});

Deno.test("requests are on record", async () => {
  await using provider = await startProvider([answer("a"), answer("b")]);
  const before = epochMs();
  const text = await (await ask(provider.url)).text();
  await (await ask(provider.url, { ...QUESTION, model: "other" })).text();
  const [first, second] = provider.requests;
  assert.deepEqual(first?.body, QUESTION);
  assert.equal(first?.headers["x-test"], "yes");
  assert.equal(first?.path, "/v1/chat/completions");
  assert.equal(second?.body["model"], "other");
  assert.ok(before <= first!.at && first!.at <= second!.at);
  const times = first!.sent.map(({ at }) => at);
  assert.deepEqual(times, times.toSorted((a, b) => a - b));
  assert.equal(first!.sent.map(({ text }) => text).join(""), text);
});

Deno.test("the maintained client understands what is streamed", async () => {
  await using provider = await startProvider([[
    { reasoning: "let me see" },
    { text: "I look." },
    { toolCall: { id: "call-1", name: "fs_read", argsChunks: ['{"path":', '"a.txt"}'] } },
    { toolCall: { id: "call-2", name: "fs_list", argsChunks: ["{}"] } },
    { finish: "tool_calls" },
    { usage: { promptTokens: 7, completionTokens: 5 } },
  ]]);
  const model = createOpenAICompatible({ name: "local", baseURL: provider.url, apiKey: "k" })("m");
  const { stream } = await model.doStream({
    prompt: [{ role: "user", content: [{ type: "text", text: "hi" }] }],
  });
  const parts = await Array.fromAsync(stream as unknown as AsyncIterable<Record<string, unknown>>);
  const of = (type: string) => parts.filter((part) => part["type"] === type);
  assert.deepEqual(of("text-delta").map((part) => part["delta"]), ["I look."]);
  assert.deepEqual(of("reasoning-delta").map((part) => part["delta"]), ["let me see"]);
  assert.deepEqual(
    of("tool-call").map(({ toolCallId, toolName, input }) => [toolCallId, toolName, input]),
    [["call-1", "fs_read", '{"path":"a.txt"}'], ["call-2", "fs_list", "{}"]],
  );
  const finish = of("finish")[0] as { finishReason: { unified: string } };
  assert.equal(finish.finishReason.unified, "tool-calls");
  assert.equal(provider.requests[0]?.headers.authorization, "Bearer k");
});

Deno.test("the maintained client understands an answer in one piece", async () => {
  await using provider = await startProvider([[{ text: "a " }, { text: "title" }, {
    finish: "stop",
  }]]);
  const model = createOpenAICompatible({ name: "local", baseURL: provider.url })("m");
  const { content } = await model.doGenerate({
    prompt: [{ role: "user", content: [{ type: "text", text: "hi" }] }],
  });
  assert.deepEqual(content.map((part) => part.type === "text" ? part.text : part.type), [
    "a title",
  ]);
});

Deno.test("a stall lasts until it is released", async () => {
  await using provider = await startProvider([[{ text: "one" }, { stall: true }, { text: "two" }]]);
  const response = await ask(provider.url);
  const request = await provider.request(1);
  await request.stalled();
  assert.equal(request.isStalled, true);
  assert.equal(request.sent.length, 1);
  request.release();
  assert.match(await response.text(), /two/);
  assert.equal(request.isStalled, false);
});

Deno.test("before the headers: a connection that is only accepted", async () => {
  await using provider = await startProvider([[{ acceptOnly: true }, ...answer("late")]]);
  let headers = false;
  const response = ask(provider.url).then((got) => {
    headers = true;
    return got;
  });
  await (await provider.request(1)).stalled();
  assert.equal(headers, false);
  provider.release();
  assert.match(await (await response).text(), /late/);
});

Deno.test("a client that goes away is noticed, in a stall and in a stream", async () => {
  const scripts: Step[][] = [
    [{ text: "one" }, { stall: true }],
    [{ acceptOnly: true }],
    [{ pace: { words: 1_000_000, intervalMs: 1 } }],
    [{ delayMs: 600_000 }],
  ];
  await using provider = await startProvider(scripts);
  for (const [i, script] of scripts.entries()) {
    const client = new AbortController();
    const response = ask(provider.url, QUESTION, client.signal);
    const gone = assert.rejects(async () => await (await response).text(), { name: "AbortError" });
    const request = await provider.request(i + 1);
    if (i < 2) await request.stalled();
    client.abort();
    await gone;
    assert.equal(await request.ending(), "aborted", JSON.stringify(script));
    assert.equal(request.aborted, true);
  }
});

Deno.test("a paced stream says every word", async () => {
  await using provider = await startProvider([[{ pace: { words: 50, intervalMs: 1 } }]]);
  const text = await (await ask(provider.url)).text();
  const words = payloads(text).slice(0, -1)
    .map((e) => (e as { choices: { delta: { content: string } }[] }).choices[0]?.delta.content);
  assert.equal(words.join(""), Array.from({ length: 50 }, (_, i) => `w${i + 1} `).join(""));
});

Deno.test("a reset, a close and an end in good order are three things", async () => {
  await using provider = await startProvider([
    [{ text: "a" }, { reset: true }],
    [{ text: "a" }, { close: true }],
    [{ text: "a" }, { end: true }],
  ]);
  const read = async (): Promise<string> => {
    const address = new URL(provider.url);
    using connection = await Deno.connect({
      hostname: address.hostname,
      port: Number(address.port),
    });
    const body = JSON.stringify(QUESTION);
    await connection.write(new TextEncoder().encode(
      `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    ));
    const buffer = new Uint8Array(65536);
    let text = "";
    try {
      for (let n = await connection.read(buffer); n !== null; n = await connection.read(buffer)) {
        text += new TextDecoder().decode(buffer.subarray(0, n));
      }
    } catch (error) {
      if (error instanceof Deno.errors.ConnectionReset) return `${text}(reset)`;
      throw error;
    }
    return text;
  };
  assert.match(await read(), /"content":"a".*\(reset\)$/s);
  const closed = await read();
  assert.match(closed, /"content":"a"/);
  assert.doesNotMatch(closed, /\r\n0\r\n\r\n$/);
  assert.match(await read(), /"content":"a".*\r\n0\r\n\r\n$/s);
});

Deno.test("an answer that is no stream: status, headers, body", async () => {
  await using provider = await startProvider([
    [{ status: 429, headers: { "retry-after": "1" }, body: { error: { message: "slow down" } } }],
    [{ status: 502, body: "<html>bad gateway</html>" }],
  ]);
  const limited = await ask(provider.url);
  assert.equal(limited.status, 429);
  assert.equal(limited.headers.get("retry-after"), "1");
  assert.deepEqual(await limited.json(), { error: { message: "slow down" } });
  const broken = await ask(provider.url);
  assert.deepEqual([broken.status, await broken.text()], [502, "<html>bad gateway</html>"]);
});

Deno.test("raw bytes go out as they are, also a half character", async () => {
  const euro = new TextEncoder().encode("€");
  await using provider = await startProvider([[
    { raw: "data: {not json\n\n" },
    { raw: euro.subarray(0, 2) },
    { raw: euro.subarray(2) },
    { error: { message: "overloaded" } },
    { end: true },
  ]]);
  const text = await (await ask(provider.url)).text();
  assert.equal(text, 'data: {not json\n\n€data: {"error":{"message":"overloaded"}}\n\n');
});

Deno.test("scripts can be chosen by request", async () => {
  await using provider = await startProvider(({ body }) =>
    body["model"] === "titles"
      ? answer("a title")
      : toolCalls({ id: "1", name: "t", args: { x: 1 } })
  );
  assert.match(await (await ask(provider.url, { ...QUESTION, model: "titles" })).text(), /a title/);
  assert.match(await (await ask(provider.url)).text(), /"arguments":"\{\\"x\\":1\}"/);
});

Deno.test("a request without a script is an error at the latest when the server goes", async () => {
  const provider = await startProvider();
  const response = await ask(provider.url);
  assert.equal(response.status, 500);
  assert.match(await response.text(), /no script/);
  await assert.rejects(
    async () => await provider[Symbol.asyncDispose](),
    /requests without a script: POST \/v1\/chat\/completions/,
  );
});

Deno.test("a server that goes while it stalls takes its connections with it", async () => {
  const provider = await startProvider([[{ text: "one" }, { stall: true }]]);
  const response = await ask(provider.url);
  await (await provider.request(1)).stalled();
  await provider[Symbol.asyncDispose]();
  await assert.rejects(response.text());
  assert.equal(await provider.requests[0]?.ending(), "abandoned");
});
