import assert from "node:assert/strict";
import {
  buildModel,
  describeProviders,
  type Fetch,
  type ModelSelection,
  ollamaProbe,
  ProviderError,
  resolveModel,
  type ResolveOptions,
} from "../../../../src/services/providers/mod.ts";
import { ask, collectFault, ManualTimer, never, settled } from "./fixtures.ts";

const NOTHING: ModelSelection = { model: null, aliases: {}, providers: {} };

const offline: Fetch = () => Promise.reject(new TypeError("offline"));

function options(
  config: Partial<ModelSelection>,
  keys: Record<string, string> = {},
  more: Partial<ResolveOptions> = {},
): ResolveOptions {
  return {
    config: { ...NOTHING, ...config },
    env: (name) => keys[name],
    timer: new ManualTimer(),
    fetch: offline,
    probeOllama: null,
    signal: never(),
    ...more,
  };
}

async function resolved(...args: Parameters<typeof options>) {
  const { model, notice } = await resolveModel(options(...args));
  return [model.id, notice];
}

function refused(config: Partial<ModelSelection>, keys: Record<string, string> = {}) {
  try {
    const { model, ...rest } = { ...NOTHING, ...config };
    buildModel(model ?? "", { model, ...rest }, options({}, keys));
  } catch (error) {
    assert.ok(error instanceof ProviderError);
    assert.equal(error.code, "config");
    assert.equal(error.retryable, false);
    return `${error.message} ${error.help}`;
  }
  assert.fail("it was built");
}

/** Where a model sends its request. */
async function urlOf(id: string, providers: ModelSelection["providers"] = {}): Promise<string> {
  let url = "";
  const fetch: Fetch = (input) => {
    url = String(input);
    return Promise.reject(new TypeError("offline"));
  };
  const keys = {
    ANTHROPIC_API_KEY: "k",
    GEMINI_API_KEY: "k",
    OPENAI_API_KEY: "k",
    OPENROUTER_API_KEY: "k",
  };
  const model = buildModel(id, { ...NOTHING, providers }, options({}, keys, { fetch }));
  await collectFault(model.stream(ask("hi"), never()));
  return url;
}

Deno.test("the configured model comes first, without a word", async () => {
  assert.deepEqual(await resolved({ model: "ollama/qwen3:8b" }), ["ollama/qwen3:8b", null]);
  assert.deepEqual(
    await resolved({ model: "demo/tools" }, { OPENAI_API_KEY: "k" }),
    ["demo/tools", null],
  );
  assert.deepEqual(await resolved({ model: "demo" }), ["demo/chat", null]);
});

Deno.test("aliases, also of aliases", async () => {
  const aliases = {
    fast: "quick",
    quick: "openrouter/meta/llama",
    a: "b",
    b: "a",
    dead: "nowhere",
  };
  const keys = { OPENROUTER_API_KEY: "k" };
  assert.deepEqual(await resolved({ model: "fast", aliases }, keys), [
    "openrouter/meta/llama",
    null,
  ]);
  assert.match(refused({ model: "a", aliases }), /leads back to itself/);
  assert.match(refused({ model: "dead", aliases }), /"nowhere" \(through the alias dead\)/);
  assert.match(refused({ model: "constructor", aliases }), /PROVIDER\/NAME/);
});

Deno.test("then a provider whose key is set, then Ollama, then the demo, each said", async () => {
  const probeOllama = () => Promise.resolve("llama3.2:latest");
  const [openai, why] = await resolved({}, { OPENAI_API_KEY: "k" }, { probeOllama });
  assert.equal(openai, "openai/gpt-5.2");
  assert.match(String(why), /using openai\/gpt-5\.2, since OPENAI_API_KEY is set/);
  assert.equal((await resolved({}, { OPENROUTER_API_KEY: "k" }))[0], "openrouter/openrouter/auto");
  const providers = { openai: { api_key_env: "MY_KEY" } };
  assert.equal((await resolved({ providers }, { MY_KEY: "k" }))[0], "openai/gpt-5.2");
  assert.equal((await resolved({ providers }, { OPENAI_API_KEY: "k" }))[0], "demo/chat");
  const [ollama, local] = await resolved({}, {}, { probeOllama });
  assert.equal(ollama, "ollama/llama3.2:latest");
  assert.match(String(local), /local Ollama/);
  const [demo, notice] = await resolved({}, { OPENAI_API_KEY: "" });
  assert.equal(demo, "demo/chat");
  assert.match(String(notice), /built-in demo/);
  assert.doesNotMatch(String(notice), /\n/);
});

Deno.test("keys are looked for in the order of the manual, each provider with a model", async () => {
  const keys: Record<string, string> = {
    ANTHROPIC_API_KEY: "k",
    OPENAI_API_KEY: "k",
    GEMINI_API_KEY: "k",
    OPENROUTER_API_KEY: "k",
  };
  const found: string[] = [];
  for (const variable of Object.keys(keys)) {
    found.push((await resolved({}, keys))[0] ?? "");
    delete keys[variable];
  }
  assert.deepEqual(found, [
    "anthropic/claude-sonnet-5",
    "openai/gpt-5.2",
    "google/gemini-3.1-pro-preview",
    "openrouter/openrouter/auto",
  ]);
  // The name other programs use is not ours.
  assert.equal((await resolved({}, { GOOGLE_API_KEY: "k" }))[0], "demo/chat");
});

Deno.test("the probe is asked only when nothing else is there, and not waited for", async () => {
  let probed = 0;
  const probeOllama = () => {
    probed++;
    return new Promise<null>(() => {});
  };
  await resolved({ model: "demo/chat" }, {}, { probeOllama });
  await resolved({}, { OPENAI_API_KEY: "k" }, { probeOllama });
  assert.equal(probed, 0);
  const timer = new ManualTimer();
  const resolving = resolved({}, {}, { probeOllama, timer });
  await settled();
  assert.deepEqual(timer.slept, [150]);
  await timer.advance(150);
  assert.equal((await resolving)[0], "demo/chat");
  assert.equal(probed, 1);
});

Deno.test("the probe's failure is not ours; its timer and request do not outlive it", async () => {
  const timer = new ManualTimer();
  const failing = () => Promise.reject(new Error("no"));
  assert.equal((await resolved({}, {}, { probeOllama: failing, timer }))[0], "demo/chat");
  assert.equal(timer.pending, 0);
  let signal: AbortSignal | undefined;
  const slow = (given: AbortSignal) => {
    signal = given;
    return new Promise<null>(() => {});
  };
  const resolving = resolved({}, {}, { probeOllama: slow, timer });
  await settled();
  await timer.advance(150);
  await resolving;
  assert.equal(signal?.aborted, true);
});

Deno.test("an abort during the probe is heard at once", async () => {
  const control = new AbortController();
  const hanging = () => new Promise<null>(() => {});
  const resolving = resolved({}, {}, { probeOllama: hanging, signal: control.signal })
    .catch((reason: unknown) => reason);
  await settled();
  control.abort("stop");
  assert.equal(await resolving, "stop");
});

Deno.test("what the local Ollama has", async () => {
  const asked: string[] = [];
  const probe = (response: () => Response) => {
    const fetch: Fetch = (input) => {
      asked.push(String(input));
      return Promise.resolve(response());
    };
    return ollamaProbe(fetch, "http://localhost:11434")(never());
  };
  const models = [{ name: "nomic-embed-text:latest" }, { name: "qwen3:8b" }, { name: "llama3.2" }];
  assert.equal(await probe(() => Response.json({ models })), "qwen3:8b");
  assert.deepEqual(asked, ["http://localhost:11434/api/tags"]);
  assert.equal(await probe(() => Response.json({ models: [] })), null);
  assert.equal(await probe(() => new Response("<html>")), null);
  assert.equal(await probe(() => new Response("no", { status: 500 })), null);
  assert.equal(await ollamaProbe(offline, "http://localhost:11434")(never()), null);
});

Deno.test("addresses: the usual path is added to a bare host, another one is kept", async () => {
  const end = "/chat/completions";
  assert.equal(await urlOf("openai/gpt"), "https://api.openai.com/v1/responses");
  assert.equal(await urlOf("anthropic/claude"), "https://api.anthropic.com/v1/messages");
  assert.equal(
    await urlOf("google/gemini"),
    "https://generativelanguage.googleapis.com/v1beta/models/gemini:streamGenerateContent?alt=sse",
  );
  assert.equal(await urlOf("openrouter/a/b"), `https://openrouter.ai/api/v1${end}`);
  assert.equal(await urlOf("ollama/a"), `http://localhost:11434/v1${end}`);
  assert.equal(await urlOf("llamacpp/a"), `http://127.0.0.1:8080/v1${end}`);
  const at = (base_url: string) => ({ ollama: { base_url } });
  assert.equal(await urlOf("ollama/a", at("http://gpu:1234/")), `http://gpu:1234/v1${end}`);
  assert.equal(await urlOf("ollama/a", at("http://gpu:1234/v2/")), `http://gpu:1234/v2${end}`);
  const work = { work: { kind: "openai-compatible", base_url: "https://llm.example.com/x" } };
  assert.equal(await urlOf("work/large", work), `https://llm.example.com/x${end}`);
});

Deno.test("what cannot be built says what can", () => {
  assert.match(refused({ model: "anthropic/claude" }), /ANTHROPIC_API_KEY is not set/);
  assert.match(refused({ model: "google/gemini" }), /GEMINI_API_KEY is not set/);
  assert.match(refused({ model: "acme/x" }), /no provider named acme\. Known.*openrouter/);
  assert.match(refused({ model: "opnai/x" }), /no provider named opnai.*Did you mean openai\?/);
  assert.match(refused({ model: "gpt-5" }), /PROVIDER\/NAME/);
  assert.match(refused({ model: "demo/x" }), /demo\/chat/);
  const odd = { acme: { kind: "grpc", base_url: "http://h" } };
  assert.match(
    refused({ model: "acme/x", providers: odd }),
    /unknown kind "grpc".*anthropic, openai/,
  );
  const bare = { acme: { kind: "openai-compatible" } };
  assert.match(refused({ model: "acme/x", providers: bare }), /acme has no base_url/);
  assert.match(refused({ model: "openai/gpt" }), /OPENAI_API_KEY is not set/);
});

Deno.test("a provider may be reached through its compatible endpoint as well", () => {
  const providers = {
    anthropic: { kind: "openai-compatible", base_url: "https://api.anthropic.com/v1" },
  };
  const keys = { ANTHROPIC_API_KEY: "k" };
  const model = buildModel("anthropic/claude", { ...NOTHING, providers }, options({}, keys));
  assert.equal(model.id, "anthropic/claude");
});

Deno.test("which providers have keys", () => {
  const providers = { work: { kind: "openai-compatible", base_url: "http://h", api_key_env: "W" } };
  const env = (name: string) => name === "W" ? "k" : undefined;
  const all = describeProviders({ ...NOTHING, providers }, env);
  const find = (name: string) => all.find((provider) => provider.name === name);
  assert.deepEqual(find("work"), {
    name: "work",
    kind: "openai-compatible",
    apiKeyEnv: "W",
    hasKey: true,
  });
  assert.equal(find("openai")?.hasKey, false);
  assert.equal(find("ollama")?.hasKey, null);
  assert.equal(find("anthropic")?.kind, "anthropic");
});

Deno.test("the registry loads no npm package until a request is made", async () => {
  const entry = new URL("../../../../src/services/providers/mod.ts", import.meta.url);
  const seen = new Set<string>();
  const read = async (url: URL): Promise<void> => {
    if (seen.has(url.href)) return;
    seen.add(url.href);
    const source = await Deno.readTextFile(url);
    const statements = source.matchAll(/^(import|export)\b(?!\s+type\b)[^;]*?from\s+"([^"]+)"/gm);
    for (const [, , specifier = ""] of statements) {
      assert.ok(specifier.startsWith("."), `${url.pathname} imports ${specifier}`);
      await read(new URL(specifier, url));
    }
  };
  await read(entry);
  assert.ok(seen.size > 15);
});

Deno.test("a kind that is a known name is that provider, wherever it is", () => {
  // The configuration fills in the kind of each provider it knows: its own name.
  const providers = {
    openai: { kind: "openai", api_key_env: "OPENAI_API_KEY" },
    ollama: { kind: "ollama" },
    box: { kind: "ollama", base_url: "http://box:11434" },
    anthropic: { kind: "anthropic" },
  };
  const all = describeProviders({ ...NOTHING, providers }, () => "k");
  const find = (name: string) => all.find((provider) => provider.name === name);
  assert.equal(find("openai")?.kind, "openai");
  assert.equal(find("ollama")?.kind, "openai-compatible");
  assert.deepEqual(find("box"), {
    name: "box",
    kind: "openai-compatible",
    apiKeyEnv: null,
    hasKey: null,
  });
  assert.equal(find("anthropic")?.kind, "anthropic");
  assert.equal(buildModel("box/m", { ...NOTHING, providers }, options({})).id, "box/m");
});
