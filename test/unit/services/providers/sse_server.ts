/**
 * A local server for these tests only: answers chat completions as an OpenAI-compatible server
 * does, or as a broken one would.
 *
 * @module
 */

import type { JsonObject } from "../../../../src/core/conversation/mod.ts";

/** A request as it arrived. */
export interface Received {
  readonly path: string;
  readonly headers: Headers;
  readonly body: JsonObject;
}

/** Serves `answer` while `use` runs; gives it the base URL and the requests so far. */
export async function withServer(
  answer: (request: Received) => Response | Promise<Response>,
  use: (baseUrl: string, received: readonly Received[]) => Promise<void>,
): Promise<void> {
  const received: Received[] = [];
  const stop = new AbortController();
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", signal: stop.signal, onListen: () => {} },
    async (request) => {
      const text = await request.text();
      const one: Received = {
        path: new URL(request.url).pathname,
        headers: request.headers,
        body: text === "" ? {} : JSON.parse(text),
      };
      received.push(one);
      return await answer(one);
    },
  );
  try {
    await use(`http://127.0.0.1:${server.addr.port}/v1`, received);
  } finally {
    stop.abort();
    await server.finished;
  }
}

/** Serves raw bytes: `talk` gets each connection once the request's head is there. */
export async function withSocket(
  talk: (connection: Deno.TcpConn) => Promise<void>,
  use: (baseUrl: string) => Promise<void>,
): Promise<void> {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const serving = (async () => {
    for await (const connection of listener) {
      await connection.read(new Uint8Array(65536));
      await talk(connection);
      try {
        connection.close();
      } catch {
        // The talk may have closed it.
      }
    }
  })();
  try {
    await use(`http://127.0.0.1:${listener.addr.port}/v1`);
  } finally {
    listener.close();
    await serving;
  }
}

/** An event stream of the given chunks, ended as servers end it. */
export function sse(...chunks: readonly (JsonObject | string)[]): Response {
  return new Response(chunks.map(line).join("") + "data: [DONE]\n\n", { headers: SSE_HEADERS });
}

/** The header of an event stream. */
export const SSE_HEADERS = { "content-type": "text/event-stream" } as const;

/** A stream that is written step by step. */
export class LiveStream {
  readonly response: Response;
  /** Resolves when the client has gone. */
  readonly cancelled: Promise<void>;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor() {
    const gone = Promise.withResolvers<void>();
    this.cancelled = gone.promise;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => gone.resolve(),
    });
    this.response = new Response(body, { headers: SSE_HEADERS });
  }

  send(chunk: JsonObject | string): void {
    this.bytes(new TextEncoder().encode(line(chunk)));
  }

  bytes(bytes: Uint8Array): void {
    this.#controller?.enqueue(bytes);
  }

  end(): void {
    this.#controller?.close();
  }
}

/** One chunk with a delta in it. */
export function delta(value: JsonObject, finish: string | null = null): JsonObject {
  return { id: "c1", model: "m", choices: [{ index: 0, delta: value, finish_reason: finish }] };
}

/** The chunk that says why the model stopped. */
export function finish(reason: string): JsonObject {
  return delta({}, reason);
}

function line(chunk: JsonObject | string): string {
  return typeof chunk === "string" ? chunk : `data: ${JSON.stringify(chunk)}\n\n`;
}
