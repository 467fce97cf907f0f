/**
 * What can go wrong between a request and the end of its answer, as data: how the server behaves,
 * and what the program has to make of it. The wire format is the provider's.
 */
import type http from "node:http";

/** The parts of a provider's stream that faults are made of. */
export interface FaultWire {
  /** Everything before the first word. */
  readonly start: string;
  readonly word: (text: string) => string;
  /** Everything behind the last word. */
  readonly end: string;
  /** The body of an answer with an error status. */
  readonly errorBody: (message: string) => object;
  /** An error in the stream: the provider is overloaded. */
  readonly overloaded: string;
}

/** A fault that a server shows. */
export interface ServerFault {
  readonly name: string;
  /** What the server does with a request that has been read. */
  readonly play: (response: http.ServerResponse, wire: FaultWire) => void;
  /** In the line that says what happened. */
  readonly words: RegExp;
  /** In the line that says what to do. */
  readonly help: RegExp;
  /** Whether the request is repeated by itself. */
  readonly retried: boolean;
  /** What of the answer had arrived, mostly {@linkcode PARTIAL}; empty for nothing. */
  readonly partial: string;
}

/** What arrives of an answer that breaks off. */
export const PARTIAL = "Hel";

/** `assistant.request.max_response_bytes` under which {@linkcode SERVER_FAULTS} are to be met. */
export const CEILING = 4000;

const STREAM = { "content-type": "text/event-stream" };

/** `said`: what the server's own words are; a test puts a key in them. */
export function serverFaults(said: string): readonly ServerFault[] {
  const status = (
    code: number,
    words: RegExp,
    help: RegExp,
    retried: boolean,
    headers: Readonly<Record<string, string>> = {},
  ): ServerFault => ({
    name: [code, ...Object.keys(headers)].join(" with "),
    play: (response, wire) => {
      response.writeHead(code, { "content-type": "application/json", ...headers });
      response.end(JSON.stringify(wire.errorBody(said)));
    },
    words,
    help,
    retried,
    partial: "",
  });
  const page = (code: number, title: string): ServerFault["play"] => (response) => {
    response.writeHead(code, { "content-type": "text/html" });
    response.end(`<!doctype html><html><head><title>${title}</title></head></html>`);
  };
  const broken = (more: (wire: FaultWire) => string): ServerFault["play"] => (response, wire) => {
    response.writeHead(200, STREAM);
    response.end(wire.start + wire.word(PARTIAL) + more(wire));
  };
  return [
    status(401, /did not accept the API key/, /THE_KEY/, false),
    status(403, /refused access/, /THE_KEY/, false),
    status(404, /does not know the model "some-model"/, /base_url|ollama pull/, false),
    status(413, /finds the request too large/, /-n.*fork/, false),
    status(429, /is limiting requests/, /another model/, true),
    status(429, /is limiting requests/, /another model/, true, { "retry-after": "0" }),
    status(500, /failed \(500\)/, /later/, true),
    status(503, /is not available/, /later/, true),
    status(529, /is overloaded/, /later/, true),
    {
      name: "an event that is no JSON",
      play: broken((wire) => `data: {broken\n\n${wire.end}`),
      words: /sent an event that is not JSON/,
      help: /base_url/,
      retried: true,
      partial: PARTIAL,
    },
    {
      name: "a stream that ends too early",
      play: broken(() => ""),
      words: /ended the answer before it was finished/,
      help: /Try again/,
      retried: true,
      partial: PARTIAL,
    },
    {
      name: "a stream without an event",
      play: (response) => {
        response.writeHead(200, STREAM);
        response.end();
      },
      words: /ended the answer before it was finished/,
      help: /Try again/,
      retried: true,
      partial: "",
    },
    {
      name: "an error in the stream",
      play: broken((wire) => wire.overloaded),
      words: /(overloaded|not available) in the middle of the answer: busy/,
      help: /later/,
      retried: true,
      partial: PARTIAL,
    },
    {
      name: "an answer without end",
      play: broken((wire) => wire.word("x".repeat(CEILING)) + wire.end),
      words: /exceeds 4000 bytes/,
      help: /max_response_bytes/,
      retried: false,
      partial: PARTIAL + "x".repeat(CEILING - PARTIAL.length),
    },
    {
      name: "a connection closed without an answer",
      play: (response) => response.socket?.resetAndDestroy(),
      words: /closed the connection without an answer/,
      help: /proxy/,
      retried: true,
      partial: "",
    },
    {
      name: "the page of a proxy",
      play: page(200, "Sign in"),
      words: /answered with a web page .*"Sign in"/,
      help: /base_url.*proxy/,
      retried: false,
      partial: "",
    },
    {
      name: "a gateway's page",
      play: page(502, "502 Bad Gateway"),
      words: /not available \(502\): "502 Bad Gateway"/,
      help: /later/,
      retried: true,
      partial: "",
    },
  ];
}
