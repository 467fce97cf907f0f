/**
 * A turn whose world is made up: what it does is noted in order.
 */
import assert from "node:assert/strict";
import type { ConversationEvent } from "../../../../src/core/conversation/mod.ts";
import { type ModelEvent, ProviderError } from "../../../../src/services/providers/mod.ts";
import { ScopeStack } from "../../../../src/host/signals/scopes.ts";
import {
  type Decision,
  runTurn,
  type TurnOutcome,
  type TurnPorts,
  type TurnTools,
} from "../../../../src/app/turn/mod.ts";

/** What one request gets: events, then perhaps a fault. */
export type Stream = (signal: AbortSignal) => AsyncIterable<ModelEvent>;

export const DOWN = new ProviderError("connect", "nobody is there.", {
  help: "wait",
  retryable: true,
});
export const TEXT = (text: string): ModelEvent => ({ kind: "text", text });
export const FINISH: ModelEvent = { kind: "finish", reason: "complete" };

export function stream(...steps: (ModelEvent | Error)[]): Stream {
  return async function* () {
    yield { kind: "connected" };
    for (const step of steps) {
      if (step instanceof Error) throw step;
      yield step;
    }
  };
}

/** Ports that note everything in order; `retries` repetitions are allowed. */
export class Bench {
  readonly done: string[] = [];
  readonly events: ConversationEvent[] = [];
  readonly streams: Stream[];
  readonly stop = new AbortController();
  retries = 5;
  shown = "";
  gate: () => Promise<void> = () => Promise.resolve();
  sleeping: () => Promise<void> = () => Promise.resolve();
  recording: (types: string) => void = () => {};
  /** Presses that reached no scope of the turn. */
  readonly passedOn: string[] = [];
  readonly scopes = new ScopeStack(() => this.passedOn.push("shutdown"));
  /** Answers of the menus, in order; each opens the gate again. */
  readonly answers: (Decision | Promise<Decision> | Error)[] = [];
  #closed: PromiseWithResolvers<void> | null = null;
  tools: TurnTools | undefined;

  constructor(...streams: Stream[]) {
    this.streams = streams;
  }

  ports(): TurnPorts {
    return {
      model: "local/test",
      request: (goOn, signal) => {
        const asked = this.events.some(({ type }) => type === "chat_request");
        this.done.push(`request${goOn ? " on" : ""}${asked ? "" : " before its log"}`);
        const next = this.streams.shift();
        if (next === undefined) throw new TypeError("one request too many");
        return next(signal);
      },
      record: (events, sync) => {
        this.events.push(...events);
        const types = events.map(({ type }) => type).join(" ");
        this.done.push(`record ${types}${sync ? " sync" : ""}`);
        this.recording(types);
        return Promise.resolve();
      },
      show: (block, text) => {
        this.shown += text;
        this.done.push(`${block} ${text}`);
        return Promise.resolve();
      },
      blockEnd: () => {
        this.done.push("block end");
        return Promise.resolve();
      },
      notice: (text) => void this.done.push(`notice ${text}`),
      waiting: (what) => void this.done.push(`waiting ${what?.kind ?? null}`),
      maxRetries: 5,
      asProviderError: (error) => error instanceof ProviderError ? error : null,
      retryDelay: (attempt, { retryAfterMs }) =>
        attempt <= this.retries ? retryAfterMs ?? attempt : null,
      sleep: async (ms, signal) => {
        this.done.push(`sleep ${ms}`);
        await this.sleeping();
        signal.throwIfAborted();
      },
      pass: async (signal) => {
        signal.throwIfAborted();
        await this.gate();
        await Promise.race([
          this.#closed?.promise,
          new Promise<void>((resolve) => {
            if (this.#closed === null) resolve();
            signal.addEventListener("abort", () => resolve(), { once: true });
          }),
        ]);
        signal.throwIfAborted();
      },
      timestamp: () => "2026-01-01T00:00:00.000Z",
      echo: (text) => void this.done.push(`echo ${text}`),
      ...(this.tools === undefined ? {} : { tools: this.tools }),
      interrupts: {
        enter: (scope) => this.scopes.enter(scope),
        close: () => {
          const closed = this.#closed = Promise.withResolvers<void>();
          return {
            [Symbol.dispose]: () => {
              this.#closed = null;
              closed.resolve();
            },
          };
        },
        decide: async (scope) => {
          this.done.push(`menu ${scope}`);
          const answer = this.answers.shift();
          if (answer === undefined) throw new TypeError("one menu too many");
          if (answer instanceof Error) throw answer;
          return await answer;
        },
      },
    };
  }

  press(): void {
    this.scopes.notifyTop();
  }

  get said(): unknown[] {
    return this.events.map((event) =>
      "message" in event ? event.message : "content" in event ? event.content : event.type
    );
  }

  run(): Promise<TurnOutcome> {
    return runTurn(this.ports(), "hi", this.stop.signal);
  }

  get reason(): unknown {
    const last = this.events.at(-1);
    assert.equal(last?.type, "turn_end");
    return last.reason;
  }
}
