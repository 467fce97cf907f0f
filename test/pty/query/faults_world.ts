/** A provider of any kind that misbehaves as it is told, and jp asking it. */
import http from "node:http";
import { type FixtureEnv, fixtureEnv, jpCommand, run, type Target } from "../../support/mod.ts";
import type { JsonObject } from "../../../src/core/conversation/mod.ts";
import { CEILING } from "../../support/fault_table.ts";
import { type Wire, WIRES } from "../../unit/services/providers/wires.ts";
import { lines, type Stored } from "./world.ts";

/** It may be seen nowhere but in a request's header. */
export const SECRET = "sk-secret-0123456789abcdef";

/** Every provider, and one that is named by the user. */
export const PROVIDERS: readonly Wire[] = [...WIRES, named("mine", "llamacpp")];

function named(name: string, like: string): Wire {
  const wire = WIRES.find(({ provider }) => provider === like);
  if (wire === undefined) throw new Error(`no wire format for ${like}`);
  return { ...wire, provider: name };
}

/** What came of one run. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Requests that reached the server. */
  readonly requests: number;
  /** Their bodies. */
  readonly bodies: readonly JsonObject[];
  readonly events: readonly Stored[];
  /** What is stored, as text. */
  readonly stored: string;
}

/** A server that is well. */
export function fine(response: http.ServerResponse, wire: Wire): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(wire.start + wire.word("Fine.") + wire.end);
}

/**
 * Runs `jp query hi` against a server that plays `answers`, the last of them again and again.
 *
 * @param flags further ones.
 * @param url where the provider is said to be, when not at that server.
 */
export async function ask(
  target: Target,
  wire: Wire,
  answers: readonly ((response: http.ServerResponse, wire: Wire) => void)[],
  { retries, url, flags = [] }: {
    readonly retries: number;
    readonly url?: string;
    readonly flags?: readonly string[];
  },
): Promise<Outcome> {
  const bodies: JsonObject[] = [];
  const server = http.createServer((request, response) => {
    let text = "";
    request.on("data", (piece) => text += piece);
    request.on("end", () => {
      const answer = answers[Math.min(bodies.length, answers.length - 1)];
      bodies.push(JSON.parse(text));
      answer?.(response, wire);
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not listening");
  await using env = await fixtureEnv({ env: { THE_KEY: SECRET } });
  await configure(env, wire.provider, url ?? `http://127.0.0.1:${address.port}/v1`, retries);
  try {
    const { code, stdout, stderr } = await run({
      ...jpCommand(target, "q", ...flags, "hi"),
      env: env.env,
      cwd: env.workspace,
    });
    const stored = await log(env);
    const requests = bodies.length;
    return { code, stdout, stderr, requests, bodies, events: lines(stored), stored };
  } finally {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
}

async function configure(
  env: FixtureEnv,
  provider: string,
  url: string,
  retries: number,
): Promise<void> {
  const kind = provider === "mine" ? 'kind = "openai-compatible"' : "";
  await Deno.mkdir(`${env.configHome}/jp`, { recursive: true });
  await Deno.writeTextFile(
    `${env.configHome}/jp/config.toml`,
    `assistant.model.id = "${provider}/some-model"
conversation.title.generate.auto = false
[assistant.request]
base_backoff_ms = 1
max_retries = ${retries}
max_response_bytes = ${CEILING}
[providers.llm.${provider}]
${kind}
base_url = "${url}"
api_key_env = "THE_KEY"
`,
  );
}

/** The log of the one conversation there is. */
async function log({ workspace }: FixtureEnv): Promise<string> {
  const place = `${workspace}/.jp/conversations`;
  for await (const { name } of Deno.readDir(place)) {
    return await Deno.readTextFile(`${place}/${name}/events.jsonl`);
  }
  throw new Error("no conversation");
}
