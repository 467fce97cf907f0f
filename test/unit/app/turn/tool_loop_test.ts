/**
 * The loop with tools: what waits for what, and what a press, a stop or a fault makes of it.
 */
import assert from "node:assert/strict";
import { isKnown } from "../../../../src/core/conversation/mod.ts";
import type { ModelEvent } from "../../../../src/services/providers/mod.ts";
import type { Decision, TurnTools } from "../../../../src/app/turn/mod.ts";
import { Bench, DOWN, FINISH, stream, TEXT } from "./bench.ts";
import { settle } from "../../../support/clock.ts";

const call = (id: string, name = "t"): ModelEvent => ({
  kind: "tool_call",
  id,
  name,
  arguments: {},
});
const CALLED: ModelEvent = { kind: "finish", reason: "tool_calls" };

/** Tools that do what a test says; `decide` and `run` are told of in the bench's list. */
class FakeTools implements TurnTools {
  readonly #bench: Bench;
  deciding: (id: string, signal: AbortSignal) => Promise<void> = () => Promise.resolve();
  running: (id: string, signal: AbortSignal) => Promise<string> = (id) => Promise.resolve(id);

  constructor(bench: Bench) {
    this.#bench = bench;
    bench.tools = this;
  }

  begin(): void {
    this.#bench.done.push("tools begin");
  }

  async decide({ id }: { readonly id: string }, signal: AbortSignal) {
    this.#bench.done.push(`decide ${id}`);
    await this.deciding(id, signal);
    return { kind: "run", cancelled: "cancelled" } as const;
  }

  async run({ id }: { readonly id: string }, _report: unknown, signal: AbortSignal) {
    this.#bench.done.push(`run ${id}`);
    return { content: await this.running(id, signal), isError: false };
  }
}

/** Rejects with the signal's reason when that aborts. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

const steps = (bench: Bench) =>
  bench.done.filter((step) => /^(request|decide|run|message|menu|echo)/.test(step));

/** Id and content of the recorded results, in order. */
const answers = (bench: Bench) =>
  bench.events.flatMap((event) =>
    isKnown(event) && event.type === "tool_call_response" ? [[event.id, event.content]] : []
  );

Deno.test("the stream waits for each decision, and the tools for the stream", async () => {
  const bench = new Bench(
    stream(call("a"), TEXT("and "), call("b"), TEXT("so"), CALLED),
    stream(TEXT("done"), FINISH),
  );
  const tools = new FakeTools(bench);
  tools.deciding = () => settle();
  assert.equal((await bench.run()).reason, "complete");
  assert.deepEqual(steps(bench), [
    "request",
    "decide a",
    "message and ",
    "decide b",
    "message so",
    "run a",
    "run b",
    "request",
    "message done",
  ]);
});

Deno.test("tools run all at once, and each result is recorded when it comes", async () => {
  const bench = new Bench(stream(call("a"), call("b"), CALLED), stream(FINISH));
  const first = Promise.withResolvers<string>();
  const tools = new FakeTools(bench);
  tools.running = (id) => id === "a" ? first.promise : Promise.resolve(id);
  bench.recording = (types) => {
    if (types === "tool_call_response") first.resolve("a");
  };
  await bench.run();
  assert.deepEqual(
    answers(bench),
    [["b", "b"], ["a", "a"]],
  );
});

for (const [kind, reason] of [["stop", "stopped"], ["abort", "aborted"]] as const) {
  Deno.test(`${kind} while a call is decided on: it never runs, nothing more is asked (PR-013)`, async () => {
    const bench: Bench = new Bench(stream(call("a"), call("b"), CALLED));
    const tools = new FakeTools(bench);
    tools.deciding = (_, signal) => {
      bench.press();
      return aborted(signal);
    };
    bench.answers.push({ kind });
    assert.equal((await bench.run()).reason, reason);
    assert.deepEqual(steps(bench), ["request", "decide a", "menu streaming"]);
  });
}

Deno.test("a decision that comes together with the stop does not count", async () => {
  const bench: Bench = new Bench(stream(call("a"), CALLED));
  const tools = new FakeTools(bench);
  tools.deciding = () => Promise.resolve(bench.stop.abort(new Error("enough")));
  assert.equal((await bench.run()).reason, "interrupted");
  assert.deepEqual(steps(bench), ["request", "decide a"]);
});

Deno.test("continue in the menu of the tools lets them go on", async () => {
  const bench: Bench = new Bench(stream(call("a"), CALLED), stream(FINISH));
  const tools = new FakeTools(bench);
  tools.running = async (_, signal) => {
    bench.press();
    await settle();
    signal.throwIfAborted();
    return "done";
  };
  bench.answers.push({ kind: "continue" });
  assert.equal((await bench.run()).reason, "complete");
  assert.ok(bench.done.includes("menu tool"));
});

Deno.test("stop cancels what runs, keeps what is done, and asks no more (PR-038)", async () => {
  const bench: Bench = new Bench(stream(call("a"), call("b"), call("c"), CALLED));
  const tools = new FakeTools(bench);
  tools.running = (id, signal) => id === "a" ? Promise.resolve("one") : aborted(signal);
  bench.recording = (types) => {
    if (types === "tool_call_response") bench.press();
  };
  bench.answers.push({ kind: "stop" });
  assert.equal((await bench.run()).reason, "stopped");
  assert.deepEqual(
    answers(bench),
    [["a", "one"], ["b", "cancelled"], ["c", "cancelled"]],
  );
});

Deno.test("a result that a tool comes to after the stop is its result", async () => {
  const bench: Bench = new Bench(stream(call("a"), CALLED));
  const tools = new FakeTools(bench);
  tools.running = (_, signal) => {
    bench.press();
    return aborted(signal).catch(() => "done in time");
  };
  bench.answers.push({ kind: "stop" });
  assert.equal((await bench.run()).reason, "stopped");
  assert.ok(bench.said.includes("done in time"));
  assert.deepEqual(steps(bench), ["request", "decide a", "run a", "menu tool"]);
});

Deno.test("restart decides and runs again, in the scope of the turn", async () => {
  const bench: Bench = new Bench(stream(call("a"), CALLED), stream(FINISH));
  const tools = new FakeTools(bench);
  let runs = 0;
  tools.running = (_, signal) => {
    if (runs++ > 0) return Promise.resolve("second time");
    bench.press();
    return aborted(signal);
  };
  let decisions = 0;
  tools.deciding = () => {
    if (decisions++ > 0) assert.equal(bench.scopes.top?.name, "turn");
    else assert.equal(bench.scopes.top?.name, "streaming");
    return Promise.resolve();
  };
  bench.answers.push({ kind: "restart" });
  assert.equal((await bench.run()).reason, "complete");
  assert.deepEqual(steps(bench), [
    "request",
    "decide a",
    "run a",
    "menu tool",
    "decide a",
    "run a",
    "request",
  ]);
  assert.equal(bench.events.filter(({ type }) => type === "tool_call_response").length, 1);
});

Deno.test("stop and respond: the model reads the message in place of the result", async () => {
  const bench: Bench = new Bench(stream(call("a"), CALLED), stream(TEXT("ok"), FINISH));
  const tools = new FakeTools(bench);
  tools.running = (_, signal) => {
    bench.press();
    return aborted(signal);
  };
  bench.answers.push({ kind: "respond", message: "use rg" });
  assert.equal((await bench.run()).reason, "complete");
  assert.ok(bench.said.includes("The user cancelled this tool call, and says: use rg"));
  assert.ok(bench.done.includes("echo use rg"));
});

Deno.test("a restart that is chosen when the last result is in changes nothing", async () => {
  const bench: Bench = new Bench(stream(call("a"), CALLED), stream(TEXT("ok"), FINISH));
  const answer = Promise.withResolvers<Decision>();
  const tools = new FakeTools(bench);
  tools.running = async () => {
    bench.press();
    await settle();
    return "done";
  };
  bench.answers.push(answer.promise);
  bench.recording = (types) => {
    if (types === "tool_call_response") setTimeout(() => answer.resolve({ kind: "restart" }));
  };
  assert.equal((await bench.run()).reason, "complete");
  assert.deepEqual(steps(bench), [
    "request",
    "decide a",
    "run a",
    "menu tool",
    "request",
    "message ok",
  ]);
});

Deno.test("a shutdown records what is cancelled, and ends", async () => {
  const bench: Bench = new Bench(stream(call("a"), CALLED));
  const tools = new FakeTools(bench);
  tools.running = (_, signal) => {
    bench.stop.abort(new Error("enough"));
    return aborted(signal);
  };
  assert.equal((await bench.run()).reason, "interrupted");
  assert.ok(bench.said.includes("Tool call was interrupted."));
  assert.deepEqual(steps(bench), ["request", "decide a", "run a"]);
});

Deno.test("a connection that dies while somebody decides does not lose the decision", async () => {
  const bench: Bench = new Bench(stream(call("a"), DOWN), stream(TEXT("ok"), FINISH));
  new FakeTools(bench);
  assert.equal((await bench.run()).reason, "complete");
  assert.deepEqual(steps(bench), ["request", "decide a", "run a", "request", "message ok"]);
});

Deno.test("a mistake in one run ends the turn, every call answered", async () => {
  const bench: Bench = new Bench(stream(call("a"), call("b"), CALLED));
  const tools = new FakeTools(bench);
  const mistake = new TypeError("ours");
  tools.running = (id, signal) => id === "a" ? Promise.reject(mistake) : aborted(signal);
  await assert.rejects(bench.run(), mistake);
  assert.equal(bench.events.filter(({ type }) => type === "tool_call_response").length, 2);
  assert.equal(bench.reason, "error");
});
