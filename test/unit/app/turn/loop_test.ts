import assert from "node:assert/strict";
import { type ModelEvent, ProviderError } from "../../../../src/services/providers/mod.ts";
import type { Decision } from "../../../../src/app/turn/mod.ts";
import { Bench, DOWN, FINISH, type Stream, stream, TEXT } from "./bench.ts";
import { settle } from "../../../support/clock.ts";

Deno.test("a whole turn, step by step", async () => {
  const bench = new Bench(stream(TEXT("Hel"), TEXT("lo"), FINISH));
  const outcome = await bench.run();
  assert.deepEqual(outcome, { reason: "complete", error: null, usage: undefined });
  assert.deepEqual(bench.done, [
    "record turn_start chat_request sync",
    "waiting request",
    "request",
    "waiting first token",
    "waiting more",
    "message Hel",
    "waiting more",
    "message lo",
    "waiting more",
    "record chat_response",
    "block end",
    "record turn_end sync",
    "waiting null",
  ]);
});

Deno.test("a token is shown before the next one is asked for", async () => {
  const bench = new Bench(async function* () {
    for (const word of ["one ", "two ", "three"]) {
      yield TEXT(word);
      // The generator goes on only when the loop wants more.
      assert.ok(bench.shown.endsWith(word));
    }
    yield FINISH;
  });
  assert.equal((await bench.run()).reason, "complete");
});

Deno.test("a wait that a server asks for is told with its length", async () => {
  const after = (retryAfterMs: number): ProviderError =>
    new ProviderError("rate_limit", "busy", { help: "wait", retryable: true, retryAfterMs });
  const waits = [900, 1200, 90_000, 7_200_000];
  const bench = new Bench(...waits.map((ms) => stream(after(ms))), stream(TEXT("lo"), FINISH));
  assert.equal((await bench.run()).reason, "complete");
  assert.deepEqual(bench.done.filter((step) => step.startsWith("notice")), [
    "notice busy. Retrying (1/5)…",
    "notice busy. Retrying (2/5) in 2 s…",
    "notice busy. Retrying (3/5) in 90 s…",
    "notice busy. Retrying (4/5) in 120 min…",
  ]);
});

Deno.test("a fault is told, waited for and repeated; nothing is recorded twice", async () => {
  const bench = new Bench(
    stream(TEXT("Hel"), DOWN),
    stream(DOWN),
    stream(TEXT("lo"), FINISH),
  );
  assert.equal((await bench.run()).reason, "complete");
  assert.deepEqual(bench.done.filter((step) => /^(request|sleep|notice)/.test(step)), [
    "request",
    "notice nobody is there. Retrying (1/5)…",
    "sleep 1",
    "request on",
    "notice nobody is there. Retrying (2/5)…",
    "sleep 2",
    "request on",
  ]);
  assert.deepEqual(
    bench.events.map((event) => "message" in event ? event.message : event.type),
    ["turn_start", "chat_request", "Hel", "lo", "turn_end"],
  );
});

Deno.test("a fault that is not to be repeated ends the turn with it", async () => {
  const bench = new Bench(stream(TEXT("Hel"), DOWN));
  bench.retries = 0;
  const outcome = await bench.run();
  assert.deepEqual(outcome, { reason: "error", error: DOWN, usage: undefined });
  assert.equal(bench.reason, "error");
  assert.equal(bench.shown, "Hel");
});

Deno.test("faults add up until the repetitions are used up", async () => {
  const bench = new Bench(stream(DOWN), stream(DOWN), stream(DOWN));
  bench.retries = 2;
  assert.equal((await bench.run()).error, DOWN);
  assert.equal(bench.done.filter((step) => step.startsWith("request")).length, 3);
});

Deno.test("tool calls lead to a further request", async () => {
  const call: ModelEvent = { kind: "tool_call", id: "c", name: "t", arguments: {} };
  const bench = new Bench(
    stream(call, { kind: "finish", reason: "tool_calls" }),
    stream(TEXT("done"), FINISH),
  );
  assert.equal((await bench.run()).reason, "complete");
  assert.deepEqual(bench.done.filter((step) => step.startsWith("request")), ["request", "request"]);
});

Deno.test("a stop in the middle of the stream keeps what was shown, and no more", async () => {
  let closed = false;
  const bench = new Bench(async function* (signal) {
    try {
      yield TEXT("Hel");
      bench.stop.abort(new Error("enough"));
      signal.throwIfAborted();
      yield TEXT("never");
    } finally {
      closed = true;
    }
  });
  const outcome = await bench.run();
  assert.deepEqual(outcome, { reason: "interrupted", error: null, usage: undefined });
  assert.equal(bench.reason, "interrupted");
  assert.equal(bench.shown, "Hel");
  assert.ok(closed, "the connection is let go");
});

Deno.test("an event that comes together with the stop is neither shown nor kept", async () => {
  const bench = new Bench(async function* () {
    yield TEXT("Hel");
    bench.stop.abort(new Error("enough"));
    yield TEXT("lo");
  });
  await bench.run();
  assert.equal(bench.shown, "Hel");
  assert.deepEqual(
    bench.events.map((event) => "message" in event ? event.message : event.type),
    ["turn_start", "chat_request", "Hel", "turn_end"],
  );
});

Deno.test("a stop before the first request still finds the request recorded (PR-044)", async () => {
  const bench = new Bench();
  bench.stop.abort(new Error("at once"));
  assert.equal((await bench.run()).reason, "interrupted");
  assert.deepEqual(
    bench.events.map(({ type }) => type),
    ["turn_start", "chat_request", "turn_end"],
  );
});

Deno.test("a stop during the wait for a repetition ends the turn", async () => {
  const bench = new Bench(stream(DOWN));
  bench.sleeping = () => Promise.resolve(bench.stop.abort(new Error("enough")));
  assert.equal((await bench.run()).reason, "interrupted");
});

Deno.test("a closed gate holds the next event; nothing of the stream is lost", async () => {
  let waits = 0;
  const opened = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const bench = new Bench(stream(TEXT("Hel"), TEXT("lo"), FINISH));
  bench.gate = () => {
    if (bench.shown !== "Hel" || waits++ > 0) return Promise.resolve();
    reached.resolve();
    return opened.promise;
  };
  const running = bench.run();
  await reached.promise;
  assert.equal(bench.shown, "Hel");
  opened.resolve();
  assert.equal((await running).reason, "complete");
  assert.equal(bench.shown, "Hello");
});

Deno.test("a stop at a closed gate ends the turn with what was shown", async () => {
  const bench = new Bench(stream(TEXT("Hel"), TEXT("lo"), FINISH));
  bench.gate = () => {
    if (bench.shown === "Hel") bench.stop.abort(new Error("enough"));
    return Promise.resolve();
  };
  assert.equal((await bench.run()).reason, "interrupted");
  assert.equal(bench.shown, "Hel");
});

Deno.test("what is no provider's fault is recorded as an error and thrown", async () => {
  const mistake = new TypeError("ours");
  const bench = new Bench(stream(TEXT("Hel"), mistake));
  await assert.rejects(bench.run(), mistake);
  assert.equal(bench.reason, "error");
});

Deno.test("a stream that ends without a finish is a mistake, not an answer", async () => {
  const bench = new Bench(stream(TEXT("Hel")));
  await assert.rejects(bench.run(), /without a finish/);
  assert.equal(bench.reason, "error");
});

Deno.test("a stream that goes on after its finish is let go", async () => {
  let closed = false;
  const bench = new Bench(async function* () {
    try {
      yield TEXT("x");
      yield FINISH;
      yield TEXT("late");
    } finally {
      closed = true;
    }
  });
  assert.equal((await bench.run()).reason, "complete");
  assert.equal(bench.shown, "x");
  assert.ok(closed);
});

/** A stream that is pressed on when its first word has been shown, and then goes on. */
function pressed(bench: () => Bench, ...rest: (ModelEvent | Error)[]): Stream {
  return async function* (signal) {
    yield TEXT("Hel");
    bench().press();
    for (const step of rest) {
      signal.throwIfAborted();
      if (step instanceof Error) throw step;
      yield step;
    }
  };
}

Deno.test("a press while streaming opens the menu; continue loses and doubles nothing", async () => {
  const bench: Bench = new Bench(pressed(() => bench, TEXT("lo"), FINISH));
  bench.answers.push({ kind: "continue" });
  assert.equal((await bench.run()).reason, "complete");
  assert.equal(bench.shown, "Hello");
  assert.ok(bench.done.includes("menu streaming"));
  assert.deepEqual(bench.said, ["turn_start", "hi", "Hello", "turn_end"]);
});

Deno.test("nothing is shown while the menu is up", async () => {
  const answer = Promise.withResolvers<Decision>();
  const bench: Bench = new Bench(pressed(() => bench, TEXT("lo"), FINISH));
  bench.answers.push(answer.promise);
  const running = bench.run();
  await settle();
  assert.equal(bench.shown, "Hel");
  answer.resolve({ kind: "continue" });
  await running;
  assert.equal(bench.shown, "Hello");
});

Deno.test("stop keeps the partial", async () => {
  const bench: Bench = new Bench(pressed(() => bench, TEXT("lo"), FINISH));
  bench.answers.push({ kind: "stop" });
  assert.deepEqual(await bench.run(), { reason: "stopped", error: null, usage: undefined });
  assert.deepEqual(bench.said, ["turn_start", "hi", "Hel", "turn_end"]);
});

Deno.test("abort keeps the question only", async () => {
  const bench: Bench = new Bench(pressed(() => bench, TEXT("lo"), FINISH));
  bench.answers.push({ kind: "abort" });
  assert.equal((await bench.run()).reason, "aborted");
  assert.deepEqual(bench.said, ["turn_start", "hi", "turn_end"]);
});

Deno.test("a reply is asked with the partial before it", async () => {
  const bench: Bench = new Bench(
    pressed(() => bench, TEXT("lo"), FINISH),
    stream(TEXT("Ah."), FINISH),
  );
  bench.answers.push({ kind: "reply", text: "no, that" });
  assert.equal((await bench.run()).reason, "complete");
  assert.deepEqual(bench.said, ["turn_start", "hi", "Hel", "no, that", "Ah.", "turn_end"]);
  assert.deepEqual(bench.done.filter((step) => step.startsWith("request")), ["request", "request"]);
});

Deno.test("a stream that dies behind the menu is gone on with after continue", async () => {
  const bench: Bench = new Bench(
    pressed(() => bench, DOWN),
    stream(TEXT("lo"), FINISH),
  );
  bench.answers.push({ kind: "continue" });
  assert.equal((await bench.run()).reason, "complete");
  assert.deepEqual(bench.said, ["turn_start", "hi", "Hel", "lo", "turn_end"]);
  assert.ok(bench.done.includes("request on"));
});

Deno.test("a stream that dies behind the menu is no error after stop", async () => {
  const answer = Promise.withResolvers<Decision>();
  const bench: Bench = new Bench(pressed(() => bench, DOWN));
  bench.answers.push(answer.promise);
  const running = bench.run();
  await settle();
  answer.resolve({ kind: "stop" });
  assert.deepEqual(await running, { reason: "stopped", error: null, usage: undefined });
  assert.deepEqual(bench.said, ["turn_start", "hi", "Hel", "turn_end"]);
});

Deno.test("a press during the wait for a repetition is the stream's, and a reply ends the wait", async () => {
  const bench: Bench = new Bench(stream(DOWN), stream(TEXT("Ah."), FINISH));
  bench.sleeping = () => {
    bench.press();
    return settle();
  };
  bench.answers.push({ kind: "reply", text: "no, that" });
  assert.equal((await bench.run()).reason, "complete");
  assert.ok(bench.done.includes("menu streaming"));
  assert.deepEqual(bench.said, ["turn_start", "hi", "no, that", "Ah.", "turn_end"]);
});

Deno.test("a press before the request is the turn's", async () => {
  const bench: Bench = new Bench(stream(TEXT("x"), FINISH));
  bench.recording = (types) => types.includes("turn_start") && bench.press();
  bench.answers.push({ kind: "stop" });
  assert.equal((await bench.run()).reason, "stopped");
  assert.ok(bench.done.includes("menu turn"));
  assert.deepEqual(bench.said, ["turn_start", "hi", "turn_end"]);
});

Deno.test("a reply in the turn's last moment is asked in a turn of its own", async () => {
  const answer = Promise.withResolvers<Decision>();
  const bench: Bench = new Bench(stream(TEXT("x"), FINISH), stream(TEXT("y"), FINISH));
  let pressedOnce = false;
  bench.recording = (types) => {
    if (!types.includes("turn_end") || pressedOnce) return;
    pressedOnce = true;
    bench.press();
  };
  bench.answers.push(answer.promise);
  const running = bench.run();
  await settle();
  answer.resolve({ kind: "reply", text: "and that" });
  assert.equal((await running).reason, "complete");
  assert.deepEqual(bench.said, [
    ...["turn_start", "hi", "x", "turn_end"],
    ...["turn_start", "and that", "y", "turn_end"],
  ]);
  assert.ok(bench.done.includes("echo and that"));
});

for (const kind of ["continue", "stop", "abort"] as const) {
  Deno.test(`${kind} in the turn's last moment changes nothing of it`, async () => {
    const bench: Bench = new Bench(stream(TEXT("x"), FINISH));
    bench.recording = (types) => types.includes("turn_end") && bench.press();
    bench.answers.push({ kind });
    assert.equal((await bench.run()).reason, "complete");
    assert.deepEqual(bench.said, ["turn_start", "hi", "x", "turn_end"]);
  });
}

Deno.test("a menu that fails ends the turn, and is thrown", async () => {
  const mistake = new TypeError("ours");
  const bench: Bench = new Bench(pressed(() => bench, TEXT("lo"), FINISH));
  bench.answers.push(mistake);
  await assert.rejects(bench.run(), mistake);
  assert.equal(bench.reason, "error");
});

Deno.test("when the turn is over its scopes are gone", async () => {
  const bench: Bench = new Bench(stream(TEXT("x"), FINISH));
  await bench.run();
  assert.equal(bench.scopes.top, null);
  bench.press();
  assert.deepEqual(bench.passedOn, ["shutdown"]);
});
