/**
 * A model that is asked through a provider package. Owns the life of one request: connect, read, let
 * go. What differs between providers is in their dialect.
 *
 * @module
 */

import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { abortable } from "./abortable.ts";
import { chained } from "./chain.ts";
import type { Dialect, EndpointOptions } from "./dialect.ts";
import { baseUrlOf, keyOf, proxyVariableOf } from "./endpoint.ts";
import { faultOf } from "./errors.ts";
import type { FaultContext } from "./fault_context.ts";
import { type Fetch, guardedFetch } from "./guarded_fetch.ts";
import { redactor } from "./redact.ts";
import { withBody, withoutKey } from "./request_body.ts";
import { hasReasoning, withoutReasoning } from "./sdk_prompt.ts";
import { StreamParts } from "./stream_parts.ts";
import { StructuredAnswer } from "./structured_answer.ts";
import { type Model, type ModelEvent, type ModelRequest, ProviderError } from "./types.ts";
import { warmUp } from "./warm_up.ts";

/** Packages look for a key in the environment when they are given none. */
const NO_KEY = "none";

/** A stream of events that returns why it ended, in the provider's word. */
export type Answer = AsyncGenerator<ModelEvent, string | null>;

/**
 * The model. It can be asked any number of times, also at once.
 *
 * @throws {ProviderError} `config` when the key's variable is unset or the base URL is none.
 */
export function sdkModel(options: EndpointOptions, dialect: Dialect): Model {
  const address = baseUrlOf(options);
  keyOf(options);
  let cold = true;
  const waiting = (answered: AbortSignal): void => {
    if (!cold) return;
    cold = false;
    // It only saves time: what does not come of it is done, and told, when there is an answer.
    warmUp(dialect, options, answered).catch(() => {});
  };
  return {
    id: `${options.provider}/${options.model}`,
    continuation: dialect.continuation,
    stream: (request, signal, activity = () => {}) =>
      abortable(signal, (inner) => {
        const ask = (one: ModelRequest) =>
          forgiving(one, (other) =>
            answer(options, dialect, address, other, inner, activity, waiting));
        return dialect.chains(request)
          ? chained(request, ask, dialect.continuation)
          : withoutResult(ask(request));
      }),
  };
}

async function* withoutResult(events: Answer): AsyncGenerator<ModelEvent> {
  yield* events;
}

/**
 * Providers bind earlier reasoning to the account, the model or the very words before it, and refuse
 * a prompt in which one of these has changed. Then it is asked again without: a conversation must
 * not be lost over thoughts (PR-045).
 */
async function* forgiving(request: ModelRequest, ask: (request: ModelRequest) => Answer): Answer {
  const first = ask(request);
  let begun = false;
  try {
    while (true) {
      const next = await first.next();
      if (next.done === true) return next.value;
      begun = true;
      yield next.value;
    }
  } catch (error) {
    if (begun || !hasReasoning(request) || !refusesReasoning(error)) throw error;
  } finally {
    await first.return(null);
  }
  return yield* ask(withoutReasoning(request));
}

function refusesReasoning(error: unknown): boolean {
  return error instanceof ProviderError && error.code === "bad_request" &&
    /thinking|thought|signature|reasoning|encrypted|bound to/i.test(error.message);
}

async function* answer(
  options: EndpointOptions,
  dialect: Dialect,
  address: URL,
  request: ModelRequest,
  signal: AbortSignal,
  activity: () => void,
  waiting: (answered: AbortSignal) => void,
): Answer {
  const key = keyOf(options);
  const context: FaultContext = {
    provider: options.provider,
    host: address.host,
    model: options.model,
    apiKeyEnv: options.apiKeyEnv,
    proxyVariable: proxyVariableOf(address, options.env),
    redact: redactor([key]),
    now: () => options.timer.now(),
  };
  const parts = new StreamParts(
    context,
    dialect.stream,
    request.schema === undefined ? null : new StructuredAnswer(),
    dialect.aside?.() ?? null,
  );
  const connection = new AbortController();
  const connected = Promise.withResolvers<void>();
  const { growing = null } = dialect;
  const guarded = guardedFetch(options.fetch, context, options.timer, activity, growing);
  const announced: Fetch = async (input, init) => {
    const answered = new AbortController();
    waiting(answered.signal);
    try {
      const response = await guarded(input, init);
      connected.resolve();
      return response;
    } finally {
      answered.abort();
    }
  };
  const opening = open(
    dialect,
    {
      model: options.model,
      baseUrl: options.baseUrl,
      key: key ?? NO_KEY,
      fetch: withBody(
        key === undefined ? withoutKey(announced) : announced,
        dialect.body(request),
      ),
    },
    request,
    AbortSignal.any([signal, connection.signal]),
    context,
  );
  try {
    // Some packages read on to the first event before they hand the stream over.
    await Promise.race([connected.promise, opening]);
    yield { kind: "connected" };
    const reader = await opening;
    while (true) {
      const { done, value } = await reader.read().catch((error) => {
        throw faultOf(error, context);
      });
      if (done) return parts.end();
      yield* parts.take(value);
    }
  } finally {
    // Not by cancelling the stream alone: packages keep a copy of it that reads on.
    connection.abort();
    opening.then((reader) => reader.cancel()).catch(() => {});
  }
}

async function open(
  dialect: Dialect,
  connection: Parameters<Dialect["load"]>[0],
  request: ModelRequest,
  signal: AbortSignal,
  context: FaultContext,
): Promise<ReadableStreamDefaultReader<LanguageModelV4StreamPart>> {
  try {
    const model = await dialect.load(connection);
    const { stream } = await model.doStream(dialect.call(request, signal));
    return stream.getReader();
  } catch (error) {
    throw faultOf(error, context);
  }
}
