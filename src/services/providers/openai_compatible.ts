/**
 * Models behind an OpenAI-compatible endpoint (chat completions), through the maintained provider
 * package, which is loaded with the first request and not before. Owns the life of one request:
 * connect, read, let go. The key is read from the environment for each request and kept nowhere.
 *
 * @module
 */

import { abortable } from "./abortable.ts";
import { callOptions, OPTIONS_KEY } from "./call_options.ts";
import { faultOf } from "./errors.ts";
import type { FaultContext } from "./fault_context.ts";
import { type Fetch, guardedFetch } from "./guarded_fetch.ts";
import { redactor } from "./redact.ts";
import { StreamParts } from "./stream_parts.ts";
import type { Timer } from "./timer.ts";
import { type Model, type ModelEvent, type ModelRequest, ProviderError } from "./types.ts";

/** Which model, where, and with what key. */
export interface OpenAICompatibleOptions {
  /** The provider's name in the configuration. */
  readonly provider: string;
  /** The model's name at the provider. */
  readonly model: string;
  /** `https://host/v1`: what `/chat/completions` is appended to. */
  readonly baseUrl: string;
  /** The environment variable that holds the key; null for a server that wants none. */
  readonly apiKeyEnv: string | null;
  /** An environment variable. */
  readonly env: (name: string) => string | undefined;
  /** Bounds the wait for an error's body. */
  readonly timer: Timer;
  /** Makes the requests. */
  readonly fetch: Fetch;
}

/** OpenAI's own service differs from what is compatible with it. */
const OPENAI_HOST = "api.openai.com";

/** Loads the provider package, so that a later request does not wait for it (tens of ms). */
export async function preloadOpenAICompatible(): Promise<void> {
  await import("@ai-sdk/openai-compatible");
}

/**
 * The model. It can be asked any number of times, also at once.
 *
 * @throws {ProviderError} `config` when the key's variable is unset or the base URL is none.
 */
export function openAICompatibleModel(options: OpenAICompatibleOptions): Model {
  const url = baseUrlOf(options);
  keyOf(options);
  return {
    id: `${options.provider}/${options.model}`,
    stream: (request, signal, activity = () => {}) =>
      abortable(signal, (inner) => run(options, url, request, inner, activity)),
  };
}

async function* run(
  options: OpenAICompatibleOptions,
  url: URL,
  request: ModelRequest,
  signal: AbortSignal,
  activity: () => void,
): AsyncGenerator<ModelEvent> {
  const key = keyOf(options);
  const context: FaultContext = {
    provider: options.provider,
    host: url.host,
    model: options.model,
    apiKeyEnv: options.apiKeyEnv,
    redact: redactor([key]),
    now: () => options.timer.now(),
  };
  const parts = new StreamParts(context);
  const reader = await open(options, request, signal, key, context, activity);
  try {
    yield { kind: "connected" };
    while (true) {
      const { done, value } = await reader.read().catch((error) => {
        throw faultOf(error, context);
      });
      if (done) return;
      yield* parts.take(value);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

async function open(
  options: OpenAICompatibleOptions,
  request: ModelRequest,
  signal: AbortSignal,
  key: string | undefined,
  context: FaultContext,
  activity: () => void,
) {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const model = createOpenAICompatible({
    name: OPTIONS_KEY,
    baseURL: options.baseUrl,
    apiKey: key,
    includeUsage: true,
    fetch: guardedFetch(options.fetch, context, options.timer, activity),
    transformRequestBody: context.host === OPENAI_HOST ? withoutMaxTokens : undefined,
  }).chatModel(options.model);
  try {
    const call = callOptions(request, signal, context.host !== OPENAI_HOST);
    return (await model.doStream(call)).stream.getReader();
  } catch (error) {
    throw faultOf(error, context);
  }
}

/** OpenAI's newer models refuse `max_tokens`; all of them know its successor. */
function withoutMaxTokens(body: Record<string, unknown>): Record<string, unknown> {
  const { max_tokens, ...rest } = body;
  return max_tokens === undefined ? rest : { max_completion_tokens: max_tokens, ...rest };
}

function baseUrlOf(options: OpenAICompatibleOptions): URL {
  const url = URL.canParse(options.baseUrl) ? new URL(options.baseUrl) : null;
  const http = url !== null && /^https?:$/.test(url.protocol);
  // fetch refuses an address with a login in it, and it would end up in messages.
  if (http && url.username === "" && url.password === "") return url;
  throw new ProviderError(
    "config",
    `The base_url of provider ${options.provider} is not ` +
      (http ? "allowed to hold a login." : "an http(s) address."),
    {
      help: `Set providers.llm.${options.provider}.base_url to something like https://host/v1` +
        (http ? ", and api_key_env to the variable that holds the key." : "."),
      retryable: false,
    },
  );
}

function keyOf(options: OpenAICompatibleOptions): string | undefined {
  const name = options.apiKeyEnv;
  if (name === null) return undefined;
  // `export KEY=$(cat file)` and .env files leave white space around it.
  const key = options.env(name)?.trim();
  const help = `Set ${name} to a key of ${options.provider}, or choose another model (-m).`;
  if (key === undefined || key === "") {
    throw new ProviderError("config", `${options.provider} needs a key, and ${name} is not set.`, {
      help,
      retryable: false,
    });
  }
  // Checked here, since runtimes quote a header they refuse.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new ProviderError("config", `${name} holds characters that no key has.`, {
      help,
      retryable: false,
    });
  }
  return key;
}
