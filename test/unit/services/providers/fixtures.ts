/**
 * What several of these tests need: a clock that is moved by hand, requests, collected streams.
 *
 * @module
 */

import assert from "node:assert/strict";
import {
  type Model,
  type ModelEvent,
  type ModelRequest,
  openAICompatibleModel,
  type OpenAICompatibleOptions,
  ProviderError,
  type Timer,
} from "../../../../src/services/providers/mod.ts";

/** Time moves only when told to; what is asked to sleep is recorded. */
export class ManualTimer implements Timer {
  readonly slept: number[] = [];
  #now = 1_000_000;
  #sleepers: { readonly at: number; readonly wake: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    this.slept.push(ms);
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const sleeper = { at: this.#now + ms, wake: resolve };
      this.#sleepers.push(sleeper);
      signal.addEventListener("abort", () => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        reject(signal.reason);
      }, { once: true });
    });
  }

  get pending(): number {
    return this.#sleepers.length;
  }

  /** Moves time on, waking who is due, one after the other, and lets them act. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    while (true) {
      const due = this.#sleepers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.#sleepers = this.#sleepers.filter((other) => other !== due);
      this.#now = Math.max(this.#now, due.at);
      due.wake();
      await settled();
    }
    this.#now = end;
  }
}

/** A timer whose sleeps are over at once; for streams whose pace does not matter. */
export class InstantTimer implements Timer {
  readonly slept: number[] = [];

  now(): number {
    return 0;
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    this.slept.push(ms);
    return signal.aborted ? Promise.reject(signal.reason) : Promise.resolve();
  }
}

/** Lets everything that is ready run. */
export async function settled(): Promise<void> {
  for (let n = 0; n < 20; n++) await Promise.resolve();
}

/** A request of one message. */
export function ask(text: string, more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    system: null,
    messages: [{ role: "user", text }],
    tools: [],
    toolChoice: "auto",
    parameters: {},
    ...more,
  };
}

/** A model at `baseUrl` that needs no key. */
export function modelAt(baseUrl: string, more: Partial<OpenAICompatibleOptions> = {}): Model {
  return openAICompatibleModel({
    provider: "test",
    model: "m",
    baseUrl,
    apiKeyEnv: null,
    env: () => undefined,
    timer: new ManualTimer(),
    fetch: globalThis.fetch,
    ...more,
  });
}

/** All events of a stream. */
export async function collect(events: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const all: ModelEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** The same events, however many pieces their texts came in: that depends on how they arrived. */
export function whole(events: readonly ModelEvent[]): ModelEvent[] {
  const all: ModelEvent[] = [];
  for (const event of events) {
    const last = all.at(-1);
    const grows = event.kind === "text" || event.kind === "reasoning" || event.kind === "data_part";
    if (grows && last?.kind === event.kind) {
      all[all.length - 1] = { ...event, text: last.text + event.text };
    } else all.push(event);
  }
  return all;
}

/** The events before a fault, and the fault. */
export async function collectFault(
  events: AsyncIterable<ModelEvent>,
): Promise<{ events: ModelEvent[]; fault: ProviderError }> {
  const all: ModelEvent[] = [];
  try {
    for await (const event of events) all.push(event);
  } catch (error) {
    assert.ok(error instanceof ProviderError, `not a ProviderError: ${error}`);
    return { events: all, fault: error };
  }
  assert.fail(`no fault, but ${JSON.stringify(all)}`);
}

/** The text of the text events. */
export function textOf(events: readonly ModelEvent[]): string {
  return events.map((event) => event.kind === "text" ? event.text : "").join("");
}

/** A signal that never aborts. */
export function never(): AbortSignal {
  return new AbortController().signal;
}

/** Every text reachable from an error: messages, help, codes, stacks, members, causes. */
export function everythingIn(error: unknown, depth = 8): string {
  if (typeof error !== "object" || error === null || depth === 0) return String(error);
  return Reflect.ownKeys(error).map((key) =>
    `${String(key)}: ${everythingIn(Reflect.get(error, key), depth - 1)}`
  ).join("\n") + Deno.inspect(error, { depth: 10 });
}
