/** Which model is asked, and with what: `-m`, aliases, `-p`, `-r` and `-R`; and who answers unasked. */
import assert from "node:assert/strict";
import http from "node:http";
import type { JsonObject } from "../../../src/core/conversation/mod.ts";
import { answer, fixtureEnv, jpCommand, run } from "../../support/mod.ts";
import { ask, fine, PROVIDERS } from "./faults_world.ts";
import { world } from "./world.ts";

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : inner,
    value,
  );
}

/** How each provider is told to think little, and not to think. */
const THINKING: Readonly<
  Record<string, { readonly at: readonly string[]; low: unknown; off: unknown }>
> = {
  anthropic: {
    at: ["thinking"],
    low: { type: "adaptive", display: "summarized" },
    off: { type: "disabled" },
  },
  openai: { at: ["reasoning"], low: { effort: "low", summary: "auto" }, off: { effort: "none" } },
  google: {
    at: ["generationConfig", "thinkingConfig"],
    low: { includeThoughts: true, thinkingLevel: "low" },
    off: { thinkingLevel: "minimal" },
  },
  openrouter: {
    at: ["reasoning"],
    low: { effort: "low", exclude: false },
    off: { enabled: false },
  },
  ollama: { at: ["reasoning_effort"], low: "low", off: "none" },
  llamacpp: { at: ["reasoning_effort"], low: "low", off: "none" },
  mine: { at: ["reasoning_effort"], low: "low", off: "none" },
};

/** Models that can be told; the packages know others by name that cannot. */
const MODELS: Readonly<Record<string, string>> = {
  anthropic: "claude-sonnet-5",
  openai: "gpt-5.2",
  google: "gemini-3-flash",
};

Deno.test("-r and -R reach each provider in its own words, -p as it stands", async () => {
  await Promise.all(PROVIDERS.map(async (wire) => {
    const told = THINKING[wire.provider];
    assert.ok(told !== undefined);
    const model = `${wire.provider}/${MODELS[wire.provider] ?? "m"}`;
    const body = async (...flags: string[]): Promise<JsonObject> => {
      const { code, stderr, bodies } = await ask("binary", wire, [fine], {
        retries: 0,
        flags: ["-m", model, ...flags],
      });
      assert.deepEqual([code, stderr], [0, ""], wire.provider);
      return bodies[0] ?? {};
    };
    const low = await body("-r", "low", "-p", "only_its_own=7");
    assert.deepEqual(at(low, ...told.at), told.low, wire.provider);
    assert.equal(low.only_its_own, 7, wire.provider);
    const off = await body("-R", "-p", "max_tokens=99");
    assert.deepEqual(at(off, ...told.at), told.off, wire.provider);
    assert.ok(JSON.stringify(off).includes("99"), wire.provider);
  }));
});

Deno.test("what a parameter cannot be is one clear line", async () => {
  await using w = await world();
  for (
    const [flags, words] of [
      [["-r", "much"], /reasoning: expected "off" or "auto"/],
      [["-p", "temperature=hot"], /temperature: expected a number/],
      [["-p", "max_tokens=-1"], /max_tokens/],
    ] as const
  ) {
    const { code, stderr } = await w.run("binary", ["q", ...flags, "hi"]);
    assert.equal(code, 1);
    assert.match(stderr, words);
    assert.match(stderr, /^jp: [^\n]+\n[^\n]+\n$/);
  }
});

Deno.test("an alias is a model; one that leads nowhere is told", async () => {
  await using w = await world({
    scripts: [answer("ok")],
    user: '[providers.llm.aliases]\nquick = "local/small"\nlost = "nobody/x"\n',
  });
  assert.equal((await w.run("binary", ["q", "-m", "quick", "hi"])).code, 0);
  assert.equal(w.provider.requests[0]?.body["model"], "small");
  for (
    const [model, words] of [
      ["lost", /no provider named nobody/],
      ["slow", /"slow" is not a model.*\n.*quick, lost/],
    ] as const
  ) {
    const { code, stderr } = await w.run("binary", ["q", "-n", "-m", model, "hi"]);
    assert.equal(code, 1);
    assert.match(stderr, words);
  }
});

Deno.test("a model that is named wrong is told with the place that names it", async () => {
  const user = '[providers.llm.aliases]\nlost = "nobody/x"\n\n[providers.llm.login]\n' +
    'kind = "openai-compatible"\nbase_url = "http://me:secret@host/v1"\n';
  await using w = await world({
    user,
    workspace: '[assistant.model]\nid = "nope/x"\n',
  });
  const key = "assistant.model.id: ";
  const runs: [args: string[], env: Record<string, string>, line: RegExp][] = [
    [
      [],
      {},
      /^jp: \/.*\/\.jp\/config\.toml:\d+: assistant\.model\.id: there is no provider named nope\n/,
    ],
    [["-m", "slow"], {}, RegExp(`^jp: command line: ${key}"slow" is not a model: [^\n]+NAME\n`)],
    [
      ["-m", "lost"],
      {},
      /^jp: \/.*\/config\.toml:\d+: providers\.llm\.aliases\.lost: there is no provider named nobody\n/,
    ],
    [
      ["-m", "login/x"],
      {},
      /^jp: \/.*\/config\.toml:\d+: providers\.llm\.login\.base_url: the base_url [^\n]* login\n/,
    ],
    [
      [],
      { JP_CFG_ASSISTANT_MODEL_ID: "fast" },
      RegExp(`^jp: JP_CFG_ASSISTANT_MODEL_ID: ${key}"fast" is not a model`),
    ],
    [["-c", "assistant.model.id=x"], {}, RegExp(`^jp: --cfg [^\n ]+: ${key}"x" is not a model`)],
  ];
  for (const [args, env, line] of runs) {
    const { code, stderr } = await w.run("deno", ["q", ...args, "hi"], { env });
    assert.equal(code, 1);
    assert.match(stderr, line);
    assert.ok(!stderr.includes("secret"));
  }
  assert.deepEqual(await w.conversations(), []);
});

Deno.test("a flag that names no tool makes no conversation", async () => {
  await using w = await world({ scripts: [] });
  const { code, stderr } = await w.run("deno", ["q", "-t=fs_raed", "hi"]);
  assert.equal(code, 2);
  assert.match(stderr, /there is no tool fs_raed\nDid you mean fs_read\?/);
  assert.deepEqual(await w.conversations(), []);
});

Deno.test("a command that is refused for its tools leaves the conversation as it was", async () => {
  await using w = await world({ scripts: [answer("ok")] });
  assert.equal((await w.run("deno", ["q", "-n", "hi"])).code, 0);
  const [directory] = await w.conversations();
  const events = () => Deno.readTextFile(`${directory}/events.jsonl`);
  const before = await events();
  for (const words of [["and?"], ["--replay"]]) {
    const { code, stderr } = await w.run("deno", ["q", "-m", "local/other", "-t=typo", ...words]);
    assert.equal(code, 2);
    assert.match(stderr, /there is no tool typo/);
    assert.equal(await events(), before);
  }
});

/** An Ollama with one model, which answers. */
async function ollama(): Promise<{ url: string } & AsyncDisposable> {
  const server = http.createServer((request, response) => {
    request.resume();
    if (request.url === "/api/tags") {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ models: [{ name: "nomic-embed" }, { name: "llama:8b" }] }));
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    const choices = [{ index: 0, delta: { content: "Local." }, finish_reason: "stop" }];
    response.end(`data: ${JSON.stringify({ id: "1", choices })}\n\ndata: [DONE]\n\n`);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not listening");
  return {
    url: `http://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

Deno.test("unasked: what is configured, a provider with a key, a local Ollama, the demo", async () => {
  await using local = await ollama();
  const choose = async (toml: string, env: Readonly<Record<string, string>> = {}) => {
    await using fixture = await fixtureEnv({ env });
    await Deno.mkdir(`${fixture.configHome}/jp`, { recursive: true });
    await Deno.writeTextFile(`${fixture.configHome}/jp/config.toml`, toml);
    const { code, stdout, stderr } = await run({
      ...jpCommand("binary", "q", "-p", "words=1", "hi"),
      env: fixture.env,
      cwd: fixture.workspace,
    });
    assert.equal(code, 0, stderr);
    return { stdout, stderr };
  };
  const there = `providers.llm.ollama.base_url = "${local.url}"\n`;
  const router = `providers.llm.openrouter.base_url = "${local.url}/v1"\n`;
  const key = { OPENROUTER_API_KEY: "key-0123456789" };
  assert.deepEqual(await choose(`assistant.model.id = "demo/chat"\n${there}`, key), {
    stdout: "I\n",
    stderr: "",
  });
  const keyed = await choose(there + router, key);
  assert.equal(keyed.stdout, "Local.\n");
  assert.equal(
    keyed.stderr,
    "No model is configured; using openrouter/openrouter/auto, since OPENROUTER_API_KEY is set.\n",
  );
  const found = await choose(there);
  assert.equal(found.stdout, "Local.\n");
  assert.match(
    found.stderr,
    /^No model is configured; using ollama\/llama:8b from the local Ollama\.\n$/,
  );
  const nobody = await choose('providers.llm.ollama.base_url = "http://127.0.0.1:1"\n');
  assert.match(nobody.stderr, /^No model is configured; the built-in demo answers[^\n]*\n$/);
});
