/**
 * Turns everything that can go wrong with a request into one clear ProviderError: what happened,
 * where, and what to do. Owns the wording of stream faults; a connection that was not made is worded
 * in connect_fault.ts, an HTTP answer in http_faults.ts. Never lets a key through: foreign text passes
 * the context's `redact`.
 *
 * @module
 */

import { chainOf, reasonOf } from "./causes.ts";
import { excerpt, type FaultContext, placeOf } from "./fault_context.ts";
import { payloadFault, type StreamMoment } from "./http_faults.ts";
import { safeCause } from "./redact.ts";
import { isRecord } from "./server_words.ts";
import { ProviderError } from "./types.ts";

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
export function faultOf(
  error: unknown,
  context: FaultContext,
  when: StreamMoment = "within",
): ProviderError {
  const known = chainOf(error).find((link) => link instanceof ProviderError);
  if (known !== undefined) return known;
  if (!(error instanceof Error)) return payloadFault(error, context, when);
  switch (error.name) {
    case "AI_JSONParseError":
      return garbled(error, "an event that is not JSON", true, context);
    case "AI_TypeValidationError": {
      const value = "value" in error ? error.value : undefined;
      if (isRecord(value) && value.error !== undefined && value.error !== null) {
        return payloadFault(value, context, when);
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
    "before",
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
