/**
 * Turns everything that can go wrong with a request into one clear ProviderError: what happened,
 * where, and what to do. Owns the wording of network and stream faults; HTTP answers are worded in
 * http_faults.ts. Never lets a key through: foreign text passes the context's `redact`.
 *
 * @module
 */

import { excerpt, type FaultContext, isLocal, placeOf } from "./fault_context.ts";
import { payloadFault } from "./http_faults.ts";
import { errorCode, safeCause } from "./redact.ts";
import { isRecord } from "./server_words.ts";
import { ProviderError } from "./types.ts";

const MAX_CAUSES = 6;

/** The connection could not be made, or ended before an answer began: what fetch rejected with. */
export function connectFault(error: unknown, context: FaultContext): ProviderError {
  const place = placeOf(context);
  // The address is taken out: a host named tls.example is not a TLS fault.
  const words = chainOf(error).map(describe).join(" ").replace(/https?:\/\/\S+/g, "");
  const cause = safeCause(error, context.redact);
  const is = (pattern: RegExp) => pattern.test(words);
  if (is(/dns error|ENOTFOUND|EAI_|getaddrinfo|lookup address|name resolution/i)) {
    return new ProviderError("connect", `${place} cannot be found: the name does not resolve.`, {
      help: `Check that you are online, and providers.llm.${context.provider}.base_url.`,
      retryable: true,
      cause,
    });
  }
  if (is(/ECONNREFUSED|ConnectionRefused|connection refused|actively refused/i)) {
    return new ProviderError("connect", `${place} refused the connection.`, {
      help: refusedHelp(context),
      retryable: true,
      cause,
    });
  }
  if (is(/certificate|CERT_|TLS|InvalidContentType|EPROTO|UNABLE_TO_VERIFY|SELF_SIGNED/i)) {
    return new ProviderError(
      "connect",
      `No secure connection to ${place}: ${reasonOf(error, context)}`,
      {
        help: `Check the clock, the certificate, and whether base_url should begin with http:.`,
        retryable: false,
        cause,
      },
    );
  }
  if (is(/timed out|ETIMEDOUT|os error 110/i)) {
    return new ProviderError("timeout", `${place} did not answer the connection in time.`, {
      help: "Check the network, and try again.",
      retryable: true,
      cause,
    });
  }
  if (is(/unreachable|no route|EHOSTUNREACH|ENETUNREACH|ENETDOWN|os error (101|113)/i)) {
    return new ProviderError("connect", `${place} cannot be reached from this network.`, {
      help: "Check that you are online.",
      retryable: true,
      cause,
    });
  }
  if (is(/ECONNRESET|ConnectionClosed|reset by peer|connection closed|EPIPE|broken pipe/i)) {
    return new ProviderError("connect", `${place} closed the connection without an answer.`, {
      help: "Try again; if it stays, check the server and any proxy in between.",
      retryable: true,
      cause,
    });
  }
  if (is(/requests to port \d+ are blocked|invalid url/i)) {
    return new ProviderError("config", `${place} cannot be asked: ${reasonOf(error, context)}`, {
      help: `Check providers.llm.${context.provider}.base_url.`,
      retryable: false,
      cause,
    });
  }
  return new ProviderError("connect", `No answer from ${place}: ${reasonOf(error, context)}`, {
    help: "Check the network and the server, and try again.",
    retryable: true,
    cause,
  });
}

/** The connection broke while the answer was arriving. */
export function lostFault(error: unknown, context: FaultContext): ProviderError {
  return new ProviderError(
    "connect",
    `The connection to ${placeOf(context)} was lost in the middle of the answer.`,
    {
      help: "Try again; what had arrived is kept.",
      retryable: true,
      cause: safeCause(error, context.redact),
    },
  );
}

/** The stream ended in good order, but the model never said that it was done. */
export function truncatedFault(context: FaultContext): ProviderError {
  return new ProviderError(
    "connect",
    `${placeOf(context)} ended the answer before it was finished.`,
    { help: "Try again; what had arrived is kept.", retryable: true },
  );
}

/** Bytes kept coming without ever completing an event. */
export function endlessEventFault(bytes: number, context: FaultContext): ProviderError {
  return new ProviderError(
    "bad_response",
    `${placeOf(context)} sent ${bytes} bytes without completing one event of the stream.`,
    { help: `Check providers.llm.${context.provider}.base_url.`, retryable: false },
  );
}

/** An error the stream itself reported, or one thrown while it was read or the request was made. */
export function faultOf(error: unknown, context: FaultContext): ProviderError {
  const known = chainOf(error).find((link) => link instanceof ProviderError);
  if (known !== undefined) return known;
  if (!(error instanceof Error)) return payloadFault(error, context);
  switch (error.name) {
    case "AI_JSONParseError":
      return garbled(error, "an event that is not JSON", true, context);
    case "AI_TypeValidationError": {
      const value = "value" in error ? error.value : undefined;
      if (isRecord(value) && value.error !== undefined && value.error !== null) {
        return payloadFault(value, context);
      }
      return garbled(error, "an event of an unknown shape", false, context);
    }
    case "AI_APICallError":
      return apiCallFault(error, context);
    case "AI_InvalidResponseDataError":
      return /without a finish reason/.test(error.message)
        ? truncatedFault(context)
        : garbled(error, "an incomplete tool call", true, context);
    default:
      if (UNREAD_FIRST_EVENT.test(error.message)) {
        return garbled(error, "a first event that cannot be read", true, context);
      }
      return new ProviderError(
        "bad_request",
        `The request to ${placeOf(context)} could not be made: ${reasonOf(error, context)}`,
        {
          help: "Check the model's parameters and tools (jp config show).",
          retryable: false,
          cause: safeCause(error, context.redact),
        },
      );
  }
}

/** The model's tool call cannot be run: its arguments are not a JSON object. */
export function toolArgumentsFault(name: string, context: FaultContext): ProviderError {
  return new ProviderError(
    "bad_response",
    `${placeOf(context)} called the tool ${excerpt(name, context)} with arguments that are not ` +
      "a JSON object.",
    { help: "Try again; small models do this now and then.", retryable: true },
  );
}

/** The model began a tool call and could not spell it. */
export function brokenCallFault(context: FaultContext): ProviderError {
  return new ProviderError("bad_response", `${placeOf(context)} made a tool call that is broken.`, {
    help: "Try again; models do this now and then.",
    retryable: true,
  });
}

/** Asked for JSON, the model wrote something else. */
export function noJsonFault(context: FaultContext): ProviderError {
  return new ProviderError(
    "bad_response",
    `${placeOf(context)} was asked for JSON and answered with something else.`,
    { help: "Try again, or choose a model that knows structured output.", retryable: true },
  );
}

/** How one package reports, without its cause, that it could not read the very first event. */
const UNREAD_FIRST_EVENT = /^Expected a normalized \w+ stream error$/;

/** An error that a stream began with; the status of the response itself was 200. */
function apiCallFault(error: Error, context: FaultContext): ProviderError {
  if (/Chat Completions stream/.test(error.message)) {
    return new ProviderError(
      "bad_response",
      `${placeOf(context)} speaks chat completions, not OpenAI's Responses API.`,
      {
        help: `Set providers.llm.${context.provider}.kind = "openai-compatible".`,
        retryable: false,
        cause: safeCause(error, context.redact),
      },
    );
  }
  const status = "statusCode" in error ? Number(error.statusCode) : NaN;
  const body = "responseBody" in error ? jsonOf(error.responseBody) : undefined;
  return payloadFault(
    body ?? { error: { message: error.message } },
    context,
    " before it began to answer",
    status,
  );
}

function jsonOf(text: unknown): unknown {
  try {
    return typeof text === "string" ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

function garbled(
  error: Error,
  what: string,
  retryable: boolean,
  context: FaultContext,
): ProviderError {
  return new ProviderError("bad_response", `${placeOf(context)} sent ${what}.`, {
    help: `If it stays, check providers.llm.${context.provider}.base_url and the server's version.`,
    retryable,
    cause: safeCause(error, context.redact),
  });
}

function refusedHelp(context: FaultContext): string {
  if (isLocal(context)) {
    switch (context.provider) {
      case "ollama":
        return "Start it with `ollama serve`, or set providers.llm.ollama.base_url.";
      case "llamacpp":
        return "Start it with `llama-server -m MODEL`, or set providers.llm.llamacpp.base_url.";
    }
  }
  return `Check that the server runs, and providers.llm.${context.provider}.base_url.`;
}

/** The innermost words: libraries put "fetch failed" around what happened. */
function reasonOf(error: unknown, context: FaultContext): string {
  const last = chainOf(error).at(-1);
  return excerpt(last instanceof Error ? last.message : String(last), context);
}

function chainOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  let link = error;
  while (link !== undefined && link !== null && chain.length < MAX_CAUSES) {
    chain.push(link);
    link = link instanceof Error ? link.cause : undefined;
  }
  return chain;
}

function describe(link: unknown): string {
  return link instanceof Error ? `${errorCode(link) ?? ""} ${link.message}` : String(link);
}
