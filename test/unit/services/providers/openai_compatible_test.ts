import assert from "node:assert/strict";
import type { ModelEvent } from "../../../../src/services/providers/mod.ts";
import { ask, collect, collectFault, modelAt, never, textOf, whole } from "./fixtures.ts";
import { delta, finish, LiveStream, sse, SSE_HEADERS, withServer } from "./sse_server.ts";

const stream = (baseUrl: string, request = ask("hi")) => modelAt(baseUrl).stream(request, never());

Deno.test("text arrives framed by connected and finish", async () => {
  const answer = () =>
    sse(delta({ content: "Hello" }), delta({ content: " world" }), finish("stop"));
  await withServer(answer, async (url) => {
    assert.deepEqual(whole(await collect(stream(url))), [
      { kind: "connected" },
      { kind: "text", text: "Hello world" },
      { kind: "block_end", block: "text" },
      { kind: "finish", reason: "complete" },
    ]);
  });
});

Deno.test("an event is there before the server sends the next one", async () => {
  const live = new LiveStream();
  await withServer(() => live.response, async (url) => {
    const events = stream(url)[Symbol.asyncIterator]();
    const next = async () => (await events.next()).value;
    live.send(": hello\n\n");
    assert.deepEqual(await next(), { kind: "connected" });
    for (const word of ["one", " two", " three"]) {
      live.send(delta({ content: word }));
      assert.deepEqual(await next(), { kind: "text", text: word });
    }
    live.send(finish("stop"));
    live.end();
    assert.deepEqual(await next(), { kind: "block_end", block: "text" });
    assert.deepEqual(await next(), { kind: "finish", reason: "complete" });
    assert.equal((await events.next()).done, true);
  });
});

Deno.test("reasoning is its own block, under both names servers use", async () => {
  for (const member of ["reasoning_content", "reasoning"]) {
    const answer = () =>
      sse(
        delta({ [member]: "hm" }),
        delta({ [member]: "m" }),
        delta({ content: "Yes" }),
        finish("stop"),
      );
    await withServer(answer, async (url) => {
      assert.deepEqual(whole(await collect(stream(url))).slice(1), [
        { kind: "reasoning", text: "hmm" },
        { kind: "block_end", block: "reasoning", provider: { jp: { reasoning_content: true } } },
        { kind: "text", text: "Yes" },
        { kind: "block_end", block: "text" },
        { kind: "finish", reason: "complete" },
      ]);
    });
  }
});

Deno.test("tool calls: start, arguments in many chunks, the whole; two at once", async () => {
  const call = (index: number, args: string, start?: { id: string; name: string }) =>
    delta({
      tool_calls: [{
        index,
        ...(start === undefined ? {} : { id: start.id, type: "function" }),
        function: { ...(start === undefined ? {} : { name: start.name }), arguments: args },
      }],
    });
  const json = JSON.stringify({ path: "src/ünï.ts", deep: { list: [1, 2] } });
  const answer = () =>
    sse(
      delta({ content: "Let me look." }),
      call(0, "", { id: "a", name: "fs_read" }),
      ...[...json].map((character) => call(0, character)),
      call(1, "{}", { id: "b", name: "fs_list" }),
      finish("tool_calls"),
    );
  await withServer(answer, async (url) => {
    const events = await collect(stream(url));
    const kinds = events.map((event) => event.kind);
    assert.ok(kinds.indexOf("block_end") < kinds.indexOf("tool_call_start"));
    const parts = events.filter((event) =>
      event.kind === "tool_call_arguments" && event.id === "a"
    );
    assert.equal(parts.length, [...json].length);
    assert.equal(parts.map((event) => "text" in event ? event.text : "").join(""), json);
    assert.deepEqual(events.filter((event) => event.kind === "tool_call_start"), [
      { kind: "tool_call_start", id: "a", name: "fs_read" },
      { kind: "tool_call_start", id: "b", name: "fs_list" },
    ]);
    assert.deepEqual(events.slice(-3), [
      { kind: "tool_call", id: "a", name: "fs_read", arguments: JSON.parse(json) },
      { kind: "tool_call", id: "b", name: "fs_list", arguments: {} },
      { kind: "finish", reason: "tool_calls" },
    ]);
  });
});

Deno.test("a tool without parameters may be called with nothing; a signature comes along", async () => {
  const answer = () =>
    sse(
      delta({
        tool_calls: [{
          index: 0,
          id: "a",
          function: { name: "now", arguments: "" },
          extra_content: { google: { thought_signature: "sig" } },
        }],
      }),
      // Some servers say stop although they call.
      finish("stop"),
    );
  await withServer(answer, async (url) => {
    assert.deepEqual((await collect(stream(url))).slice(-2), [
      {
        kind: "tool_call",
        id: "a",
        name: "now",
        arguments: {},
        provider: { jp: { thoughtSignature: "sig" } },
      },
      { kind: "finish", reason: "tool_calls" },
    ]);
  });
});

Deno.test("usage: what the server named, in the chunk after the last word", async () => {
  const usage = {
    prompt_tokens: 7,
    completion_tokens: 5,
    prompt_tokens_details: { cached_tokens: 3 },
  };
  const answer = () =>
    sse(delta({ content: "x" }), finish("stop"), { id: "c1", choices: [], usage });
  await withServer(answer, async (url, received) => {
    const events = await collect(stream(url));
    assert.deepEqual(events.at(-2), {
      kind: "usage",
      usage: { input_tokens: 7, output_tokens: 5, cached_tokens: 3 },
    });
    assert.deepEqual(received[0]?.body.stream_options, { include_usage: true });
  });
});

Deno.test("finish reasons", async () => {
  const reasons: [string, string][] = [
    ["stop", "complete"],
    ["length", "max_tokens"],
    ["content_filter", "refused"],
    ["something_new", "other"],
  ];
  for (const [wire, reason] of reasons) {
    await withServer(() => sse(delta({ content: "x" }), finish(wire)), async (url) => {
      assert.deepEqual((await collect(stream(url))).at(-1), { kind: "finish", reason });
    });
  }
});

Deno.test("a tool call cut off by the token limit is no tool call", async () => {
  for (const args of ["", '{"path":"src/ma']) {
    const call = { index: 0, id: "a", function: { name: "fs_write", arguments: args } };
    await withServer(() => sse(delta({ tool_calls: [call] }), finish("length")), async (url) => {
      const events = await collect(stream(url));
      assert.ok(!events.some((event) => event.kind === "tool_call"));
      assert.deepEqual(events.at(-1), { kind: "finish", reason: "max_tokens" });
    });
  }
});

Deno.test("arguments that are not a JSON object are a fault that may be retried", async () => {
  for (const args of ['{"path":', "[1]", "nonsense"]) {
    const call = { index: 0, id: "a", function: { name: "fs_write", arguments: args } };
    await withServer(
      () => sse(delta({ tool_calls: [call] }), finish("tool_calls")),
      async (url) => {
        const { events, fault } = await collectFault(stream(url));
        assert.ok(!events.some((event) => event.kind === "tool_call"));
        assert.equal(fault.code, "bad_response");
        assert.equal(fault.retryable, true);
        assert.match(fault.message, /fs_write/);
      },
    );
  }
});

Deno.test("UTF-8 split at every byte comes out whole", async () => {
  const text = "aé漢👩‍👩‍👧🇩🇪";
  const live = new LiveStream();
  await withServer(() => live.response, async (url) => {
    let arrived = Promise.withResolvers<void>();
    const events = modelAt(url).stream(ask("hi"), never(), () => arrived.resolve());
    live.send(": hello\n\n");
    const reading = collect(events);
    const bytes = new TextEncoder().encode(`data: ${JSON.stringify(delta({ content: text }))}\n\n`);
    for (const byte of bytes) {
      // Each byte waits for the one before it to be read, so that it is a chunk of its own.
      await arrived.promise;
      arrived = Promise.withResolvers<void>();
      live.bytes(Uint8Array.of(byte));
    }
    live.send(finish("stop"));
    live.end();
    assert.equal(textOf(await reading), text);
  });
});

Deno.test("keep-alive comments are no events, but signs of life", async () => {
  const live = new LiveStream();
  await withServer(() => live.response, async (url) => {
    let seen = 0;
    const waiting = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const events = modelAt(url).stream(ask("hi"), never(), () => waiting[seen++]?.resolve())
      [Symbol.asyncIterator]();
    live.send(": OPENROUTER PROCESSING\n\n");
    assert.deepEqual((await events.next()).value, { kind: "connected" });
    const pending = events.next();
    await waiting[1]?.promise;
    live.send(delta({ content: "x" }));
    assert.deepEqual((await pending).value, { kind: "text", text: "x" });
    assert.ok(seen >= 3);
    await events.return?.();
    await live.cancelled;
  });
});

Deno.test("CRLF line ends and a missing [DONE] are fine", async () => {
  const body = `data: ${JSON.stringify(delta({ content: "x" }))}\r\n\r\n` +
    `data: ${JSON.stringify(finish("stop"))}\r\n\r\n`;
  await withServer(() => new Response(body, { headers: SSE_HEADERS }), async (url) => {
    assert.equal(textOf(await collect(stream(url))), "x");
  });
});

Deno.test("leaving the loop early closes the connection", async () => {
  const live = new LiveStream();
  await withServer(() => live.response, async (url) => {
    live.send(delta({ content: "x" }));
    for await (const event of stream(url)) if (event.kind === "text") break;
    await live.cancelled;
  });
});

Deno.test("two streams of one model at once do not mix", async () => {
  const answer = (request: { body: { messages?: unknown } }) => {
    const [message] = request.body.messages as { content: string }[];
    return sse(delta({ content: `re: ${message?.content}` }), finish("stop"));
  };
  await withServer(answer, async (url) => {
    const model = modelAt(url);
    const ask2 = (text: string) => collect(model.stream(ask(text), never()));
    const [a, b]: ModelEvent[][] = await Promise.all([ask2("a"), ask2("b")]);
    assert.equal(textOf(a ?? []), "re: a");
    assert.equal(textOf(b ?? []), "re: b");
  });
});
