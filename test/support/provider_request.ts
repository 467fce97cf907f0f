/**
 * One request at the stand-in provider: what was asked, the script being played to it, when each
 * piece went out, and how it ended.
 */
import type http from "node:http";
import { Changes, ExpectationError, type WaitOptions } from "./changes.ts";
import { epochMs } from "./clock.ts";
import { ChunkWriter, completion, DONE, event, type Script, type Step } from "./provider_script.ts";

export interface SentChunk {
  readonly text: string;
  /** epochMs just before the bytes were handed to the socket. */
  readonly at: number;
}

/**
 * - "finished": the script was played to its end (`close`, `reset` and `end` included).
 * - "aborted": the client closed the connection before that.
 * - "abandoned": the server was shut down meanwhile.
 */
export type Ending = "finished" | "aborted" | "abandoned";

interface Received {
  readonly n: number;
  /** Arrival of the headers, as epochMs. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<http.IncomingHttpHeaders>;
  /** The body as it came. */
  readonly text: string;
}

/** Thrown inside a script to leave it; never seen outside. */
class ScriptCut extends Error {}

export class ProviderRequest {
  readonly n: number;
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<http.IncomingHttpHeaders>;
  readonly text: string;
  /** What has been sent of the body, piece by piece. */
  readonly sent: SentChunk[] = [];
  readonly #response: http.ServerResponse;
  readonly #changes = new Changes();
  readonly #cut = new AbortController();
  #ending: Ending | undefined;
  #stalls = 0;
  #releases = 0;

  constructor(received: Received, response: http.ServerResponse) {
    this.n = received.n;
    this.at = received.at;
    this.method = received.method;
    this.path = received.path;
    this.headers = received.headers;
    this.text = received.text;
    this.#response = response;
    response.once("close", () => {
      if (!response.writableEnded) this.#end("aborted");
    });
  }

  /** The body as JSON. Throws if it is none. */
  get body(): Record<string, unknown> {
    return JSON.parse(this.text);
  }

  get aborted(): boolean {
    return this.#ending === "aborted";
  }

  get isStalled(): boolean {
    return this.#ending === undefined && this.#stalls > this.#releases;
  }

  /** Resolves when the script has reached its nth stall (from 1), or `acceptOnly`. */
  async stalled(n = 1, options?: WaitOptions): Promise<void> {
    await this.#changes.until(
      () => {
        if (this.#stalls >= n) return true;
        if (this.#ending === undefined) return undefined;
        throw new ExpectationError(`request ${this.n} ${this.#ending} before its stall ${n}`);
      },
      (why) => `expected stall ${n} of request ${this.n}: ${why}`,
      options,
    );
  }

  /** Lets the script go on behind its current stall, or behind the next one if there is none. */
  release(): void {
    this.#releases++;
    this.#changes.notify();
  }

  /** How the request ended, once it has. */
  ending(options?: WaitOptions): Promise<Ending> {
    return this.#changes.until(
      () => this.#ending,
      (why) => `expected the end of request ${this.n}: ${why}; sent ${this.sent.length} chunks`,
      options,
    );
  }

  /** For the server: it is shutting down. */
  abandon(): void {
    this.#end("abandoned");
  }

  /** For the server: carries the script out. */
  async play(script: Script): Promise<void> {
    try {
      const model = this.#model();
      if (this.#isStream()) {
        await this.#stream(script, new ChunkWriter(`chatcmpl-${this.n}`, model));
      } else await this.#answerAtOnce(script, model);
      this.#end("finished");
    } catch (error) {
      if (!(error instanceof ScriptCut)) throw error;
    }
  }

  async #stream(script: Script, chunks: ChunkWriter): Promise<void> {
    for (const step of script) {
      if ("status" in step) return this.#respond(step);
      if (await this.#waitStep(step)) continue;
      if ("reset" in step) {
        this.#openStream();
        this.#end("finished");
        this.#response.socket?.resetAndDestroy();
        return;
      }
      if ("close" in step) {
        this.#openStream();
        this.#end("finished");
        this.#response.socket?.destroy();
        return;
      }
      if ("end" in step) {
        this.#openStream();
        this.#response.end();
        return;
      }
      if ("pace" in step) await this.#pace(step.pace, chunks);
      else for (const text of encodeStep(step, chunks)) await this.#send(text);
    }
    await this.#send(DONE);
    this.#response.end();
  }

  async #answerAtOnce(script: Script, model: string): Promise<void> {
    for (const step of script) {
      if ("status" in step) return this.#respond(step);
      if (await this.#waitStep(step)) continue;
      if (!("reset" in step) && !("close" in step)) continue;
      this.#end("finished");
      if ("reset" in step) this.#response.socket?.resetAndDestroy();
      else this.#response.socket?.destroy();
      return;
    }
    this.#respond({ status: 200, body: completion(script, model) });
  }

  /** Carries out a step that only takes time; false if it is another one. */
  async #waitStep(step: Step): Promise<boolean> {
    if ("delayMs" in step) await this.#delay(step.delayMs);
    else if ("stall" in step) {
      // A client is to see what came before: a provider that stalls has sent its headers.
      if (this.#isStream()) this.#openStream();
      await this.#stall();
    } else if ("acceptOnly" in step) await this.#stall();
    else return false;
    return true;
  }

  async #stall(): Promise<void> {
    const mine = ++this.#stalls;
    this.#changes.notify();
    // No limit: how long a stall lasts is the test's to say.
    await this.#changes.until(
      () => this.#cut.signal.aborted || this.#releases >= mine || undefined,
      () => `stall ${mine} of request ${this.n} was never released`,
      { timeoutMs: 2 ** 31 - 1 },
    );
    this.#checkCut();
  }

  async #pace(
    { words, intervalMs }: { words: number; intervalMs: number },
    chunks: ChunkWriter,
  ): Promise<void> {
    const start = epochMs();
    for (let i = 0; i < words; i++) {
      // From the start, not from the last word: a late timer must not slow the whole stream down.
      const due = start + i * intervalMs - epochMs();
      if (due > 0) await this.#delay(due);
      await this.#send(chunks.text(`w${i + 1} `));
    }
  }

  async #delay(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#cut.signal.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#cut.signal.addEventListener("abort", done);
    });
    this.#checkCut();
  }

  async #send(data: string | Uint8Array): Promise<void> {
    this.#checkCut();
    this.#openStream();
    const text = typeof data === "string" ? data : new TextDecoder().decode(data);
    this.sent.push({ text, at: epochMs() });
    const taken = Promise.withResolvers<void>();
    const done = () => taken.resolve();
    // A client that does not read holds the script up, as it would hold up a provider.
    this.#cut.signal.addEventListener("abort", done);
    this.#response.write(data, done);
    await taken.promise;
    this.#cut.signal.removeEventListener("abort", done);
    this.#checkCut();
  }

  #openStream(): void {
    if (this.#response.headersSent) return;
    this.#response.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache",
    });
    this.#response.flushHeaders();
  }

  #respond({ status, headers = {}, body = "" }: Extract<Step, { status: number }>): void {
    const isJson = typeof body !== "string";
    this.#response.writeHead(status, {
      ...(isJson ? { "content-type": "application/json" } : {}),
      ...headers,
    });
    this.#response.end(isJson ? JSON.stringify(body) : body);
  }

  #isStream(): boolean {
    try {
      // Google says it in the address.
      return this.body["stream"] === true || this.path.includes(":stream");
    } catch {
      return false;
    }
  }

  #model(): string {
    try {
      return String(this.body["model"] ?? "");
    } catch {
      return "";
    }
  }

  #checkCut(): void {
    if (this.#cut.signal.aborted) throw new ScriptCut();
  }

  #end(how: Ending): void {
    if (this.#ending !== undefined) return;
    this.#ending = how;
    if (how !== "finished") this.#cut.abort();
    this.#changes.notify();
  }
}

function encodeStep(step: Step, chunks: ChunkWriter): (string | Uint8Array)[] {
  if ("text" in step) return [chunks.text(step.text)];
  if ("reasoning" in step) return [chunks.reasoning(step.reasoning)];
  if ("toolCall" in step) {
    const { id, name, argsChunks } = step.toolCall;
    return chunks.toolCall(id, name, argsChunks);
  }
  if ("finish" in step) return [chunks.finish(step.finish)];
  if ("usage" in step) return [chunks.usage(step.usage.promptTokens, step.usage.completionTokens)];
  if ("error" in step) return [event({ error: step.error })];
  if ("keepAlive" in step) return [": keep-alive\n\n"];
  if ("raw" in step) return [step.raw];
  throw new Error(`not a chunk: ${JSON.stringify(step)}`);
}
