import assert from "node:assert/strict";
import type { JsonObject } from "../../../../src/core/conversation/mod.ts";
import type { ProviderError } from "../../../../src/services/providers/mod.ts";
import { ask, collect, collectFault, InstantTimer, modelAt, never, textOf } from "./fixtures.ts";
import {
  delta,
  finish,
  LiveStream,
  sse,
  SSE_HEADERS,
  withServer,
  withSocket,
} from "./sse_server.ts";

async function faultAt(baseUrl: string, fetch = globalThis.fetch) {
  return await collectFault(modelAt(baseUrl, { fetch }).stream(ask("hi"), never()));
}

async function faultFrom(response: () => Response) {
  let found: Awaited<ReturnType<typeof faultAt>> | undefined;
  await withServer(response, async (url) => {
    found = await faultAt(url);
  });
  assert.ok(found !== undefined);
  return found;
}

async function faultOf(response: () => Response): Promise<ProviderError> {
  const { events, fault } = await faultFrom(response);
  assert.deepEqual(events, []);
  assert.match(fault.message, /test \(127\.0\.0\.1:\d+\)/);
  assert.notEqual(fault.help, "");
  return fault;
}

Deno.test("HTTP statuses", async () => {
  const expected: [number, string, boolean][] = [
    [400, "bad_request", false],
    [401, "auth", false],
    [402, "quota", false],
    [403, "auth", false],
    [404, "not_found", false],
    [407, "connect", false],
    [408, "timeout", true],
    [409, "server", true],
    [413, "too_large", false],
    [422, "bad_request", false],
    [429, "rate_limit", true],
    [500, "server", true],
    [502, "server", true],
    [503, "server", true],
    [504, "timeout", true],
    [529, "server", true],
  ];
  for (const [status, code, retryable] of expected) {
    const fault = await faultOf(() =>
      Response.json({ error: { message: "the server's words" } }, { status })
    );
    assert.equal(fault.code, code, `${status}`);
    assert.equal(fault.retryable, retryable, `${status}`);
    assert.match(fault.message, new RegExp(`\\(${status}\\): the server's words$`));
  }
});

Deno.test("error codes say more than the status", async () => {
  const quota = await faultOf(() =>
    Response.json({ error: { message: "No.", code: "insufficient_quota" } }, { status: 429 })
  );
  assert.equal(quota.code, "quota");
  assert.equal(quota.retryable, false);
  const long = await faultOf(() =>
    Response.json({ error: { message: "No.", code: "context_length_exceeded" } }, { status: 400 })
  );
  assert.equal(long.code, "too_large");
});

Deno.test("the shapes of error bodies", async () => {
  const bodies: [string, string][] = [
    ['{"error":"just text"}', "just text"],
    ['{"message":"at the top"}', "at the top"],
    ['{"detail":"as FastAPI does"}', "as FastAPI does"],
    ['[{"error":{"message":"in an array"}}]', "in an array"],
    [
      '{"error":{"message":"Outer","metadata":{"raw":"{\\"error\\":{\\"message\\":\\"inner\\"}}"}}}',
      "Outer: inner",
    ],
    ["plain words", "plain words"],
    ["<html><title>502 Bad Gateway</title></html>", '"502 Bad Gateway".'],
    ["<!-- edge -->\n<html><title>Just a moment…</title></html>", '"Just a moment…".'],
    ["\ufeff<center><title>Gateway</title></center>", '"Gateway".'],
    ["<3 from us", "<3 from us"],
  ];
  for (const [body, words] of bodies) {
    const fault = await faultOf(() => new Response(body, { status: 502 }));
    assert.ok(fault.message.endsWith(`is not available (502): ${words}`), fault.message);
  }
  assert.match(
    (await faultOf(() => new Response("", { status: 500 }))).message,
    /failed \(500\)\.$/,
  );
});

Deno.test("a server's words are one line, without control characters, and bounded", async () => {
  const fault = await faultOf(() =>
    Response.json({ error: { message: `a\n\u001b[31mred\u0007 ${"x".repeat(5000)}` } }, {
      status: 500,
    })
  );
  // deno-lint-ignore no-control-regex -- control characters are what must not be there
  assert.doesNotMatch(fault.message, /[\u0000-\u001f\u007f-\u009f]/);
  assert.ok(fault.message.length < 400);
});

Deno.test("Retry-After in seconds, in milliseconds, as a date; x-should-retry", async () => {
  const after = async (headers: Record<string, string>) =>
    await faultOf(() => new Response("", { status: 429, headers }));
  assert.equal((await after({ "retry-after": "7" })).retryAfterMs, 7000);
  assert.equal((await after({ "retry-after": "0.5" })).retryAfterMs, 500);
  assert.equal((await after({ "retry-after-ms": "120", "retry-after": "7" })).retryAfterMs, 120);
  const date = {
    "retry-after": "Mon, 30 Nov 2026 12:00:30 GMT",
    "date": "Mon, 30 Nov 2026 12:00:00 GMT",
  };
  assert.equal((await after(date)).retryAfterMs, 30_000);
  assert.equal((await after({ "retry-after": "soon" })).retryAfterMs, null);
  assert.equal((await after({})).retryAfterMs, null);
  assert.equal((await after({ "x-should-retry": "false" })).retryable, false);
  const told = await faultOf(() =>
    new Response("", { status: 400, headers: { "x-should-retry": "true" } })
  );
  assert.equal(told.retryable, true);
});

Deno.test("redirects are not followed", async () => {
  const headers = { location: "https://elsewhere.example/login" };
  for (const status of [301, 302, 307, 308]) {
    const fault = await faultOf(() => new Response("", { status, headers }));
    assert.equal(fault.code, "bad_response");
    assert.match(fault.message, /redirects to https:\/\/elsewhere\.example\/login/);
    assert.equal(fault.retryable, false);
  }
});

Deno.test("200 with something that is not a stream", async () => {
  const page = await faultOf(() =>
    new Response("<!DOCTYPE html><title>Sign in to Wi-Fi</title>", {
      headers: { "content-type": "text/html; charset=utf-8" },
    })
  );
  assert.equal(page.code, "bad_response");
  assert.match(page.message, /answered with a web page .*"Sign in to Wi-Fi"/);
  const json = await faultOf(() => Response.json({ ok: true }));
  assert.equal(json.code, "bad_response");
  assert.match(json.message, /application\/json/);
  const error = await faultOf(() => Response.json({ error: { message: "Slow down", code: 429 } }));
  assert.equal(error.code, "rate_limit");
  assert.match(error.message, /Slow down$/);
  const unnamed = await faultOf(() => Response.json({ error: { message: "No" } }));
  assert.match(unnamed.message, / failed: No$/);
  const empty = await faultOf(() => new Response(null, { status: 204 }));
  assert.equal(empty.code, "bad_response");
});

Deno.test("what is no stream of events is known by its first byte, whatever its type says", async () => {
  const body = (text: string) => new TextEncoder().encode(text);
  for (const headers of [SSE_HEADERS, {}]) {
    const page = "\n<!doctype html><title>Sign in</title>";
    const { fault } = await faultFrom(() => new Response(body(page), { headers }));
    assert.equal(fault.code, "bad_response");
    assert.match(fault.message, /answered with a web page .*"Sign in"/);
    assert.equal(fault.retryable, false);
    const json = '{"error":{"message":"Slow down","type":"rate_limit_error"}}';
    const limit = await faultFrom(() => new Response(body(json), { headers }));
    assert.equal(limit.fault.code, "rate_limit");
    assert.match(limit.fault.message, /is limiting requests: Slow down$/);
  }
});

Deno.test("a web page where an error was expected is not the provider's", async () => {
  const page = "<html><title>Access Denied</title></html>";
  for (const status of [400, 401, 403, 404]) {
    const fault = await faultOf(() => new Response(page, { status }));
    assert.ok(
      fault.message.endsWith(`the web page of something else (${status}): "Access Denied".`),
      fault.message,
    );
    assert.match(fault.help, /base_url, and any proxy/);
  }
});

Deno.test("an error body that never ends is not waited for", async () => {
  const live = new LiveStream();
  const response = () => new Response(live.response.body, { status: 500 });
  await withServer(response, async (url) => {
    live.bytes(new TextEncoder().encode("beginning"));
    const timer = new InstantTimer();
    const { fault } = await collectFault(modelAt(url, { timer }).stream(ask("hi"), never()));
    assert.equal(fault.code, "server");
    assert.equal(timer.slept.length, 1);
    await live.cancelled;
  });
});

/** Streams `chunks`, and gives back the text that came before the fault, and the fault. */
async function faultAfter(...chunks: readonly (JsonObject | string)[]) {
  let found: { text: string; fault: ProviderError; kinds: string[] } | undefined;
  await withServer(() => sse(...chunks), async (url) => {
    const { events, fault } = await faultAt(url);
    found = { text: textOf(events), fault, kinds: events.map((event) => event.kind) };
  });
  assert.ok(found !== undefined);
  return found;
}

Deno.test("a stream that ends without a finish: no block end, no tool call, retryable", async () => {
  const call = { index: 0, id: "a", function: { name: "rm", arguments: "{}" } };
  const { text, fault, kinds } = await faultAfter(
    delta({ content: "partial" }),
    delta({ tool_calls: [call] }),
  );
  assert.equal(text, "partial");
  assert.equal(fault.code, "connect");
  assert.equal(fault.retryable, true);
  assert.match(fault.message, /before it was finished/);
  assert.ok(!kinds.includes("tool_call") && !kinds.includes("finish"));
  const reasoning = await faultAfter(delta({ reasoning_content: "cut o" }));
  assert.deepEqual(reasoning.kinds, ["connected", "reasoning"]);
});

Deno.test("malformed events", async () => {
  const garbled = await faultAfter(
    delta({ content: "a" }),
    'data: {"choices": [\n\n',
    finish("stop"),
  );
  assert.equal(garbled.text, "a");
  assert.equal(garbled.fault.code, "bad_response");
  assert.equal(garbled.fault.retryable, true);
  const shape = await faultAfter(delta({ content: "a" }), 'data: {"surprise": true}\n\n');
  assert.equal(shape.fault.code, "bad_response");
  assert.equal(shape.fault.retryable, false);
  const nameless = await faultAfter(
    delta({ tool_calls: [{ index: 0, id: "a", function: { arguments: "{}" } }] }),
    finish("tool_calls"),
  );
  assert.equal(nameless.fault.code, "bad_response");
});

Deno.test("errors inside the stream", async () => {
  const cases: [string, string, boolean][] = [
    ['{"error":{"message":"busy","code":"overloaded_error"}}', "server", true],
    ['{"error":{"message":"busy","type":"rate_limit_exceeded"}}', "rate_limit", true],
    ['{"error":{"message":"busy","code":502},"choices":[]}', "server", true],
    ['{"error":{"message":"busy","code":"insufficient_quota"}}', "quota", false],
    ['{"error":{"message":"busy","type":"invalid_request_error"}}', "bad_request", false],
    ['{"error":{"message":"busy"}}', "server", true],
    ['{"error":"busy"}', "server", true],
  ];
  for (const [json, code, retryable] of cases) {
    const { text, fault, kinds } = await faultAfter(delta({ content: "a" }), `data: ${json}\n\n`);
    assert.equal(text, "a");
    assert.equal(fault.code, code, json);
    assert.equal(fault.retryable, retryable, json);
    assert.match(fault.message, /in the middle of the answer: busy$/);
    assert.deepEqual(kinds, ["connected", "text"]);
  }
  const first = await faultAfter('data: {"error":{"message":"busy"}}\n\n');
  assert.match(first.fault.message, / before it began to answer: busy$/);
  const reason = await faultAfter(delta({ content: "a" }), finish("error"));
  assert.equal(reason.fault.code, "server");
});

const HEAD =
  "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";

/** One chunk of a chunked body. */
function chunked(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}

Deno.test("the connection breaks in the middle of the answer", async () => {
  const event = chunked(`data: ${JSON.stringify(delta({ content: "partial" }))}\n\n`);
  const talk = async (connection: Deno.TcpConn) => {
    await connection.write(new TextEncoder().encode(HEAD + event));
  };
  await withSocket(talk, async (url) => {
    const { events, fault } = await faultAt(url);
    assert.equal(textOf(events), "partial");
    assert.equal(fault.code, "connect");
    assert.equal(fault.retryable, true);
    assert.match(fault.message, /lost in the middle/);
  });
});

Deno.test("the connection closes without an answer", async () => {
  await withSocket(() => Promise.resolve(), async (url) => {
    const { fault } = await faultAt(url);
    assert.equal(fault.code, "connect");
    assert.match(fault.message, /closed the connection without an answer/);
  });
});

Deno.test("nobody listens there", async () => {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const { port } = listener.addr;
  listener.close();
  const { fault } = await faultAt(`http://127.0.0.1:${port}/v1`);
  assert.equal(fault.code, "connect");
  assert.equal(fault.retryable, true);
  assert.match(fault.message, /refused the connection/);
  const ollama = modelAt(`http://127.0.0.1:${port}/v1`, { provider: "ollama" });
  const local = await collectFault(ollama.stream(ask("hi"), never()));
  assert.match(local.fault.help, /ollama serve/);
});

Deno.test("TLS against a server without it", async () => {
  await withServer(() => new Response(""), async (url) => {
    const { fault } = await faultAt(url.replace("http:", "https:"));
    assert.equal(fault.code, "connect");
    assert.equal(fault.retryable, false);
    assert.match(fault.message, /No secure connection/);
  });
});

Deno.test("what the runtimes call their network errors", async () => {
  const deno = (message: string) => new TypeError("fetch failed", { cause: new Error(message) });
  const bunTail =
    'fetching "https://tls.example/v1". For more information, pass `verbose: true` in the second argument to fetch()';
  const bun = (code: string, message = code) => Object.assign(new TypeError(message), { code });
  const url =
    "for url (https://tls.certificate.example/v1/chat/completions): client error (Connect)";
  const cases: [Error, string, RegExp][] = [
    [
      deno(
        `error sending request ${url}: dns error: failed to lookup address information: Name or service not known`,
      ),
      "connect",
      /does not resolve/,
    ],
    [bun("ENOTFOUND", "getaddrinfo ENOTFOUND h"), "connect", /does not resolve/],
    [
      deno(`error sending request ${url}: tcp connect error: Connection refused (os error 111)`),
      "connect",
      /refused/,
    ],
    [bun("ECONNREFUSED"), "connect", /refused/],
    [
      deno(`error sending request ${url}: tcp connect error: No route to host (os error 113)`),
      "connect",
      /cannot be reached/,
    ],
    [
      deno(
        `error sending request ${url}: tcp connect error: Network is unreachable (os error 101)`,
      ),
      "connect",
      /cannot be reached/,
    ],
    [bun("EHOSTUNREACH"), "connect", /cannot be reached/],
    [
      deno(`error sending request ${url}: tcp connect error: Connection timed out (os error 110)`),
      "timeout",
      /in time/,
    ],
    [
      deno(`error sending request ${url}: invalid peer certificate: UnknownIssuer`),
      "connect",
      /No secure connection/,
    ],
    [bun("DEPTH_ZERO_SELF_SIGNED_CERT"), "connect", /No secure connection/],
    [deno("Connection reset by peer (os error 104)"), "connect", /without an answer/],
    [bun("ECONNRESET"), "connect", /without an answer/],
    [
      deno(`error sending request ${url}: invalid peer certificate: Expired`),
      "connect",
      /connection to test \(localhost:1234\): invalid peer certificate: Expired$/,
    ],
    [
      deno(`error sending request ${url}: invalid peer certificate: not valid for name "h"`),
      "connect",
      /certificate is for another name\.$/,
    ],
    [
      bun("ERR_TLS_CERT_ALTNAME_INVALID", `ERR_TLS_CERT_ALTNAME_INVALID ${bunTail}`),
      "connect",
      /certificate is for another name\.$/,
    ],
    [
      bun("EPROTO", "EPROTO: The TLS handshake failed. Does the server speak TLS on this port?"),
      "connect",
      /does not speak TLS there\.$/,
    ],
    [
      bun("Malformed_HTTP_Response", `Malformed_HTTP_Response ${bunTail}`),
      "bad_response",
      /answered with something that is not HTTP\.$/,
    ],
    [
      deno(
        "error sending request from 127.0.0.1:36182 for http://h/v1 (127.0.0.1:1): client error " +
          "(SendRequest): invalid HTTP version parsed",
      ),
      "bad_response",
      /answered with something that is not HTTP\.$/,
    ],
    [deno("something nobody has seen"), "connect", /No answer from .*: something nobody has seen/],
    [bun("Odd", `Odd ${bunTail}`), "connect", /No answer from test \(localhost:1234\): Odd$/],
  ];
  for (const [error, code, message] of cases) {
    const { fault } = await faultAt("http://localhost:1234/v1", () => Promise.reject(error));
    assert.equal(fault.code, code, error.message);
    assert.match(fault.message, message);
  }
});

Deno.test("a fault on the way through a proxy names the proxy's variable", async () => {
  const refused = () => Promise.reject(Object.assign(new Error("x"), { code: "ECONNREFUSED" }));
  const via = async (baseUrl: string, set: Readonly<Record<string, string>>) => {
    const env = (name: string) => set[name];
    return (await collectFault(
      modelAt(baseUrl, { fetch: refused, env }).stream(ask("hi"), never()),
    )).fault;
  };
  const proxy = "http://user:password@proxy:3128";
  const fault = await via("https://api.example/v1", { HTTPS_PROXY: proxy });
  assert.equal(
    fault.message,
    "test (api.example, through the proxy in HTTPS_PROXY) refused the connection.",
  );
  assert.equal(fault.help, "Check the proxy that HTTPS_PROXY names, or unset it.");
  assert.match((await via("http://api.example/v1", { http_proxy: proxy })).help, /http_proxy/);
  const direct: [string, Readonly<Record<string, string>>][] = [
    ["http://api.example/v1", { HTTPS_PROXY: proxy }],
    ["https://api.example/v1", { HTTPS_PROXY: "" }],
    ["https://api.example/v1", { HTTPS_PROXY: proxy, NO_PROXY: "localhost, .example" }],
    ["https://api.example/v1", { HTTPS_PROXY: proxy, no_proxy: "*" }],
  ];
  for (const [url, set] of direct) {
    assert.equal((await via(url, set)).message, "test (api.example) refused the connection.");
  }
});

Deno.test("an event that never ends is cut off", async () => {
  const big = new TextEncoder().encode("x".repeat(1024 * 1024));
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      controller.enqueue(sent++ === 0 ? new TextEncoder().encode("data: ") : big);
    },
  });
  await withServer(() => new Response(body, { headers: SSE_HEADERS }), async (url) => {
    const { fault } = await faultAt(url);
    assert.equal(fault.code, "bad_response");
    assert.match(fault.message, /without completing one event/);
  });
});

Deno.test("a long answer of whole events is not", async () => {
  const megabyte = "x".repeat(1024 * 1024);
  const chunks = Array.from({ length: 10 }, () => delta({ content: megabyte }));
  const fetch = () => Promise.resolve(sse(...chunks, finish("stop")));
  const events = modelAt("http://127.0.0.1:9/v1", { fetch }).stream(ask("hi"), never());
  assert.equal(textOf(await collect(events)).length, 10 * megabyte.length);
});

Deno.test("after a fault the connection is closed, though the server goes on", async () => {
  const live = new LiveStream();
  await withServer(() => live.response, async (url) => {
    live.send('data: {"error":{"message":"busy"}}\n\n');
    await faultAt(url);
    await live.cancelled;
  });
});
