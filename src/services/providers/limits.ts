/**
 * What a stream may not do: fall silent, or never end. Wraps a stream of events; the clock is
 * handed in, and no event is delayed.
 *
 * @module
 */

import type { Timer } from "./timer.ts";
import { type Model, type ModelEvent, type ModelRequest, ProviderError } from "./types.ts";

/** `assistant.request.*`, as far as one stream goes. */
export interface StreamLimits {
  /** Longest silence of the server while we wait for it, ms; 0 for no limit. */
  readonly idleTimeoutMs: number;
  /** Most bytes of text, reasoning and tool arguments in one answer; 0 for no limit. */
  readonly maxResponseBytes: number;
}

/**
 * {@linkcode Model.stream} within limits.
 *
 * @throws {ProviderError} from the iterator: `timeout` after a silence, `too_large` at the ceiling,
 * and whatever the model throws.
 */
export function streamWithLimits(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal,
  limits: StreamLimits,
  timer: Timer,
): AsyncIterable<ModelEvent> {
  const life = new SignsOfLife(timer);
  const events = model.stream(request, signal, () => life.seen());
  return withByteCeiling(
    withIdleTimeout(events, limits.idleTimeoutMs, life, model.id),
    limits.maxResponseBytes,
    model.id,
  );
}

/** When the server was last heard. */
export class SignsOfLife {
  /** The clock that is looked at. */
  readonly timer: Timer;
  #last: number;

  /** Counts from now on. */
  constructor(timer: Timer) {
    this.timer = timer;
    this.#last = timer.now();
  }

  /** Something arrived, or we only now began to listen. */
  seen(): void {
    this.#last = this.timer.now();
  }

  /** Milliseconds since then. */
  silence(): number {
    return this.timer.now() - this.#last;
  }
}

/**
 * Ends a stream that has been silent for `idleMs` while its reader waited. The time the reader
 * itself takes between two events (a menu, a permission prompt) does not count.
 *
 * @param where who is silent, for the message.
 * @throws {ProviderError} `timeout`, retryable.
 */
export async function* withIdleTimeout(
  events: AsyncIterable<ModelEvent>,
  idleMs: number,
  life: SignsOfLife,
  where: string,
): AsyncGenerator<ModelEvent> {
  if (idleMs <= 0) return yield* events;
  const iterator = events[Symbol.asyncIterator]();
  using watch = new SilenceWatch(idleMs, life, where);
  try {
    while (true) {
      const result = await watch.race(() => iterator.next());
      if (result.done === true) return;
      yield result.value;
    }
  } finally {
    // Not awaited: a source stuck in a read that never returns must not hold us.
    iterator.return?.().then(undefined, () => {});
  }
}

/** One timer for the whole stream, however many events it has. */
class SilenceWatch implements Disposable {
  readonly #idleMs: number;
  readonly #life: SignsOfLife;
  readonly #where: string;
  readonly #done = new AbortController();
  #fail: ((error: ProviderError) => void) | null = null;

  constructor(idleMs: number, life: SignsOfLife, where: string) {
    this.#idleMs = idleMs;
    this.#life = life;
    this.#where = where;
    // Rejects only when disposed.
    this.#run().catch(() => {});
  }

  race<T>(next: () => Promise<T>): Promise<T> {
    this.#life.seen();
    return new Promise((resolve, reject) => {
      this.#fail = reject;
      next().then((value) => {
        this.#fail = null;
        resolve(value);
      }, (error) => {
        this.#fail = null;
        reject(error);
      });
    });
  }

  [Symbol.dispose](): void {
    this.#done.abort();
  }

  async #run(): Promise<void> {
    while (true) {
      const waiting = this.#fail !== null;
      const left = waiting ? this.#idleMs - this.#life.silence() : this.#idleMs;
      if (left <= 0) this.#fail?.(silent(this.#where, this.#idleMs));
      await this.#life.timer.sleep(left <= 0 ? this.#idleMs : left, this.#done.signal);
    }
  }
}

/**
 * Ends a stream whose answer grows beyond `maxBytes` of UTF-8.
 *
 * @param where who is talking, for the message.
 * @throws {ProviderError} `too_large`, behind what fits: how a text is cut into events is an
 * accident of its way here.
 */
export async function* withByteCeiling(
  events: AsyncIterable<ModelEvent>,
  maxBytes: number,
  where: string,
): AsyncGenerator<ModelEvent> {
  const encoder = new TextEncoder();
  let bytes = 0;
  for await (const event of events) {
    if (maxBytes > 0 && "text" in event) {
      const left = maxBytes - bytes;
      bytes += encoder.encode(event.text).length;
      if (bytes > maxBytes) {
        const { read } = encoder.encodeInto(event.text, new Uint8Array(left));
        if (read > 0) yield { ...event, text: event.text.slice(0, read) };
        throw endless(where, maxBytes);
      }
    }
    yield event;
  }
}

function silent(where: string, idleMs: number): ProviderError {
  return new ProviderError("timeout", `${where} has been silent for ${idleMs / 1000} s.`, {
    help: "Try again, or raise assistant.request.stream_idle_timeout_secs (0 waits without end).",
    retryable: true,
  });
}

function endless(where: string, maxBytes: number): ProviderError {
  return new ProviderError("too_large", `The answer of ${where} exceeds ${maxBytes} bytes.`, {
    help: "Ask for less, or raise assistant.request.max_response_bytes.",
    retryable: false,
  });
}
