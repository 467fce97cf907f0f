/**
 * What an HTTP answer that is not a stream of events means, in words a person can act on.
 *
 * @module
 */

import { excerpt, type FaultContext, isLocal, placeOf } from "./fault_context.ts";
import { retryAfterMs, shouldRetry } from "./retry_after.ts";
import { type ServerWords, wordsOfBody, wordsOfPayload } from "./server_words.ts";
import { ProviderError, type ProviderErrorCode } from "./types.ts";

/** What is told about a fault before the server's own words are added. */
interface Verdict {
  readonly code: ProviderErrorCode;
  readonly what: string;
  readonly help: string;
  readonly retryable: boolean;
}

/** A response outside 2xx, its body read. */
export interface FailedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** When a stream reported an error: before anything of the answer, within it, instead of it. */
export type StreamMoment = "before" | "within" | "instead";

const MOMENTS: Readonly<Record<StreamMoment, string>> = {
  before: " before it began to answer",
  within: " in the middle of the answer",
  instead: "",
};

/** The fault behind a response outside 2xx. */
export function statusFault(response: FailedResponse, context: FaultContext): ProviderError {
  const words = wordsOfBody(response.body);
  const verdict = response.status < 400
    ? redirected(response, context)
    : verdictOf(response.status, words, context);
  return new ProviderError(
    verdict.code,
    sentence(`${placeOf(context)} ${verdict.what} (${response.status})`, words, context),
    {
      help: verdict.help,
      retryable: shouldRetry(response.headers) ?? verdict.retryable,
      retryAfterMs: retryAfterMs(response.headers, context.now()) ?? words.retryAfterMs,
    },
  );
}

/**
 * The fault behind an error object inside a stream, whose HTTP status was 200. Without a status or
 * a known code it counts as the server's, since the request itself had been accepted.
 */
export function payloadFault(
  payload: unknown,
  context: FaultContext,
  when: StreamMoment = "within",
  status = NaN,
): ProviderError {
  const words = wordsOfPayload(payload);
  const said = words.status ?? statusOfCodes(words.codes) ?? (status >= 400 ? status : 500);
  const verdict = verdictOf(said, words, context);
  return new ProviderError(
    verdict.code,
    sentence(`${placeOf(context)} ${verdict.what}${MOMENTS[when]}`, words, context),
    { help: verdict.help, retryable: verdict.retryable, retryAfterMs: words.retryAfterMs },
  );
}

/** A 200 whose body is not an event stream: a web page, one JSON object, anything else. */
export function notAStreamFault(
  contentType: string,
  body: string,
  context: FaultContext,
): ProviderError {
  const words = wordsOfBody(body);
  if (words.isError) return payloadFault(JSON.parse(body.trim()), context, "instead");
  const kind = words.html || /html/i.test(contentType)
    ? "a web page"
    : contentType === ""
    ? "nothing"
    : excerpt(contentType, context);
  return new ProviderError(
    "bad_response",
    sentence(
      `${placeOf(context)} answered with ${kind} where a stream was expected`,
      words,
      context,
    ),
    {
      help: `Check providers.llm.${context.provider}.base_url (it often ends in /v1); ` +
        "a proxy or a network's login page can answer like this, too.",
      retryable: false,
    },
  );
}

function verdictOf(status: number, words: ServerWords, context: FaultContext): Verdict {
  const has = (pattern: RegExp) => words.codes.some((code) => pattern.test(code));
  // Some providers tell these apart only in their sentence.
  const says = (pattern: RegExp) => pattern.test(words.message);
  if (
    status === 402 || has(/insufficient_quota|billing|credit/) ||
    (status === 400 && says(/credit balance is too low/i))
  ) return exhausted(context);
  if (
    status === 413 || has(/context_length|exceed_context|request_too_large/) ||
    (status === 400 && says(/prompt is too long|token count .*exceeds|context (length|window)/i))
  ) return tooLarge();
  if (status === 400 && has(/api_key_invalid/)) return wrongKey(context);
  if (words.html && [400, 401, 403, 404].includes(status)) return somebodyElse(status, context);
  switch (status) {
    case 401:
      return wrongKey(context);
    case 403:
      return {
        code: "auth",
        what: "refused access",
        help: `${keyHelp(context)} It may also be closed to your region or to this model.`,
        retryable: false,
      };
    case 404:
      return {
        code: "not_found",
        what: `does not know the model "${context.model}" or has nothing at this address`,
        help: notFoundHelp(context),
        retryable: false,
      };
    case 407:
      return {
        code: "connect",
        what: "is behind a proxy that wants a login",
        help: "Put the login into HTTPS_PROXY, or unset it.",
        retryable: false,
      };
    case 408:
    case 504:
      return {
        code: "timeout",
        what: "took too long",
        help: "Try again, or choose a faster model.",
        retryable: true,
      };
    case 409:
      return {
        code: "server",
        what: "reports a conflict with another request",
        help: "Try again.",
        retryable: true,
      };
    case 429:
      return {
        code: "rate_limit",
        what: "is limiting requests",
        help: "Wait a little, or choose another model.",
        retryable: true,
      };
    case 529:
      return {
        code: "server",
        what: "is overloaded",
        help: "Try again later, or choose another model.",
        retryable: true,
      };
  }
  if (status >= 500) {
    return {
      code: "server",
      what: status === 502 || status === 503 ? "is not available" : "failed",
      help: "Try again later, or choose another model.",
      retryable: true,
    };
  }
  return {
    code: "bad_request",
    what: "rejected the request",
    help: "Check the model's parameters and tools (jp config show).",
    retryable: false,
  };
}

/** No provider answers with a web page: what speaks there stands in between, or is another server. */
function somebodyElse(status: number, context: FaultContext): Verdict {
  return {
    code: status === 404 ? "not_found" : "bad_response",
    what: "answered with the web page of something else",
    help: `Check providers.llm.${context.provider}.base_url, and any proxy or firewall in between.`,
    retryable: false,
  };
}

function wrongKey(context: FaultContext): Verdict {
  return {
    code: "auth",
    what: "did not accept the API key",
    help: keyHelp(context),
    retryable: false,
  };
}

function exhausted(context: FaultContext): Verdict {
  return {
    code: "quota",
    what: "has no credit left for this key",
    help: `Check the plan behind ${context.apiKeyEnv ?? "this server"}, or choose another model.`,
    retryable: false,
  };
}

function tooLarge(): Verdict {
  return {
    code: "too_large",
    what: "finds the request too large",
    help: "Start a new conversation (-n), or fork this one with fewer turns (jp c fork --last N).",
    retryable: false,
  };
}

function redirected(response: FailedResponse, context: FaultContext): Verdict {
  const target = excerpt(response.headers.get("location") ?? "another address", context);
  return {
    code: "bad_response",
    what: `redirects to ${target}`,
    help: `Set providers.llm.${context.provider}.base_url to the final address; ` +
      "a redirect is not followed, since it would take your key and your words along.",
    retryable: false,
  };
}

function keyHelp(context: FaultContext): string {
  return context.apiKeyEnv === null
    ? `Set providers.llm.${context.provider}.api_key_env to the variable that holds a key.`
    : `Check the key in ${context.apiKeyEnv}.`;
}

function notFoundHelp(context: FaultContext): string {
  if (context.provider === "ollama" && isLocal(context)) {
    return `Fetch it with \`ollama pull ${context.model}\`; \`ollama list\` shows what is there.`;
  }
  return `Check the model's name and providers.llm.${context.provider}.base_url.`;
}

/** Error names used inside streams where there is no status line to go by. */
function statusOfCodes(codes: readonly string[]): number | undefined {
  const known: readonly (readonly [RegExp, number])[] = [
    [/rate_limit|too_many|resource_exhausted/, 429],
    [/overloaded/, 529],
    [/unavailable/, 503],
    [/timeout|deadline/, 504],
    [/auth|invalid_api_key|unauthenticated/, 401],
    [/permission/, 403],
    [/not_found/, 404],
    [/invalid_request|invalid_argument|bad_request/, 400],
  ];
  return known.find(([pattern]) => codes.some((code) => pattern.test(code)))?.[1];
}

function sentence(what: string, words: ServerWords, context: FaultContext): string {
  const quoted = excerpt(words.message, context);
  if (quoted === "") return `${what}.`;
  return words.html ? `${what}: "${quoted}".` : `${what}: ${quoted}`;
}
