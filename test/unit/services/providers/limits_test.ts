import assert from "node:assert/strict";
import {
  type Model,
  type ModelEvent,
  SignsOfLife,
  streamWithLimits,
  withByteCeiling,
  withIdleTimeout,
} from "../../../../src/services/providers/mod.ts";
import { abortable } from "../../../../src/services/providers/abortable.ts";
import { ask, collect, collectFault, ManualTimer, never, settled, textOf } from "./fixtures.ts";

/** A stream that says what it is told to, when it is told to. */
class Told {
  readonly #queue: ModelEvent[] = [];
  #wake: () => void = () => {};
  #over = false;
  aborted = false;

  say(text: string): void {
    this.#queue.push({ kind: "text", text });
    this.#wake();
  }

  end(): void {
    this.#over = true;
    this.#wake();
  }

  readonly events = abortable(never(), (signal) => this.#run(signal));

  async *#run(signal: AbortSignal): AsyncGenerator<ModelEvent> {
    signal.addEventListener("abort", () => this.aborted = true);
    while (true) {
      const event = this.#queue.shift();
      if (event !== undefined) yield event;
      else if (this.#over) return;
      else await new Promise<void>((resolve) => this.#wake = resolve);
    }
  }
}

Deno.test("silence ends the stream after the idle time, and not before", async () => {
  const timer = new ManualTimer();
  const told = new Told();
  const reading = collectFault(withIdleTimeout(told.events, 60_000, new SignsOfLife(timer), "a/b"));
  await settled();
  await timer.advance(59_999);
  told.say("x");
  await settled();
  await timer.advance(59_999);
  await settled();
  assert.equal(told.aborted, false);
  await timer.advance(1);
  const { events, fault } = await reading;
  assert.equal(textOf(events), "x");
  assert.equal(fault.code, "timeout");
  assert.equal(fault.retryable, true);
  assert.match(fault.message, /^a\/b has been silent for 60 s/);
  assert.equal(told.aborted, true);
  assert.equal(timer.pending, 0);
});

Deno.test("the reader's own time does not count", async () => {
  const timer = new ManualTimer();
  const told = new Told();
  const life = new SignsOfLife(timer);
  const events = withIdleTimeout(told.events, 60_000, life, "a/b")[Symbol.asyncIterator]();
  told.say("x");
  await events.next();
  await timer.advance(600_000);
  const pending = events.next();
  await settled();
  await timer.advance(59_999);
  told.say("y");
  assert.deepEqual((await pending).value, { kind: "text", text: "y" });
  await events.return?.(undefined);
  assert.equal(timer.pending, 0);
});

Deno.test("signs of life put it off, though no event comes", async () => {
  const timer = new ManualTimer();
  let alive = () => {};
  const told = new Told();
  const model: Model = {
    id: "a/b",
    continuation: "instruction",
    stream: (_, __, activity = () => {}) => {
      alive = activity;
      return told.events;
    },
  };
  const limits = { idleTimeoutMs: 60_000, maxResponseBytes: 0 };
  const reading = collect(streamWithLimits(model, ask("hi"), never(), limits, timer));
  await settled();
  for (let n = 0; n < 10; n++) {
    await timer.advance(50_000);
    alive();
  }
  told.say("x");
  told.end();
  assert.equal(textOf(await reading), "x");
  assert.equal(timer.pending, 0);
});

Deno.test("an idle time of 0 waits without end", async () => {
  const timer = new ManualTimer();
  const told = new Told();
  const reading = collect(withIdleTimeout(told.events, 0, new SignsOfLife(timer), "a/b"));
  await settled();
  await timer.advance(1e9);
  told.say("x");
  told.end();
  assert.equal(textOf(await reading), "x");
});

Deno.test("an abort passes through the limits with its reason", async () => {
  const timer = new ManualTimer();
  const control = new AbortController();
  const reason = { kind: "menu" };
  const model: Model = {
    id: "a/b",
    continuation: "instruction",
    stream: (_, signal) =>
      abortable(signal, async function* () {
        await new Promise<void>(() => {});
        yield { kind: "connected" };
      }),
  };
  const limits = { idleTimeoutMs: 60_000, maxResponseBytes: 100 };
  const events = streamWithLimits(model, ask("hi"), control.signal, limits, timer);
  const reading = collect(events).catch((error: unknown) => error);
  await settled();
  control.abort(reason);
  assert.equal(await reading, reason);
  await settled();
  assert.equal(timer.pending, 0);
});

Deno.test("the ceiling counts bytes of text, reasoning and arguments", async () => {
  async function* events(): AsyncGenerator<ModelEvent> {
    yield { kind: "connected" };
    yield { kind: "reasoning", text: "abc" };
    yield { kind: "text", text: "é漢" };
    yield { kind: "tool_call_arguments", id: "a", text: "{}" };
    yield await Promise.resolve<ModelEvent>({ kind: "finish", reason: "complete" });
  }
  assert.equal((await collect(withByteCeiling(events(), 10, "a/b"))).length, 5);
  assert.equal((await collect(withByteCeiling(events(), 0, "a/b"))).length, 5);
  const { events: before, fault } = await collectFault(withByteCeiling(events(), 9, "a/b"));
  assert.deepEqual(before.slice(1), [
    { kind: "reasoning", text: "abc" },
    { kind: "text", text: "é漢" },
    { kind: "tool_call_arguments", id: "a", text: "{" },
  ]);
  assert.equal(fault.code, "too_large");
  assert.equal(fault.retryable, false);
});

Deno.test("what fits below the ceiling is the same in one piece and in many", async () => {
  async function* pieces(...texts: readonly string[]): AsyncGenerator<ModelEvent> {
    for (const text of texts) yield await Promise.resolve<ModelEvent>({ kind: "text", text });
  }
  for (const texts of [["aé漢😀z"], ["a", "é漢", "😀z"], [..."aé漢😀z"]]) {
    for (
      const [bytes, kept] of [[1, "a"], [2, "a"], [5, "aé"], [6, "aé漢"], [10, "aé漢😀"]] as const
    ) {
      const { events } = await collectFault(withByteCeiling(pieces(...texts), bytes, "a/b"));
      assert.equal(textOf(events), kept);
    }
    assert.equal(
      (await collect(withByteCeiling(pieces(...texts), 11, "a/b"))).length,
      texts.length,
    );
  }
});

Deno.test("at the ceiling the source is let go", async () => {
  const told = new Told();
  told.say("0123456789");
  const { fault } = await collectFault(withByteCeiling(told.events, 5, "a/b"));
  assert.equal(fault.code, "too_large");
  assert.equal(told.aborted, true);
});
