import assert from "node:assert/strict";
import type { ProviderError } from "../../../../src/services/providers/mod.ts";
import { ask, collectFault, everythingIn, modelAt, never } from "./fixtures.ts";
import { delta, sse, withServer } from "./sse_server.ts";

Deno.test("a key the server echoes appears nowhere in the fault", async () => {
  const key = "sk-proj-0123456789abcdef/+secret";
  const echo = (request: { headers: Headers }) => request.headers.get("authorization") ?? "";
  const bodies: ((key: string) => Response)[] = [
    (text) => Response.json({ error: { message: `Bad key: ${text}` } }, { status: 401 }),
    (text) => new Response(`denied ${text} ${encodeURIComponent(key)}`, { status: 403 }),
    (text) =>
      new Response(`<html><title>${text}</title>`, { headers: { "content-type": "text/html" } }),
    (text) =>
      new Response("", {
        status: 302,
        headers: { location: `/login?${encodeURIComponent(text)}` },
      }),
    (text) => sse(delta({ content: "a" }), `data: {"error":{"message":"${text}"}}\n\n`),
    (text) => sse(delta({ content: "a" }), `data: not json ${text}\n\n`),
    (text) => sse(delta({ content: "a" }), `data: {"odd":"${text}"}\n\n`),
    () =>
      new Response(`Incorrect API key: sk-proj-****cret. ${"x".repeat(285)}${key}`, {
        status: 401,
      }),
  ];
  for (const body of bodies) {
    let echoed = "";
    const respond = (request: { headers: Headers }) => body(echoed = echo(request));
    await withServer(respond, async (url) => {
      const model = modelAt(url, { apiKeyEnv: "TEST_KEY", env: () => ` ${key}\n` });
      const { fault } = await collectFault(model.stream(ask("hi"), never()));
      assert.equal(echoed, `Bearer ${key}`);
      const all = everythingIn(fault) + Deno.inspect(model);
      assert.ok(!all.includes(key) && !all.includes(encodeURIComponent(key)), all);
      assert.ok(!all.includes("0123456789") && !all.includes("****cret"), all);
    });
  }
});

Deno.test("a missing or impossible key is said before anything is sent", () => {
  const build = (value: string | undefined) =>
    modelAt("http://127.0.0.1:9/v1", { apiKeyEnv: "WORK_KEY", env: () => value });
  const shape = (pattern: RegExp) => (error: ProviderError) =>
    error.code === "config" && pattern.test(error.message) && /WORK_KEY/.test(error.help);
  assert.throws(() => build(undefined), shape(/WORK_KEY is not set/));
  assert.throws(() => build("  "), shape(/WORK_KEY is not set/));
  assert.throws(() => build("top\nsecret"), shape(/^WORK_KEY holds characters/));
  assert.throws(() => build("topsecretπ"), shape(/^WORK_KEY holds characters/));
});

Deno.test("a base URL has to be an http address without a login", () => {
  const code = (error: ProviderError) => error.code === "config" && !error.message.includes("pass");
  for (const url of ["", "llm.example.com/v1", "ftp://h/v1", "https://user:pass@h/v1"]) {
    assert.throws(() => modelAt(url), code);
  }
});
