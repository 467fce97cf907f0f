import assert from "node:assert/strict";
import {
  type Model,
  type ModelEvent,
  type ProviderError,
  streamWithLimits,
} from "../../../../src/services/providers/mod.ts";
import {
  ask,
  collect,
  collectFault,
  everythingIn,
  ManualTimer,
  never,
  textOf,
  whole,
} from "./fixtures.ts";
import { LiveStream, withServer, withSocket } from "./sse_server.ts";
import { modelOf, stream, type Wire, WIRES } from "./wires.ts";

/** One test for each provider. */
function each(name: string, run: (wire: Wire) => Promise<void>): void {
  for (const wire of WIRES) Deno.test(`${wire.provider}: ${name}`, () => run(wire));
}

const asked = (model: Model) => model.stream(ask("hi"), never());

/** What the answer ends in, and the text before it. */
async function faultAt(
  wire: Wire,
  answer: () => Response,
): Promise<{ text: string; kinds: string[]; fault: ProviderError }> {
  let found: { text: string; kinds: string[]; fault: ProviderError } | undefined;
  await withServer(answer, async (url) => {
    const { events, fault } = await collectFault(asked(modelOf(wire.provider, url)));
    found = { text: textOf(events), kinds: events.map(({ kind }) => kind), fault };
  });
  assert.ok(found !== undefined);
  assert.notEqual(found.fault.help, "");
  assert.match(found.fault.message, new RegExp(`^${wire.provider} \\(127\\.0\\.0\\.1:\\d+\\) `));
  assert.doesNotMatch(found.fault.message + found.fault.help, /\n/);
  return found;
}

each("path, key and a streamed answer", async (wire) => {
  const answer = () => stream(wire.start, wire.word("Hello"), wire.word(" world"), wire.end);
  await withServer(answer, async (url, received) => {
    const events = await collect(asked(modelOf(wire.provider, url, { key: "secret-key-42" })));
    assert.equal(received[0]?.path, `/v1${wire.path("m")}`);
    assert.equal(wire.keyOf(received[0].headers), "secret-key-42");
    assert.deepEqual(whole(events.filter(({ kind }) => kind !== "usage")), [
      { kind: "connected" },
      { kind: "text", text: "Hello world" },
      { kind: "block_end", block: "text" },
      { kind: "finish", reason: "complete" },
    ]);
  });
});

each("a server that wants no key gets none, whatever the environment holds", async (wire) => {
  const answer = () => stream(wire.start, wire.word("x"), wire.end);
  await withServer(answer, async (url, received) => {
    const model = modelOf(wire.provider, url, { settings: { api_key_env: "" } });
    await collect(asked(model));
    assert.equal(wire.keyOf(received[0]?.headers ?? new Headers()), null);
  });
});

each(
  "a word is there before the server sends the next one, headers before the first",
  async (wire) => {
    const live = new LiveStream();
    await withServer(() => live.response, async (url) => {
      const events = asked(modelOf(wire.provider, url))[Symbol.asyncIterator]();
      const next = async () => (await events.next()).value;
      live.send(": keep-alive\n\n");
      assert.deepEqual(await next(), { kind: "connected" });
      live.send(wire.start);
      for (const text of ["one", " two", " three"]) {
        live.send(wire.word(text));
        assert.deepEqual(await next(), { kind: "text", text });
      }
      live.send(wire.end);
      live.end();
      assert.deepEqual(await next(), { kind: "block_end", block: "text" });
      const rest: (ModelEvent | undefined)[] = [];
      for (let event = await next(); event !== undefined; event = await next()) rest.push(event);
      assert.deepEqual(rest.at(-1), { kind: "finish", reason: "complete" });
    });
  },
);

each("statuses: one line, whether to repeat, and the server's words", async (wire) => {
  const expected: [number, string, boolean, RegExp][] = [
    [400, "bad_request", false, /parameters/],
    [401, "auth", false, /TEST_PROVIDER_KEY/],
    [403, "auth", false, /TEST_PROVIDER_KEY/],
    [404, "not_found", false, wire.provider === "ollama" ? /ollama pull m/ : /name/],
    [413, "too_large", false, /fork/],
    [429, "rate_limit", true, /Wait/],
    [500, "server", true, /Try again/],
    [503, "server", true, /Try again/],
    [504, "timeout", true, /Try again/],
    [529, "server", true, /Try again/],
  ];
  for (const [status, code, retryable, help] of expected) {
    const { fault } = await faultAt(
      wire,
      () => Response.json(wire.errorBody("the server's words"), { status }),
    );
    assert.equal(fault.code, code, `${status}`);
    assert.equal(fault.retryable, retryable, `${status}`);
    assert.match(fault.message, new RegExp(`\\(${status}\\): the server's words$`));
    assert.match(fault.help, help);
    assert.equal(fault.retryAfterMs, null);
  }
});

each("429: how long to wait, when the server says so", async (wire) => {
  const { fault } = await faultAt(
    wire,
    () =>
      Response.json(wire.errorBody("slow down"), { status: 429, headers: { "retry-after": "7" } }),
  );
  assert.equal(fault.retryAfterMs, 7000);
});

each("an error inside the stream keeps what came before it", async (wire) => {
  const { fault, text, kinds } = await faultAt(
    wire,
    () => stream(wire.start, wire.word("par"), wire.word("tial"), wire.overloaded),
  );
  assert.equal(text, "partial");
  assert.equal(fault.code, "server");
  assert.equal(fault.retryable, true);
  assert.match(fault.message, /in the middle of the answer: busy$/);
  assert.ok(!kinds.includes("block_end") && !kinds.includes("finish"));
});

each("a stream that begins with an error", async (wire) => {
  const { fault, text } = await faultAt(wire, () => stream(wire.overloaded));
  assert.equal(text, "");
  assert.equal(fault.code, "server");
  assert.equal(fault.retryable, true);
  assert.match(fault.message, /: busy$/);
});

each("events that are not JSON, first or later", async (wire) => {
  const later = await faultAt(
    wire,
    () => stream(wire.start, wire.word("a"), 'data: {"type": \n\n', wire.end),
  );
  assert.equal(later.text, "a");
  assert.equal(later.fault.code, "bad_response");
  assert.equal(later.fault.retryable, true);
  const first = await faultAt(wire, () => stream('data: {"type": \n\n', wire.end));
  assert.equal(first.fault.code, "bad_response");
  assert.equal(first.fault.retryable, true);
});

each("a stream that just ends is retryable, and closes no block", async (wire) => {
  for (const words of [[], ["par", "tial"]]) {
    const { fault, text, kinds } = await faultAt(
      wire,
      () => stream(wire.start, ...words.map(wire.word)),
    );
    assert.equal(text, words.join(""));
    assert.equal(fault.code, "connect");
    assert.equal(fault.retryable, true);
    assert.match(fault.message, /before it was finished/);
    assert.ok(!kinds.includes("block_end") && !kinds.includes("finish"));
  }
});

const HEAD =
  "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";

each("a connection that breaks in the middle of the answer", async (wire) => {
  const body = wire.start + wire.word("partial");
  const talk = async (connection: Deno.TcpConn) => {
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n`;
    await connection.write(new TextEncoder().encode(HEAD + chunk));
  };
  await withSocket(talk, async (url) => {
    const { events, fault } = await collectFault(asked(modelOf(wire.provider, url)));
    assert.equal(textOf(events), "partial");
    assert.equal(fault.code, "connect");
    assert.equal(fault.retryable, true);
    assert.match(fault.message, /lost in the middle/);
  });
});

each("nobody there, no such name, no network", async (wire) => {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const { port } = listener.addr;
  listener.close();
  const gone = modelOf(wire.provider, `http://127.0.0.1:${port}/v1`);
  const refused = (await collectFault(asked(gone))).fault;
  assert.equal(refused.code, "connect");
  assert.match(refused.message, /refused the connection/);
  const causes: [string, RegExp][] = [
    ["dns error: failed to lookup address information", /name does not resolve/],
    ["tcp connect error: Network is unreachable (os error 101)", /cannot be reached/],
    ["tcp connect error: Connection timed out (os error 110)", /did not answer/],
  ];
  for (const [cause, message] of causes) {
    const fetch = () => Promise.reject(new TypeError("fetch failed", { cause: new Error(cause) }));
    const model = modelOf(wire.provider, "http://nowhere.example/v1", { dependencies: { fetch } });
    const { fault } = await collectFault(asked(model));
    assert.match(fault.message, message);
    assert.equal(fault.retryable, true);
  }
});

each("a proxy's page is not an answer", async (wire) => {
  const { fault } = await faultAt(
    wire,
    () =>
      new Response("<!DOCTYPE html><title>Sign in to Wi-Fi</title>", {
        headers: { "content-type": "text/html" },
      }),
  );
  assert.equal(fault.code, "bad_response");
  assert.equal(fault.retryable, false);
  assert.match(fault.message, /a web page .*"Sign in to Wi-Fi"/);
  assert.match(fault.help, /proxy/);
});

each("silence ends an answer, signs of life do not; then the connection goes", async (wire) => {
  const live = new LiveStream();
  const timer = new ManualTimer();
  await withServer(() => live.response, async (url) => {
    let heard = Promise.withResolvers<void>();
    const model = modelOf(wire.provider, url, { dependencies: { timer } });
    const watched: Model = {
      ...model,
      stream: (request, signal, activity) =>
        model.stream(request, signal, () => {
          activity?.();
          heard.resolve();
        }),
    };
    const limits = { idleTimeoutMs: 10_000, maxResponseBytes: 0 };
    const events = streamWithLimits(watched, ask("hi"), never(), limits, timer)
      [Symbol.asyncIterator]();
    live.send(wire.start + wire.word("a"));
    assert.equal((await events.next()).value?.kind, "connected");
    assert.equal((await events.next()).value?.kind, "text");
    const waiting = assert.rejects(events.next(), /m has been silent for 10 s/);
    for (let n = 0; n < 3; n++) {
      heard = Promise.withResolvers();
      await timer.advance(9000);
      live.send(": keep-alive\n\n");
      await heard.promise;
    }
    await timer.advance(20_000);
    await waiting;
    await live.cancelled;
  });
});

each("an answer without end is cut at the ceiling", async (wire) => {
  const live = new LiveStream();
  await withServer(() => live.response, async (url) => {
    const limits = { idleTimeoutMs: 0, maxResponseBytes: 100 };
    const model = modelOf(wire.provider, url);
    live.send(wire.start);
    for (let n = 0; n < 20; n++) live.send(wire.word("0123456789"));
    const events = streamWithLimits(model, ask("hi"), never(), limits, new ManualTimer());
    const { events: before, fault } = await collectFault(events);
    assert.equal(textOf(before).length, 100);
    assert.equal(fault.code, "too_large");
    assert.equal(fault.retryable, false);
    await live.cancelled;
  });
});

each("a key the server echoes appears nowhere", async (wire) => {
  const key = "sk-proj-0123456789abcdef/+secret";
  const bodies: ((text: string) => Response)[] = [
    (text) => Response.json(wire.errorBody(`Bad key: ${text}`), { status: 401 }),
    (text) => new Response(`denied ${text} ${encodeURIComponent(text)}`, { status: 403 }),
    (text) => stream(wire.overloaded.replace("busy", text)),
    (text) => stream(wire.start, wire.word("a"), wire.overloaded.replace("busy", text)),
    (text) => stream(wire.start, wire.word("a"), `data: not json ${text}\n\n`),
    (text) => stream(`data: not json ${text}\n\n`),
    (text) => stream(wire.start, wire.word("a"), `data: {"odd":"${text}"}\n\n`),
  ];
  for (const body of bodies) {
    let echoed = "";
    await withServer((request) => body(echoed = wire.keyOf(request.headers) ?? ""), async (url) => {
      const model = modelOf(wire.provider, url, { key: ` ${key}\n` });
      const { fault } = await collectFault(asked(model));
      assert.equal(echoed, key);
      const all = everythingIn(fault) + Deno.inspect(model);
      assert.ok(!all.includes(key) && !all.includes(encodeURIComponent(key)), all);
      assert.ok(!all.includes("0123456789"), all);
    });
  }
});

each("an abort is heard at once, and the connection goes", async (wire) => {
  const live = new LiveStream();
  await withServer(() => live.response, async (url) => {
    const stop = new AbortController();
    const events = modelOf(wire.provider, url).stream(ask("hi"), stop.signal);
    live.send(wire.start + wire.word("a"));
    const reason = new Error("pressed");
    await assert.rejects(async () => {
      for await (const event of events) if (event.kind === "text") stop.abort(reason);
    }, (error) => error === reason);
    await live.cancelled;
  });
});

each(
  "after an error in the stream the connection goes, though the server goes on",
  async (wire) => {
    for (const before of ["", wire.start + wire.word("a")]) {
      const live = new LiveStream();
      await withServer(() => live.response, async (url) => {
        live.send(before + wire.overloaded);
        await collectFault(asked(modelOf(wire.provider, url)));
        await live.cancelled;
      });
    }
  },
);

each("a prompt that ends in an answer is made one it accepts", async (wire) => {
  const answer = () => stream(wire.start, wire.word("rest"), wire.end);
  await withServer(answer, async (url, received) => {
    const model = modelOf(wire.provider, url);
    assert.equal(model.continuation, "instruction");
    const request = ask("hi", {
      messages: [
        { role: "user", text: "Count." },
        { role: "assistant", parts: [{ kind: "text", text: "One, two" }] },
      ],
    });
    assert.equal(textOf(await collect(model.stream(request, never()))), "rest");
    assert.equal(wire.lastRole(received[0]?.body ?? {}), "user");
    assert.match(JSON.stringify(received[0]?.body), /One, two.*cut off/);
  });
});
