/**
 * Why a connection could not be made, or ended before an answer began: what fetch rejected with, in
 * one clear line. Owns the words the runtimes have for it.
 *
 * @module
 */

import { allWordsOf, reasonOf } from "./causes.ts";
import { type FaultContext, isLocal, placeOf } from "./fault_context.ts";
import { safeCause } from "./redact.ts";
import { ProviderError, type ProviderErrorCode } from "./types.ts";

interface Verdict {
  readonly code: ProviderErrorCode;
  readonly message: string;
  readonly help: string;
  readonly retryable: boolean;
}

/** The fault behind a rejected fetch. */
export function connectFault(error: unknown, context: FaultContext): ProviderError {
  const { code, message, help, retryable } = verdictOf(error, context);
  return new ProviderError(code, message, {
    help,
    retryable,
    cause: safeCause(error, context.redact),
  });
}

function verdictOf(error: unknown, context: FaultContext): Verdict {
  const words = allWordsOf(error);
  const { proxyVariable: proxy, provider } = context;
  const place = proxy === null
    ? placeOf(context)
    : `${provider} (${context.host}, through the proxy in ${proxy})`;
  const is = (pattern: RegExp) => pattern.test(words);
  const passing = (message: string, direct: string): Verdict => ({
    code: "connect",
    message,
    help: proxy === null ? direct : `Check the proxy that ${proxy} names, or unset it.`,
    retryable: true,
  });
  if (is(/dns error|ENOTFOUND|EAI_|getaddrinfo|lookup address|name resolution/i)) {
    return passing(
      `${place} cannot be found: the name does not resolve.`,
      `Check that you are online, and providers.llm.${provider}.base_url.`,
    );
  }
  if (is(/ECONNREFUSED|ConnectionRefused|connection refused|actively refused/i)) {
    return passing(`${place} refused the connection.`, refusedHelp(context));
  }
  if (is(/certificate|CERT_|TLS|InvalidContentType|EPROTO|UNABLE_TO_VERIFY|SELF_SIGNED/i)) {
    return insecure(error, words, place, context);
  }
  if (is(/timed out|ETIMEDOUT|os error 110/i)) {
    return {
      ...passing(
        `${place} did not answer the connection in time.`,
        "Check the network, and try again.",
      ),
      code: "timeout",
    };
  }
  if (is(/unreachable|no route|EHOSTUNREACH|ENETUNREACH|ENETDOWN|os error (101|113)/i)) {
    return passing(
      `${place} cannot be reached from this network.`,
      "Check that you are online.",
    );
  }
  if (
    is(/ECONNRESET|ConnectionClosed|reset by peer|connection closed|EPIPE|broken pipe/i) ||
    is(/unexpected eof while tunneling/)
  ) {
    return passing(
      `${place} closed the connection without an answer.`,
      "Try again; if it stays, check the server and any proxy in between.",
    );
  }
  if (is(/Malformed_HTTP|invalid HTTP/i)) {
    return {
      code: "bad_response",
      message: `${place} answered with something that is not HTTP.`,
      help: `Check the port in providers.llm.${provider}.base_url, and whether it should begin ` +
        "with https:.",
      retryable: false,
    };
  }
  if (is(/requests to port \d+ are blocked|invalid url/i)) {
    return {
      code: "config",
      message: `${place} cannot be asked: ${reasonOf(error, context)}`,
      help: `Check providers.llm.${provider}.base_url.`,
      retryable: false,
    };
  }
  return passing(
    `No answer from ${place}: ${reasonOf(error, context)}`,
    "Check the network and the server, and try again.",
  );
}

function insecure(error: unknown, words: string, place: string, context: FaultContext): Verdict {
  const otherName = /ALTNAME|not valid for name/.test(words);
  const noTls = /InvalidContentType|EPROTO|wrong version/i.test(words);
  const reason = otherName
    ? "its certificate is for another name."
    : noTls
    ? "it does not speak TLS there."
    : reasonOf(error, context);
  return {
    code: "connect",
    message: `No secure connection to ${place}: ${reason}`,
    help: otherName || noTls
      ? `Check providers.llm.${context.provider}.base_url` +
        (noTls ? ": perhaps it should begin with http:." : ".")
      : "Check the clock and the certificate; the authority behind one of your own is trusted " +
        "with NODE_EXTRA_CA_CERTS=FILE.",
    retryable: false,
  };
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
