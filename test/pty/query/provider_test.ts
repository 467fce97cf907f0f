/** An OpenAI-compatible endpoint from the user's configuration: what arrives, is shown and is kept. */
import assert from "node:assert/strict";
import { answer, RUNTIMES, toolCalls } from "../../support/mod.ts";
import { KEY, said, type Stored, type World, world } from "./world.ts";

/** Stored events without their times; each has one. */
async function kept(w: World): Promise<object[]> {
  return (await w.events()).map(({ timestamp, ...event }) => {
    assert.match(String(timestamp), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    return event;
  });
}

const MODEL = { model: "local/test" };

for (const target of RUNTIMES) {
  Deno.test(`${target}: text, reasoning, tool calls and usage arrive and are kept as events`, async () => {
    await using w = await world({
      scripts: [
        [
          { reasoning: "hm, " },
          { reasoning: "so" },
          { text: "Let me " },
          { text: "look." },
          { toolCall: { id: "c1", name: "fs_read", argsChunks: ['{"path":', '"a', '.txt"}'] } },
          { usage: { promptTokens: 3, completionTokens: 5 } },
          { finish: "tool_calls" },
        ],
        [
          { text: "Hello" },
          { usage: { promptTokens: 30, completionTokens: 50 } },
          { finish: "stop" },
        ],
      ],
    });
    const { code, stdout, stderr } = await w.run(target, ["q", "hi", "there"]);
    assert.deepEqual({ code, stdout }, { code: 0, stdout: "Let me look.\nHello\n" });
    assert.match(stderr, /^Calling tool `fs_read` with arguments:\n[^]*"path": "a\.txt"/);
    assert.match(stderr, /There is no tool named "fs_read"/);
    const events = await kept(w);
    assert.deepEqual(events.slice(0, 3), [
      { type: "turn_start" },
      { type: "chat_request", content: "hi there" },
      {
        type: "chat_response",
        reasoning: "hm, so",
        provider: { jp: { reasoning_content: true } },
        ...MODEL,
      },
    ]);
    const [text, call, result, last, end, ...more] = events.slice(3) as Stored[];
    assert.deepEqual(text, { type: "chat_response", message: "Let me look.", ...MODEL });
    assert.deepEqual(call, {
      type: "tool_call_request",
      id: "c1",
      name: "fs_read",
      arguments: { path: "a.txt" },
    });
    assert.deepEqual([result?.type, result?.id], ["tool_call_response", "c1"]);
    assert.deepEqual(last, { type: "chat_response", message: "Hello", ...MODEL });
    assert.deepEqual(end, {
      type: "turn_end",
      reason: "complete",
      usage: { input_tokens: 33, output_tokens: 55 },
    });
    assert.deepEqual(more, []);
    // The second request carries the call and its result.
    const messages = (await w.provider.request(2)).body["messages"] as Record<string, unknown>[];
    assert.deepEqual(messages.map(({ role }) => role), ["system", "user", "assistant", "tool"]);
  });

  Deno.test(`${target}: a token is on stdout while the provider says nothing more`, async () => {
    await using w = await world({
      scripts: [[{ text: "Hel" }, { stall: true }, { text: "lo," }, { stall: true }, {
        text: " there",
      }, { finish: "stop" }]],
    });
    await using jp = w.spawn(target, ["q", "hi"]);
    const request = await w.provider.request(1);
    for (const [nth, text] of [[1, "Hel"], [2, "lo,"]] as const) {
      await request.stalled(nth);
      await jp.stdout.expect(text);
      assert.ok(request.isStalled);
      request.release();
    }
    const { code, stdout } = await jp.result();
    assert.deepEqual([code, stdout], [0, "Hello, there\n"]);
  });

  Deno.test(`${target}: limits and server errors are told and repeated until it works`, async () => {
    await using w = await world({
      scripts: [
        [{
          status: 429,
          headers: { "retry-after": "0" },
          body: { error: { message: "slow\ndown" } },
        }],
        [{ status: 500, body: "oops" }],
        answer("fine"),
      ],
    });
    const { code, stdout, stderr } = await w.run(target, ["q", "hi"]);
    assert.deepEqual([code, stdout], [0, "fine\n"]);
    assert.match(
      stderr,
      /^[^\n]*429[^\n]*slow down[^\n]*Retrying \(1\/5\)…\n[^\n]*500[^\n]*Retrying \(2\/5\)…\n$/,
    );
    assert.deepEqual(await kept(w), [
      { type: "turn_start" },
      { type: "chat_request", content: "hi" },
      { type: "chat_response", message: "fine", ...MODEL },
      { type: "turn_end", reason: "complete" },
    ]);
    assert.deepEqual(w.provider.requests.map(({ body }) => said(body).at(-1)), [
      "user: hi",
      "user: hi",
      "user: hi",
    ]);
  });

  Deno.test(`${target}: a broken stream is gone on with; nothing is doubled`, async () => {
    await using w = await world({
      scripts: [
        [{ text: "Hel" }, { stall: true }, { close: true }],
        answer("lo"),
        answer("again"),
      ],
    });
    await using jp = w.spawn(target, ["q", "hi"]);
    await jp.stdout.expect("Hel");
    (await w.provider.request(1)).release();
    const { code, stdout, stderr } = await jp.result();
    assert.deepEqual([code, stdout], [0, "Hello\n"]);
    assert.match(stderr, /^[^\n]*lost[^\n]*Retrying \(1\/5\)…\n$/);
    assert.deepEqual(await kept(w), [
      { type: "turn_start" },
      { type: "chat_request", content: "hi" },
      { type: "chat_response", message: "Hel", interrupted: true, ...MODEL },
      { type: "chat_response", message: "lo", ...MODEL },
      { type: "turn_end", reason: "complete" },
    ]);
    const second = said((await w.provider.request(2)).body);
    assert.deepEqual(second.slice(1, 3), ["user: hi", "assistant: Hel"]);
    assert.match(second[3] ?? "", /^user: .*cut off/);
    // Later turns see one answer, and nothing of the repair.
    await w.run(target, ["q", "next"]);
    assert.deepEqual(said((await w.provider.request(3)).body).slice(1), [
      "user: hi",
      "assistant: Hello",
      "user: next",
    ]);
  });

  Deno.test(`${target}: an error is one line and one to act on; the partial answer stays`, async () => {
    await using w = await world({
      user: "assistant.request.max_retries = 0",
      scripts: [
        [{ text: "Hel" }, { error: { message: `boom\nwith \u001b[31m${KEY}\u001b[0m inside` } }],
      ],
    });
    const { code, stdout, stderr } = await w.run(target, ["q", "hi"]);
    assert.deepEqual([code, stdout], [1, "Hel\n"]);
    assert.match(stderr, /^jp: [^\n]*boom[^\n]*\n[^\n]+\n$/);
    assert.deepEqual((await kept(w)).slice(2), [
      { type: "chat_response", message: "Hel", interrupted: true, ...MODEL },
      { type: "turn_end", reason: "error" },
    ]);
  });

  Deno.test(`${target}: the key goes to the provider and nowhere else`, async () => {
    await using w = await world({
      user: "assistant.request.max_retries = 1",
      scripts: [
        [{ status: 500, body: { error: { message: `key ${KEY} is odd` } } }],
        [{ status: 401, body: { error: { message: `{"key": ${KEY}} is bad` } } }],
        answer("fine"),
      ],
    });
    const failed = await w.run(target, ["q", "-vv", "--log-file", "trace.log", "hi"]);
    const fine = await w.run(target, ["q", "-F", "json", "hi"]);
    const shown = await w.run(target, ["config", "show"]);
    const doctor = await w.run(target, ["doctor"]);
    assert.deepEqual([failed.code, fine.code], [1, 0]);
    assert.equal(w.provider.requests[0]?.headers["authorization"], `Bearer ${KEY}`);
    for (const { stdout, stderr } of [failed, fine, shown, doctor]) {
      assert.ok(!(stdout + stderr).includes(KEY));
    }
    const files = await w.files();
    const [, trace = ""] = [...files].find(([path]) => path.endsWith("trace.log")) ?? [];
    // A server's braces name no field of the log's.
    assert.ok(trace.includes(String.raw`{\"key\": [redacted]} is bad`), trace);
    for (const [path, text] of files) assert.ok(!text.includes(KEY), path);
  });
}

const FAULTS: readonly [what: string, script: Parameters<typeof answer> | object, code: RegExp][] =
  [
    [
      "a key that is not accepted",
      { status: 401, body: { error: { message: "no" } } },
      /LOCAL_KEY/,
    ],
    ["a model that is not there", { status: 404, body: { error: { message: "no model" } } }, /404/],
    [
      "a web page",
      { status: 200, headers: { "content-type": "text/html" }, body: "<p>" },
      /web page/,
    ],
    ["an empty error", { status: 400, body: "" }, /400/],
  ];
for (const [what, step, words] of FAULTS) {
  Deno.test(`${what} is one clear line, exit 1, no retry`, async () => {
    await using w = await world({ scripts: [[step as { status: number }]] });
    const { code, stdout, stderr } = await w.run("binary", ["q", "hi"]);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, words);
    assert.match(stderr, /^jp: [^\n]+\n[^\n]+\n$/);
    assert.equal((await w.events()).at(-1)?.["reason"], "error");
  });
}

Deno.test("a provider that is not there is told, after the retries", async () => {
  await using w = await world({ user: "assistant.request.max_retries = 1" });
  const { code, stderr } = await w.run("binary", [
    ...["q", "-c", "providers.llm.local.base_url=http://127.0.0.1:9/v1", "hi"],
  ]);
  assert.equal(code, 1);
  assert.match(stderr, /Retrying \(1\/1\)…\njp: [^\n]*127\.0\.0\.1:9[^\n]*\n[^\n]+\n$/);
});

Deno.test("a missing key is told before anything is made or sent", async () => {
  await using w = await world({ env: { LOCAL_KEY: "" } });
  const { code, stderr } = await w.run("binary", ["q", "hi"]);
  assert.equal(code, 1);
  assert.match(stderr, /^jp: local needs a key, and LOCAL_KEY is not set\.\n[^\n]+\n$/);
  assert.deepEqual(await w.conversations(), []);
});

Deno.test("a stream cut in a tool call behind a whole text is gone on with", async () => {
  await using w = await world({
    scripts: [
      [
        { text: "Let me look." },
        { toolCall: { id: "c1", name: "fs_read", argsChunks: ['{"pa'] } },
        { stall: true },
        { close: true },
      ],
      answer("Done."),
    ],
  });
  await using jp = w.spawn("binary", ["q", "hi"]);
  await jp.stdout.expect("look.\n");
  (await w.provider.request(1)).release();
  assert.equal((await jp.result()).stdout, "Let me look.\nDone.\n");
  const second = said((await w.provider.request(2)).body);
  assert.equal(second[2], "assistant: Let me look.");
  assert.match(second[3] ?? "", /^user: .*cut off/);
  assert.equal(second.length, 4);
  // Half a call is no call.
  assert.ok((await w.events()).every(({ type }) => !type.startsWith("tool_call")));
});

Deno.test("call ids used again and again stay apart", async () => {
  await using w = await world({
    scripts: [
      toolCalls({ id: "0", name: "a", args: {} }, { id: "0", name: "b", args: {} }),
      toolCalls({ id: "0", name: "c", args: {} }),
      answer("done"),
    ],
  });
  assert.equal((await w.run("binary", ["q", "hi"])).code, 0);
  const messages = (await w.provider.request(3)).body["messages"] as Record<string, unknown>[];
  const results = messages.filter(({ role }) => role === "tool").map((each) =>
    each["tool_call_id"]
  );
  assert.equal(new Set(results).size, 3);
});

Deno.test("what a provider ended for its own reasons is told", async () => {
  for (
    const [finish, words] of [["length", /limit of tokens/], ["content_filter", /refused/]] as const
  ) {
    await using w = await world({ scripts: [[{ text: "Let me" }, { finish }]] });
    const { code, stdout, stderr } = await w.run("binary", ["q", "hi"]);
    assert.deepEqual([code, stdout], [0, "Let me\n"]);
    assert.match(stderr, words);
  }
  await using w = await world({ scripts: [[{ finish: "stop" }]] });
  const { code, stdout, stderr } = await w.run("binary", ["q", "hi"]);
  assert.deepEqual([code, stdout], [0, ""]);
  assert.match(stderr, /without saying anything/);
});

Deno.test("control sequences of a model reach no pipe, and stay in the conversation", async () => {
  const text = "a\x1b[31mred\x1b[0m\r\nb\x1b]0;title\x07c\x1b[2Jd\r";
  await using w = await world({ scripts: [answer(...text)] });
  const { stdout } = await w.run("binary", ["q", "hi"]);
  assert.equal(stdout, "ared\nbcd\n");
  assert.equal((await w.events())[2]?.["message"], text);
  const printed = await w.run("binary", ["c", "print"]);
  assert.ok(printed.stdout.includes("ared\nbcd\n"));
});
