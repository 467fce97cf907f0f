/**
 * A local HTTP server in the place of a model's provider. Each request gets a script; what came in
 * and when each piece of the answer went out is on record.
 *
 *     await using provider = await startProvider([[{ text: "Hel" }, { stall: true }, { text: "lo" }]]);
 *     … jp with base_url = provider.url …
 *     const request = await provider.request(1);
 *     await request.stalled();
 *     request.release();
 *
 * node:http rather than Deno.serve, which can neither reset a connection nor hold back the headers.
 * A request for which there is no script is answered with status 500 and makes disposal fail: a
 * test that passes must know every request its program makes.
 */
import http from "node:http";
import { Changes, type WaitOptions } from "./changes.ts";
import { epochMs } from "./clock.ts";
import { ProviderRequest } from "./provider_request.ts";
import type { Script } from "./provider_script.ts";

/**
 * Scripts in the order of the requests, or a choice by request (a background request for a title
 * may come between two others). undefined is "not expected".
 */
export type Scripts = readonly Script[] | ((request: ProviderRequest) => Script | undefined);

export async function startProvider(scripts: Scripts = []): Promise<ProviderServer> {
  const server = new ProviderServer(scripts);
  await server.listen();
  return server;
}

export class ProviderServer implements AsyncDisposable {
  /** Every request so far, in order of arrival. */
  readonly requests: ProviderRequest[] = [];
  /** Requests that no script was there for. */
  readonly unexpected: ProviderRequest[] = [];
  readonly #changes = new Changes();
  readonly #choose: (request: ProviderRequest) => Script | undefined;
  readonly #queue: Script[] = [];
  readonly #http: http.Server;
  readonly #running = new Set<Promise<void>>();

  constructor(scripts: Scripts) {
    if (typeof scripts === "function") this.#choose = scripts;
    else {
      this.#queue.push(...scripts);
      this.#choose = () => this.#queue.shift();
    }
    this.#http = http.createServer((incoming, outgoing) => {
      const running = this.#handle(incoming, outgoing)
        .finally(() => this.#running.delete(running));
      this.#running.add(running);
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((ready, failed) => {
      this.#http.once("error", failed);
      this.#http.listen(0, "127.0.0.1", ready);
    });
  }

  /** The provider's `base_url`: "http://127.0.0.1:PORT/v1". */
  get url(): string {
    const address = this.#http.address();
    if (address === null || typeof address === "string") throw new Error("not listening");
    return `http://127.0.0.1:${address.port}/v1`;
  }

  /** Adds scripts for further requests. */
  push(...scripts: Script[]): void {
    this.#queue.push(...scripts);
  }

  /** The nth request (from 1), once it is here. */
  request(n: number, options?: WaitOptions): Promise<ProviderRequest> {
    return this.#changes.until(
      () => this.requests[n - 1],
      (why) => `expected request ${n} of the provider: ${why}; there were ${this.requests.length}`,
      options,
    );
  }

  /** Lets every answer that stalls go on. */
  release(): void {
    for (const request of this.requests) if (request.isStalled) request.release();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const request of this.requests) request.abandon();
    const closed = new Promise<void>((resolve) => this.#http.close(() => resolve()));
    this.#http.closeAllConnections();
    await closed;
    await Promise.all(this.#running);
    if (this.unexpected.length > 0) {
      const which = this.unexpected.map(({ method, path, text }) => `${method} ${path} ${text}`);
      throw new Error(`requests without a script: ${which.join("; ")}`);
    }
  }

  async #handle(incoming: http.IncomingMessage, outgoing: http.ServerResponse): Promise<void> {
    const at = epochMs();
    const received: Uint8Array[] = [];
    try {
      for await (const piece of incoming) received.push(piece);
    } catch {
      return; // gone before it had asked anything
    }
    const text = new TextDecoder().decode(await new Blob(received as BlobPart[]).arrayBuffer());
    const request = new ProviderRequest({
      n: this.requests.length + 1,
      at,
      method: incoming.method ?? "",
      path: incoming.url ?? "",
      headers: incoming.headers,
      text,
    }, outgoing);
    const script = this.#choose(request);
    this.requests.push(request);
    if (script === undefined) this.unexpected.push(request);
    this.#changes.notify();
    await request.play(script ?? [{ status: 500, body: { error: { message: "no script" } } }]);
  }
}
